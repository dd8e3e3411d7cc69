"""The graph on disk: where its Turtle is (`bundle`), how it is built (`build`), kept (`cache`) and queried in a time limit (`run`)."""

"""The graph on disk and in memory: its files (`bundle`), how it is built (`build`, `following`), kept (`cache`) and asked (`run`)."""

"""What the graph says about one card, rule, ruling, question or term, asked for by named queries and gathered into plain views.

Nothing here prints or chooses words. `excerpt` asks the queries of `queries/look-up/`; the other modules say which.
"""

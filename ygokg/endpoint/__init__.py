"""A server instead of the store on disk.

`client` sends requests, `server` asks for rows and triples, `asking` runs a query (said as in `wording`), `reading` and `opening` make
the graph of what is there (named as in `graphs`), and `pushing` puts it there.
"""

"""A server instead of the store on disk.

`client` sends requests, `server` asks for rows and triples, `asking` runs a query and makes the graph of what is there (both said and
named as in `graphs`), and `pushing` puts it there.
"""

"""Searching rules, rulings, cards, terms and rule systems: what is searched (`index`, `table`), what for (`query`), and hits (`find`)."""

"""Searching rules, rulings, cards, terms and rule systems: the index (`index`, in a `table`), queries (`query`), hits (`find`)."""

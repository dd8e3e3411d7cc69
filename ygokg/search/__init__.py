"""Searching rules, rulings, cards, terms and rule systems: folding (`fold`), the index (`index`), queries (`query`), hits (`find`)."""

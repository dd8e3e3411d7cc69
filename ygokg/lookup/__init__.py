"""What the graph says about one card, rule, ruling or term, gathered into plain views; nothing here prints or chooses words."""

"""From what somebody types to a card, an archetype or an effect."""

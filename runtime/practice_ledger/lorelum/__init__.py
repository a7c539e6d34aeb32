"""What Lorelum publishes about `lore get`: how it is called and what it answers. Nothing else here knows Lorelum."""

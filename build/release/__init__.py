"""`python3 build release`: archives of the plugin, with all that says what is in them and where it comes from."""

"""A person's commands. Free to import what makes them pleasant; the hook never imports this package."""

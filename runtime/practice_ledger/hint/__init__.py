"""What is told to the child."""

"""Whether the product works here, and if not, why, and what to do next. Looks only: it changes nothing."""

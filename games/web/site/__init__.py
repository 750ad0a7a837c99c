"""Home page, rules, boards, error pages, health check."""

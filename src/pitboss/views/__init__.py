"""What each audience sees, built up from what it may see."""

"""What a regulation can say: types, strict loading, submissions and their approval."""

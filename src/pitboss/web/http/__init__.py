"""Pages and the HTTP interface."""

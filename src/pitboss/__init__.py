"""pitboss runs casino poker tables exactly as their regulation orders, and can prove it."""

__version__ = "0.2.0"

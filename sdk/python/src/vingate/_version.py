"""The version of the service that this package was made from."""

__version__ = "0.4.0.dev0"

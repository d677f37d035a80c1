// Every test may ask the oracle.
@_exported import TestSupport

// Every test may use the oracle.
@_exported import TestSupport

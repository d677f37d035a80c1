// Every test may use the oracle, and random numbers that are the same in every run.
@_exported import TestSupport

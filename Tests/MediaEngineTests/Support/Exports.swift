// Every test may use the oracle and the clips.
@_exported import MediaSourceTesting
@_exported import TestSupport

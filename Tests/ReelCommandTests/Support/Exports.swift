// Every test may start processes.
@_exported import TestSupport

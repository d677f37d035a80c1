import CoreMedia

extension CMTime {
  /// True for a number of seconds. The flags of a time, which `isNumeric` looks at, say nothing of a timescale of 0 or
  /// below, which a program can set.
  package var isNumber: Bool { isNumeric && timescale > 0 }
}

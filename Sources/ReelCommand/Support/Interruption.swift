/// The error of a run that the user aborted.
struct Interruption: Error {
  static let exitCode: Int32 = 130
}

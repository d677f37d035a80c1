/// An end of a graph that is the program's own.
protocol ProgramEnd {
  /// Hears that a pipeline moves the samples, before it is put together.
  func runIsPushed(because reason: PushReason)
  /// Lets the program wait for nothing more: the run is over.
  func runEnded()
}

extension ProgramEnd {
  func runIsPushed(because reason: PushReason) {}
}

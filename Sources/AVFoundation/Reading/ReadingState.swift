/// The states of a reader and its outputs, apart from locks.
///
///     unknown ──start──▷ reading ──all outputs have given everything──▷ completed
///        │                  ├──an output, or the program, makes an error──▷ failed
///        └──cancel──────────┴──cancel──▷ cancelled
struct ReadingState {
  private struct Output {
    var supportsRandomAccess: Bool
    /// True once everything of the present ranges was given.
    var isDrained = false
    /// True once no other ranges may be asked for.
    var isFinal = false
    var isDone: Bool { isDrained && (isFinal || !supportsRandomAccess) }
  }

  private(set) var status = AVAssetReader.Status.unknown
  private(set) var error: AVError?
  /// True from the call that starts the reader on: nothing of its configuration changes any more.
  private(set) var hasStarted = false
  private var outputs: [Output] = []

  /// Notes the start; returns false if there was one, or the reader is over.
  mutating func start() -> Bool {
    guard !hasStarted, status == .unknown else { return false }
    hasStarted = true
    return true
  }

  /// Begins to read; returns false if the reader was cancelled, or has failed, while files were opened.
  mutating func begin(randomAccess: [Bool]) -> Bool {
    guard status == .unknown else { return false }
    outputs = randomAccess.map { Output(supportsRandomAccess: $0) }
    status = .reading
    completeIfDone()
    return true
  }

  /// True if an output may give a sample.
  func gives(_ output: Int) -> Bool {
    status == .reading && outputs.indices.contains(output) && !outputs[output].isDrained
  }

  /// Notes that an output has given everything.
  mutating func drain(_ output: Int) {
    guard status == .reading else { return }
    outputs[output].isDrained = true
    completeIfDone()
  }

  /// Lets an output go on in other ranges; returns the reason why it may not, and nil if it may.
  mutating func reset(_ output: Int) -> String? {
    guard outputs.indices.contains(output) else { return "reading has not started" }
    guard outputs[output].supportsRandomAccess else { return "supportsRandomAccess is false" }
    guard !outputs[output].isFinal else { return "markConfigurationAsFinal() was called" }
    guard outputs[output].isDrained else { return "not all samples of the ranges before have been read" }
    outputs[output].isDrained = false
    return nil
  }

  /// Notes that an output gets no other ranges; returns false before reading has started.
  mutating func makeFinal(_ output: Int) -> Bool {
    guard outputs.indices.contains(output) else { return status != .unknown }
    outputs[output].isFinal = true
    completeIfDone()
    return true
  }

  private mutating func completeIfDone() {
    if status == .reading, outputs.allSatisfy(\.isDone) { status = .completed }
  }

  /// Ends the reader with an error; returns false if it is over.
  mutating func fail(_ error: AVError) -> Bool {
    guard status == .unknown || status == .reading else { return false }
    (status, self.error) = (.failed, error)
    return true
  }

  /// Ends the reader; returns false if it is over.
  mutating func cancel() -> Bool {
    guard status == .unknown || status == .reading else { return false }
    status = .cancelled
    return true
  }
}

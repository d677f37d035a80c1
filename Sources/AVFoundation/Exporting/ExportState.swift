/// The state of an export session: no threads, no locks, nothing that runs.
///
///     unknown ──start──▷ waiting ──begin──▷ exporting ──end──▷ completed, failed, cancelled
///        └──────cancel──────┴──▷ cancelled      └─cancel─▷ (the run ends) ─▷ cancelled
struct ExportState {
  enum Outcome: Sendable {
    case completed(AVAssetExportSession.Result)
    case failed(AVError)
    case cancelled
  }

  /// The work of a cancellation.
  enum Cancellation { case nothing, leaveQueue, endRun }

  private(set) var status = AVAssetExportSession.Status.unknown
  private(set) var progress: Float = 0
  private(set) var error: AVError?
  private(set) var result: AVAssetExportSession.Result?
  private(set) var isCancelling = false

  /// - Returns: False if it was started before.
  mutating func start() -> Bool {
    guard status == .unknown else { return false }
    status = .waiting
    return true
  }

  /// - Returns: False if it does not wait any more.
  mutating func begin() -> Bool {
    guard status == .waiting else { return false }
    status = .exporting
    return true
  }

  /// Notes how far it has come; never less than before, and all only at the end.
  ///
  /// - Returns: False if that is no more than before.
  mutating func advance(to fraction: Double) -> Bool {
    guard status == .exporting, fraction.isFinite else { return false }
    let progress = Float(min(max(fraction, 0), 0.999))
    guard progress > self.progress else { return false }
    self.progress = progress
    return true
  }

  /// Cancels a session that was not started, which then never starts.
  ///
  /// - Returns: False if it was started, or cancelled, before.
  mutating func cancelBeforeStart() -> Bool {
    guard status == .unknown else { return false }
    setCancelled()
    return true
  }

  /// Asks for the end; an export that is not running is not concerned.
  mutating func cancel() -> Cancellation {
    guard !isCancelling, status == .waiting || status == .exporting else { return .nothing }
    isCancelling = true
    return status == .waiting ? .leaveQueue : .endRun
  }

  /// - Returns: False if it has ended already, or was not started.
  mutating func end(_ outcome: Outcome) -> Bool {
    guard status == .waiting || status == .exporting else { return false }
    switch outcome {
    case .completed(let result): (status, progress, self.result) = (.completed, 1, result)
    case .failed where isCancelling: setCancelled()
    case .failed(let error): (status, self.error) = (.failed, error)
    case .cancelled where isCancelling: setCancelled()
    // Something else has ended the run.
    case .cancelled: (status, error) = (.failed, AVError(.exportFailed, reason: "it was broken off"))
    }
    return true
  }

  private mutating func setCancelled() {
    (status, error) = (.cancelled, AVError(.operationCancelled, reason: "the export was cancelled"))
  }
}

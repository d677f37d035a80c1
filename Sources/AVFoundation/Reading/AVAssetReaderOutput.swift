internal import MediaSource
import Synchronization

/// A source of samples of an asset, in the form that it was made for.
///
/// Add it to a reader, start the reader, and copy samples until there are no more. `copyNextSampleBuffer()` may be called on
/// any thread that may block; outputs of one reader may be read on several threads, or on one in any order.
///
/// Source: `AVAssetReaderOutput`.
open class AVAssetReaderOutput: NSObject, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  private struct State {
    var copiesAlways = true
    var supportsRandomAccess = false
    var attachment: (session: ReadingSession, number: Int)?
    /// The samples that were made for `samples()`; nil if there was no such call.
    var readAhead: SampleReadAhead?
  }

  private let state = Mutex(State())
  /// The thread of asynchronous reading.
  private let queue = ReaderQueue("reel.output")
  /// The tracks that the output reads.
  let readTracks: [AVAssetTrack]
  /// The reason why the output cannot be used; nil if it can.
  let problem: SettingsError?

  init(_ tracks: [AVAssetTrack], _ problem: SettingsError?) {
    (readTracks, self.problem) = (tracks, problem)
    super.init()
  }

  /// The error of an output that reads what the file of its tracks has not; nil if it has it.
  var problemOfFile: AVError? { nil }

  /// The type of the media.
  open var mediaType: AVMediaType { readTracks.first?.mediaType ?? .muxed }

  /// True, as is the default, if pixels and bytes of samples are the program's own, which it may change; false if they may be
  /// shared with the reader, which is faster and copies nothing. Set it before the reader starts.
  ///
  /// With false, large samples as they are stored stay in their file, which must not change meanwhile, until the program looks at
  /// their bytes: a writer that takes them as they are lets the kernel copy them.
  open var alwaysCopiesSampleData: Bool {
    get { state.withLock { $0.copiesAlways } }
    set { configure("alwaysCopiesSampleData") { $0.copiesAlways = newValue } }
  }

  /// True if the output can be read again in other ranges, with `reset(forReadingTimeRanges:)`; false by default. The reader is
  /// then not completed before `markConfigurationAsFinal()`. Set it before the reader starts.
  open var supportsRandomAccess: Bool {
    get { state.withLock { $0.supportsRandomAccess } }
    set { configure("supportsRandomAccess") { $0.supportsRandomAccess = newValue } }
  }

  /// Changes the configuration, unless the reader has started: that is an error of the program's, with which the reader fails.
  final func configure(_ property: String, _ body: () -> Void) {
    if let session, session.hasStarted { return session.reject(property, "it is set after startReading()") }
    body()
  }

  private func configure(_ property: String, _ change: (inout State) -> Void) {
    configure(property) { state.withLock { change(&$0) } }
  }

  // MARK: Reading

  /// Returns the next sample, or the next samples that lie together; nil after the last of the reader's time range, and when
  /// the reader has failed or was cancelled: its `status` says which. Blocks until the sample is made.
  @discardableResult
  open func copyNextSampleBuffer() -> CMSampleBuffer? {
    // Samples that were made for a task come first.
    if let ahead = state.withLock({ $0.readAhead }), let status = session?.status,
      [.reading, .completed].contains(status)
    {
      return ahead.nextBlocking()
    }
    return makeNext()
  }

  private func makeNext() -> CMSampleBuffer? {
    guard let (session, number) = attachment else { return nil }
    return session.next(number, isPrivate: alwaysCopiesSampleData)
  }

  /// The samples for tasks; those of an iteration before that was broken off, if there was one.
  final func readAhead() -> SampleReadAhead {
    state.withLock { state in
      if let known = state.readAhead, !known.isExhausted { return known }
      let isSteady = state.attachment?.session.isLocal ?? false
      let ahead = SampleReadAhead(queue, isSteady: isSteady) { [weak self] in self?.makeNext() }
      state.readAhead = ahead
      return ahead
    }
  }

  /// Goes on in other ranges of the asset's timeline, which take the place of the reader's time range.
  ///
  /// Called when all samples of the ranges before have been read. Without ranges, the next sample is nil. A call that is not
  /// allowed makes the reader fail with an error that says why.
  ///
  /// - Parameter timeRanges: Values of `CMTimeRange` in order, which do not overlap.
  open func reset(forReadingTimeRanges timeRanges: [NSValue]) {
    guard let (session, number) = attachment else { return }
    state.withLock { $0.readAhead = nil }
    session.reset(number, to: timeRanges.map(\.timeRangeValue))
  }

  /// Says that no other ranges will be asked for, so that the reader can be completed.
  open func markConfigurationAsFinal() {
    guard let (session, number) = attachment else { return }
    session.makeFinal(number)
  }

  // MARK: The reader

  final var session: ReadingSession? { attachment?.session }
  private var attachment: (session: ReadingSession, number: Int)? { state.withLock { $0.attachment } }

  /// Notes the reader; returns false if there is one.
  final func attach(_ session: ReadingSession, number: Int) -> Bool {
    state.withLock { state in
      guard state.attachment == nil else { return false }
      state.attachment = (session, number)
      return true
    }
  }

  /// True if the output belongs to a reader.
  final var isAttached: Bool { attachment != nil }

  /// Adds the output's part to a graph.
  ///
  /// - Parameter number: The number of the output, from 1.
  func addParts(to plan: inout ReadingPlan, _ number: Int) throws -> SampleSupply {
    throw AVError(.unknown, reason: "\(type(of: self)) reads nothing")
  }
}

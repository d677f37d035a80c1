internal import MediaEngine
internal import MediaGraph
internal import MediaSource
import Synchronization

/// Reads the samples of an asset's tracks, as they are stored or decoded.
///
///     let reader = try AVAssetReader(asset: asset)
///     let output = AVAssetReaderTrackOutput(track: track, outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
///     reader.add(output)
///     guard reader.startReading() else { throw reader.error! }
///     while let sample = output.copyNextSampleBuffer() { … }
///     if reader.status == .failed { throw reader.error! }
///
/// A reader reads once. Its outputs give samples as long as they live, also after it is released; `cancelReading()` ends that. It runs on the threads of the program: nothing is read before a sample is asked for but what a decoder
/// needs ahead, and some samples of `AVAssetReaderOutput.samples()`, so that a reader that is not read holds little. A call that raises an exception on Apple's systems makes the reader
/// fail, with an error that says why. All members may be used on any thread; those that read files block.
///
/// Source: `AVAssetReader`.
open class AVAssetReader: NSObject, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  private struct Configuration {
    var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
    var outputs: [AVAssetReaderOutput] = []
  }

  /// The asset that is read.
  public let asset: AVAsset
  private let configuration = Mutex(Configuration())
  private let session: ReadingSession

  /// Creates a reader. Blocks until the asset's headers are read.
  ///
  /// A composition may be edited afterwards: the reader reads it as it is when it is started.
  ///
  /// - Throws: `AVError`: `operationNotSupportedForAsset` for live streams, playlists and assets without a file,
  ///   `contentIsProtected`; read errors.
  public init(asset: AVAsset) throws {
    self.asset = asset
    session = ReadingSession(asset)
    super.init()
    try session.checkAsset()
  }

  /// The state of the reader. Look at it whenever an output gives no sample.
  open var status: Status { session.status }

  /// The error that the reader failed with, an `AVError`; nil unless `status` is `failed`.
  open var error: (any Error)? { session.error }

  /// The part of the asset's timeline that is read; all of it by default. Times before zero and after the end do not count.
  ///
  /// The first frame is the one that is displayed at its start, with its own time; audio is exact to the sample. Set it
  /// before the reader starts.
  open var timeRange: CMTimeRange {
    get { configuration.withLock { $0.timeRange } }
    set {
      let isSet = configureUnlessStarted {
        $0.timeRange = newValue
        return true
      }
      if !isSet { session.reject("timeRange", "it is set after startReading()") }
    }
  }

  /// The outputs, in the order in which they were added.
  open var outputs: [AVAssetReaderOutput] { configuration.withLock { $0.outputs } }

  /// True if an output can be added: the reader has not started, the tracks are the asset's and of a file that has what the
  /// output gives, and the settings can be used.
  open func canAdd(_ output: AVAssetReaderOutput) -> Bool { reasonAgainst(output) == nil }

  private func reasonAgainst(_ output: AVAssetReaderOutput) -> AVError? {
    func misuse(_ reason: String) -> AVError { AVError(.unknown, reason: "add(_:): \(reason)") }
    if session.hasStarted { return misuse("the reader has started") }
    if output.isAttached { return misuse("the output belongs to a reader") }
    if let track = output.readTracks.first(where: { $0.asset !== asset }) {
      return misuse("track \(track.trackID) is not one of the reader's asset")
    }
    return output.problem.map { misuse($0.description) } ?? output.problemOfFile
  }

  /// Adds an output. If `canAdd(_:)` is false the reader fails with the reason.
  open func add(_ output: AVAssetReaderOutput) {
    if let error = reasonAgainst(output) { return session.fail(error) }
    let isAdded = configureUnlessStarted { configuration in
      guard output.attach(session, number: configuration.outputs.count) else { return false }
      configuration.outputs.append(output)
      return true
    }
    if !isAdded, let error = reasonAgainst(output) { session.fail(error) }
  }

  /// Changes the configuration; a start on another thread comes before all of the change, or after it.
  ///
  /// - Returns: False if reading has started, and what the body returns if not.
  private func configureUnlessStarted(_ body: (inout Configuration) -> Bool) -> Bool {
    // Those who start look at the configuration after they have noted the start.
    configuration.withLock { session.hasStarted ? false : body(&$0) }
  }

  /// Prepares all outputs to be read. Blocks until the tables of their tracks are read.
  ///
  /// - Returns: False if the reader cannot be started, and has an `error` then; false too for a reader that was started
  ///   before, or cancelled.
  @discardableResult
  open func startReading() -> Bool {
    guard session.start() else { return false }
    do {
      let (plan, supplies) = try plan()
      var reading: GraphReading?
      if !plan.graph.nodes.isEmpty {
        let assets = plan.assets()
        // A start that waits for a server hears of the end too.
        session.note(assets.cancellation)
        reading = try GraphReading(plan.graph, assets)
      }
      // The samples of a part are those of the whole, resampled audio too: chains move to the part instead of beginning there.
      if plan.range != .wholeTimeline { for supply in supplies { try supply.move([plan.range]) } }
      return session.begin(
        reading, zip(supplies, outputs).map { (supply: $0, isRandom: $1.supportsRandomAccess) },
        isEmpty: isEmpty)
    } catch {
      session.fail(AVError(reading: error))
      return false
    }
  }

  /// Ends reading, on any thread: outputs that are being read give nil at once, and no more samples.
  open func cancelReading() { session.cancel() }

  // MARK: The graph

  /// The graph that the reader runs.
  func plan() throws -> (plan: ReadingPlan, supplies: [SampleSupply]) {
    let range = timeRange
    guard range.hasReadableTimes else {
      throw AVError(.unknown, reason: "the reader's time range is \(range.text), which has no times")
    }
    var plan = ReadingPlan(location, session.file, isEmpty ? .wholeTimeline : range.onTimeline)
    let supplies = try outputs.enumerated().map { try $1.addParts(to: &plan, $0 + 1) }
    return (plan, supplies)
  }

  /// True if no time of the asset is read.
  private var isEmpty: Bool { !(timeRange.onTimeline.duration > .zero) }

  private var location: Location {
    guard let url = session.file?.url else { return Location("") }
    return url.isFileURL ? Location(url.path) : Location(url.absoluteString)
  }
}

extension AVAssetReader {
  /// The state of a reader.
  public enum Status: Int, Sendable {
    /// It has not started.
    case unknown
    /// Outputs give samples.
    case reading
    /// All outputs have given everything.
    case completed
    /// It has ended with an error.
    case failed
    /// It was cancelled.
    case cancelled
  }
}

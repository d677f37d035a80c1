internal import MediaEngine
public import MediaGraph
internal import MediaSource
import Synchronization

/// Writes media to a new file: encodes and interleaves the samples that a program appends to its inputs.
///
///     let writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
///     let video = AVAssetWriterInput(mediaType: .video, outputSettings: [
///       AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 1280, AVVideoHeightKey: 720,
///     ])
///     writer.add(video)
///     guard writer.startWriting() else { throw writer.error! }
///     writer.startSession(atSourceTime: .zero)
///     for sample in samples { video.append(sample) }
///     await writer.finishWriting()
///
/// A writer writes one file, once. The file appears under its name when it is complete; with movie fragments it grows under its name, and
/// stays playable up to its last fragment. What the writer runs is ``graph``. Calls that its state does not allow, which raise exceptions on
/// Apple's systems, make it fail: ``status`` is then `failed`, and ``error`` says which call it was. All members may be used from any thread.
///
/// Source: `AVAssetWriter`.
open class AVAssetWriter: NSObject, KeyValueObservable, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.

  /// The state of a writer.
  public enum Status: Int, Sendable {
    /// Nothing has begun.
    case unknown = 0
    /// Samples are taken, or the file is being completed.
    case writing = 1
    /// The file is complete.
    case completed = 2
    /// Writing has failed; ``AVAssetWriter/error`` says why.
    case failed = 3
    /// Writing was cancelled, and has left nothing.
    case cancelled = 4
  }

  struct Options: Sendable {
    var inputs: [AVAssetWriterInput] = []
    var groups: [AVAssetWriterInputGroup] = []
    var metadata: [AVMetadataItem] = []
    var fragmentInterval = CMTime.invalid
    var initialFragmentInterval = CMTime.invalid
    var initialFragmentNumber = 1
    var durationHint = CMTime.invalid
    var timescale: CMTimeScale = 0
    var isOptimizedForNetwork = false
    var temporaryFolder: URL?
    /// The graph that runs.
    var graph: Graph?
    var segments = SegmentOptions()
  }

  /// The file to write.
  public let outputURL: URL
  /// The kind of file.
  public let outputFileType: AVFileType
  public let propertyObservers = PropertyObservers()

  let fileType: WriterFileType
  let core = WriterCore()
  let options = Mutex(Options())
  /// True if segments go to a delegate instead of a file.
  let givesSegments: Bool

  /// Creates a writer of a file that does not exist yet.
  ///
  /// - Throws: `AVError` with `fileFormatNotRecognized` for a file type that cannot be written, with `unknown` for a URL that is no
  ///   file's.
  public init(outputURL: URL, fileType outputFileType: AVFileType) throws {
    guard outputURL.isFileURL else {
      throw AVError(.unknown, reason: "'\(outputURL.absoluteString)' is not the URL of a file")
    }
    guard let fileType = WriterFileType.of(outputFileType) else {
      let known = WriterFileType.all.map(\.type.rawValue).joined(separator: ", ")
      throw AVError(
        .fileFormatNotRecognized, reason: "files of type '\(outputFileType.rawValue)' cannot be written",
        suggestion: "types are \(known)")
    }
    (self.outputURL, self.outputFileType, self.fileType) = (outputURL, outputFileType, fileType)
    givesSegments = false
    super.init()
  }

  /// Creates a writer of a file that does not exist yet; the same as `init(outputURL:fileType:)`.
  public convenience init(url outputURL: URL, fileType outputFileType: AVFileType) throws {
    try self.init(outputURL: outputURL, fileType: outputFileType)
  }

  /// Creates a writer whose segments go to its delegate.
  init(segmentsOf fileType: WriterFileType) {
    (outputURL, outputFileType) = (URL(fileURLWithPath: "/dev/null"), fileType.type)
    (self.fileType, givesSegments) = (fileType, true)
    super.init()
  }

  deinit {
    core.cancel()
    for input in options.withLock({ $0.inputs }) { input.writerFinishes() }
  }

  // MARK: - State

  /// The state. Not observable: look at it after an append that failed, and when writing has finished.
  open var status: Status { core.status }

  /// The error of a writer that has failed, an `AVError`; nil of all others.
  open var error: (any Error)? { core.error }

  /// The inputs, in the order in which they were added, which is that of the file's tracks.
  open var inputs: [AVAssetWriterInput] { options.withLock { $0.inputs } }

  // MARK: - Options

  /// The file's metadata. To be set before writing starts.
  open var metadata: [AVMetadataItem] {
    get { options.withLock { $0.metadata } }
    set { set("metadata") { $0.metadata = newValue } }
  }

  /// The duration of movie fragments; invalid, as it is at first, for a file in one piece. Not negative, and to be set before writing
  /// starts.
  ///
  /// For QuickTime and MPEG-4 files. A program that crashes leaves a file that is playable up to its last whole fragment.
  open var movieFragmentInterval: CMTime {
    get { options.withLock { $0.fragmentInterval } }
    set { setDuration("movieFragmentInterval", newValue) { $0.fragmentInterval = newValue } }
  }

  /// The duration of the first movie fragment; invalid, as it is at first, for that of the others. Not negative, and to be set before
  /// writing starts.
  ///
  /// Without ``movieFragmentInterval``, and in segments, it does not matter. A crash before the end of the first fragment leaves nothing
  /// that is playable, so that it is best a short one.
  open var initialMovieFragmentInterval: CMTime {
    get { options.withLock { $0.initialFragmentInterval } }
    set { setDuration("initialMovieFragmentInterval", newValue) { $0.initialFragmentInterval = newValue } }
  }

  /// The sequence number of the first movie fragment, from which the others count; 1 at first. Positive, of 32 bits at most, and to be
  /// set before writing starts.
  open var initialMovieFragmentSequenceNumber: Int {
    get { options.withLock { $0.initialFragmentNumber } }
    set {
      guard 1...Int(UInt32.max) ~= newValue else {
        return core.fail(
          WriterMisuse("initialMovieFragmentSequenceNumber is from 1 to \(UInt32.max), not \(newValue)"))
      }
      set("initialMovieFragmentSequenceNumber") { $0.initialFragmentNumber = newValue }
    }
  }

  /// The expected duration of the file, which the headers before movie fragments and segments state; invalid, as it is at first, or zero if
  /// they state none. Not negative, and to be set before writing starts.
  ///
  /// Players show it while the file is written or loaded. The headers of a complete file state its own duration; those of segments, and of
  /// a file that a crash has ended, keep the expected one. Without ``movieFragmentInterval`` it does not matter.
  open var overallDurationHint: CMTime {
    get { options.withLock { $0.durationHint } }
    set {
      guard !newValue.isValid || newValue.isNumber && newValue >= .zero else {
        return core.fail(WriterMisuse("overallDurationHint is a duration or invalid, not \(newValue.text)"))
      }
      set("overallDurationHint") { $0.durationHint = newValue }
    }
  }

  /// Units a second of the movie's timeline; 0, as it is at first, for those in which all tracks' times are exact. To be set before
  /// writing starts.
  open var movieTimeScale: CMTimeScale {
    get { options.withLock { $0.timescale } }
    set { set("movieTimeScale") { $0.timescale = max(0, newValue) } }
  }

  /// True if the file's index comes first, so that playback can begin while it is loaded. To be set before writing starts.
  open var shouldOptimizeForNetworkUse: Bool {
    get { options.withLock { $0.isOptimizedForNetwork } }
    set { set("shouldOptimizeForNetworkUse") { $0.isOptimizedForNetwork = newValue } }
  }

  /// The folder of temporary files, which exists; nil, as it is at first, for the system's. To be set before writing starts.
  ///
  /// The file is written without a name in its own folder, so none is needed there; media that wait for others, and are too many for
  /// memory, are kept in nameless files of this folder.
  open var directoryForTemporaryFiles: URL? {
    get { options.withLock { $0.temporaryFolder } }
    set { set("directoryForTemporaryFiles") { $0.temporaryFolder = newValue } }
  }

  /// Changes an option, or fails: after writing has started, none can be changed.
  func set(_ name: String, _ body: (inout Options) -> Void) {
    guard !core.hasStarted else {
      return core.fail(WriterMisuse("\(name) cannot be set after startWriting()"))
    }
    options.withLock { body(&$0) }
  }

  /// Changes an option that is a duration, or none if it is no number; fails with a number that is no duration.
  private func setDuration(_ name: String, _ duration: CMTime, _ body: (inout Options) -> Void) {
    guard !duration.isNumeric || duration.isNumber && duration >= .zero else {
      return core.fail(WriterMisuse("\(name) is a duration or invalid, not \(duration.text)"))
    }
    set(name, body)
  }

  // MARK: - Sessions

  /// Begins a session: a sample at this time is shown where the session before has ended, at first at 0.
  ///
  /// Samples before it are stored and not shown; tracks that begin later are empty up to their first sample. Called before the first
  /// sample, and after each `endSession(atSourceTime:)`; starting the open session again at its time changes nothing.
  ///
  /// Segments keep the times of samples instead, and show all of them: see ``init(contentType:)``.
  open func startSession(atSourceTime startTime: CMTime) {
    let isFirst = !core.hasSessions
    core.startSession(at: startTime)
    guard isFirst, core.status == .writing else { return }
    for input in inputs { input.sessionStarted() }
  }

  /// Ends a session: samples from this time on are stored and not shown.
  ///
  /// Without it, a session ends with its last sample.
  open func endSession(atSourceTime endTime: CMTime) { core.endSession(at: endTime) }

  // MARK: - The graph

  /// The writer's work as a graph: sources that the program feeds, encoders, a muxer and the file.
  ///
  ///     print(try writer.graph.yaml())
  ///
  /// Once writing has started it is what runs. It can be printed, edited and, with other sources in place of the program's, run like any
  /// other.
  ///
  /// - Throws: `AVError` for settings that cannot be used.
  public var graph: Graph {
    get throws {
      if let graph = options.withLock({ $0.graph }) { return graph }
      return try plan().graph
    }
  }
}

extension KeyValueObservable where Self: AVAssetWriter {
  public static func observableName(of keyPath: AnyKeyPath) -> String? { nil }
}

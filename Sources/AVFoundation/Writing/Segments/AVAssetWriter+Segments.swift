internal import MediaEngine
internal import MediaGraph
internal import MediaSource
import Dispatch

/// The options of a writer that gives segments instead of a file.
struct SegmentOptions: Sendable {
  /// Called on the queue of the segments alone.
  nonisolated(unsafe) weak var delegate: (any AVAssetWriterDelegate)?
  var profile: AVFileTypeProfile?
  var interval = CMTime.positiveInfinity
  var initialStart = CMTime.invalid
  static let shortestInterval = CMTime(value: 1, timescale: 1000)
  /// The work of giving segments, one after the other.
  let queue = DispatchQueue(label: "reel.segments")

  /// The duration of fragments, of which a segment has one or several.
  var fragmentInterval: CMTime { interval.isNumber ? interval : CMTime(value: 6, timescale: 1) }
  /// The time of the program from which segments count, and their duration; nil if they count from the first session.
  var initialSegment: (start: CMTime, interval: CMTime)? {
    interval.isNumber && initialStart.isNumber ? (initialStart, interval) : nil
  }
}

extension AVAssetWriter {
  /// Creates a writer whose file comes as segments, which its ``delegate`` receives.
  ///
  ///     let writer = AVAssetWriter(contentType: .mpeg4Movie)
  ///     writer.outputFileTypeProfile = .mpeg4AppleHLS
  ///     writer.preferredOutputSegmentInterval = CMTime(value: 6, timescale: 1)
  ///     writer.delegate = self
  ///
  /// Samples are in the segments at their own times, as the reports have them: writers that are given times of one clock stay in step.
  /// No edit list moves them. The priming of audio is before its first sample that is heard, and frames that are shown in another order are
  /// decoded before their time, so let a program that counts from zero add some seconds to all times. Without that room the track is late
  /// in the segments, by some hundredths of a second, and an edit list in the headers compensates for it, which not all players heed.
  ///
  /// - Parameter outputContentType: The type of the whole: an MPEG-4 movie.
  public convenience init(contentType outputContentType: UTType) {
    let type = AVFileType(outputContentType.identifier)
    let known = WriterFileType.of(type)
    precondition(
      known?.hasFragments == true, "Segments are of MPEG-4 or QuickTime movies, not of '\(outputContentType)'.")
    self.init(segmentsOf: known ?? WriterFileType.all[0])
  }

  /// The receiver of segments; set before writing starts.
  public weak var delegate: (any AVAssetWriterDelegate)? {
    get { options.withLock { $0.segments.delegate } }
    set { set("delegate") { $0.segments.delegate = newValue } }
  }

  /// The profile of the segments: without one, those of a writer with a content type conform to HLS all the same. Set before writing starts.
  ///
  /// For a writer with a content type. Files of `mpeg4CMAFCompliant` are MPEG-4 movies of one track: `startWriting()` fails with others.
  public var outputFileTypeProfile: AVFileTypeProfile? {
    get { options.withLock { $0.segments.profile } }
    set { set("outputFileTypeProfile") { $0.segments.profile = newValue } }
  }

  /// The duration of segments; each is longer up to the next key frame, which encoders make about once a second where one is wanted. Positive
  /// infinity, as it is at first, or `invalid` for one segment of all; `indefinite` for segments that end with ``flushSegment()``. A
  /// millisecond at least. Set before writing starts.
  public var preferredOutputSegmentInterval: CMTime {
    get { options.withLock { $0.segments.interval } }
    set {
      let isUsable = newValue.isNumber ? newValue >= SegmentOptions.shortestInterval : newValue.isWithoutSegments
      guard isUsable else {
        return core.fail(
          WriterMisuse(
            "preferredOutputSegmentInterval is a millisecond or more, indefinite, or positive infinity, not \(newValue.said)"
          ))
      }
      set("preferredOutputSegmentInterval") { $0.segments.interval = newValue }
    }
  }

  /// The time at which the first segment starts, on the timeline of samples' times: the others start at multiples of the
  /// ``preferredOutputSegmentInterval`` after it. Invalid, as it is at first, for the start of the first session. Set before writing starts.
  ///
  /// Without a numeric interval it does not matter. Samples before it are in the first segment.
  public var initialSegmentStartTime: CMTime {
    get { options.withLock { $0.segments.initialStart } }
    set {
      guard !newValue.isNumeric || newValue.isNumber else {
        return core.fail(WriterMisuse("initialSegmentStartTime is a time or invalid, not \(newValue.said)"))
      }
      set("initialSegmentStartTime") { $0.segments.initialStart = newValue }
    }
  }

  /// Ends the current segment behind what was appended: the next one begins with the next frame, which is encoded as a key frame; of
  /// coded video, with the next key frame that is appended.
  ///
  /// For a ``preferredOutputSegmentInterval`` of `indefinite`. The delegate gets the segment once later samples show that it is complete, or
  /// writing is finished: encoders give frames late.
  public func flushSegment() {
    guard givesSegments, preferredOutputSegmentInterval.isIndefinite else {
      return core.fail(
        WriterMisuse("flushSegment() is for writers of segments with a preferredOutputSegmentInterval of indefinite"))
    }
    core.endSegment(video: inputs.indices.filter { inputs[$0].mediaType == .video })
  }

  /// Returns the reason why the profile does not fit the writer; nil if it does, or there is none.
  func refusalOfProfile() -> WriterMisuse? {
    guard let profile = outputFileTypeProfile else { return nil }
    guard givesSegments else {
      return WriterMisuse("outputFileTypeProfile is for writers of segments: create the writer with a content type")
    }
    switch profile {
    case .mpeg4AppleHLS: return nil
    case .mpeg4CMAFCompliant:
      if outputFileType != .mp4 {
        return WriterMisuse("files of CMAF are MPEG-4 movies, not '\(outputFileType.rawValue)'")
      }
      return inputs.count == 1 ? nil : WriterMisuse("files of CMAF have one track: use a writer for each input")
    default: return WriterMisuse("there is no outputFileTypeProfile '\(profile.rawValue)'")
    }
  }

  /// Gives the delegate what comes out of the graph, on a thread of its own.
  func receiveSegments(of sink: ProgramSink<Container>) {
    let segments = options.withLock { $0.segments }
    segments.queue.async { [weak self, core] in
      var splitter = SegmentSplitter(interval: segments.interval, origin: { core.segmentOrigin })
      do {
        while let packet = try sink.copyNextPacket() {
          for segment in try splitter.append(packet.bytes) { self?.give(segment) }
        }
        if let last = try splitter.finish() { self?.give(last) }
      } catch is CancellationError {
        // The run has failed or was cancelled, and says so.
      } catch {
        core.fail(AVError(writing: error))
        // The sink is full before long and blocks the run, which nothing ends but cancellation.
        core.cancel()
      }
    }
  }

  private func give(_ segment: SegmentSplitter.Segment) {
    let delegate = options.withLock { $0.segments.delegate }
    delegate?.assetWriter(
      self, didOutputSegmentData: segment.bytes, segmentType: segment.type, segmentReport: segment.report)
  }

  /// Calls a handler after the last segment was given, with which writing is completed.
  func segmentsEnded(then handler: @escaping @Sendable () -> Void) {
    guard givesSegments else { return handler() }
    options.withLock { $0.segments.queue }.async { [core] in
      core.complete()
      handler()
    }
  }
}

extension CMTime {
  /// True of the times that mean one segment of all.
  fileprivate var isWithoutSegments: Bool { !isValid || isPositiveInfinity || isIndefinite }
}

internal import MediaEngine
internal import MediaSource

/// The state of a writer, its sessions and the times of its samples: no threads, no locks, nothing that is run.
///
///     idle ──start──▶ writing ──finish──▶ finishing ──▶ ended(completed)
///                        └──────── cancel, failure ───▶ ended(cancelled, failed)
///
/// Samples are on one timeline, the stream's: that of the program, moved by an offset. Each session has an offset of its own, so that
/// its samples come after all those of the sessions before. Files begin at 0 with the first session; segments keep the program's times.
struct WriterState {
  enum Phase: Equatable {
    case idle, writing, finishing
    case ended(AVAssetWriter.Status)
  }

  /// The times of an input's samples.
  private struct Input {
    var latest: CMTime?
    /// The end of the samples, on the stream's timeline.
    var end: CMTime?
    var isFinished = false
  }

  private(set) var phase = Phase.idle
  private(set) var sessions: [ProgramSession] = []
  private(set) var isSessionOpen = false
  /// The time of the program at which the open session starts.
  private var sessionStart = CMTime.zero
  /// True if the file has segments, which keep the program's times.
  private(set) var keepsTimes = false
  /// The time of the program from which the fragments of its file count, and their duration; nil if they count from the first session.
  private var initialSegment: (start: CMTime, interval: CMTime)?
  /// The duration of the first fragment of a file; nil for that of the others.
  private var initialFragment: CMTime?
  /// The start of the initial segment on the stream's timeline, less whole fragments, or the end of a file's initial fragment; invalid
  /// without these.
  private(set) var fragmentStart = CMTime.invalid
  /// The start of the initial segment on the movie's timeline, that of the first session if it has none; zero without segments.
  private(set) var segmentOrigin = CMTime.zero
  /// The time to add to the program's times.
  private(set) var offset = CMTime.zero
  private var inputs: [Input] = []
  /// The latest ends of segments that the program has asked for, on the stream's timeline.
  private(set) var segmentEnds: [CMTime] = []
  /// The end of the latest sample, on the stream's timeline.
  private var latestEnd = CMTime.negativeInfinity

  /// The room for samples before the start of a session.
  static let lead = CMTime(value: 10, timescale: 1)

  var status: AVAssetWriter.Status {
    switch phase {
    case .idle: .unknown
    case .writing, .finishing: .writing
    case .ended(let status): status
    }
  }

  /// Ends a segment behind the latest sample of an input of video, or of any if there is none.
  ///
  /// - Parameter video: The inputs of video.
  /// - Returns: False if there are no samples that the segment before does not have.
  mutating func endSegment(video: [Int]) throws(WriterMisuse) -> Bool {
    guard phase == .writing else { throw .notWriting("flushSegment()") }
    let ends = (video.isEmpty ? Array(inputs.indices) : video).compactMap { inputs[$0].end }
    guard let end = ends.max(), segmentEnds.last.map({ end > $0 }) ?? true else { return false }
    // Sources send the last ones with each change.
    segmentEnds = segmentEnds.suffix(15) + [end]
    return true
  }

  /// - Returns: False if it has started, or ended, before.
  mutating func start(
    inputCount: Int, keepsTimes: Bool, initialSegment: (start: CMTime, interval: CMTime)?, initialFragment: CMTime?
  ) -> Bool {
    guard phase == .idle else { return false }
    (phase, self.keepsTimes, self.initialSegment) = (.writing, keepsTimes, initialSegment)
    self.initialFragment = initialFragment
    inputs = Array(repeating: Input(), count: inputCount)
    return true
  }

  mutating func finish() { if phase == .writing { phase = .finishing } }

  /// - Returns: False if the writer has ended already.
  mutating func end(_ status: AVAssetWriter.Status) -> Bool {
    if case .ended = phase { return false }
    phase = .ended(status)
    return true
  }

  // MARK: - Sessions

  /// Begins a session at a time of the program.
  ///
  /// - Returns: False if the open session starts there: some programs start it again before each of their inputs.
  mutating func startSession(at time: CMTime) throws(WriterMisuse) -> Bool {
    guard phase == .writing else { throw .notWriting("startSession(atSourceTime:)") }
    if isSessionOpen, time == sessionStart { return false }
    guard !isSessionOpen else {
      throw WriterMisuse("a session is open: call endSession(atSourceTime:) before startSession(atSourceTime:)")
    }
    guard time.isNumber else { throw WriterMisuse("a session starts at a numeric time, not at \(time.said)") }
    var (target, boundary) = (CMTime.zero, CMTime.zero)
    if let last = sessions.last {
      boundary = max(latestEnd, last.end)
      // Segments keep the distance of sessions, unless they overlap.
      if !keepsTimes || time + offset < boundary { offset = boundary + Self.lead - time }
      target = last.target + ((keepsTimes ? time + offset : last.end) - last.start)
    } else {
      // Times in the graph are not negative, and those in files neither.
      if time < Self.lead {
        offset = CMTimeConvertScale(Self.lead - time, timescale: 1, method: .roundTowardPositiveInfinity)
      }
      if keepsTimes {
        target = max(.zero, time)
        placeSegments(from: time, shownAt: target)
      } else if let initialFragment {
        fragmentStart = time + offset + initialFragment
      }
    }
    guard (time + offset).isOnTimeline else {
      throw WriterMisuse("a session starts at \(time.said): no file has times that are so far from zero")
    }
    (sessionStart, isSessionOpen) = (time, true)
    sessions.append(ProgramSession(boundary: boundary, start: time + offset, target: target))
    return true
  }

  /// Places the segments on the timelines of the stream and of the movie, where a session at a time of the program is the first.
  private mutating func placeSegments(from time: CMTime, shownAt target: CMTime) {
    (segmentOrigin, fragmentStart) = (target, time + offset)
    guard let initialSegment else { return }
    let distance = initialSegment.start - time
    let interval = initialSegment.interval
    guard distance.isNumber, interval > .zero else { return }
    let (whole, rest) = (Int128(distance.value) * Int128(interval.timescale))
      .quotientAndRemainder(dividingBy: Int128(interval.value) * Int128(distance.timescale))
    // A start that is billions of segments away is none: segments count from the session.
    guard let count = Int32(exactly: rest < 0 ? whole - 1 : whole) else { return }
    segmentOrigin = target + distance
    fragmentStart = initialSegment.start - CMTimeMultiply(interval, multiplier: count) + offset
  }

  /// Ends the open session at a time of the program.
  mutating func endSession(at time: CMTime) throws(WriterMisuse) {
    guard phase == .writing else { throw .notWriting("endSession(atSourceTime:)") }
    guard isSessionOpen, let last = sessions.indices.last else {
      throw WriterMisuse("there is no session to end: call startSession(atSourceTime:) first")
    }
    guard time.isNumber, time >= sessionStart, (time + offset).isOnTimeline else {
      throw WriterMisuse("a session that starts at \(sessionStart.said) cannot end at \(time.said)")
    }
    sessions[last].end = time + offset
    isSessionOpen = false
  }

  // MARK: - Samples

  /// Admits a sample.
  ///
  /// - Parameters:
  ///   - order: The time by which the samples of an input ascend: that of decoding of coded samples, else that of presentation.
  ///   - isStrict: True if no two samples have the same time.
  mutating func admit(
    input: Int, at time: CMTime, end: CMTime, order: CMTime, isStrict: Bool
  ) throws(WriterMisuse) {
    guard phase == .writing, inputs.indices.contains(input) else { throw .notWriting("append(_:)") }
    guard !inputs[input].isFinished else { throw WriterMisuse("the input is finished: it takes no more samples") }
    guard isSessionOpen else {
      throw WriterMisuse("samples belong to a session: call startSession(atSourceTime:) before append(_:)")
    }
    guard time.isNumber else {
      throw WriterMisuse("a sample of inputs[\(input)] has the time \(time.said), which is not numeric")
    }
    let place = time + offset
    guard let session = sessions.last, place >= session.boundary, place >= .zero else {
      throw WriterMisuse("a sample at \(time.said) is too long before the start of the session, \(sessionStart.said)")
    }
    // Later ones have no stamp, by which the graph would know them.
    for time in [time, order, end] where time.isNumber && !(time + offset).isOnTimeline {
      throw WriterMisuse("a sample of inputs[\(input)] has the time \(time.said), which is later than files can have")
    }
    if order.isNumber {
      let order = order + offset
      if let latest = inputs[input].latest, isStrict ? order <= latest : order < latest {
        throw WriterMisuse(
          "a sample at \(time.said) comes after one at \((latest - offset).said): the times of an input's samples ascend"
        )
      }
      inputs[input].latest = order
    }
    let end = end.isNumber ? end + offset : place
    // Without a duration, it is over some time before the next one.
    let certain = end > place ? end : place + CMTime(value: 1, timescale: 1_000_000)
    // A session that comes after it begins a tick of its own times later, which leaves all times exact.
    latestEnd = max(latestEnd, end > place ? end : place + CMTime(value: 1, timescale: time.timescale))
    inputs[input].end = inputs[input].end.map { max($0, certain) } ?? certain
  }

  /// Admits a sample of an input.
  ///
  /// - Parameter isCoded: True of samples that come in decoding order.
  mutating func admit(_ sample: CMSampleBuffer, to input: Int, isCoded: Bool) throws(WriterMisuse) {
    let (start, duration) = (sample.presentationTimeStamp, sample.duration)
    guard !duration.isNumber || duration >= .zero else {
      throw WriterMisuse("a sample at \(start.said) has a negative duration")
    }
    try admit(
      input: input, at: start, end: duration.isNumber ? start + duration : start,
      order: isCoded ? sample.decodeTimeStamp : start, isStrict: sample.imageBuffer != nil)
  }

  /// True if an input has been given a sample.
  var hasSamples: Bool { inputs.contains { $0.end != nil } }

  mutating func finish(input: Int) { if inputs.indices.contains(input) { inputs[input].isFinished = true } }
  var areAllFinished: Bool { inputs.allSatisfy(\.isFinished) }
  func isFinished(input: Int) -> Bool { inputs.indices.contains(input) && inputs[input].isFinished }
}

/// A call that the writer's state does not allow, in a full sentence: what raises an exception on Apple's systems.
struct WriterMisuse: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }

  static func notWriting(_ call: String) -> WriterMisuse {
    WriterMisuse(
      "\(call) is for a writer that is writing: call startWriting() first, and none of the others after the end")
  }
}

extension CMTime {
  /// The time in words.
  var said: String {
    isNumeric ? "\(value)/\(timescale) s" : "\(CMTimeCopyDescription(allocator: nil, time: self) ?? "")"
  }
}

internal import MediaSource
internal import GStreamer
internal import CGStreamer
import CoreAudioTypes
import CoreMedia
import MediaGraph

/// A sample that a program pushes.
enum ProgramItem: Sendable {
  /// A sample, and what its times are moved by.
  case sample(CMSampleBuffer, offset: CMTime)
  case packet(DataPacket)
  /// The sessions that the following samples belong to.
  case sessions(ProgramSessions)

  /// The times of a frame on the graph's timeline; nil for other items.
  fileprivate var frame: CMSampleTimingInfo? {
    guard case .sample(let sample, let offset) = self, sample.imageBuffer != nil else { return nil }
    let time = sample.presentationTimeStamp + offset
    return CMSampleTimingInfo(duration: sample.duration, presentationTimeStamp: time, decodeTimeStamp: .invalid)
  }
}

/// The element of a ``ProgramSource``: it waits for the program's samples on its streaming thread.
final class ProgramSourceInstance: TrackSource {
  private let queue: ProgramQueue<ProgramItem>
  private let packetCaps: Caps?
  private let frameRate: FrameRate?
  /// The units of the first sample's times.
  private var firstUnits: MediaUnits?
  private var hasBegun = false
  /// The items that were taken out of the queue early, to learn the units of the first frame.
  private var early: [ProgramItem] = []
  private var videoFormat: (format: PixelBufferFormat, caps: Caps)?
  private var audio = ProgramAudio()
  private var timeline = ProgramAudioTimeline()
  private var coded = ProgramCodedSamples()
  /// Coded samples that were taken out of the queue.
  private var items: ArraySlice<ProgramItem> = []
  private var boxes: ProgramBoxes?
  private var sessions: ProgramSessions?
  private var latestSegmentEnd: ClockTime?

  /// True if samples are coded ones.
  private let isCoded: Bool
  private let continuation: AudioContinuation
  private var hasFormat = false

  init(
    _ queue: ProgramQueue<ProgramItem>, _ packetCaps: Caps?, _ frameRate: FrameRate?, isCoded: Bool,
    _ continuation: AudioContinuation, _ boxes: ProgramBoxes? = nil
  ) {
    (self.queue, self.packetCaps, self.frameRate) = (queue, packetCaps, frameRate)
    (self.isCoded, self.continuation, self.boxes) = (isCoded, continuation, boxes)
  }

  override func setUnlocked(_ isUnlocked: Bool) { queue.wake() }
  override func stop() { queue.end() }

  override func make() throws -> UnsafeMutablePointer<GstBuffer>? {
    guard isCoded else {
      if let buffer = timeline.next() { return buffer.give() }
      while let item = try nextItem() {
        if let buffer = try take(item) { return buffer }
      }
      return nil
    }
    while true {
      if let sample = coded.next() { return give(sample) }
      while items.isEmpty {
        items = try queue.takeAll(while: { [self] in !isUnlocked })[...]
        if items.isEmpty { return nil }
      }
      // Waking the next thread costs more than to make a buffer: those that are there go together.
      while let item = items.popFirst() {
        // Packets are one buffer each.
        if let buffer = try take(item) { return buffer }
        if case .sample = items.first { continue }
        break
      }
    }
  }

  /// Takes the next item.
  ///
  /// A first frame at a whole second, which says nothing of units, waits for what follows it: many programs begin at `CMTime.zero`, and
  /// go on at 1/30. Only in sessions, whose frames go into a file: other programs may wait for one frame before they send the next.
  private func nextItem() throws -> ProgramItem? {
    let mayWait = { [self] in !isUnlocked }
    if early.isEmpty, let item = try queue.take(while: mayWait) { early.append(item) }
    if !hasBegun, let frame = early.first?.frame {
      firstUnits = frame.units
      if firstUnits == nil, frame.presentationTimeStamp.timescale == 1, sessions != nil {
        if early.count == 1, let item = try queue.take(while: mayWait) { early.append(item) }
        firstUnits = early.last?.frame?.units
      }
      hasBegun = true
    }
    return early.isEmpty ? nil : early.removeFirst()
  }

  /// Gives a sample, with those that wait behind it in the same format.
  private func give(_ sample: ProgramCodedSamples.Sample) -> UnsafeMutablePointer<GstBuffer>? {
    if let format = sample.newFormat { begin(format, isNew: true) }
    let others = coded.takeAlike()
    guard !others.isEmpty else { return sample.buffer.give() }
    submit([sample.buffer] + others)
    return nil
  }

  /// Returns the buffer of an item; nil if it has none, or several.
  private func take(_ item: ProgramItem) throws -> UnsafeMutablePointer<GstBuffer>? {
    switch item {
    case .sessions(let sessions):
      if sessions.list.count != self.sessions?.list.count {
        // In files that keep the program's times, sessions may follow on each other without room for priming.
        let continuation = sessions.keepsTimes ? .jump : continuation
        if continuation != .silence { timeline.startAnew() }
        coded.startAnew()
        if continuation == .restart, hasFormat { restartEncoder() }
      }
      self.sessions = sessions
      if let format = try boxes?.announce() { begin(format, isNew: true) } else if hasFormat { sendSessions() }
      return nil
    case .packet(let packet):
      if !hasBegun { firstUnits = MediaUnits(ofFirst: packet.presentationTime, lasting: packet.duration) }
      hasBegun = true
      if let packetCaps { begin(packetCaps) }
      return Buffer(packet).give()
    case .sample(let sample, let offset) where isCoded:
      if sessions == nil { coded.startAnew() }
      try coded.append(sample, movedBy: offset)
      return nil
    case .sample(let sample, let offset) where boxes != nil:
      guard let (buffer, format) = try boxes?.buffer(sample.moved(by: offset)) else { return nil }
      if let format { begin(format, isNew: true) }
      return buffer.give()
    case .sample(let sample, let offset):
      let sample = try sample.moved(by: offset)
      guard sample.imageBuffer != nil else { return try audio(sample)?.give() }
      return try frame(sample).give()
    }
  }

  override var units: MediaUnits? { boxes.map(\.units) ?? (isCoded ? coded.units : firstUnits) }

  /// Says what comes next, and before the first sample which sessions there are.
  private func begin(_ format: Caps, isNew: Bool = false) {
    setFormat(format, isNew: isNew)
    if !hasFormat {
      hasFormat = true
      sendSessions()
    }
  }

  private func sendSessions() {
    guard let sessions else { return }
    // Decoding begins anew with each segment: encoders hear of it before the frame.
    if isVideo, let end = sessions.segmentEnds.last.flatMap({ ClockTime.stamp($0) }), end != latestSegmentEnd {
      latestSegmentEnd = end
      // Encoders that move their stamps by hours, as x264enc does, take the first request with a time, and none after it.
      for time in [end, nil] { send(.keyUnitFollows(at: time)) }
    }
    if let event = sessions.event { send(event) }
  }

  /// True if the samples are frames.
  private var isVideo: Bool { videoFormat != nil }

  private func frame(_ sample: CMSampleBuffer) throws -> Buffer {
    guard let image = sample.imageBuffer else { throw CVError(code: kCVReturnInvalidArgument) }
    if let videoFormat, let buffer = try? Buffer(wrapping: sample, as: videoFormat.format) {
      begin(videoFormat.caps)
      return buffer
    }
    let format = try PixelBufferFormat(of: image)
    let caps =
      frameRate.map { format.caps.withFrameRate(Int($0.numerator), Int($0.denominator)) } ?? format.caps
    videoFormat = (format, caps)
    begin(caps)
    return try Buffer(wrapping: sample, as: format)
  }

  /// Returns the next buffer of a block, or of the silence before it; nil if others have its place.
  private func audio(_ sample: CMSampleBuffer) throws -> Buffer? {
    let (bytes, format) = try audio.block(sample)
    begin(format.caps)
    // Without sessions, nothing says that times between blocks are part of the media.
    if sessions == nil { timeline.startAnew() }
    let hasGap = timeline.append(bytes, at: sample.presentationTimeStamp, format)
    if hasGap, continuation == .restart { restartEncoder() }
    return timeline.next()
  }

  /// Makes encoders give what they hold: they do at the beginning of a segment, though its times are the same.
  private func restartEncoder() {
    var segment = GstSegment()
    gst_segment_init(&segment, GST_FORMAT_TIME)
    setSegment(&segment)
  }
}

extension CMSampleBuffer {
  /// Returns the sample buffer at other times.
  ///
  /// - Throws: `CMSampleBuffer.Error` for a buffer without times, which cannot be moved.
  fileprivate func moved(by offset: CMTime) throws -> CMSampleBuffer {
    guard offset != .zero else { return self }
    return try CMSampleBuffer(copying: self, withNewTiming: sampleTimingInfos().map { $0.moved(by: offset) })
  }
}

extension CMSampleTimingInfo {
  /// The units of the times; nil if they say none.
  var units: MediaUnits? { MediaUnits(ofFirst: presentationTimeStamp, lasting: duration, decoded: decodeTimeStamp) }

  /// Returns the timing of the sample at another time.
  func moved(by offset: CMTime) -> CMSampleTimingInfo {
    guard offset != .zero else { return self }
    return CMSampleTimingInfo(
      duration: duration, presentationTimeStamp: presentationTimeStamp + offset,
      decodeTimeStamp: decodeTimeStamp.isNumeric ? decodeTimeStamp + offset : .invalid)
  }
}

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
}

/// The element of a ``ProgramSource``: it waits for the program's samples on its streaming thread.
final class ProgramSourceInstance: TrackSource {
  private let queue: ProgramQueue<ProgramItem>
  private let packetCaps: Caps?
  private let frameRate: FrameRate?
  /// The units of the first sample's times.
  private var firstUnits: MediaUnits?
  private var hasBegun = false
  private var videoFormat: (format: PixelBufferFormat, caps: Caps)?
  private var audio = ProgramAudio()
  private var coded = ProgramCodedSamples()
  private var sessions: ProgramSessions?

  /// True if samples are coded ones.
  private let isCoded: Bool
  private var hasFormat = false

  init(_ queue: ProgramQueue<ProgramItem>, _ packetCaps: Caps?, _ frameRate: FrameRate?, isCoded: Bool) {
    (self.queue, self.packetCaps, self.frameRate) = (queue, packetCaps, frameRate)
    self.isCoded = isCoded
  }

  override func setUnlocked(_ isUnlocked: Bool) { queue.wake() }
  override func stop() { queue.end() }

  override func make() throws -> UnsafeMutablePointer<GstBuffer>? {
    while true {
      if let buffer = coded.next() { return give(buffer) }
      guard let item = try queue.take(while: { [self] in !isUnlocked }) else { return nil }
      if let buffer = try take(item) { return buffer }
    }
  }

  /// Returns the buffer of an item; nil if it has none, or several.
  private func take(_ item: ProgramItem) throws -> UnsafeMutablePointer<GstBuffer>? {
    switch item {
    case .sessions(let sessions):
      self.sessions = sessions
      if hasFormat { sendSessions() }
      return nil
    case .packet(let packet):
      learnUnits(packet.presentationTime, packet.duration)
      if let packetCaps { begin(packetCaps) }
      return Buffer(packet).give()
    case .sample(let sample, let offset) where isCoded:
      try coded.append(sample, movedBy: offset)
      return nil
    case .sample(let sample, let offset):
      let sample = sample.moved(by: offset)
      if sample.imageBuffer != nil { learnUnits(sample.presentationTimeStamp, sample.duration) }
      let buffer = try sample.imageBuffer == nil ? audio(sample) : frame(sample)
      return buffer.give()
    }
  }

  override var units: MediaUnits? { isCoded ? coded.units : firstUnits }

  /// Says what comes next, and before the first sample which sessions there are.
  private func begin(_ format: Caps, isNew: Bool = false) {
    setFormat(format, isNew: isNew)
    if !hasFormat {
      hasFormat = true
      sendSessions()
    }
  }

  private func sendSessions() {
    if let event = sessions?.event { send(event) }
  }

  private func give(_ sample: ProgramCodedSamples.Sample) -> UnsafeMutablePointer<GstBuffer> {
    if let format = sample.newFormat { begin(format, isNew: true) }
    return sample.buffer.give()
  }

  private func learnUnits(_ time: CMTime, _ duration: CMTime) {
    guard !hasBegun else { return }
    hasBegun = true
    firstUnits = MediaUnits(ofFirst: time, lasting: duration)
  }

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

  private func audio(_ sample: CMSampleBuffer) throws -> Buffer {
    let (bytes, format) = try audio.block(sample)
    begin(format.caps)
    let buffer = Buffer(copying: bytes)
    buffer.presentationTime = .stamp(sample.presentationTimeStamp)
    let frames = CMTime(value: Int64(buffer.byteCount / format.bytesPerFrame), timescale: Int32(clamping: format.rate))
    if let start = buffer.presentationTime, let end = ClockTime.stamp(sample.presentationTimeStamp + frames) {
      buffer.duration = ClockTime(nanoseconds: end.nanoseconds - start.nanoseconds)
    }
    return buffer
  }
}

extension CMSampleBuffer {
  /// Returns the sample buffer at other times.
  fileprivate func moved(by offset: CMTime) -> CMSampleBuffer {
    guard offset != .zero, let timings = try? sampleTimingInfos() else { return self }
    return (try? CMSampleBuffer(copying: self, withNewTiming: timings.map { $0.moved(by: offset) })) ?? self
  }
}

extension CMSampleTimingInfo {
  /// Returns the timing of the sample at another time.
  func moved(by offset: CMTime) -> CMSampleTimingInfo {
    guard offset != .zero else { return self }
    return CMSampleTimingInfo(
      duration: duration, presentationTimeStamp: presentationTimeStamp + offset,
      decodeTimeStamp: decodeTimeStamp.isNumeric ? decodeTimeStamp + offset : .invalid)
  }
}

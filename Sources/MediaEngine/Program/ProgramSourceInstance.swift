internal import MediaSource
internal import GStreamer
internal import CGStreamer
import CoreAudioTypes
import CoreMedia
import MediaGraph

/// A sample that a program pushes.
enum ProgramItem: Sendable {
  case sample(CMSampleBuffer)
  case packet(DataPacket)
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

  init(_ queue: ProgramQueue<ProgramItem>, _ packetCaps: Caps?, _ frameRate: FrameRate?) {
    (self.queue, self.packetCaps, self.frameRate) = (queue, packetCaps, frameRate)
  }

  override func setUnlocked(_ isUnlocked: Bool) { queue.wake() }
  override func stop() { queue.end() }

  override func make() throws -> UnsafeMutablePointer<GstBuffer>? {
    guard let item = try queue.take(while: { [self] in !isUnlocked }) else { return nil }
    switch item {
    case .packet(let packet):
      learnUnits(packet.presentationTime, packet.duration)
      if let packetCaps { setFormat(packetCaps) }
      return Buffer(packet).give()
    case .sample(let sample):
      if sample.imageBuffer != nil { learnUnits(sample.presentationTimeStamp, sample.duration) }
      let buffer = try sample.imageBuffer == nil ? audio(sample) : frame(sample)
      return buffer.give()
    }
  }

  override var units: MediaUnits? { firstUnits }

  private func learnUnits(_ time: CMTime, _ duration: CMTime) {
    guard !hasBegun else { return }
    hasBegun = true
    firstUnits = MediaUnits(ofFirst: time, lasting: duration)
  }

  private func frame(_ sample: CMSampleBuffer) throws -> Buffer {
    guard let image = sample.imageBuffer else { throw CVError(code: kCVReturnInvalidArgument) }
    if let videoFormat, let buffer = try? Buffer(wrapping: sample, as: videoFormat.format) {
      setFormat(videoFormat.caps)
      return buffer
    }
    let format = try PixelBufferFormat(of: image)
    let caps =
      frameRate.map { format.caps.withFrameRate(Int($0.numerator), Int($0.denominator)) } ?? format.caps
    videoFormat = (format, caps)
    setFormat(caps)
    return try Buffer(wrapping: sample, as: format)
  }

  private func audio(_ sample: CMSampleBuffer) throws -> Buffer {
    guard let stream = sample.formatDescription?.audioStreamBasicDescription, let format = DecodedAudioFormat(stream),
      let data = sample.dataBuffer
    else {
      throw Diagnostic(
        "a block of sound cannot be taken", kind: .usage,
        help: "send interleaved linear PCM in native byte order, of 8, 16 or 32 bits or floats")
    }
    setFormat(try Caps(format.caps))
    let buffer = Buffer(copying: try data.dataBytes())
    buffer.presentationTime = .stamp(sample.presentationTimeStamp)
    let frames = CMTime(value: Int64(buffer.byteCount / format.bytesPerFrame), timescale: Int32(clamping: format.rate))
    if let start = buffer.presentationTime, let end = ClockTime.stamp(sample.presentationTimeStamp + frames) {
      buffer.duration = ClockTime(nanoseconds: end.nanoseconds - start.nanoseconds)
    }
    return buffer
  }
}

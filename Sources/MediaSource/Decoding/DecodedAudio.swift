package import GStreamer
internal import CGStreamer
public import CoreMedia

/// The format of decoded audio: interleaved samples in native byte order.
public struct DecodedAudioFormat: Hashable, Sendable {
  public var sampleFormat: PCMSample
  /// Frames a second; positive.
  public var rate: Int
  public var channels: Int
  /// GStreamer's channel mask; 0 if unspecified.
  public var channelMask: UInt64

  public init(sampleFormat: PCMSample, rate: Int, channels: Int, channelMask: UInt64 = 0) {
    self.sampleFormat = sampleFormat
    self.rate = rate
    self.channels = channels
    self.channelMask = channelMask
  }

  package var bytesPerSample: Int {
    switch sampleFormat {
    case .u8: 1
    case .s16: 2
    case .f64: 8
    case .s32, .f32: 4
    }
  }

  package var bytesPerFrame: Int { bytesPerSample * channels }
}

extension DecodedAudioFormat {
  /// The format that caps say; nil for audio that is not interleaved, or whose samples have another format.
  package init?(_ caps: Caps) {
    var info = GstAudioInfo()
    guard gst_audio_info_from_caps(&info, caps.caps) != 0, info.rate > 0, info.channels > 0,
      info.layout == GST_AUDIO_LAYOUT_INTERLEAVED || info.channels == 1,
      let sample = PCMSample(rawValue: String(cString: gst_audio_format_to_string(info.finfo.pointee.format)))
    else { return nil }
    self.init(
      sampleFormat: sample, rate: Int(info.rate), channels: Int(info.channels), channelMask: caps.channelMask)
  }
}

/// A run of decoded audio, and its position in its track.
public struct DecodedAudio: Sendable {
  public let format: DecodedAudioFormat
  /// The index of the first frame, at the rate of the format.
  public internal(set) var position: Int64
  /// Interleaved samples, as many as ``frameCount`` times the channels.
  public internal(set) var bytes: [UInt8]

  package init(format: DecodedAudioFormat, position: Int64, bytes: [UInt8]) {
    (self.format, self.position, self.bytes) = (format, position, bytes)
  }

  public var frameCount: Int { bytes.count / format.bytesPerFrame }
  /// The presentation time of the first frame.
  public var time: CMTime { CMTime(value: position, timescale: Int32(format.rate)) }
  public var duration: CMTime { CMTime(value: Int64(frameCount), timescale: Int32(format.rate)) }

  /// Returns the part within a range of positions; nil if there is none.
  package func clamped(to range: Range<Int64>) -> DecodedAudio? {
    let (start, end) = (max(position, range.lowerBound), min(position + Int64(frameCount), range.upperBound))
    guard start < end else { return nil }
    if start == position, end == position + Int64(frameCount) { return self }
    var part = self
    let first = Int(start - position) * format.bytesPerFrame
    part.bytes = Array(bytes[first..<first + Int(end - start) * format.bytesPerFrame])
    part.position = start
    return part
  }
}

/// The format of a decoder's output, which is worked out once for all buffers of it.
///
/// Belongs to the thread of its decoder.
final class DecoderOutputFormat {
  /// Kept, so that no other caps are at their place in memory.
  private let caps: Caps
  private let speakers: UInt64
  fileprivate var info = GstAudioInfo()
  let format: DecodedAudioFormat

  /// - Parameter speakers: GStreamer's mask of the channels where the decoder does not know it, else 0.
  init(_ caps: Caps, speakers: UInt64 = 0) throws {
    var info = GstAudioInfo()
    guard gst_audio_info_from_caps(&info, caps.caps) != 0, info.rate > 0, info.channels > 0 else {
      throw GStreamerError.badCaps(caps.text)
    }
    let name = String(cString: gst_audio_format_to_string(info.finfo.pointee.format))
    guard let sample = PCMSample(rawValue: name) else {
      throw DecoderError(.unsupported, "the decoder gives samples of format \(name)")
    }
    let isKnown = speakers.nonzeroBitCount == Int(info.channels)
    format = DecodedAudioFormat(
      sampleFormat: sample, rate: Int(info.rate), channels: Int(info.channels),
      channelMask: isKnown ? speakers : caps.channelMask)
    (self.caps, self.speakers, self.info) = (caps, speakers, info)
  }

  /// True if it is that of a decoder's caps.
  func isOf(_ caps: Caps, speakers: UInt64) -> Bool { self.caps.caps == caps.caps && self.speakers == speakers }
}

extension DecodedAudio {
  /// Creates a chunk of a decoder's output, planar or interleaved.
  ///
  /// - Parameter spare: Memory of no more use, which is taken if it has the right size; empty afterwards.
  init(_ output: DecoderSession.Output, _ format: DecoderOutputFormat, reusing spare: inout [UInt8]) throws {
    var buffer = GstAudioBuffer()
    guard gst_audio_buffer_map(&buffer, &format.info, output.buffer.buffer, GST_MAP_READ) != 0 else {
      throw GStreamerError.notMapped("sound")
    }
    defer { gst_audio_buffer_unmap(&buffer) }
    let (frames, channels, width) = (
      Int(buffer.n_samples), format.format.channels, format.format.bytesPerSample
    )
    guard let planes = buffer.planes else { throw GStreamerError.notMapped("sound") }
    let isInterleaved = format.info.layout == GST_AUDIO_LAYOUT_INTERLEAVED || channels == 1
    let size = frames * channels * width
    func fill(_ target: UnsafeMutableRawPointer) {
      if isInterleaved {
        if let plane = planes[0] { memcpy(target, plane, size) }
        return
      }
      for channel in 0..<channels {
        guard let plane = planes[channel] else { continue }
        switch width {
        case 2: interleave(plane, target, UInt16.self, frames, channel, channels)
        case 4: interleave(plane, target, UInt32.self, frames, channel, channels)
        case 8: interleave(plane, target, UInt64.self, frames, channel, channels)
        default: interleave(plane, target, UInt8.self, frames, channel, channels)
        }
      }
    }
    var bytes: [UInt8] = []
    swap(&bytes, &spare)
    if bytes.count == size {
      bytes.withUnsafeMutableBytes { target in if let base = target.baseAddress { fill(base) } }
    } else {
      bytes = [UInt8](unsafeUninitializedCapacity: size) { target, initialized in
        if let base = target.baseAddress, size > 0 { fill(base) }
        initialized = size
      }
    }
    self.init(format: format.format, position: 0, bytes: bytes)
  }
}

private func interleave<T>(
  _ plane: UnsafeMutableRawPointer, _ target: UnsafeMutableRawPointer, _ type: T.Type, _ frames: Int, _ channel: Int,
  _ channels: Int
) {
  let source = plane.assumingMemoryBound(to: type)
  for frame in 0..<frames {
    target.storeBytes(
      of: source[frame], toByteOffset: (frame * channels + channel) * MemoryLayout<T>.stride, as: T.self)
  }
}

extension Caps {
  /// GStreamer's channel mask; 0 if unspecified.
  package var channelMask: UInt64 {
    guard gst_caps_get_size(caps) > 0,
      let value = gst_structure_get_value(gst_caps_get_structure(caps, 0), "channel-mask"),
      g_type_check_value_holds(value, gst_bitmask_get_type()) != 0
    else { return 0 }
    return UInt64(gst_value_get_bitmask(value))
  }
}

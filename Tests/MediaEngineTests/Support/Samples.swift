import MediaEngine
import MediaGraph
import Synchronization

/// Every sample of a sink, by channel, and the position of the first.
final class Samples: Sendable {
  struct Recording: Sendable {
    var channels: [[Float]] = []
    var rate = 0
    var start: Int64?
    /// The position of the next sample.
    var end: Int64?
    /// The number of blocks that did not begin at the end of the one before.
    var jumps = 0
  }

  private let state = Mutex(Recording())
  var recording: Recording { state.withLock { $0 } }
  /// The samples of the first channel.
  var first: [Float] { recording.channels.first ?? [] }

  func sink(_ name: String = "listen") -> AudioSink {
    AudioSink(name) { [self] block in
      let (channels, frames) = (block.channels, block.frameCount)
      let samples = block.withSamples(as: Float.self) { span in span.indices.map { span[$0] } }
      let (position, rate) = (block.samplePosition, block.rate)
      state.withLock { state in
        if state.channels.isEmpty { state.channels = Array(repeating: [], count: channels) }
        for channel in 0..<min(channels, state.channels.count) {
          state.channels[channel] += (0..<frames).map { samples[$0 * channels + channel] }
        }
        state.rate = rate
        if state.start == nil { state.start = position }
        if let end = state.end, position != end { state.jumps += 1 }
        state.end = position.map { $0 + Int64(frames) }
      }
    }
  }
}

extension AudioSource {
  /// A source whose samples are those of an array, in every channel.
  init(_ name: String, samples: [Float], rate: Int = 48000, channels: Int = 1) {
    self.init(name, rate: rate, channels: channels) { block in
      let start = Int(block.samplePosition ?? 0)
      let count = max(0, min(samples.count - start, block.frameCount))
      block.withMutableSamples(as: Float.self) { span in
        for i in 0..<count { for channel in 0..<channels { span[i * channels + channel] = samples[start + i] } }
      }
      return count
    }
  }
}

extension VideoSource {
  /// A source of frames whose every pixel is the frame's number plus `base`.
  init(_ name: String, base: UInt8 = 0, count: Int, size: PixelSize, frameRate: FrameRate) {
    self.init(name, size: size, frameRate: frameRate) { frame, number in
      frame.withMutablePlane(0) { $0.fill(base + UInt8(number)) }
      for plane in 1...2 { frame.withMutablePlane(plane) { $0.fill(128) } }
      return number < count
    }
  }
}

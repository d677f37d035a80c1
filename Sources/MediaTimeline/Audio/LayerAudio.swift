internal import CoreMedia
internal import MediaEngine
internal import MediaGraph
internal import MediaSource

/// The audio of a layer with a tap or a volume of its own: its runs, then the tap, then the volume.
///
///     runs ─▷ sum ─▷ tap ─▷ × volume ─▷ the timeline's sum
///
/// Belongs to one thread at a time.
final class LayerAudio {
  private let tap: RenderTap?
  private let gain: GainEnvelope
  private let format: DecodedAudioFormat
  private var gains: [Double] = []
  /// The block that was made last: one that is asked for again, because another layer failed, does not go through the tap twice.
  private var made: (samples: Range<Int64>, sum: [Double])?
  /// The end of the last block that the tap has heard.
  private var end: Int64?

  /// - Returns: Nil for a layer whose runs are all that there is.
  init?(_ layer: RenderLayer, _ format: DecodedAudioFormat) {
    guard layer.tap != nil || layer.volume.constant != 1 else { return nil }
    (tap, gain, self.format) = (layer.tap, GainEnvelope(layer.volume, rate: format.rate), format)
  }

  /// Adds a block to a sum of interleaved samples.
  ///
  /// - Parameters:
  ///   - isLast: True if no block follows.
  ///   - mix: Adds the runs of the layer to a sum.
  func add(
    _ samples: Range<Int64>, isLast: Bool, to sum: inout [Double], mix: (inout [Double]) throws -> Void
  ) throws {
    let own: [Double]
    if let made, made.samples == samples {
      own = made.sum
    } else {
      var mixed = [Double](repeating: 0, count: samples.count * format.channels)
      try mix(&mixed)
      own = try tapped(mixed, samples, isLast)
      made = (samples, own)
    }
    gain.write(samples, to: &gains)
    for frame in 0..<samples.count {
      for index in frame * format.channels..<(frame + 1) * format.channels { sum[index] += gains[frame] * own[index] }
    }
  }

  /// Lets go of the last block: another one follows, or none.
  func move() { made = nil }

  private func tapped(_ sum: [Double], _ samples: Range<Int64>, _ isLast: Bool) throws -> [Double] {
    guard let tap else { return sum }
    let time = CMTime(value: samples.lowerBound, timescale: CMTimeScale(clamping: format.rate))
    guard let process = tap.process else {
      throw MediaError(.unavailable, "the tap '\(tap.name)' is not there", family: .rendering, time: time)
    }
    var block = TappedAudio(
      sum.map(Float.init), format, at: samples.lowerBound, isContinuous: end == samples.lowerBound, isLast: isLast)
    do {
      try process(&block)
    } catch let error as MediaError {
      throw error
    } catch {
      // Also a cancellation that the closure throws: nothing but the caller cancels the reading.
      throw MediaError(
        .failed, "the tap '\(tap.name)' failed: \(error)", family: .rendering, time: time, underlying: error)
    }
    guard block.samples.count == sum.count else {
      throw MediaError(
        .failed, "the tap '\(tap.name)' has made \(block.samples.count) samples of \(sum.count)", family: .rendering,
        time: time, help: "keep the number of samples")
    }
    end = samples.upperBound
    return block.samples.map(Double.init)
  }
}

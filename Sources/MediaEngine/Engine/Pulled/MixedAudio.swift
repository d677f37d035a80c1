internal import MediaSource
internal import GStreamer
import CoreMedia
import MediaGraph

/// The sum of several sounds of one rate and number of channels, sample by sample; channels of other speakers than those of the
/// first are mixed into its own.
final class MixedAudio: PulledAudio {
  private let inputs: [any PulledAudio]
  private let gains: [Float]
  private let ending: MixEnding
  private let mixedFormat: DecodedAudioFormat
  /// The audio of each input that is not mixed yet; nil if it has to be asked, or has ended.
  private var pending: [DecodedAudio?]
  private var hasEnded: [Bool]

  /// - Parameters:
  ///   - gains: The factor of each input.
  ///   - ending: The input with which the sum ends.
  /// - Returns: Nil for inputs of several rates or numbers of channels, or none.
  init?(_ inputs: [any PulledAudio], gains: [Float], ending: MixEnding = .longest) throws {
    let formats = try inputs.map { try $0.format(Cancellation()) }
    guard var format = formats.first,
      formats.allSatisfy({ ($0.rate, $0.channels) == (format.rate, format.channels) })
    else { return nil }
    format.sampleFormat = .f32
    mixedFormat = format
    self.inputs = zip(inputs, formats).map { input, own in
      own == format
        ? input
        : ConvertedAudio(input, to: AudioFormatRequest(sampleFormat: .f32, channelMask: format.channelMask))
    }
    self.gains = gains
    self.ending = ending
    pending = inputs.map { _ in nil }
    hasEnded = inputs.map { _ in false }
  }

  func format(_ cancellation: Cancellation) throws -> DecodedAudioFormat { mixedFormat }

  func move(to range: CMTimeRange) {
    for index in inputs.indices {
      (pending[index], hasEnded[index]) = (nil, false)
      inputs[index].move(to: range)
    }
  }

  func next(_ cancellation: Cancellation) throws -> DecodedAudio? {
    for index in inputs.indices where pending[index] == nil && !hasEnded[index] {
      let chunk = try inputs[index].next(cancellation)
      guard chunk.map({ isAddable($0.format) }) ?? true else {
        throw DecoderError(.unsupported, "the format of a mixed sound changes")
      }
      pending[index] = chunk
      hasEnded[index] = chunk == nil
    }
    if isOver { return nil }
    guard let start = pending.compactMap({ $0?.position }).min() else { return nil }
    // Up to where an input begins or has to be asked again.
    let ends = pending.compactMap { chunk in
      chunk.map { $0.position > start ? $0.position : $0.position + Int64($0.frameCount) }
    }
    guard let end = ends.min() else { return nil }
    var sum = [Float](repeating: 0, count: Int(end - start) * mixedFormat.channels)
    for (index, chunk) in pending.enumerated() {
      guard let chunk, chunk.position == start else { continue }
      let gain = gains[index]
      chunk.bytes.withUnsafeBytes { bytes in
        for place in sum.indices {
          sum[place] += gain * bytes.loadUnaligned(fromByteOffset: place * 4, as: Float.self)
        }
      }
      pending[index] = chunk.clamped(to: end..<Int64.max)
    }
    return DecodedAudio(format: mixedFormat, position: start, bytes: sum.withUnsafeBytes { [UInt8]($0) })
  }

  /// True once the input that decides it has ended. Blocks end where an input does, so the sum has nothing beyond.
  private var isOver: Bool {
    switch ending {
    case .longest: false
    case .shortest: hasEnded.contains(true)
    case .first: hasEnded.first ?? true
    }
  }

  /// True for samples that lie as those of the sum do: formats may call a pair at the sides one at the back.
  private func isAddable(_ format: DecodedAudioFormat) -> Bool {
    (format.sampleFormat, format.rate, format.channels)
      == (mixedFormat.sampleFormat, mixedFormat.rate, mixedFormat.channels)
  }
}

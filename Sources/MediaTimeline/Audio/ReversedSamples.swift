internal import CoreMedia
internal import MediaEngine
internal import MediaSource

/// Audio backwards, sample by sample: a part of the source at a time, from its end on.
///
///     source     S ─── s ──────────── E
///     reversed   S ──────── S + E-1-s ─── E
///
/// Belongs to one thread at a time.
final class ReversedSamples: AudioRunReader {
  private let source: any AudioRunReader
  private let format: DecodedAudioFormat
  /// The samples of the source that are heard: those that are given have the same numbers, from the last of them on.
  private let heard: Range<Int64>
  /// Added to such a number, it gives that of the sample that is given.
  private let shift: Int64
  private var wanted: Range<Int64> = 0..<0

  /// - Parameters:
  ///   - source: The source by its own samples, in the timeline's rate.
  ///   - isPaced: True if samples are given by the source's numbers, for a reader that changes the speed.
  init(_ source: any AudioRunReader, _ run: AudioRun, _ format: DecodedAudioFormat, isPaced: Bool) {
    (self.source, self.format) = (source, format)
    heard = run.sourceSamples(format.rate)
    shift = isPaced ? 0 : run.samples.lowerBound - heard.lowerBound
  }

  func move(to samples: Range<Int64>) {
    wanted = (samples.lowerBound - shift..<samples.upperBound - shift).clamped(to: heard)
  }

  func next(_ cancellation: Cancellation) throws -> DecodedAudio? {
    guard !wanted.isEmpty else { return nil }
    // A second at a time, since a codec starts anew for each.
    let part = wanted.lowerBound..<min(wanted.upperBound, wanted.lowerBound + Int64(format.rate))
    let sum = heard.lowerBound + heard.upperBound
    let own = sum - part.upperBound..<sum - part.lowerBound
    let size = format.bytesPerFrame
    var bytes = [UInt8](repeating: 0, count: part.count * size)
    source.move(to: own)
    while let chunk = try source.next(cancellation) {
      guard let chunk = chunk.clamped(to: own) else { continue }
      let last = Int(own.upperBound - 1 - chunk.position)
      chunk.bytes.withUnsafeBytes { samples in
        bytes.withUnsafeMutableBytes { target in
          for frame in 0..<chunk.frameCount {
            let place = UnsafeMutableRawBufferPointer(
              rebasing: target[(last - frame) * size..<(last - frame + 1) * size])
            place.copyMemory(from: UnsafeRawBufferPointer(rebasing: samples[frame * size..<(frame + 1) * size]))
          }
        }
      }
    }
    wanted = part.upperBound..<wanted.upperBound
    return DecodedAudio(format: format, position: part.lowerBound + shift, bytes: bytes)
  }
}

internal import CoreMedia
import Dispatch
internal import MediaGraph
internal import MediaSource
import Synchronization

/// A run with its source open, which is mixed into the samples of the timeline. Belongs to one thread at a time.
final class OpenedRun {
  let run: AudioRun
  private let format: DecodedAudioFormat
  /// Open for as long as the run is.
  private let source: OpenedSource?
  /// One for each track that is heard.
  private var readers: [Input] = []
  private var gains: [Double] = []

  private struct Input {
    let reader: any AudioRunReader
    /// The chunks whose samples were not all given; in order.
    var chunks: [DecodedAudio]
    var hasEnded = false
  }

  /// Opens the source, and decodes where the samples begin.
  ///
  /// - Parameter samples: The samples of the timeline that are going to be mixed, from the first on.
  init(
    _ run: AudioRun, _ samples: Range<Int64>, _ format: DecodedAudioFormat, _ cancellation: Cancellation
  ) throws {
    (self.run, self.format) = (run, format)
    let shift = run.map.keepsSpeed ? run.map.sampleShift(format.rate) : 0
    var sources: [any AudioRunReader] = []
    switch run.clip.source {
    case .media(let media):
      let opened = try media.open()
      source = opened
      sources = try opened.tracks(run.clip.audio, isVideo: false).map {
        TrackSamples(try opened.coded($0), shift: shift, format)
      }
    case .timeline(let plan):
      source = nil
      sources = [NestedSamples(TimelineAudio(plan, format), shift: shift)]
    case .title: source = nil
    }
    let isPaced = !run.map.forwards.keepsSpeed
    for reader in sources {
      let own: any AudioRunReader =
        run.map.isReversed ? ReversedSamples(reader, run, format, isPaced: isPaced) : reader
      let paced: any AudioRunReader = isPaced ? try Self.paced(own, run, format) : own
      paced.move(to: run.samples.clamped(to: samples))
      let first = try paced.next(cancellation)
      readers.append(Input(reader: paced, chunks: first.map { [$0] } ?? [], hasEnded: first == nil))
    }
    if readers.contains(where: \.hasEnded) { try run.clip.checkBeginning() }
  }

  private static func paced(
    _ reader: any AudioRunReader, _ run: AudioRun, _ format: DecodedAudioFormat
  ) throws -> any AudioRunReader {
    switch run.clip.pitch {
    case .varispeed: try VarispeedSamples(reader, run, format)
    case .timeDomain: try StretchedSamples(reader, run, format, .timeDomain)
    case .spectral: try StretchedSamples(reader, run, format, .spectral)
    }
  }

  /// Adds the samples of a range, each with its gain, to a sum of interleaved samples.
  ///
  /// After an error, the same range can be asked for again: its chunks are kept until a later one is.
  ///
  /// - Parameter first: The sample of the timeline at which the sum starts.
  func mix(
    _ samples: Range<Int64>, into sum: inout [Double], startingAt first: Int64, _ cancellation: Cancellation
  ) throws {
    for index in readers.indices {
      readers[index].chunks.removeAll { $0.position + Int64($0.frameCount) <= samples.lowerBound }
      var number = 0
      while true {
        if number == readers[index].chunks.count {
          guard !readers[index].hasEnded else { break }
          guard let next = try readers[index].reader.next(cancellation) else {
            readers[index].hasEnded = true
            break
          }
          readers[index].chunks.append(next)
        }
        let chunk = readers[index].chunks[number]
        let end = chunk.position + Int64(chunk.frameCount)
        let (from, to) = (max(chunk.position, samples.lowerBound), min(end, samples.upperBound))
        if from < to {
          let part = from..<to
          try add(chunk, part, to: &sum, at: first)
        }
        guard end < samples.upperBound else { break }
        number += 1
      }
    }
  }

  private func add(_ chunk: DecodedAudio, _ samples: Range<Int64>, to sum: inout [Double], at first: Int64) throws {
    guard chunk.format.sampleFormat == .f32, chunk.format.channels == format.channels,
      chunk.format.rate == format.rate
    else { throw MediaError(.unsupported, "its audio comes in another format", family: .rendering) }
    for part in run.parts {
      let range = part.samples.clamped(to: samples)
      guard !range.isEmpty else { continue }
      let (place, offset) = (Int(range.lowerBound - first), Int(range.lowerBound - chunk.position))
      let constant = part.gain.constant(in: range)
      if constant == 0 { continue }
      if constant == nil { part.gain.write(range, to: &gains) }
      Mixing.add(
        chunk.bytes, offset, count: range.count, channels: format.channels, constant: constant, gains: gains, to: &sum,
        place)
    }
  }
}

/// Sums of samples, in double precision.
///
/// The loops are plain, over pointers: a debug build spends hundreds of nanoseconds on each step of a range.
enum Mixing {
  static func add(
    _ bytes: [UInt8], _ offset: Int, count: Int, channels: Int, constant: Double?, gains: [Double],
    to sum: inout [Double], _ place: Int
  ) {
    bytes.withUnsafeBytes { raw in
      sum.withUnsafeMutableBufferPointer { sum in
        // The slices check the bounds, once for all samples.
        let source = UnsafeRawBufferPointer(rebasing: raw[(offset * channels * 4)..<((offset + count) * channels * 4)])
          .assumingMemoryBound(to: Float.self).baseAddress
        let target = UnsafeMutableBufferPointer(rebasing: sum[(place * channels)..<((place + count) * channels)])
          .baseAddress
        guard let source, let target else { return }
        if let constant {
          add(source, times: constant, count: count * channels, to: target)
        } else {
          precondition(gains.count == count)
          gains.withUnsafeBufferPointer { add(source, times: $0, channels: channels, to: target) }
        }
      }
    }
  }

  private static func add(
    _ source: UnsafePointer<Float>, times gain: Double, count: Int, to target: UnsafeMutablePointer<Double>
  ) {
    var index = 0
    while index < count {
      target[index] += gain * Double(source[index])
      index += 1
    }
  }

  /// Adds frames, of which each has a gain.
  private static func add(
    _ source: UnsafePointer<Float>, times gains: UnsafeBufferPointer<Double>, channels: Int,
    to target: UnsafeMutablePointer<Double>
  ) {
    guard let gain = gains.baseAddress else { return }
    var (frame, index) = (0, 0)
    while frame < gains.count {
      let end = index + channels
      while index < end {
        target[index] += gain[frame] * Double(source[index])
        index += 1
      }
      frame += 1
    }
  }

  /// Writes a sum in single precision.
  static func round(_ sum: [Double], to target: UnsafeMutablePointer<Float>) {
    sum.withUnsafeBufferPointer { sum in
      guard let source = sum.baseAddress else { return }
      var index = 0
      while index < sum.count {
        target[index] = Float(source[index])
        index += 1
      }
    }
  }
}

/// A run that is being opened on a queue, or is open.
///
/// Unchecked, because the run is handed over once: it is touched by the queue until `result` has it, and by the consumer's thread
/// from then on.
final class RunOpening: @unchecked Sendable {
  private let opened = OnceResult<Bool>()
  private var run: OpenedRun?
  private let open: @Sendable (Cancellation) throws -> OpenedRun
  private let cancellation = Cancellation()

  init(_ open: @escaping @Sendable (Cancellation) throws -> OpenedRun) { self.open = open }

  /// Begins on a queue.
  func begin(on queue: DispatchQueue) {
    // An error is reported to the consumer, when it comes to the run.
    queue.async { [weak self] in _ = try? self?.finish() }
  }

  private func finish() throws {
    _ = try opened.get {
      run = try open(cancellation)
      return true
    }
  }

  /// The opened run, on the consumer's thread; waits for the queue, or opens it if that has not begun.
  func result(_ caller: Cancellation) throws -> OpenedRun {
    if opened.known == nil { caller.follow(with: cancellation) }
    try finish()
    guard let run else { throw CancellationError() }
    return run
  }

  /// Ends the opening of a run that is no longer wanted.
  func cancel() { cancellation.cancel() }
}

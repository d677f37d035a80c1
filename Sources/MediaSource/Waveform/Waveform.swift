public import CoreMedia
internal import CReel
import Dispatch
import Foundation
import Synchronization

/// The waveform of audio: the minimum, the maximum and the RMS of each column.
///
///     let waveform = try await Waveform(of: track, columns: 1800)
///
/// The audio is decoded once, in as many concurrent pieces as there are processors, and not kept in memory.
public struct Waveform: Sendable {
  /// The samples of a column, of all channels; full scale is 1.
  public struct Column: Hashable, Sendable {
    /// The lowest sample.
    public var minimum: Float = 0
    /// The highest sample.
    public var maximum: Float = 0
    /// The root mean square.
    public var rms: Float = 0

    /// The maximum absolute value.
    public var peak: Float { max(-minimum, maximum) }

    init(minimum: Float = 0, maximum: Float = 0, rms: Float = 0) {
      (self.minimum, self.maximum, self.rms) = (minimum, maximum, rms)
    }

    /// The column of several channels' samples, which are as many of each.
    fileprivate init(joining channels: [Column]) {
      let squares = channels.map { Double($0.rms) * Double($0.rms) }.reduce(0, +)
      self.init(
        minimum: channels.map(\.minimum).min() ?? 0, maximum: channels.map(\.maximum).max() ?? 0,
        rms: Float((squares / Double(max(1, channels.count))).squareRoot()))
    }
  }

  /// The columns of all channels together.
  public let columns: [Column]
  /// The columns of each channel; empty unless asked for.
  public let channelColumns: [[Column]]
  /// The number of sample frames of the track.
  public let sampleCount: Int64
  /// Sample frames a second.
  public let rate: Int
  /// The number of channels.
  public let channels: Int

  /// The duration of the track.
  public var duration: CMTime { CMTime(value: sampleCount, timescale: Int32(rate)) }

  /// Reads the audio of a track; throws `CancellationError` if its task is cancelled.
  ///
  /// - Parameters:
  ///   - columns: the number of columns, at least 1; at most one for each sample.
  ///   - perChannel: true to give the columns of each channel too.
  ///   - progress: called with the completed fraction, from 0 to 1, on any thread.
  /// - Throws: `DecoderError`: `noSample` for a track without audio, `damagedSample`.
  public init(
    of track: MediaTrack, columns: Int, perChannel: Bool = false,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws {
    self = try await ReaderQueue("reel.waveform").run { cancellation in
      try Waveform(reading: track.track, columns, perChannel, cancellation, progress)
    }
  }

  private init(
    reading track: any CodedTrack, _ columns: Int, _ perChannel: Bool, _ cancellation: Cancellation,
    _ progress: @escaping @Sendable (Double) -> Void
  ) throws {
    let cursor = AudioCursor(track)
    let format = try cursor.format(cancellation)
    let count = try cursor.sampleCount(cancellation)
    guard count > 0, columns > 0 else { throw DecoderError(.noSample, "the track has no sound") }
    let width = Int(min(Int64(columns), count))
    // Audio that has to be decoded from the beginning is not split.
    let canSplit = track.formats.allSatisfy { $0.codec.preRoll != nil } && count > Int64(format.rate) * 20
    let pieces = canSplit ? max(1, min(width, ProcessInfo.processInfo.activeProcessorCount)) : 1
    let lanes = perChannel ? max(1, format.channels) : 1
    let empty = [Column](repeating: Column(), count: width)
    let done = Mutex(
      (lanes: [[Column]](repeating: empty, count: lanes), failure: (any Error)?.none, samples: Int64(0)))
    DispatchQueue.concurrentPerform(iterations: pieces) { piece in
      let range = width * piece / pieces..<width * (piece + 1) / pieces
      var reader = WaveformPiece(track, range, width: width, count: count, lanes: lanes, format)
      do {
        let result = try reader.read(cancellation) { samples in
          let fraction = done.withLock { done in
            done.samples += samples
            return Double(done.samples) / Double(count)
          }
          progress(min(1, fraction))
        }
        done.withLock { for lane in 0..<lanes { $0.lanes[lane].replaceSubrange(range, with: result[lane]) } }
      } catch {
        // Cancels the other pieces.
        done.withLock { if $0.failure == nil { $0.failure = error } }
        cancellation.cancel()
      }
    }
    let (result, failure) = done.withLock { ($0.lanes, $0.failure) }
    if let failure { throw failure }
    self.columns =
      lanes == 1 ? result[0] : (0..<width).map { column in Column(joining: result.map { $0[column] }) }
    channelColumns = perChannel ? result : []
    sampleCount = count
    rate = format.rate
    channels = format.channels
  }
}

/// Consecutive columns, read with a decoder of their own.
private struct WaveformPiece {
  private let track: any CodedTrack
  private let range: Range<Int>
  private let width: Int
  private let count: Int64
  private let format: DecodedAudioFormat
  /// The number of channels that are measured apart; 1 for all together.
  private let lanes: Int
  private var floats: [Float] = []
  /// The samples of one channel.
  private var channel: [Float] = []

  init(
    _ track: any CodedTrack, _ range: Range<Int>, width: Int, count: Int64, lanes: Int, _ format: DecodedAudioFormat
  ) {
    (self.track, self.range, self.width, self.count, self.lanes, self.format) = (
      track, range, width, count, lanes, format
    )
  }

  /// Returns the first sample of a column.
  private func start(_ column: Int) -> Int64 {
    Int64((Int128(column) * Int128(count) + Int128(width) - 1) / Int128(width))
  }

  /// Returns the columns of each lane.
  mutating func read(_ cancellation: Cancellation, _ progress: (Int64) -> Void) throws -> [[Waveform.Column]] {
    let rate = Int32(format.rate)
    let (first, end) = (start(range.lowerBound), start(range.upperBound))
    let cursor = AudioCursor(
      track,
      range: CMTimeRange(start: CMTime(value: first, timescale: rate), end: CMTime(value: end, timescale: rate)))
    var extents = [[Extent]](repeating: [Extent](repeating: Extent(), count: range.count), count: lanes)
    var (column, unreported) = (range.lowerBound, Int64(0))
    while let chunk = try cursor.next(cancellation) {
      guard chunk.format.channels > 0 else { continue }
      try load(chunk)
      var position = max(chunk.position, first)
      let chunkEnd = min(end, chunk.position + Int64(chunk.frameCount))
      while position < chunkEnd, column < range.upperBound {
        while column + 1 < range.upperBound, start(column + 1) <= position { column += 1 }
        let stop = column + 1 < range.upperBound ? min(chunkEnd, start(column + 1)) : chunkEnd
        let from = Int(position - chunk.position) * chunk.format.channels
        let count = Int(stop - position)
        if lanes == 1 {
          extents[0][column - range.lowerBound].add(floats, from, count * chunk.format.channels)
        } else {
          for lane in 0..<min(lanes, chunk.format.channels) {
            take(lane, from: from, count: count, channels: chunk.format.channels)
            extents[lane][column - range.lowerBound].add(channel, 0, count)
          }
        }
        position = stop
      }
      unreported += Int64(chunk.frameCount)
      if unreported > Int64(rate) * 10 {
        progress(unreported)
        unreported = 0
      }
    }
    return extents.map { $0.map(\.column) }
  }

  /// Copies the samples of one channel.
  private mutating func take(_ lane: Int, from start: Int, count: Int, channels: Int) {
    if channel.count < count { channel = [Float](repeating: 0, count: count) }
    floats.withUnsafeBufferPointer { source in
      channel.withUnsafeMutableBufferPointer { target in
        var position = start + lane
        for index in 0..<count {
          target[index] = source[position]
          position += channels
        }
      }
    }
  }

  /// Converts the samples of a chunk to numbers with a full scale of 1.
  private mutating func load(_ chunk: DecodedAudio) throws {
    let count = chunk.frameCount * chunk.format.channels
    if floats.count < count { floats = [Float](repeating: 0, count: count) }
    // As a buffer: an array is checked for other owners at every sample.
    floats.withUnsafeMutableBufferPointer { floats in
      chunk.bytes.withUnsafeBytes { bytes in
        switch chunk.format.sampleFormat {
        case .f32:
          for index in 0..<count { floats[index] = bytes.loadUnaligned(fromByteOffset: index * 4, as: Float.self) }
        case .f64:
          for index in 0..<count {
            floats[index] = Float(bytes.loadUnaligned(fromByteOffset: index * 8, as: Double.self))
          }
        case .s16:
          for index in 0..<count {
            floats[index] = Float(bytes.loadUnaligned(fromByteOffset: index * 2, as: Int16.self)) / 32768
          }
        case .s32:
          for index in 0..<count {
            floats[index] = Float(bytes.loadUnaligned(fromByteOffset: index * 4, as: Int32.self)) / 2_147_483_648
          }
        default: for index in 0..<count { floats[index] = (Float(bytes[index]) - 128) / 128 }
        }
      }
    }
  }

  private struct Extent {
    var minimum = Float.infinity
    var maximum = -Float.infinity
    var squares = 0.0
    var count = 0

    mutating func add(_ samples: [Float], _ start: Int, _ count: Int) {
      guard count > 0 else { return }
      samples.withUnsafeBufferPointer {
        creel_sound_extent($0.baseAddress! + start, count, &minimum, &maximum, &squares)
      }
      self.count += count
    }

    /// Gaps of edits are silence.
    var column: Waveform.Column {
      guard count > 0 else { return Waveform.Column() }
      return Waveform.Column(minimum: minimum, maximum: maximum, rms: Float((squares / Double(count)).squareRoot()))
    }
  }
}

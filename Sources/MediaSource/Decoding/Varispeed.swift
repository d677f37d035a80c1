import CoreMedia
import MovieFile

/// Changes the speed and the pitch of audio: resampling with a windowed sinc of 64 taps.
///
/// Each sample depends on its exact position alone: the output of any range equals that of the whole. Used by one
/// thread at a time.
package final class Varispeed {
  /// The mapping of the track's samples to the media's: `(start + n · rate) / unit`, all whole numbers.
  package struct Pace: Hashable, Sendable {
    /// The permitted speeds of audio.
    package static let limits = 1.0 / 32...32.0
    package let rate: Int128
    package let start: Int128
    package let unit: Int128

    /// - Parameters:
    ///   - rate: Samples of the media per sample, in units of 1/65536.
    ///   - start: The media's sample at the start, a fraction.
    package init(rate: Int32, start: Int128, over divisor: Int128) throws(DecoderError) {
      guard Self.limits.contains(Double(rate) / 65536) else {
        throw DecoderError(.unsupported, "an edit plays the sound \(Double(rate) / 65536) times as fast")
      }
      (self.rate, self.start, unit) = (Int128(rate) * divisor, start * 65536, 65536 * divisor)
    }

    /// Fractions whose product has no room are rounded by less than 2⁻⁶⁴ of a sample.
    ///
    /// - Parameters:
    ///   - speed: Samples of the media per sample, a fraction.
    ///   - start: The media's sample at the start, a fraction.
    package init(
      speed: (numerator: Int128, denominator: Int128), start: Int128, over divisor: Int128
    ) throws(DecoderError) {
      let factor = Double(speed.numerator) / Double(speed.denominator)
      guard Self.limits.contains(factor) else {
        throw DecoderError(.unsupported, "the sound is played \(factor) times as fast")
      }
      let (rate, a) = speed.numerator.multipliedReportingOverflow(by: divisor)
      let (product, b) = start.multipliedReportingOverflow(by: speed.denominator)
      let (unit, c) = speed.denominator.multipliedReportingOverflow(by: divisor)
      // Room for 2⁵⁴ samples.
      if !a, !b, !c, unit < 1 << 67, product.magnitude < 1 << 124 {
        (self.rate, self.start, self.unit) = (rate, product, unit)
        return
      }
      guard (start / divisor).magnitude < 1 << 58, divisor < 1 << 126, speed.denominator < 1 << 126 else {
        throw DecoderError(.unsupported, "the sound begins at a sample that has no place")
      }
      self.rate = Self.binary(speed.numerator, over: speed.denominator)
      (self.start, self.unit) = (Self.binary(start, over: divisor), 1 << 64)
    }

    /// A fraction in units of 2⁻⁶⁴, rounded down.
    private static func binary(_ numerator: Int128, over denominator: Int128) -> Int128 {
      var whole = ExactScale.floor(numerator, over: denominator)
      var rest = numerator - whole * denominator
      for _ in 0..<64 {
        (whole, rest) = (whole * 2, rest * 2)
        if rest >= denominator { (whole, rest) = (whole + 1, rest - denominator) }
      }
      return whole
    }

    package var speed: Double { Double(rate) / Double(unit) }

    /// Returns the position of a sample, counted from the start: a sample of the media, and the fraction after it.
    package func place(_ sample: Int64) -> (sample: Int64, fraction: Double) {
      let place = start + Int128(sample) * rate
      let whole = ExactScale.floor(place, over: unit)
      return (Int64(clamping: whole), Double(place - whole * unit) / Double(unit))
    }
  }

  private static let chunkLength: Int64 = 1024

  private let pace: Pace
  private let format: DecodedAudioFormat
  private let end: Int64
  private let origin: Int64
  private var position: Int64
  /// The number of the media's samples on each side of a position in the kernel.
  private let reach: Int64
  /// Samples of the media, interleaved, from `windowStart` on.
  private var window: [Double] = []
  private var windowStart: Int64
  private var isAtEnd = false
  /// The audio that was decoded behind a pause that is not over.
  private var following: DecodedAudio?

  /// - Parameters:
  ///   - range: The requested samples of the track.
  ///   - origin: The track's sample at which the pace starts.
  package init(_ pace: Pace, _ format: DecodedAudioFormat, of range: Range<Int64>, from origin: Int64) {
    self.pace = pace
    self.format = format
    self.origin = origin
    (position, end) = (range.lowerBound, range.upperBound)
    // At higher speeds, the sinc gets wider to filter frequencies above the Nyquist frequency.
    reach = Int64((Double(SincKernel.reach) * max(1, pace.speed)).rounded(.up))
    windowStart = pace.place(range.lowerBound - origin).sample - reach + 1
  }

  /// The first required sample of the media; negative if silence precedes it.
  package var firstSample: Int64 { windowStart }

  /// Returns the next samples; nil after the last.
  ///
  /// - Parameter decode: Returns the media from ``firstSample`` on or earlier. Nil stands for silence; its errors are
  ///   rethrown, and the next call continues after the failed samples.
  package func next(_ decode: () throws -> DecodedAudio?) throws -> DecodedAudio? {
    guard position < end else { return nil }
    let last = min(end, position + Self.chunkLength)
    let needed = pace.place(last - 1 - origin).sample + reach + 1
    try fill(upTo: needed, decode)
    let count = Int(last - position) * format.channels
    let result = [Double](unsafeUninitializedCapacity: count) { target, initialized in
      window.withUnsafeBufferPointer { resample(position..<last, from: $0, into: target) }
      initialized = count
    }
    defer {
      position = last
      // Samples that are no longer needed.
      let channels = format.channels
      let keep = pace.place(last - origin).sample - reach + 1
      let count = min(window.count, Int(max(0, keep - windowStart)) * channels)
      window.removeFirst(count)
      windowStart += Int64(count / channels)
    }
    return DecodedAudio(format: format, position: position, bytes: format.sampleFormat.bytes(of: result))
  }

  /// Writes samples of the track, which the window covers with all taps.
  private func resample(
    _ samples: Range<Int64>, from window: UnsafeBufferPointer<Double>, into target: UnsafeMutableBufferPointer<Double>
  ) {
    guard let source = window.baseAddress else { return }
    let (channels, taps, scale) = (format.channels, Int(2 * reach), min(1, 1 / pace.speed))
    var written = 0
    for sample in samples {
      let (place, fraction) = pace.place(sample - origin)
      let first = Int(place - reach + 1 - windowStart) * channels
      // The place is checked once for all taps: they are most of the time of a change of speed.
      precondition(first >= 0 && first + taps * channels <= window.count)
      for channel in 0..<channels {
        let sum = SincKernel.sum(
          source + first + channel, stride: channels, count: taps, from: fraction + Double(reach) - 1, scale: scale)
        target[written] = sum * scale
        written += 1
      }
    }
  }

  private func fill(upTo needed: Int64, _ decode: () throws -> DecodedAudio?) throws {
    func windowEnd() -> Int64 { windowStart + Int64(window.count / format.channels) }
    func silence(until place: Int64) {
      let count = place - windowEnd()
      if count > 0 { window += [Double](repeating: 0, count: Int(count) * format.channels) }
    }
    while windowEnd() < needed {
      guard !isAtEnd, let chunk = try following.take() ?? decode() else {
        isAtEnd = true
        silence(until: needed)
        return
      }
      guard chunk.format == format else {
        throw DecoderError(.unsupported, "the sound's format changes where it is played at another speed")
      }
      if chunk.position > needed {
        following = chunk
        silence(until: needed)
        return
      }
      guard let part = chunk.clamped(to: windowEnd()..<max(windowEnd(), chunk.position + Int64(chunk.frameCount)))
      else { continue }
      silence(until: part.position)
      window += format.sampleFormat.numbers(part.bytes)
    }
  }
}

/// A sinc with a Blackman-Harris window, 512 values a sample.
enum SincKernel {
  static let reach = 32
  private static let resolution = 512.0

  private static let shared: [Double] = (0...(reach * Int(resolution) + 1)).map { index in
    let x = Double(index) / resolution
    guard x < Double(reach) else { return 0 }
    let phase = Double.pi * (1 + x / Double(reach))
    let window = 0.35875 - 0.48829 * cos(phase) + 0.14128 * cos(2 * phase) - 0.01168 * cos(3 * phase)
    return x == 0 ? 1 : sin(Double.pi * x) / (Double.pi * x) * window
  }

  /// Returns the sum of samples times the kernel's values, interpolated between two table entries.
  ///
  /// Plain pointers and `while`, since a debug build spends hundreds of nanoseconds on each step of a range.
  ///
  /// - Parameters:
  ///   - samples: The samples, of which every `stride`-th is taken.
  ///   - distance: The distance of the first sample, in samples; that of each further one is less by 1.
  ///   - scale: What distances are multiplied by.
  static func sum(
    _ samples: UnsafePointer<Double>, stride: Int, count: Int, from distance: Double, scale: Double
  ) -> Double {
    shared.withUnsafeBufferPointer { entries in
      guard let table = entries.baseAddress else { return 0 }
      let last = entries.count - 1
      var (sum, distance, number) = (0.0, distance, 0)
      while number < count {
        let place = (distance < 0 ? -distance : distance) * scale * resolution
        let index = Int(place)
        if index < last {
          let value = table[index] + (table[index + 1] - table[index]) * (place - Double(index))
          sum += samples[number * stride] * value
        }
        distance -= 1
        number += 1
      }
      return sum
    }
  }
}

extension PCMSample {
  /// Returns samples as numbers, with a full scale of 1.
  fileprivate func numbers(_ bytes: [UInt8]) -> [Double] {
    func load<T>(_ convert: (T) -> Double) -> [Double] {
      bytes.withUnsafeBytes { raw in
        let count = raw.count / MemoryLayout<T>.stride
        return [Double](unsafeUninitializedCapacity: count) { target, initialized in
          if let source = raw.baseAddress?.assumingMemoryBound(to: T.self), let numbers = target.baseAddress {
            while initialized < count {
              numbers[initialized] = convert(source[initialized])
              initialized += 1
            }
          }
        }
      }
    }
    return switch self {
    case .u8: load { (value: UInt8) in (Double(value) - 128) / 128 }
    case .s16: load { (value: Int16) in Double(value) / 32768 }
    case .s32: load { (value: Int32) in Double(value) / 2_147_483_648 }
    case .f64: load { (value: Double) in value }
    case .f32: load { (value: Float) in Double(value) }
    }
  }

  /// Returns the samples nearest to numbers; integers are clipped at full scale.
  fileprivate func bytes(of numbers: [Double]) -> [UInt8] {
    func store<T>(_ convert: (Double) -> T) -> [UInt8] {
      let size = numbers.count * MemoryLayout<T>.stride
      return [UInt8](unsafeUninitializedCapacity: size) { target, initialized in
        numbers.withUnsafeBufferPointer { numbers in
          guard let source = numbers.baseAddress, let raw = UnsafeMutableRawPointer(target.baseAddress) else { return }
          let samples = raw.assumingMemoryBound(to: T.self)
          var index = 0
          while index < numbers.count {
            samples[index] = convert(source[index])
            index += 1
          }
        }
        initialized = size
      }
    }
    return switch self {
    case .u8: store { UInt8(max(0, min(255, ($0 * 128).rounded() + 128))) }
    case .s16: store { Int16(max(-32768, min(32767, ($0 * 32768).rounded()))) }
    case .s32: store { Int32(max(-2_147_483_648, min(2_147_483_647, ($0 * 2_147_483_648).rounded()))) }
    case .f64: store { $0 }
    case .f32: store { Float($0) }
    }
  }
}

import CoreMedia

/// The units of a stream's times: how much time its chunks take.
struct AVITiming: Sendable {
  /// Units per second of the packets' times.
  private(set) var timescale: Int32 = 25
  /// The duration of one of the header's units.
  private(set) var step: Int64 = 1
  /// The time of the first chunk, in the header's units.
  private(set) var start: Int64 = 0
  /// The number of bytes of a unit, for audio with a constant bit rate; 0 if chunks are counted.
  private(set) var unitSize: Int64 = 0
  /// The size of a block, of which chunks of audio may hold several; 0 if a chunk is a unit.
  private(set) var blockSize: Int64 = 0

  /// - Parameters:
  ///   - audio: The format of audio; nil for other streams.
  ///   - microseconds: The duration of a frame in the file's header.
  init(_ header: AVIStreamHeader, audio: AVIAudioFormat?, microseconds: UInt32) {
    var (scale, rate) = (Int64(header.scale), Int64(header.rate))
    if scale == 0 || rate == 0 { (scale, rate) = microseconds > 0 ? (Int64(microseconds), 1_000_000) : (1, 25) }
    let divisor = greatestCommonDivisor(scale, rate)
    (scale, rate) = (scale / divisor, rate / divisor)
    // Rates beyond 31 bits are damage.
    while rate > Int64(Int32.max) { (scale, rate) = (max(1, scale / 2), rate / 2) }
    (timescale, step) = (Int32(rate), scale)
    if let audio {
      // Sizes of frames in samples are no sizes in bytes.
      let isFrame = [1024, 1152, 4096].contains(header.sampleSize) && [".mp3", "mp4a"].contains(audio.code)
      unitSize = isFrame ? 0 : Int64(header.sampleSize)
      if unitSize > 0, audio.blockSize > 0 { unitSize = Int64(audio.blockSize) }
      // A chunk that is larger than a block has several; blocks as small as those of PCM are none of frames.
      if unitSize == 0, audio.code != "mp4a", audio.blockSize > 4 { blockSize = Int64(audio.blockSize) }
      // Times are in samples wherever a unit is a whole number of them.
      if let samples = Int32(exactly: audio.sampleRate), samples > 0, Int64(samples) * scale % rate == 0 {
        (timescale, step) = (samples, Int64(samples) * scale / rate)
      }
    }
    // Later beginnings than an hour are damage.
    if Int64(header.start) <= 3600 * rate / scale { start = Int64(header.start) }
  }

  /// Returns the time of a chunk behind a number of units, or of bytes of a constant bit rate.
  func time(units: Int64, bytes: Int64) -> Int64 {
    guard unitSize > 0 else { return Self.product(start + units, step) }
    return Self.product(start + bytes / unitSize, step)
  }

  /// Returns the time some bytes of a constant bit rate after another; the same time where chunks are counted.
  func time(_ time: Int64, after bytes: Int64) -> Int64 {
    unitSize > 0 ? time + Self.product(bytes / unitSize, step) : time
  }

  /// Returns the number of units of a chunk.
  func units(of size: Int64) -> Int64 {
    blockSize > 0 ? max(1, (size + blockSize - 1) / blockSize) : 1
  }

  /// Returns the duration of a chunk.
  func duration(of size: Int64) -> Int64 {
    Self.product(unitSize > 0 ? max(1, size / unitSize) : units(of: size), step)
  }

  /// Returns the duration of a frame in units of the times; nil where it is no whole number of them.
  func duration(_ value: Int64, per second: Int32) -> Int64? {
    let product = value.multipliedReportingOverflow(by: Int64(timescale))
    guard !product.overflow, second > 0, product.partialValue % Int64(second) == 0 else { return nil }
    return product.partialValue / Int64(second)
  }

  /// Times of files are far below the limit, which leaves room for sums and differences.
  private static func product(_ a: Int64, _ b: Int64) -> Int64 {
    let (value, overflow) = a.multipliedReportingOverflow(by: b)
    return overflow || value > 1 << 60 ? Int64(Int32.max) : value
  }
}

/// The frames of an MP3 file that is written, held until it is known which of them the file has.
///
/// LAME's header leaves out 529 to 4624 samples at the beginning, and up to 3566 at the end. A copy from the middle of
/// a stream has more before the first that is heard, for the bit reservoir alone: then the file begins with a silent
/// frame that carries the reservoir, and the frames that the decoder needs besides.
///
///     ─ 9 ─ 10 ─ 11 ─ 12 (heard from here) ─ 13 ─      becomes      silence, with 10's last bytes ─ 11 ─ 12 ─ 13 ─
struct MP3FrameQueue {
  /// The numbers of samples that LAME's header can leave out at the beginning: its 12 bits and the decoder's delay.
  static let primings = GaplessInfo.mp3DecoderDelay...GaplessInfo.mp3DecoderDelay + 4095
  /// The largest number of samples that it can leave out at the end.
  static let longestPadding = 4095 - GaplessInfo.mp3DecoderDelay

  /// The time of the first sample of the first frame that is written, in samples.
  private(set) var start: Int64 = 0
  /// A frame that an encoder made, the first one.
  private(set) var example: MP3Frame?
  private var held: [MP3Frame] = []
  /// The time of the first sample of the first frame that is held.
  private var first: Int64?
  private var hasBegun = false
  /// True if the header leaves out nothing: what is heard begins with the first sample.
  private var isWhole = false
  /// The number of frames to hold at both ends: more than the longest reservoir has frames.
  private static let capacity = 64

  /// - Throws: `malformed` if the bytes are no frame.
  mutating func append(_ bytes: [UInt8], at time: Int64) throws(MovieError) {
    guard let frame = MP3Frame(bytes) else {
      throw MovieError(.malformed, "the \(bytes.count) bytes at sample \(time) are no frame of MP3")
    }
    if first == nil { (first, example) = (time, frame) }
    held.append(frame)
  }

  /// Returns frames that the file has, whatever follows.
  ///
  /// - Parameters:
  ///   - heard: The samples that are heard; nil for all.
  ///   - isLast: True if nothing follows.
  mutating func next(heard: Range<Int64>?, isLast: Bool) -> [MP3Frame] {
    guard isLast || held.count > Self.capacity, let sampleCount = held.first.map({ Int64($0.header.sampleCount) }),
      let first
    else { return [] }
    if !hasBegun {
      let lead = max(0, (heard?.lowerBound ?? first) - first)
      guard isLast || lead / sampleCount < Int64(held.count) else {
        // It begins further on.
        drop(held.count - Self.capacity, sampleCount)
        return []
      }
      hasBegun = true
      isWhole = lead == 0
      begin(lead, sampleCount)
    }
    if isLast, let heard { dropEnd(heard.upperBound, sampleCount) }
    let count = isLast ? held.count : max(0, held.count - Self.capacity)
    defer { drop(count, sampleCount) }
    return Array(held.prefix(count))
  }

  private mutating func drop(_ count: Int, _ sampleCount: Int64) {
    held.removeFirst(count)
    if let first { self.first = first + Int64(count) * sampleCount }
  }

  /// Replaces the frames before those that are needed with a silent one, if the header cannot say that they are not heard.
  private mutating func begin(_ lead: Int64, _ sampleCount: Int64) {
    defer { start = first ?? 0 }
    guard lead > 0, !Self.primings.contains(lead) else { return }
    let place = Int(min(lead / sampleCount, Int64(held.count - 1)))
    let kept = max(0, place - held[place].dependencyCount)
    var reservoir: [UInt8] = []
    for frame in held[..<kept].reversed() where reservoir.count < held[kept].reservoirCount {
      reservoir = Array(frame.mainData) + reservoir
    }
    guard let filler = held[kept].silent(endingIn: Array(reservoir.suffix(held[kept].reservoirCount))) else { return }
    drop(kept, sampleCount)
    held.insert(filler, at: 0)
    first = first.map { $0 - sampleCount }
  }

  /// Leaves out frames behind the end that the header cannot leave out.
  private mutating func dropEnd(_ end: Int64, _ sampleCount: Int64) {
    guard let first else { return }
    let limit = isWhole ? sampleCount - 1 : Self.longestPadding
    // Times of a hostile file may be far apart, but are within 62 bits.
    let excess = first + Int64(held.count) * sampleCount - end - limit
    guard excess > 0 else { return }
    let count = (excess + sampleCount - 1) / sampleCount
    held.removeLast(Int(min(count, Int64(held.count))))
  }
}

/// The totals of an MP3 file's frames.
struct MP3Totals {
  /// The first frame that an encoder made.
  let first: MP3Frame
  private(set) var checksum = MP3Checksum()
  /// True if all frames have the same bit rate.
  private(set) var isConstant = true

  mutating func count(_ frame: MP3Frame) {
    checksum.add(frame.bytes)
    if !frame.isFiller, frame.header.bitRate != first.header.bitRate { isConstant = false }
  }
}

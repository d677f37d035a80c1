internal import GStreamer
import MovieFile

/// The attributes of a stored sample in its file, which travel in its buffer's offsets: a buffer that has them is the sample itself.
///
/// Elements that make new buffers leave the offsets empty or count in them, and what copies stamps to another buffer does not
/// copy its size.
struct StoredSample: Equatable {
  /// The dependencies; nil if the file has none.
  let flags: SampleFlags?
  let rollDistance: Int?

  private static let mark: UInt64 = 0x5265_656c_0000_0000
  private static let noFlags: UInt16 = 0x8000
  private static let noRoll = Int16.min

  init(flags: SampleFlags?, rollDistance: Int?) { (self.flags, self.rollDistance) = (flags, rollDistance) }

  /// - Returns: Nil for a buffer that is no sample of a file, or that something has changed.
  init?(_ buffer: Buffer) {
    let (first, last) = buffer.offsets
    guard first & 0xffff_ffff_0000_0000 == Self.mark, last == Self.check(buffer) else { return nil }
    let bits = UInt16(truncatingIfNeeded: first >> 16)
    flags = bits == Self.noFlags ? nil : SampleFlags(rawValue: bits)
    let roll = Int16(truncatingIfNeeded: first)
    rollDistance = roll == Self.noRoll ? nil : Int(roll)
  }

  /// Writes it to a buffer that has its bytes and its times.
  func put(into buffer: Buffer) {
    let roll = UInt16(bitPattern: rollDistance.flatMap { Int16(exactly: $0) } ?? Self.noRoll)
    buffer.offsets = (Self.mark | UInt64(flags?.rawValue ?? Self.noFlags) << 16 | UInt64(roll), Self.check(buffer))
  }

  private static func check(_ buffer: Buffer) -> UInt64 {
    UInt64(buffer.byteCount) << 32 ^ UInt64(buffer.presentationTime?.nanoseconds ?? 0)
  }
}

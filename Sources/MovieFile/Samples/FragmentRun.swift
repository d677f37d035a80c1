/// The default values of a fragment's samples ('trex', 'tfhd').
struct FragmentDefaults: Sendable {
  var descriptionIndex: Int = 0
  var duration: UInt32 = 0
  var size: UInt32 = 0
  var flags: UInt32 = 0
}

/// A track's samples in a fragment: a 'trun' box with the values of its 'traf' box.
struct FragmentRun {
  /// The fields of each entry, as flags of the box.
  struct Fields: OptionSet {
    let rawValue: UInt32
    static let dataOffset = Fields(rawValue: 0x1)
    static let firstFlags = Fields(rawValue: 0x4)
    static let duration = Fields(rawValue: 0x100)
    static let size = Fields(rawValue: 0x200)
    static let flags = Fields(rawValue: 0x400)
    static let compositionOffset = Fields(rawValue: 0x800)

    /// The size of an entry in bytes.
    var stride: Int64 {
      Int64((rawValue >> 8 & 15).nonzeroBitCount) * 4
    }
  }

  let box: Box
  let fields: Fields
  let count: Int
  /// The offset of the entries in the file.
  let entries: Int64
  let defaults: FragmentDefaults
  let firstFlags: UInt32?
  /// The offset of the data; nil if they follow those of the previous run.
  let dataStart: Int64?
  /// The decode time of the first sample; nil if it follows the previous run.
  let decodeTime: Int64?
  /// The index of its 'traf' among the track's in this fragment, which sample groups refer to.
  let trackFragment: Int
  /// The number of samples before it in the 'traf' box.
  let firstSample: Int

  init(
    _ box: Box, window: ByteWindow, base: Int64?, decodeTime: Int64?, defaults: FragmentDefaults, trackFragment: Int,
    firstSample: Int
  ) throws(MovieError) {
    var reader = PayloadReader(box, window: window)
    fields = Fields(rawValue: try reader.versionAndFlags().flags)
    let count = try reader.u32()
    var dataStart = base
    if fields.contains(.dataOffset) {
      let offset = Int64(try reader.i32())
      dataStart = (base ?? 0) + offset
    }
    firstFlags = fields.contains(.firstFlags) ? try reader.u32() : nil
    guard fields.stride == 0 || Int64(count) <= reader.remaining / fields.stride else {
      throw .malformed(
        "'trun' says that it holds \(count) samples of \(fields.stride) bytes; it has \(reader.remaining) bytes",
        in: box)
    }
    guard (0..<1 << 62).contains(dataStart ?? 0) else {
      throw .malformed("'trun' has data outside of any file", in: box)
    }
    self.box = box
    self.count = Int(count)
    self.dataStart = dataStart
    self.defaults = defaults
    self.decodeTime = decodeTime
    self.trackFragment = trackFragment
    self.firstSample = firstSample
    entries = reader.position
  }

  /// Reads a sample's own fields; the sample must exist.
  func fields(_ sample: Int, window: ByteWindow) throws(MovieError) -> (
    duration: UInt32, size: UInt32, flags: UInt32, compositionOffset: Int32
  ) {
    var position = entries + Int64(sample) * fields.stride
    func field(_ field: Fields) throws(MovieError) -> UInt32? {
      guard fields.contains(field) else { return nil }
      defer { position += 4 }
      return try window.u32(at: position)
    }
    let duration = try field(.duration) ?? defaults.duration
    let size = try field(.size) ?? defaults.size
    var flags = try field(.flags) ?? defaults.flags
    if sample == 0, let firstFlags { flags = firstFlags }
    let offset = try field(.compositionOffset).map { Int32(bitPattern: $0) } ?? 0
    return (duration, size, flags, offset)
  }

  /// Returns the size of all samples in bytes.
  func byteCount(window: ByteWindow) throws(MovieError) -> Int64 {
    var sum: Int64 = 0
    if fields.contains(.size) {
      for sample in 0..<count { sum += Int64(try fields(sample, window: window).size) }
    } else {
      let (product, overflow) = Int64(count).multipliedReportingOverflow(by: Int64(defaults.size))
      sum = overflow ? .max : product
    }
    guard sum < 1 << 62 else { throw .excessive("'trun' has more bytes than a file", in: box) }
    return sum
  }
}

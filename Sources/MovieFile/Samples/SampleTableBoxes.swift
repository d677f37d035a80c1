/// The sample tables of a track's boxes (ISO/IEC 14496-12, clauses 8.6 to 8.9); only their places are read.
struct SampleTableBoxes: Sendable {
  /// The storage of sample sizes.
  enum Sizes: Sendable {
    case constant(UInt32)
    case table(Table)
    /// The bits of an entry are 4, 8 or 16.
    case compact(Table, bits: Int)
  }

  var box: Box?
  var durations: Table?
  var compositionOffsets: Table?
  var sampleToChunk: Table?
  var sizes: Sizes = .constant(0)
  var sampleCount = 0
  var chunkOffsets: Table?
  var syncSamples: Table?
  var partialSyncSamples: Table?
  var dependencies: Table?
  var randomAccess: SampleGroup?
  var roll: SampleGroup?
  /// The packets of QuickTime's constant-rate audio codecs, whose tables count frames as samples.
  var audioPacketLayout: AudioPacketLayout?
  /// The meanings of sample groups, also for fragments.
  var groups = SampleGroups()

  /// A packet of audio that the tables count as several samples.
  struct AudioPacketLayout: Sendable {
    let frames: Int
    let bytes: Int
  }

  init() {}

  /// - Parameter box: The 'stbl' box.
  init(_ box: Box, window: ByteWindow) throws(MovieError) {
    self.box = box
    var boxes = BoxSequence(in: box, window: window)
    while let child = try boxes.next() {
      switch child.type {
      case "stts": durations = try Table(child, stride: 8, window: window)
      case "ctts": compositionOffsets = try Table(child, stride: 8, window: window)
      case "stsc": sampleToChunk = try Table(child, stride: 12, window: window)
      case "stsz": try readSizes(child, window)
      case "stz2": try readCompactSizes(child, window)
      case "stco": chunkOffsets = try Table(child, stride: 4, window: window)
      case "co64": chunkOffsets = try Table(child, stride: 8, window: window)
      case "stss": syncSamples = try Table(child, stride: 4, window: window)
      case "stps": partialSyncSamples = try Table(child, stride: 4, window: window)
      case "sdtp":
        let count = UInt32(clamping: child.payloadSize - 4)
        dependencies = child.payloadSize > 4 ? try Table(child, offset: child.start + 4, stride: 1, count: count) : nil
      case "sgpd", "sbgp": try groups.read(child, window)
      default: break
      }
    }
    randomAccess = groups.group("rap ")
    roll = groups.group("roll") ?? groups.group("prol")
  }

  private mutating func readSizes(_ box: Box, _ window: ByteWindow) throws(MovieError) {
    var reader = PayloadReader(box, window: window)
    _ = try reader.versionAndFlags()
    let (size, count) = (try reader.u32(), try reader.u32())
    sampleCount = Int(count)
    sizes = size > 0 ? .constant(size) : .table(try Table(box, offset: reader.position, stride: 4, count: count))
  }

  private mutating func readCompactSizes(_ box: Box, _ window: ByteWindow) throws(MovieError) {
    var reader = PayloadReader(box, window: window)
    _ = try reader.versionAndFlags()
    try reader.skip(3)
    let (bits, count) = (Int(try reader.u8()), try reader.u32())
    guard [4, 8, 16].contains(bits) else { throw .malformed("'stz2' has entries of \(bits) bits", in: box) }
    sampleCount = Int(count)
    let bytes = UInt32((UInt64(count) * UInt64(bits) + 7) / 8)
    let stride: Int64 = bits == 16 ? 2 : 1
    sizes = .compact(try Table(box, offset: reader.position, stride: stride, count: bytes / UInt32(stride)), bits: bits)
  }

  /// True if each sample lasts one unit and has the same size, as PCM frames do.
  func hasFrames(_ window: ByteWindow) throws(MovieError) -> Bool {
    guard case .constant = sizes, let durations, durations.count == 1, compositionOffsets == nil else { return false }
    return try window.u32(at: durations.offset + 4) == 1
  }
}

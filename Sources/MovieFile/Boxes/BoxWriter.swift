/// Builds boxes in memory: big-endian numbers, and sizes that are filled in when a box ends.
///
///     var writer = BoxWriter()
///     writer.box("moov") { moov in
///       moov.fullBox("mvhd") { mvhd in mvhd.u32(0) }
///     }
///
/// Sample tables are not copied: their words are read when the boxes are written (`forEachPiece`).
struct BoxWriter {
  /// All bytes except those of the tables.
  private var bytes: [UInt8] = []
  /// The tables, each with the number of other bytes before it.
  private var tables: [(position: Int, table: WordTable)] = []
  private var tableBytes = 0

  /// The number of bytes.
  var count: Int { bytes.count + tableBytes }

  /// Adds a box with the contents that the body writes. A box of 4 GB or more gets a size of 64 bits.
  mutating func box<E>(_ type: BoxType, _ body: (inout BoxWriter) throws(E) -> Void) throws(E) {
    let (start, position, firstTable) = (count, bytes.count, tables.count)
    u32(0)
    boxType(type)
    try body(&self)
    let size = count - start
    if let small = UInt32(exactly: size) {
      replace(at: position, with: small)
    } else {
      bytes.insert(contentsOf: repeatElement(0, count: 8), at: position + 8)
      for index in firstTable..<tables.count { tables[index].position += 8 }
      replace(at: position, with: 1)
      let large = UInt64(size + 8)
      replace(at: position + 8, with: UInt32(truncatingIfNeeded: large >> 32))
      replace(at: position + 12, with: UInt32(truncatingIfNeeded: large))
    }
  }

  /// Adds a box that begins with a version and flags (ISO/IEC 14496-12, clause 4.2.2).
  mutating func fullBox<E>(
    _ type: BoxType, version: UInt8 = 0, flags: UInt32 = 0, _ body: (inout BoxWriter) throws(E) -> Void
  ) throws(E) {
    try box(type) { writer throws(E) in
      writer.u32(UInt32(version) << 24 | flags & 0xff_ffff)
      try body(&writer)
    }
  }

  mutating func u8(_ value: UInt8) { bytes.append(value) }
  mutating func u16(_ value: UInt16) { append(value.bigEndian) }
  mutating func u32(_ value: UInt32) { append(value.bigEndian) }
  mutating func u64(_ value: UInt64) { append(value.bigEndian) }
  mutating func i16(_ value: Int16) { u16(UInt16(bitPattern: value)) }
  mutating func i32(_ value: Int32) { u32(UInt32(bitPattern: value)) }
  mutating func i64(_ value: Int64) { u64(UInt64(bitPattern: value)) }
  mutating func boxType(_ type: BoxType) { u32(type.rawValue) }

  mutating func u24(_ value: UInt32) {
    u8(UInt8(truncatingIfNeeded: value >> 16))
    u16(UInt16(truncatingIfNeeded: value))
  }

  /// Adds 64 bits in version 1, else the low 32.
  mutating func unsigned(_ value: UInt64, version: UInt8) {
    if version == 1 { u64(value) } else { u32(UInt32(truncatingIfNeeded: value)) }
  }

  mutating func zeros(_ count: Int) { bytes.append(contentsOf: [UInt8](repeating: 0, count: count)) }
  mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  /// Adds the text in UTF-8, without a terminator.
  mutating func text(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Adds a table's words, which are read when the boxes are written.
  mutating func table(_ table: WordTable) {
    tables.append((bytes.count, table))
    tableBytes += table.count * 4
  }

  mutating func append(_ box: RawBox) {
    self.box(box.type) { $0.append(box.payload) }
  }

  /// Calls a body with all bytes, in pieces; those of tables have at most some hundred kilobytes.
  func forEachPiece<E>(_ body: (UnsafeRawBufferPointer) throws(E) -> Void) throws(E) {
    var position = 0
    for (end, table) in tables {
      try Self.pass(bytes[position..<end], to: body)
      try table.forEachPiece(body)
      position = end
    }
    try Self.pass(bytes[position...], to: body)
  }

  /// All bytes, including the tables'.
  var contents: [UInt8] {
    guard !tables.isEmpty else { return bytes }
    var all: [UInt8] = []
    all.reserveCapacity(count)
    forEachPiece { all.append(contentsOf: $0) }
    return all
  }

  private static func pass<E>(
    _ bytes: ArraySlice<UInt8>, to body: (UnsafeRawBufferPointer) throws(E) -> Void
  ) throws(E) {
    guard !bytes.isEmpty else { return }
    let result: Result<Void, E> = bytes.withUnsafeBytes { bytes in
      do throws(E) {
        return .success(try body(bytes))
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  private mutating func append(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
  }

  private mutating func replace(at position: Int, with value: UInt32) {
    for index in 0..<4 { bytes[position + index] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * index)) }
  }
}

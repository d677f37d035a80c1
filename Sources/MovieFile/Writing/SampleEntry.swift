/// A sample entry as it is written: what samples are (ISO/IEC 14496-12, clause 8.5.2).
public struct SampleEntry: Hashable, Sendable {
  /// The codec as the file names it, such as `avc1`, `mp4a`, `tmcd`.
  public var format: BoxType
  /// What comes after six reserved bytes and the number of the data reference: fields and boxes of the codec.
  public var contents: [UInt8]
  /// Whether the entry is laid out as in QuickTime files.
  public var isQuickTime: Bool
  /// The version of the table that holds it: 1 for ISO's sound of more than 65 535 Hz (clause 12.2.3), else 0.
  public var tableVersion: UInt8

  public init(_ format: BoxType, contents: [UInt8], isQuickTime: Bool = false, tableVersion: UInt8 = 0) {
    self.format = format
    self.contents = contents
    self.isQuickTime = isQuickTime
    self.tableVersion = tableVersion
  }

  /// An entry of a file, as it is there.
  public init(_ description: SampleDescription) throws(MovieError) {
    guard description.box.payloadSize >= 8, description.box.payloadSize <= 1 << 22 else {
      throw .malformed(
        "sample description '\(description.format.text)' has \(description.box.size) bytes", in: description.box)
    }
    format = description.format
    contents = try description.source.bytes(
      at: description.box.start + 8, count: Int(description.box.payloadSize - 8))
    isQuickTime = description.isQuickTime
    tableVersion = description.tableVersion
  }

  /// - Parameter dataReference: Counts from 1.
  func write(to writer: inout BoxWriter, dataReference: UInt16 = 1) {
    writer.box(format) { box in
      box.zeros(6)
      box.u16(dataReference)
      box.append(contents)
    }
  }
}

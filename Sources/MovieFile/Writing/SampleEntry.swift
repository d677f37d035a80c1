/// A sample entry to write: the format of samples (ISO/IEC 14496-12, clause 8.5.2).
public struct SampleEntry: Hashable, Sendable {
  /// The codec's code in the file, such as `avc1`, `mp4a`, `tmcd`.
  public var format: BoxType
  /// The bytes after six reserved bytes and the data reference index: fields and boxes of the codec.
  public var contents: [UInt8]
  /// True if the entry has QuickTime's layout.
  public var isQuickTime: Bool
  /// The version of the table that holds it: 1 for ISO audio of more than 65 535 Hz (clause 12.2.3), else 0.
  public var tableVersion: UInt8

  public init(_ format: BoxType, contents: [UInt8], isQuickTime: Bool = false, tableVersion: UInt8 = 0) {
    self.format = format
    self.contents = contents
    self.isQuickTime = isQuickTime
    self.tableVersion = tableVersion
  }

  /// Creates the entry of a file's sample description, unchanged.
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

  /// The complete box.
  package var bytes: [UInt8] {
    var writer = BoxWriter()
    write(to: &writer)
    return writer.contents
  }

  /// - Parameter dataReference: The data reference index, from 1.
  func write(to writer: inout BoxWriter, dataReference: UInt16 = 1) {
    writer.box(format) { box in
      box.zeros(6)
      box.u16(dataReference)
      box.append(contents)
    }
  }
}

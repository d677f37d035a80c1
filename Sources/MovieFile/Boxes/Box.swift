/// A box of a file: its type and byte range (ISO/IEC 14496-12, clause 4.2; QuickTime calls it an atom).
public struct Box: Hashable, Sendable {
  /// The type; `uuid` for an extended one.
  public let type: BoxType
  /// The extended type of a `uuid` box, 16 bytes.
  public let extendedType: [UInt8]?
  /// The offset of the box in the file.
  public let offset: Int64
  /// The size of the header in bytes: 8, 16 with a 64-bit size, 16 more with an extended type.
  public let headerSize: Int64
  /// The size of the box in bytes, header included; limited to the enclosing box and to the file.
  public let size: Int64
  /// True if the file ends before the box does.
  public let isCut: Bool
  /// The types of the enclosing boxes and of this one.
  public let path: BoxPath

  /// The offset of the contents.
  public var start: Int64 { offset + headerSize }
  /// The offset after the last byte.
  public var end: Int64 { offset + size }
  /// The size of the contents in bytes.
  public var payloadSize: Int64 { size - headerSize }
}

extension BoxType {
  static let moov: BoxType = "moov"
  static let trak: BoxType = "trak"
  static let moof: BoxType = "moof"
  static let traf: BoxType = "traf"
  static let mdat: BoxType = "mdat"
  static let uuid: BoxType = "uuid"
}

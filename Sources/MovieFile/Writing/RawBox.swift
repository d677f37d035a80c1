/// A box with a type and uninterpreted contents.
public struct RawBox: Hashable, Sendable {
  public var type: BoxType
  /// The bytes after the size and the type; in full boxes, including version and flags.
  public var payload: [UInt8]

  public init(_ type: BoxType, _ payload: [UInt8]) {
    self.type = type
    self.payload = payload
  }

  /// Creates a box with the contents that a body writes.
  init<E>(_ type: BoxType, _ body: (inout BoxWriter) throws(E) -> Void) throws(E) {
    var writer = BoxWriter()
    try body(&writer)
    self.init(type, writer.contents)
  }

  /// Reads a box; `excessive` if it is larger than any metadata.
  init(_ box: Box, source: any ByteSource, limit: Int64 = 1 << 26) throws(MovieError) {
    guard box.payloadSize <= limit else {
      throw .excessive("'\(box.type.text)' has \(box.payloadSize) bytes", in: box)
    }
    // The extended type of 'uuid' boxes counts as contents.
    let extended = Int64(box.extendedType?.count ?? 0)
    type = box.type
    payload = try source.bytes(at: box.start - extended, count: Int(box.payloadSize + extended))
  }
}

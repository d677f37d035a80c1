/// Bytes in memory.
public struct MemoryByteSource: ByteSource {
  private let bytes: [UInt8]
  public let name: String?
  public var size: Int64 { Int64(bytes.count) }

  public init(_ bytes: [UInt8], name: String? = nil) {
    self.bytes = bytes
    self.name = name
  }

  public func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(MovieError) {
    try check(offset, buffer.count)
    bytes.withUnsafeBytes {
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[Int(offset)..<Int(offset) + buffer.count]))
    }
  }
}

/// The stream of a program stream's packet: the packet's own number, or that of a substream in private data.
struct ProgramSubstream: Hashable, Sendable {
  /// The number: 0xe0 and so on of packets, 0x80 and so on of substreams.
  let number: UInt8
  /// The bytes of the substream's header, before the frames.
  let headerSize: Int
  /// The kind by the number; nil if only the contents tell.
  let kind: ElementaryStream?

  private static let privateStream: UInt8 = 0xbd

  /// Nil for packets without media: padding, navigation.
  ///
  /// - Parameters:
  ///   - payload: The first bytes of the payload.
  ///   - map: The types that the file states.
  init?(_ id: UInt8, payload: some Collection<UInt8>, _ map: ProgramStreamMap?) {
    switch id {
    case Self.privateStream:
      if let kind = map?.types[id]?.kind(in: nil) {
        self.init(id, 0, kind)
        return
      }
      self.init(privateData: Array(payload.prefix(4)))
    case 0xc0...0xdf, 0xe0...0xef, 0xfd: self.init(id, 0, map?.types[id]?.kind(in: nil))
    default: return nil
    }
  }

  private init(_ number: UInt8, _ headerSize: Int, _ kind: ElementaryStream?) {
    (self.number, self.headerSize, self.kind) = (number, headerSize, kind)
  }

  /// The substreams of DVD (and, from 0xb0 on, of HD DVD); other programs put frames into packets without a header.
  private init?(privateData head: [UInt8]) {
    guard head.count == 4 else { return nil }
    if head.starts(with: [0x0b, 0x77]) {
      (number, headerSize, kind) = (Self.privateStream, 0, .dolby)
      return
    }
    if head == [0x7f, 0xfe, 0x80, 0x01] {
      (number, headerSize, kind) = (Self.privateStream, 0, .dts)
      return
    }
    number = head[0]
    switch head[0] {
    case 0x20...0x3f: (headerSize, kind) = (1, .other("dvds", mediaType: "sbtl"))
    case 0x80...0x87, 0xc0...0xcf: (headerSize, kind) = (4, .dolby)
    case 0x88...0x8f, 0x98...0x9f: (headerSize, kind) = (4, .dts)
    case 0xa0...0xaf: (headerSize, kind) = (4, .linearPCM(.dvd))
    case 0xb0...0xbf: (headerSize, kind) = (5, .trueHD)
    default: return nil
    }
  }
}

import MovieFile

/// The first bytes of a file, by which the rows of ``ContainerTable`` know its kind.
package struct ProbeData: Sendable {
  /// The number of bytes that are enough for every kind of file.
  package static let length = 8192

  package let bytes: [UInt8]
  /// True if no kind of file needs more bytes, or there are no more.
  package let isEnough: Bool

  /// - Parameter isAll: True if there will be no more bytes.
  package init(_ bytes: [UInt8], isAll: Bool) {
    self.bytes = bytes
    isEnough = isAll || bytes.count >= Self.length
  }

  /// Reads the first bytes of a source. Blocks.
  package init(of source: any ByteSource) throws(MovieError) {
    // Of a stream, enough has come to know its kind.
    let size = (source as? ArrivingBytes)?.arrived ?? source.size
    self.init(try source.bytes(at: 0, count: Int(min(size, Int64(Self.length)))), isAll: true)
  }

  package func starts(with text: String) -> Bool { bytes.starts(with: text.utf8) }

  /// False for kinds of files of which demuxers make nothing where Reel's own readers fail: there is none of Core Audio files, and that of
  /// GIF waits for ever.
  package var hasDemuxer: Bool { !starts(with: "caff") && !GIFFile.matches(bytes) }
}

/// The fit of a file's first bytes to a kind of file, from the worst to the best.
package enum ContainerMatch: Sendable {
  case none
  /// More bytes have to come.
  case undecided
  /// Nothing speaks against it, as of kinds that may begin with anything: asked for when no kind is certain.
  case possible
  case certain
}

/// The way in which bytes come to their reader.
package enum MediaDelivery: Sendable {
  /// Any of them, any number of times.
  case byPosition
  /// Once, one after the other.
  case stream(isEndless: Bool)
}

/// The order in which a reader needs the bytes of a file.
package enum ContainerAccess: Sendable {
  /// Some here and there.
  case byPosition
  /// All of them to know what there is, and again to decode it.
  case twice
  /// One after the other, as they come; those that were read are given back.
  case inOrder
  /// One after the other, by a demuxer; they are never kept.
  case once

  /// True if all of them have to be there first, unless they can be had in any order.
  package var needsAll: Bool { self == .byPosition || self == .twice }
}

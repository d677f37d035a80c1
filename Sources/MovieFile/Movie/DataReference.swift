/// The location of a track's samples (ISO/IEC 14496-12, clause 8.7.2, 'dref').
public struct DataReference: Hashable, Sendable {
  /// A reference to a file.
  public enum Target: Hashable, Sendable {
    /// The movie's own file.
    case sameFile
    /// A URL, absolute or relative to the movie's file.
    case url(String)
    /// A Macintosh alias; the path that it holds, if any.
    case alias(path: String?)
    /// A resource of a Macintosh file, or something unknown.
    case other(BoxType)
  }

  public let target: Target

  /// Reads the references of a 'dinf' box.
  static func list(in dinf: Box, window: ByteWindow) throws(MovieError) -> [DataReference] {
    var children = BoxSequence(in: dinf, window: window)
    guard let dref = try children.first("dref") else { return [] }
    var reader = PayloadReader(dref, window: window)
    _ = try reader.versionAndFlags()
    _ = try reader.u32()
    var entries = BoxSequence(in: dref, skipping: 8, window: window)
    var list: [DataReference] = []
    while let entry = try entries.next() {
      guard list.count < 65_536 else {
        throw .excessive("'dref' has over 65536 entries", in: dref)
      }
      list.append(try DataReference(entry, window: window))
    }
    return list
  }

  private init(_ box: Box, window: ByteWindow) throws(MovieError) {
    var reader = PayloadReader(box, window: window)
    let isSameFile = reader.remaining >= 4 ? try reader.versionAndFlags().flags & 1 != 0 : true
    guard !isSameFile else {
      target = .sameFile
      return
    }
    switch box.type {
    case "url ":
      let bytes = try reader.rest(limit: 65_536)
      let url = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      target = url.isEmpty ? .sameFile : .url(url)
    case "urn ":
      // A name, then a location.
      let parts = try reader.rest(limit: 65_536).split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
      let url = String(decoding: parts.count > 1 ? parts[1].prefix { $0 != 0 } : [], as: UTF8.self)
      target = url.isEmpty ? .other(box.type) : .url(url)
    case "alis": target = .alias(path: MacintoshAlias.path(in: try reader.rest(limit: 65_536)))
    default: target = .other(box.type)
    }
  }
}

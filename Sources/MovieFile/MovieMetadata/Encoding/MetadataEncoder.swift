/// Encodes metadata as boxes of a movie or track: the inverse of reading.
///
///     moov
///       udta          QuickTime's and 3GPP's user data
///         meta/ilst   iTunes' list
///       meta          QuickTime's keys, or an ID3 tag
///
/// Items of one source become one entry again, and so do new ones of equal keys if an entry may hold several values. An
/// item that a file type cannot hold is refused, with the reason; `MetadataTranslator` finds an equivalent for it.
public struct MetadataEncoder: Sendable {
  /// The subject of metadata.
  public enum Level: Sendable {
    case movie, track
  }

  public let format: MovieFormat
  public let level: Level

  public init(_ format: MovieFormat, level: Level = .movie) {
    self.format = format
    self.level = level
  }

  /// Returns the boxes with items: at most a 'udta' and a 'meta'.
  ///
  /// - Parameter chapters: Chapters for Nero's list; only movies have one.
  /// - Throws: `notStorable` if the file type cannot hold an item, or there are too many.
  public func boxes(_ items: [MetadataItem], chapters: ChapterList? = nil) throws(MovieError) -> [RawBox] {
    guard items.count <= MetadataLimit.itemCount else {
      throw .notStorable("\(items.count) items are more than the \(MetadataLimit.itemCount) that a movie may have")
    }
    var entries = MetadataEntries()
    for group in MetadataEntries.groups(items) {
      if let reason = unsupportedReason(of: group[0]) { throw .notStorable(group[0], reason) }
      try entries.add(group, format: format)
    }
    if let chapters { entries.userData.append(try NeroChapters.bytes(of: chapters)) }
    return try entries.boxes(format: format)
  }

  /// Returns the reason why the file cannot hold an item; nil if it can.
  public func unsupportedReason(of item: MetadataItem) -> String? {
    if let reason = format.unsupportedReason(of: item.keySpace) { return reason }
    if item.key == .code("tagc"), item.keySpace == .quickTimeUserData {
      if format != .mov && format != .m4v { return "only mov and m4v files have tagged characteristics" }
      if level == .movie { return "tracks have characteristics, movies have not" }
    }
    return nil
  }
}

extension MovieFormat {
  /// The key spaces for metadata in files of this type; the one that most programs read is first.
  public var metadataKeySpaces: [MetadataKeySpace] {
    switch self {
    case .mov: [.quickTimeMetadata, .quickTimeUserData, .iTunes, .iTunesFreeForm]
    case .mp4, .m4a, .m4v:
      [.iTunes, .iTunesFreeForm, .quickTimeMetadata, .quickTimeUserData, .isoUserData, .id3]
    case .threeGP: [.isoUserData, .quickTimeUserData, .id3]
    }
  }

  /// Returns the reason why files of this type cannot hold items of a key space; nil if they can.
  public func unsupportedReason(of keySpace: MetadataKeySpace) -> String? {
    guard !metadataKeySpaces.contains(keySpace) else { return nil }
    // Each entry of QuickTime's table of keys names its key space, which may be other than Apple's.
    if keySpace.isNamespaceOfKeys, metadataKeySpaces.contains(.quickTimeMetadata) { return nil }
    return "\(rawValue) files hold \(metadataKeySpaces.map(\.rawValue).joined(separator: ", "))"
  }
}

extension MetadataKeySpace {
  /// True for a key space of four bytes that may precede a key, other than the known ones that have a place of their
  /// own.
  var isNamespaceOfKeys: Bool {
    ![.iTunes, .iTunesFreeForm, .quickTimeUserData, .isoUserData, .id3, .common, .audioFile].contains(self)
      && rawValue.utf8.count == 4
  }
}

extension MovieError {
  static func notStorable(_ message: String) -> MovieError { MovieError(.notStorable, message) }

  /// Makes an error that names the item.
  static func notStorable(_ item: MetadataItem, _ reason: String) -> MovieError {
    MovieError(.notStorable, "'\(item.keySpace.rawValue) \(item.key)' cannot be written: \(reason)")
  }
}

/// Edits the comments and pictures of a FLAC file, or of an Ogg file with one stream of audio.
///
///     var editor = try XiphTagEditor(FileByteSource(path: path))
///     try editor?.setMetadata(items)
///     try editor?.write(to: sink)
///
/// Comments that stay are kept byte for byte, and so are the audio and all other headers. ID3 tags around the stream stay
/// as they are.
public struct XiphTagEditor: Sendable {
  public let source: any ByteSource
  /// The present metadata, without that of ID3 tags.
  public let metadata: Metadata
  public let chapterLists: [ChapterList]
  /// The container of the metadata.
  public var destination: MetadataDestination { .vorbisComment }
  /// True if the file would change.
  public var isChanged: Bool { !change.isEmpty || chapters != nil }
  private var headers: any XiphHeaders
  private var change = MetadataChange(from: [], to: [])
  private var chapters: [MetadataItem]?

  /// Opens a FLAC or Ogg file; nil for other files.
  ///
  /// - Throws: `unsupported` for Ogg files with several streams or with video, and for headers that are damaged; read errors.
  public init?(_ source: any ByteSource) throws(MovieError) {
    self.source = source
    let start = try Self.start(of: source)
    guard let tags = try XiphTags(of: source, at: start) else { return nil }
    (metadata, chapterLists) = (tags.metadata, tags.chapterLists)
    headers =
      try source.bytes(at: start, count: 4).elementsEqual("fLaC".utf8)
      ? try FLACFileHeaders(of: source, at: start) : try OggFileHeaders(of: source, at: start)
    // Blocks and comments that are damaged inside are kept as they are.
    if !headers.comments.isWhole { throw Self.damage("its list of comments cannot be read whole", source) }
    if let problem = metadata.problems.first(where: { $0.code != .malformed }) {
      throw Self.damage(problem.message, source)
    }
  }

  private static func damage(_ reason: String, _ source: any ByteSource) -> MovieError {
    MovieError(.unsupported, "changing its tags would lose what cannot be read: \(reason)", file: source.name)
  }

  /// Returns the offset of the stream, behind ID3 tags.
  private static func start(of source: any ByteSource) throws(MovieError) -> Int64 {
    guard source.size >= ID3Header.size, try source.bytes(at: 0, count: 3).elementsEqual("ID3".utf8) else { return 0 }
    return try ID3Location(of: source).audio.lowerBound
  }

  /// Replaces the metadata of the file. Items with a source from `metadata` keep their places.
  ///
  /// - Throws: `notStorable` if the file cannot hold an item.
  public mutating func setMetadata(_ items: [MetadataItem]) throws(MovieError) {
    change = MetadataChange(from: metadata.items, to: items)
    try headers.apply(change, chapters: chapters)
  }

  /// Replaces the chapters by one list at most: comments with the time and the name of each.
  ///
  /// - Throws: `notStorable` for several lists, pictures of chapters, and more than 999 chapters.
  public mutating func setChapters(_ lists: [ChapterList]) throws(MovieError) {
    guard lists.count <= 1 else {
      throw MovieError(.notStorable, "\(destination.name) have one list of chapters, not \(lists.count)")
    }
    let list = lists.first ?? ChapterList(source: .vorbisComment, chapters: [])
    guard list.chapters.count <= ChapterList.vorbisCommentLimit else {
      throw MovieError(.notStorable, "\(destination.name) have at most \(ChapterList.vorbisCommentLimit) chapters")
    }
    guard list.chapters.allSatisfy(\.items.isEmpty) else {
      throw MovieError(.notStorable, "chapters of \(destination.name) have no pictures")
    }
    chapters = list.vorbisComments
    try headers.apply(change, chapters: chapters)
  }

  /// Writes the whole file, with the new tags.
  ///
  /// - Throws: `unsupported` if another stream follows in an Ogg file; read and write errors.
  public func write(to sink: any ByteSink) throws(MovieError) {
    guard isChanged else { return try sink.append(0..<source.size, of: source) }
    try headers.write(to: sink, of: source)
  }
}

/// The headers of a file with a list of comments, as they will be.
protocol XiphHeaders: Sendable {
  /// The list as it is in the file.
  var comments: VorbisComments { get }

  /// Makes headers with a change of the file's metadata, in place of a change before.
  ///
  /// - Parameter chapters: The comments in place of the present chapters; nil to keep these.
  mutating func apply(_ change: MetadataChange, chapters: [MetadataItem]?) throws(MovieError)

  /// Writes the whole file.
  func write(to sink: any ByteSink, of source: any ByteSource) throws(MovieError)
}

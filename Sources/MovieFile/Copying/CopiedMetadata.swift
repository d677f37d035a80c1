/// What a movie or a track says about itself, for a copy of it.
///
/// A file of the same kind gets the boxes as they are, whatever they hold. For one of another kind they are written anew,
/// under the keys that it has: boxes of one type are laid out in several ways, and other programs look for other keys.
struct CopiedMetadata {
  private(set) var boxes: [RawBox] = []
  /// What the other kind of file cannot hold.
  private(set) var omitted: [MetadataItem] = []

  /// - Parameter track: Nil for what the movie says.
  /// - Throws: What reading the file throws.
  init(_ movie: Movie, _ track: Track? = nil, to format: MovieFormat) throws(MovieError) {
    let box = track?.box ?? movie.box
    guard !MovieFormat(movie.fileType).laysOutMetadata(like: format) else {
      boxes = try RawBox.contents(of: box, keeping: ["udta", "meta"], source: movie.headerSource)
      return
    }
    let level: MetadataEncoder.Level = track == nil ? .movie : .track
    let items = if let track { try movie.metadata(of: track).items } else { try movie.metadata().items }
    let (translated, left) = MetadataTranslator(format, level: level, prefersOwnKeys: true).items(items)
    omitted = left
    boxes = try MetadataEncoder(format, level: level).boxes(translated.map(\.asNew))
    if track == nil, let chapters = try Self.neroChapters(of: movie) {
      if let place = boxes.firstIndex(where: { $0.type == "udta" }) {
        boxes[place].payload += chapters
      } else {
        boxes.append(RawBox("udta", chapters))
      }
    }
  }

  /// Nero's list of chapters, which all kinds of files have in the same form; nil if there is none.
  private static func neroChapters(of movie: Movie) throws(MovieError) -> [UInt8]? {
    let window = ByteWindow(movie.headerSource)
    var children = BoxSequence(in: movie.box, window: window)
    guard let userData = try children.first("udta"),
      let list = try RawBox.contents(of: userData, keeping: ["chpl"], source: movie.headerSource).first
    else { return nil }
    var writer = BoxWriter()
    writer.append(list)
    return writer.contents
  }
}

extension MovieFormat {
  /// Whether files of another kind have metadata in the same places, under the same keys.
  public func laysOutMetadata(like other: MovieFormat) -> Bool { metadataKind == other.metadataKind }

  /// Files of one such kind lay out metadata in one way, under the same keys.
  private enum MetadataKind { case quickTime, mpeg4, mobile }

  private var metadataKind: MetadataKind {
    switch self {
    case .mov: .quickTime
    case .mp4, .m4a, .m4v: .mpeg4
    case .threeGP: .mobile
    }
  }
}

extension MetadataItem {
  /// The item, as if it came from nowhere: entries of one file may become one of another only if their keys agree.
  fileprivate var asNew: MetadataItem {
    var item = self
    item.source = nil
    return item
  }
}

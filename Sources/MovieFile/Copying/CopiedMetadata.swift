/// The metadata boxes of a movie or a track, for a copy of it.
///
/// A copy in the same format gets the boxes unchanged, including unknown ones. For another format they are written
/// anew, with that format's keys: boxes of one type have several layouts, and other programs expect other keys.
struct CopiedMetadata {
  private(set) var boxes: [RawBox] = []
  /// The items that the other format cannot hold.
  private(set) var omitted: [MetadataItem] = []

  /// - Parameters:
  ///   - track: The track; nil for the movie's metadata.
  ///   - omitsPrivate: True to leave out private items, and with them all that is no item.
  /// - Throws: Read errors of the file.
  init(
    _ movie: Movie, _ track: Track? = nil, to format: MovieFormat, omitsPrivate: Bool = false
  ) throws(MovieError) {
    let box = track?.box ?? movie.box
    let isAlike = MovieFormat(movie.fileType).laysOutMetadata(like: format)
    guard !isAlike || omitsPrivate else {
      boxes = try RawBox.contents(of: box, keeping: ["udta", "meta"], source: movie.headerSource)
      return
    }
    let level: MetadataEncoder.Level = track == nil ? .movie : .track
    var items = if let track { try movie.metadata(of: track).items } else { try movie.metadata().items }
    if omitsPrivate { items.removeAll { $0.key.isPrivate(in: $0.keySpace) } }
    let (translated, left) = MetadataTranslator(format, level: level, prefersOwnKeys: !isAlike).items(items)
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

  /// Returns Nero's list of chapters, which has the same form in all formats; nil if there is none.
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
  /// Returns true if files of another format have metadata in the same places, under the same keys.
  public func laysOutMetadata(like other: MovieFormat) -> Bool { metadataKind == other.metadataKind }

  /// The metadata layouts: places and keys.
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
  /// The item without its source: items of one file may become one item of another only if their keys are equal.
  fileprivate var asNew: MetadataItem {
    var item = self
    item.source = nil
    return item
  }
}

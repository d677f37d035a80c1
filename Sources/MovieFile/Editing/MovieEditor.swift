/// Edits the metadata and chapters of a movie file: media and boxes of unknown types are kept unchanged.
///
///     var editor = try MovieEditor(Movie(path: "movie.mp4"))
///     try editor.setMetadata(items)
///     try editor.write(to: sink)                        // a copy
///     try editor.writeInPlace()                         // or the file itself
///
/// Reads the file while it is in use; nothing is written before the last step.
public struct MovieEditor {
  public let movie: Movie
  /// The movie format of the file.
  public let format: MovieFormat
  let window: ByteWindow
  /// The file's boxes in order.
  var boxes: [BoxDraft]
  /// The index of the movie's box.
  let moovIndex: Int
  /// The offset after the last box: later bytes are no box.
  let end: Int64
  /// The media of new tracks, for a box at the end of the file.
  var addedMedia: [UInt8] = []

  /// The largest size of a 'moov' box that can be edited: tables of a thousand hours.
  private static let largestMovie: Int64 = 1 << 29
  private static let mostBoxes = 1_000_000

  /// - Throws: `excessive` if the file has too many boxes; `malformed` for a damaged box.
  public init(_ movie: Movie) throws(MovieError) {
    guard movie.headerSource.size == movie.source.size else {
      throw MovieError(
        .unsupported, "the movie's headers are compressed", box: "moov/cmov", file: movie.source.name)
    }
    self.movie = movie
    format = MovieFormat(movie.fileType)
    window = ByteWindow(movie.source)
    guard movie.box.size <= Self.largestMovie else {
      throw .excessive("'moov' has \(movie.box.size) bytes", in: movie.box)
    }
    var sequence = BoxSequence(topLevelOf: window)
    var boxes: [BoxDraft] = []
    while let box = try sequence.next() {
      guard boxes.count < Self.mostBoxes else {
        throw MovieError(.excessive, "the file has over \(Self.mostBoxes) boxes", file: movie.source.name)
      }
      boxes.append(BoxDraft(box))
    }
    guard let index = boxes.firstIndex(where: { $0.original?.offset == movie.box.offset }) else {
      throw MovieError(.changed, "the movie is not where it was", file: movie.source.name)
    }
    // Readers ignore a second movie box; changing the first one must not make it valid.
    for later in boxes.indices where later > index && boxes[later].type == .moov { boxes[later].type = "free" }
    self.boxes = boxes
    moovIndex = index
    end = sequence.position
    try self.boxes[index].open(window: window)
  }

  /// The movie's box, opened.
  var moov: BoxDraft {
    get { boxes[moovIndex] }
    set { boxes[moovIndex] = newValue }
  }

  /// True if the file would change.
  public private(set) var isChanged = false

  mutating func noteChange() {
    isChanged = true
  }

  /// Replaces the metadata of the movie. Items with a source from `Movie.metadata()` keep their places.
  ///
  /// May be called once per movie.
  /// - Throws: `notStorable` if the file cannot hold an item.
  public mutating func setMetadata(_ items: [MetadataItem]) throws(MovieError) {
    let change = MetadataChange(from: try movie.metadata().items, to: items)
    guard !change.isEmpty else { return }
    let place = MetadataPlace(change: change, encoder: MetadataEncoder(format), window: window)
    var file = BoxDraft("\0\0\0\0", boxes: boxes)
    try place.checkTags(in: [file, moov])
    // File-level metadata are beside the movie's box.
    for index in file.children.indices where file.children[index].type == "meta" {
      var one = BoxDraft("\0\0\0\0", boxes: [file.children[index]])
      try place.applyToMetas(in: &one)
      // An empty box keeps its place among the boxes.
      file.children[index] = one.children.first ?? BoxDraft("free", bytes: [])
    }
    boxes = file.children
    try place.apply(to: &moov)
    noteChange()
  }

  /// Replaces the metadata of a track.
  ///
  /// May be called once per track.
  /// - Throws: `notStorable` if the file cannot hold an item, or has no such track.
  public mutating func setMetadata(_ items: [MetadataItem], ofTrack id: UInt32) throws(MovieError) {
    guard let track = movie.track(id: id), let index = index(of: track) else {
      throw MovieError(.notStorable, "the movie has no track \(id)")
    }
    let change = MetadataChange(from: try movie.metadata(of: track).items, to: items)
    guard !change.isEmpty else { return }
    try moov.children[index].open(window: window)
    let place = MetadataPlace(change: change, encoder: MetadataEncoder(format, level: .track), window: window)
    try place.checkTags(in: [moov.children[index]])
    try place.apply(to: &moov.children[index])
    noteChange()
  }

  /// Returns the index of a track's box in the movie's.
  func index(of track: Track) -> Int? {
    moov.children.firstIndex { $0.original?.offset == track.box.offset }
  }
}

extension MovieFormat {
  /// Makes the format that is nearest to a file type.
  public init(_ fileType: FileType) {
    switch fileType.majorBrand {
    case "qt  ": self = .mov
    case "M4A ", "M4B ", "M4P ": self = .m4a
    case "M4V ", "M4VH", "M4VP": self = .m4v
    case let brand where brand.text.hasPrefix("3gp") || brand.text.hasPrefix("3g2"): self = .threeGP
    default: self = .mp4
    }
  }
}

import CoreMedia
import MovieFile

extension MediaFile {
  /// Larger values are read when somebody asks for them.
  package static let metadataSizeLimit: Int64 = 4096

  /// What the file says about itself. Values of more than a few kilobytes are left out where the format allows it: `value(of:)`
  /// reads them.
  package func metadata() throws -> Metadata {
    try described.get { try container().metadata(sizeLimit: Self.metadataSizeLimit) }
  }

  /// Whether the metadata is known, or why it never will be.
  package var knowsMetadata: Result<Void, any Error>? { described.known.map { $0.map { _ in } } ?? openProblem }

  /// The value of an item that `metadata()`, or a track's, left out.
  package func value(of item: MetadataItem) throws -> MetadataValue {
    if let movie = try movie() { return try movie.value(of: item) }
    // Elsewhere only pictures are left out, and stored as they are.
    guard let range = item.omittedValue else { return item.value }
    let bytes = try bytes().bytes(at: range.lowerBound, count: range.count)
    return MetadataImageFormat(signatureOf: bytes).map { .image($0, bytes) } ?? .data(bytes)
  }

  /// The chapters, a list for each language and way to store them.
  package func chapterLists() throws -> [ChapterList] {
    try chaptered.get {
      let lists = try container().chapterLists()
      // Tracks and lists of movies say where chapters end.
      return try movie() == nil ? reachingTheEnd(lists) : lists
    }
  }

  /// Comments say only where chapters begin: the last one lasts to the end.
  private func reachingTheEnd(_ lists: [ChapterList]) throws -> [ChapterList] {
    func isOpen(_ list: ChapterList) -> Bool { list.chapters.last?.timeRange.duration == .zero }
    guard lists.contains(where: isOpen) else { return lists }
    let end = try duration()
    return lists.map { list in
      var list = list
      if isOpen(list), let last = list.chapters.indices.last, end.isNumeric {
        let start = list.chapters[last].timeRange.start
        list.chapters[last].timeRange = CMTimeRange(start: start, end: max(start, end))
      }
      return list
    }
  }

  /// Whether the chapters are known, or why they never will be.
  package var knowsChapters: Result<Void, any Error>? { chaptered.known.map { $0.map { _ in } } ?? openProblem }

  /// The pictures of the chapters, by time, if they are pictures by themselves, such as JPEGs.
  package func chapterPictures() throws -> [ChapterPicture] {
    guard let movie = try movie(), let picture = try movie.chapterPictures().first,
      let track = movie.track(id: UInt32(picture.trackID)),
      track.sampleDescriptions.allSatisfy({ ["jpeg", "mjpg", "png ", "gif "].contains($0.codec) })
    else { return [] }
    return try movie.chapterPictures()
  }

  /// The bytes of a chapter's picture: a file of its own in most cases, such as a JPEG.
  package func data(of picture: ChapterPicture) throws -> [UInt8] {
    guard let movie = try movie(), let track = movie.track(id: UInt32(picture.trackID)) else { return [] }
    return try movie.data(of: try track.samples()[picture.sampleIndex], in: track)
  }

  private var openProblem: Result<Void, any Error>? {
    if case .failure(let error)? = isOpen { .failure(error) } else { nil }
  }
}

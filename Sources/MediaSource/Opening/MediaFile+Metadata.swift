import CoreMedia
import MovieFile

extension MediaFile {
  /// The size above which values are read on demand.
  package static let metadataSizeLimit: Int64 = 4096

  /// Returns the file's metadata. Values of more than a few kilobytes are omitted if the format allows it: `value(of:)`
  /// reads them.
  package func metadata() throws -> Metadata {
    try described.get { try container().metadata(sizeLimit: Self.metadataSizeLimit) }
  }

  /// The result of reading the metadata; nil if it is not read yet.
  package var knowsMetadata: Result<Void, any Error>? { described.known.map { $0.map { _ in } } ?? openProblem }

  /// Returns the value of an item that the metadata of the file or a track omit.
  package func value(of item: MetadataItem) throws -> MetadataValue {
    if let movie = try movie() { return try movie.value(of: item) }
    // In other formats only images are omitted, and stored unchanged.
    guard let range = item.omittedValue else { return item.value }
    let bytes = try bytes().bytes(at: range.lowerBound, count: range.count)
    return MetadataImageFormat(signatureOf: bytes).map { .image($0, bytes) } ?? .data(bytes)
  }

  /// Returns the chapters, a list for each language and form of storage.
  package func chapterLists() throws -> [ChapterList] {
    try chaptered.get {
      let lists = try container().chapterLists()
      // Tracks and lists of movies say where chapters end.
      return try movie() == nil ? reachingTheEnd(lists) : lists
    }
  }

  /// Extends the last chapter to the end of the file: comments only have the start times.
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

  /// The result of reading the chapters; nil if they are not read yet.
  package var knowsChapters: Result<Void, any Error>? { chaptered.known.map { $0.map { _ in } } ?? openProblem }

  /// Returns the chapters' images, by time, if they are intra-coded, such as JPEGs.
  package func chapterPictures() throws -> [ChapterPicture] {
    guard let movie = try movie(), let picture = try movie.chapterPictures().first,
      let track = movie.track(id: UInt32(picture.trackID)),
      track.sampleDescriptions.allSatisfy({ ["jpeg", "mjpg", "png ", "gif "].contains($0.codec) })
    else { return [] }
    return try movie.chapterPictures()
  }

  /// Returns the bytes of a chapter's image, which usually are an image file such as a JPEG.
  package func data(of picture: ChapterPicture) throws -> [UInt8] {
    guard let movie = try movie(), let track = movie.track(id: UInt32(picture.trackID)) else { return [] }
    return try movie.data(of: try track.samples()[picture.sampleIndex], in: track)
  }

  private var openProblem: Result<Void, any Error>? {
    if case .failure(let error)? = isOpen { .failure(error) } else { nil }
  }
}

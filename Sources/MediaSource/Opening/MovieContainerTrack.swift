internal import GStreamer
import CoreGraphics
import CoreMedia
import MovieFile

/// A track of an MP4 or QuickTime file.
struct MovieContainerTrack: ContainerTrack {
  let movie: Movie
  let track: Track
  let attributes: TrackAttributes
  private let known: OnceResult<SampleStatistics> = .init()
  private let described: OnceResult<Metadata> = .init()

  init(_ track: Track, of movie: Movie) {
    (self.movie, self.track) = (movie, track)
    attributes = TrackAttributes(track)
  }

  func timescale() throws -> Int32 { track.timescale }

  func formatDescriptions() throws -> [CMFormatDescription] { try track.formatDescriptions() }

  func segments() throws -> [TrackTimeline.Segment] { try track.timeline().segments }

  func statistics() throws -> SampleStatistics {
    try known.get {
      let table = try track.samples()
      return SampleStatistics(
        sampleCount: table.count, byteCount: table.byteCount,
        duration: CMTime(value: table.decodeEnd, timescale: table.timescale),
        shortestDuration: try Self.shortestDuration(table))
    }
  }

  /// Returns the minimum duration of samples; the last one's is arbitrary, and ignored unless it is the only one.
  private static func shortestDuration(_ table: MovieFile.SampleTable) throws -> CMTime {
    var shortest = Int64.max
    try table.forEachRun { run throws(MovieError) in
      let isLastAlone = run.count == 1 && run.first.index + 1 == table.count && table.count > 1
      if run.first.duration > 0, !isLastAlone { shortest = min(shortest, run.first.duration) }
    }
    return shortest == .max ? .invalid : CMTime(value: shortest, timescale: table.timescale)
  }

  func presentationTime(at time: CMTime) throws -> CMTime? {
    let timeline = try track.timeline()
    guard let (segment, media) = timeline.media(at: time), let media else { return nil }
    let table = try track.samples()
    let units = CMTimeConvertScale(media, timescale: table.timescale, method: .roundTowardNegativeInfinity)
    guard units.isNumeric, let sample = try table.sample(atPresentationTime: units.value) else { return nil }
    let shown = segment.movieTime(
      ofMedia: CMTime(value: sample.presentationTime, timescale: table.timescale))
    // A sample that began before the segment is presented from the segment's start on.
    return max(shown, segment.target.start)
  }

  func characteristics() throws -> [String] { try movie.characteristics(of: track) }

  func metadata() throws -> Metadata {
    try described.get { try movie.metadata(of: track, sizeLimit: MediaFile.metadataSizeLimit) }
  }

  var knowsMetadata: Bool { described.known != nil }

  func isDecodable() throws -> Bool {
    guard !attributes.isProtected else { return false }
    return try formatDescriptions().allSatisfy { try StreamDecoding.isDecodable($0) }
  }

  func codedTrack() throws -> any CodedTrack {
    try DecodeOrderTrack.correcting(MovieCodedTrack(track, of: movie))
  }

  func storedTrack() throws -> any CodedTrack {
    try DecodeOrderTrack.correcting(MovieCodedTrack(track, of: movie, mayLackDecoder: true))
  }
}

extension TrackAttributes {
  fileprivate init(_ track: Track) {
    let handler = track.handlerType == "subt" || track.handlerType == "subp" ? "sbtl" : track.handlerType.text
    self.init(id: Int32(bitPattern: track.id), mediaType: handler)
    isEnabled = track.header.isEnabled
    let language = track.mediaHeader.language
    languageCode = language.flatMap { $0.iso639 == "und" ? nil : $0.iso639 }
    extendedLanguageTag = track.extendedLanguageTag ?? Self.tag(of: language)
    transform = track.header.matrix.affineTransform
    volume = track.header.volume.doubleValue
    headerSize = CGSize(width: track.header.width.doubleValue, height: track.header.height.doubleValue)
    alternateGroup = track.header.alternateGroup
    isExcludedFromAutoselection = track.isExcludedFromAutoselection
    references = track.references
    isSelfContained = track.isSelfContained
    isProtected = track.isProtected
  }

  /// Returns the shortest tag of a language (RFC 5646, clause 2.2.1); nil if there is none.
  private static func tag(of language: MediaLanguage?) -> String? {
    guard let language, language.iso639 != "und" else { return nil }
    if language.tag != language.iso639 { return language.tag }
    return LanguageCode.shortest(language.iso639) ?? language.iso639
  }
}

import CoreMedia

/// The streams of a file, found by a walk over its first tags.
struct FLVStreams {
  private(set) var streams: [ContainerStream] = []
  private(set) var tracks: [FLVLayout.Track] = []
  private(set) var metadata: FLVMetadata?

  private let source: any ByteSource
  private let window: ByteWindow
  private var drafts: [FLVStreamDraft] = []

  /// The number of tags that are read at least, for kinds that the header does not announce.
  private static let shortWalk = 64
  /// The number of tags that are read at most, for kinds that are announced and do not come.
  private static let longWalk = 1024

  /// - Parameter announced: The kinds of media in the file's header.
  init(
    source: any ByteSource, _ window: ByteWindow, first: Int64, announced: (video: Bool, audio: Bool)
  ) throws(MovieError) {
    (self.source, self.window) = (source, window)
    var offset = first
    for count in 0..<Self.longWalk {
      guard let tag = try FLVTag(at: offset, window) else { break }
      guard tag.isPlausible(in: source) else {
        var search = FLVSearch(source: source)
        guard let next = try search.tag(after: offset) else { break }
        offset = next.offset
        continue
      }
      if metadata == nil { metadata = try FLVMetadata(tag, source) }
      for media in try FLVMedia.list(in: tag, window) { try note(media, isProtected: tag.isProtected) }
      let hasVideo = drafts.contains { $0.track.isVideo && $0.isComplete }
      let hasAudio = drafts.contains { !$0.track.isVideo && $0.isComplete }
      if hasVideo, hasAudio, count > 2 * drafts.count { break }
      let isWaiting =
        announced.video && !hasVideo || announced.audio && !hasAudio || drafts.contains { !$0.isComplete }
      if count >= Self.shortWalk, !isWaiting { break }
      offset = tag.end
    }
    tracks = drafts.map(\.track)
    for (index, draft) in drafts.enumerated() { streams.append(draft.stream(number: index + 1, metadata)) }
  }

  /// Adds what a tag tells of its track.
  private mutating func note(_ media: FLVMedia, isProtected: Bool) throws(MovieError) {
    let track = FLVLayout.Track(isVideo: media.isVideo, number: media.track)
    var index = drafts.firstIndex { $0.track == track }
    if index == nil {
      drafts.append(FLVStreamDraft(track: track, codec: media.codec, isProtected: isProtected))
      index = drafts.count - 1
    }
    guard let index, !drafts[index].isComplete, drafts[index].codec.code == media.codec.code else { return }
    switch media.content {
    case .configuration:
      let size = min(media.payload.count, FLVStreamDraft.configurationLimit)
      drafts[index].take(configuration: try source.bytes(at: media.payload.lowerBound, count: size))
    case .coded:
      let size = min(media.payload.count, FLVStreamDraft.headLimit)
      drafts[index].take(head: try window.bytes(at: media.payload.lowerBound, count: size), isKey: media.isKey)
    }
  }
}

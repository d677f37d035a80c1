import CoreMedia
import MovieFile

/// A playlist of HTTP Live Streaming.
package struct PlaylistContainer: InputContainer {
  package let input: MediaInput
  private let playlist: HLSPresentation
  private let played = OnceResult<any MediaContainer>()
  package var presentation: HLSPresentation? { playlist }

  package static func match(_ probeData: ProbeData) -> ContainerMatch {
    HLSPlaylist.isPlaylist(probeData.bytes) ? .certain : .none
  }

  package static func access(_ probeData: ProbeData, by delivery: MediaDelivery) -> ContainerAccess { .once }

  package static func open(_ input: MediaInput) throws -> PlaylistContainer? {
    guard let url = input.location else { return nil }
    return PlaylistContainer(input: input, playlist: try HLSPresentation(of: input.source, at: url))
  }

  package var isReadByTables: Bool { false }

  package func tracks() throws -> [any ContainerTrack] { [] }

  /// The media of the whole presentation.
  private func container() throws -> any MediaContainer {
    try played.get(isPassing: \.mayPass) {
      try playlist.opened(
        Reception(isCancelled: input.cancellation.isCancelled), input.options, input.cancellation)
    }
  }

  package func playedTracks() throws -> [any ContainerTrack] { try container().tracks() }

  package func codedTracks() throws -> [any CodedTrack] { try container().codedTracks() }

  package func duration() throws -> CMTime? {
    try playlist.media(timeout: input.options.timeout, isCancelled: input.cancellation.isCancelled).duration
  }

  package func isProtected() throws -> Bool { try playlist.media().isProtected }

  /// True if any variant can be decoded; one that does not say what it is may be.
  package func isPlayable() throws -> Bool {
    if try playlist.media().isProtected { return false }
    guard case .master(let master) = playlist.playlist else { return true }
    return master.variants.contains { variant in
      variant.codecs.allSatisfy { CodecString($0).isDecodable }
    }
  }

  /// False: a presentation may have no end.
  package func isReadable() throws -> Bool { false }

  package func listing() throws -> (entries: [ListedFile.Entry], problems: [MovieError]) {
    try container().listing()
  }
}

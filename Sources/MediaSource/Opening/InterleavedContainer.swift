import CoreMedia
import MovieFile

/// A file whose packets lie interleaved, read by position: its headers when it is opened, and of its packets as many as
/// lookups need.
///
/// Files with streams that only GStreamer's demuxers describe are left to these.
package final class InterleavedContainer: InputContainer {
  package let input: MediaInput
  package let file: any InterleavedFile
  let index: PacketIndex
  /// The name of the kind of file, for people.
  let name: String

  private init(_ file: any InterleavedFile, _ name: String, of input: MediaInput) {
    (self.file, self.name, self.input) = (file, name, input)
    index = PacketIndex(file) { [cancellation = input.cancellation] in
      let isCancelled = cancellation.isCancelled
      return { if isCancelled() { throw CancellationError() } }
    }
  }

  package static func match(_ probeData: ProbeData) -> ContainerMatch {
    InterleavedFormat.of(probeData.bytes) == nil ? .none : .certain
  }

  package static func access(_ probeData: ProbeData, by delivery: MediaDelivery) -> ContainerAccess {
    switch delivery {
    case .byPosition: .byPosition
    case .stream(isEndless: let isEndless): isEndless ? .inOrder : .twice
    }
  }

  package static func statedSize(of source: any ByteSource) throws(MovieError) -> Int64? {
    try InterleavedFormat.of(ProbeData(of: source).bytes)?.statedSize(source)
  }

  package static func open(_ input: MediaInput) throws -> InterleavedContainer? {
    let probeData = try ProbeData(of: input.source)
    let head = probeData.bytes
    guard let format = InterleavedFormat.of(head) else { return nil }
    do throws(MovieError) {
      let file = try input.source.opened { () throws(MovieError) in
        var file = try format.open(input.source)
        try file.describeDisplays()
        return file
      }
      if isDescribed(file) {
        (input.source as? ArrivingBytes)?.expect(try format.statedSize(input.source))
        return InterleavedContainer(file, format.name(head), of: input)
      }
      if !file.streams.isEmpty { return nil }
    } catch {
      if error.isUnreadable || !probeData.hasDemuxer { throw error }
    }
    // Demuxers take the end of a file for damage.
    if let stated = try format.statedSize(input.source), stated > input.source.size {
      throw MovieError(
        .truncated, "it is cut off: \(input.source.size) of \(stated) bytes are there", file: input.source.name)
    }
    return nil
  }

  /// True if all video and audio is described, and decoded by what describes it or not at all.
  private static func isDescribed(_ file: any InterleavedFile) -> Bool {
    let streams = file.streams.filter { $0.mediaType == "vide" || $0.mediaType == "soun" }
    return !streams.isEmpty
      && streams.allSatisfy { stream in
        if stream.problem?.code == .protected { return true }
        guard stream.problem == nil, stream.formatDescription != nil, let codec = stream.coded?.codec else {
          return false
        }
        // Ogg does not tell how far Speex looks ahead.
        if codec == .speex && file is OggFile { return false }
        // Codecs that no caps name are those of movies; demuxers may know the same bytes by another name.
        return codec.isDecoded ? (try? CodedFormat(stream)) != nil : !codec.capsName.isEmpty
      }
  }

  /// True if all video and audio can be decoded.
  package var isReadByTables: Bool {
    file.streams.allSatisfy { stream in
      guard stream.mediaType == "vide" || stream.mediaType == "soun" else { return true }
      return (try? CodedFormat(stream))?.codec.isDecoded ?? false
    }
  }

  package func tracks() throws -> [any ContainerTrack] {
    try numberedTracks().map(\.track)
  }

  /// The IDs of the streams: their numbers in the file, or their places from 1 on where these are too large, or not all
  /// different: Ogg's serial numbers may be any.
  private var ids: [Int32] {
    let numbers = file.streams.compactMap { Int32(exactly: $0.number) }.filter { $0 > 0 }
    return Set(numbers).count == file.streams.count ? numbers : StreamNumbers.places(file.streams.count)
  }

  /// The notes about what the walk so far has left out, or found lost, and what a track does not go on with.
  package var notes: [String] {
    [omission, index.problem?.description].compactMap(\.self) + chainNotes
  }

  /// The note about a stream that is not listed, as far as the walk has come; nil if there was none.
  package var omission: String? { index.omission?.description }

  /// Returns the tracks with their positions in the file's streams.
  func numberedTracks() throws -> [(position: Int, track: any ContainerTrack)] {
    let listed = file.streams.indices.filter { !file.streams[$0].mediaType.isEmpty }
    let ids = ids
    var attributes = listed.map { TrackAttributes(file.streams[$0], id: ids[$0]) }
    attributes.markAlternatives()
    return try joined(zip(listed, attributes).map { ($0, InterleavedContainerTrack($0, $1, of: self)) })
  }

  package func codedTracks() throws -> [any CodedTrack] {
    let tracks = try tracks().filter(\.isAudiovisual)
    let decoded = try tracks.filter { try $0.isDecodable() }
    return try (decoded.isEmpty ? tracks : decoded).map { try $0.codedTrack() }
  }

  /// True if the file's bytes come from a server as they are asked for.
  var isRemote: Bool { (input.source as? HTTPByteSource)?.isHere == false }

  package func duration() throws -> CMTime? { input.options.isPrecise ? nil : try quickDuration() }

  private let quickEnd = OnceResult<CMTime?>()

  /// The duration without a walk over all packets: by the last ones of all video and audio where these are found, as headers
  /// may count from the first frame on, or leave out the last; else that of the headers. Nil where they have none.
  func quickDuration() throws -> CMTime? {
    guard let stated = file.statedDuration else { return nil }
    return try quickEnd.get(isPassing: \.mayPass) {
      var end = CMTime.zero
      for (position, track) in try numberedTracks() where track.isAudiovisual {
        guard !(track is JoinedContainerTrack) else { return stated }
        let quick = try InterleavedTrack(position, of: index, mayLackDecoder: true, endsByTail: true)
        guard try quick.endsNearby() else { return stated }
        end = max(end, try quick.timeline().end)
      }
      return end > .zero ? end : stated
    }
  }

  package func isDurationExpensive() throws -> Bool { input.options.isPrecise || file.statedDuration == nil }

  package func listing() throws -> (entries: [ListedFile.Entry], problems: [MovieError]) {
    let ids = ids
    let entries = file.streams.indices.compactMap { position -> ListedFile.Entry? in
      let stream = file.streams[position]
      guard !stream.mediaType.isEmpty else { return nil }
      let id = UInt32(ids[position])
      return ListedFile.Entry(id: id, mediaType: stream.mediaType) { [index] in
        try ListedTrack(position, of: index, id: id)
      } problem: { [index] in
        index.problem
      }
    }
    return (entries, [])
  }
}

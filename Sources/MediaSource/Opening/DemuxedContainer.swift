internal import GStreamer
import CoreMedia
import Foundation
import MovieFile

/// A file that GStreamer's demuxers and parsers read: FLAC, ASF and others, and files with streams that no reader of ours
/// describes.
///
/// Headers are read until all streams have shown themselves; samples are read once, all of them, when they are asked for, and kept.
package final class DemuxedContainer: InputContainer {
  package let input: MediaInput
  private let headers = OnceResult<ContainerHeaders>()
  private let parsed = OnceResult<[ParsedTrack]>()

  package init(_ input: MediaInput) { self.input = input }

  package static func match(_ probeData: ProbeData) -> ContainerMatch {
    DemuxedFormat.of(probeData.bytes) == nil ? .possible : .certain
  }

  package static func statedSize(of source: any ByteSource) throws(MovieError) -> Int64? {
    try DemuxedFormat.of(ProbeData(of: source).bytes)?.statedSize(source)
  }

  package static func access(_ probeData: ProbeData, by delivery: MediaDelivery) -> ContainerAccess { .once }

  package static func open(_ input: MediaInput) throws -> DemuxedContainer? {
    try DemuxedFormat.check(ProbeData(of: input.source), input.source.name)
    return DemuxedContainer(input)
  }

  package var isReadByTables: Bool {
    (try? ProbeData(of: input.source).bytes).flatMap { DemuxedFormat.of($0)?.showsStreamsLate } ?? false
  }

  // MARK: Reading

  private func knownHeaders() throws -> ContainerHeaders {
    try headers.get(isPassing: \.mayPass) {
      let probeData = try ProbeData(of: input.source).bytes
      let streamCount = DemuxedFormat.of(probeData)?.streamCount(probeData) ?? 0
      return try ContainerHeaders(
        of: input.elementSource(), streamCount: streamCount, isCancelled: input.cancellation.isCancelled)
    }
  }

  /// All samples of the tracks that can be decoded.
  func parsedTracks() throws -> [ParsedTrack] {
    try parsed.get(isPassing: \.mayPass) { try parse(isListing: false) }
  }

  private func parse(isListing: Bool) throws -> [ParsedTrack] {
    let probeData = try ProbeData(of: input.source).bytes
    let format = DemuxedFormat.of(probeData) ?? .unknown
    return try ParsedContainer.tracks(
      of: input.elementSource(), format.times(probeData), isListing: isListing,
      isCancelled: input.cancellation.isCancelled)
  }

  package func readHeaders() throws { _ = try knownHeaders() }

  // MARK: Tracks

  package func tracks() throws -> [any ContainerTrack] {
    let headers = try knownHeaders()
    let purposes = try purposes()
    let streams = headers.streams.compactMap { stream in
      StreamFormat(stream.caps)?.mediaType.map { (stream: stream, mediaType: $0) }
    }
    let numbers = StreamNumbers.stated(of: streams.map(\.stream.streamID))
    let ids = numbers ?? StreamNumbers.places(streams.count)
    let purpose = ids.map { id in numbers == nil ? nil : purposes.first { $0.number == UInt64(max(id, 0)) } }
    var attributes = streams.indices.map {
      TrackAttributes(id: ids[$0], of: streams[$0].stream, streams[$0].mediaType, purpose[$0])
    }
    attributes.markAlternatives()
    return streams.indices.map {
      ParsedContainerTrack(streams[$0].stream, attributes[$0], purpose[$0], duration: headers.duration, of: self)
    }
  }

  /// The facts of Matroska's headers that GStreamer leaves out. Damaged ones say nothing; GStreamer has read the file all the same.
  private func purposes() throws -> [MatroskaTrack] {
    do {
      return try MatroskaTrack.tracks(of: input.source)
    } catch {
      if error.isUnreadable { throw error }
      return []
    }
  }

  package func codedTracks() throws -> [any CodedTrack] { try parsedTracks() }

  package func isDurationExpensive() throws -> Bool {
    try input.options.isPrecise || knownHeaders().duration == nil
  }

  package func listing() throws -> (entries: [ListedFile.Entry], problems: [MovieError]) {
    let tracks = try parse(isListing: true)
    guard tracks.contains(where: { $0.mediaType != ParsedTrack.otherMedia }) else {
      throw MediaError(.noMedia, "it holds no media", path: input.source.name)
    }
    let numbers = StreamNumbers.ids(of: tracks.map(\.streamID))
    let entries = zip(tracks, numbers).map { track, number in
      ListedFile.Entry(id: UInt32(bitPattern: number), mediaType: track.mediaType) {
        try ListedTrack(track, id: UInt32(bitPattern: number))
      } problem: {
        nil
      }
    }
    return (entries, [])
  }
}

/// The numbers of a file's streams.
package enum StreamNumbers {
  /// The IDs of the tracks of streams: their numbers, or their places where the demuxer states none.
  package static func ids(of streamIDs: [String?]) -> [Int32] { stated(of: streamIDs) ?? places(streamIDs.count) }

  /// The numbers at the ends of the demuxer's stream names; nil where these are not all different.
  static func stated(of streamIDs: [String?]) -> [Int32]? {
    let numbers = streamIDs.compactMap { $0.flatMap(number) }
    return numbers.count == streamIDs.count && Set(numbers).count == numbers.count ? numbers : nil
  }

  /// Places from 1 on, for streams that have no numbers.
  static func places(_ count: Int) -> [Int32] { (0..<count).map { Int32(clamping: $0 + 1) } }

  private static func number(_ streamID: String) -> Int32? {
    guard let last = streamID.split(separator: "/").last else { return nil }
    // Matroska: the number, a colon, and a number that means nothing. Transport streams: hexadecimal.
    if let colon = last.firstIndex(of: ":") { return Int32(last[..<colon]) }
    if last.count == 8, let number = Int32(last, radix: 16) { return number > 0 ? number : nil }
    return Int32(last).flatMap { $0 > 0 ? $0 : nil }
  }
}

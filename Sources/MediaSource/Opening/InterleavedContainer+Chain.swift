import CoreMedia
import MovieFile

// Chained Ogg files whose links have other headers each.

extension InterleavedContainer {
  /// Joins the tracks of links that follow each other: players play one after the other.
  ///
  /// Streams of other channels, sizes or rates stay tracks of their own, which ``chainNotes`` says.
  func joined(
    _ tracks: [(position: Int, track: any ContainerTrack)]
  ) throws -> [(position: Int, track: any ContainerTrack)] {
    let successors = joinedSuccessors
    guard successors.contains(where: { $0 != nil }) else { return tracks }
    let later = Set(successors.compactMap { $0 })
    return try tracks.compactMap { position, track in
      guard !later.contains(position) else { return nil }
      var (parts, next) = ([try part(track)], successors[position])
      while let stream = next, let follower = tracks.first(where: { $0.position == stream }) {
        parts.append(try part(follower.track))
        next = successors[stream]
      }
      guard parts.count > 1 else { return (position, track) }
      return (position, JoinedContainerTrack(track, try JoinedTrack(parts), id: track.attributes.id))
    }
  }

  /// The times of all links count from the beginning of the file.
  private func part(_ track: any ContainerTrack) throws -> JoinedTrack.Part {
    JoinedTrack.Part(track: try track.codedTrack(), start: .zero)
  }

  /// The streams that continue others, and are decoded to media of the same format.
  private var joinedSuccessors: [Int?] {
    guard let file = file as? OggFile, !(file.source is ArrivingBytes) else { return [] }
    return zip(file.streams, file.successors).map { stream, successor in
      successor.flatMap { stream.hasSameShape(as: file.streams[$0]) ? $0 : nil }
    }
  }

  /// The notes about links whose streams are tracks of their own.
  var chainNotes: [String] {
    guard let file = file as? OggFile else { return [] }
    let joined = Set(joinedSuccessors.compactMap { $0 })
    return file.streams.indices.filter { file.isLater($0) && !joined.contains($0) }.map {
      "a later link of the file has \(file.streams[$0].codecID) with other parameters, which is a track of its own"
    }
  }
}

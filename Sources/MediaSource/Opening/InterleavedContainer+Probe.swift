import CoreMedia
import MovieFile

extension InterleavedContainer {
  /// The size in bytes up to which all packets are counted for a description: larger files are described by their headers.
  private static let countedSize: Int64 = 256 << 20

  package func probe(_ place: AssetProbe.Input) throws(MediaError) -> AssetProbe {
    var probe = AssetProbe(container: name, duration: file.statedDuration ?? .indefinite, tracks: [])
    do {
      let isCounted = input.source is FileByteSource && input.source.size <= Self.countedSize
      var end = CMTime.zero
      for (position, track) in try numberedTracks() {
        var described = self.track(position, track.attributes)
        if isCounted {
          if track.isAudiovisual {
            let joined = (track as? JoinedContainerTrack)?.joined
            end = try max(end, joined?.timeline().end ?? self.end(position))
          }
          read(try track.statistics(), &described)
        }
        probe.tracks.append(described)
      }
      if end > .zero {
        probe.duration = end
      } else if let end = try quickDuration() {
        probe.duration = end
      }
      probe.metadata = try metadata(sizeLimit: .max)
      probe.chapters = try chapterLists()
    } catch {
      throw MediaError(.damaged, "\(error)", stage: "probe", path: place.text, underlying: error)
    }
    probe.problems = probe.metadata.problems.map(\.description)
    for problem in [index.problem, index.omission] { if let problem { probe.problems.append(problem.description) } }
    return probe
  }

  /// Returns the end of what a stream shows.
  private func end(_ position: Int) throws -> CMTime {
    try InterleavedTrack(position, of: index, mayLackDecoder: true).timeline().end
  }

  private func track(_ position: Int, _ attributes: TrackAttributes) -> AssetProbe.Track {
    let stream = file.streams[position]
    let kinds: [String: AssetProbe.Track.Kind] = ["vide": .video, "soun": .audio, "sbtl": .text]
    var track = AssetProbe.Track(kind: kinds[stream.mediaType] ?? .other)
    track.id = stream.number
    track.codec = stream.codecID
    if let description = stream.formatDescription {
      (track.codec, track.format) = CodecNames.names(of: description)
      MovieProbe.readFormat(description, &track)
    }
    track.language = stream.language
    (track.isEnabled, track.alternateGroup) = (attributes.isEnabled, attributes.alternateGroup)
    track.frameDuration = track.kind == .video ? stream.frameDuration : nil
    track.timescale = index.timescale(of: position)
    return track
  }

  private func read(_ statistics: SampleStatistics, _ track: inout AssetProbe.Track) {
    track.sampleCount = statistics.sampleCount
    let seconds = statistics.duration.seconds
    guard seconds > 0, track.kind == .video || track.kind == .audio else { return }
    track.bitRate = Int(exactly: (Double(statistics.byteCount) * 8 / seconds).rounded())
    guard track.kind == .video, statistics.sampleCount > 0 else { return }
    let mean = CMTimeMultiplyByRatio(
      statistics.duration, multiplier: 1, divisor: Int32(clamping: statistics.sampleCount))
    guard mean.isNumeric, mean.value > 0 else { return }
    guard let stated = track.frameDuration else {
      track.frameDuration = mean
      return
    }
    // Streams may state the ticks of their clock, of which there are many to a frame.
    if statistics.sampleCount > 4, stated.seconds * 3 <= mean.seconds * 2 {
      track.frameDuration = TrackFrameRate.usualDuration(nearest: mean)
    }
  }
}

import MediaEngine
import MediaGraph
internal import MediaSource

/// The subtitles of a file that a copy of it takes along as text.
struct SubtitleTracks {
  /// The maximum number of subtitles in a file.
  private static let limit = 32
  /// The number of the group of alternatives.
  private static let group = 3

  private var tracks: [SubtitleTrack] = []

  /// Creates the subtitles of a file without any.
  init() {}

  /// Looks for the subtitles of a local file, and notes those that the output is without.
  ///
  /// A file that cannot be opened has none: the run tells what is wrong with it. Pipes and servers are read once, by the run.
  init(of source: Location, in type: ExportPreset.FileType) {
    guard type.usualCodecs.video != .none, let path = source.path, InputFile.isRegular(path),
      let all = try? SubtitleTrack.all(in: path)
    else { return }
    for track in all {
      let reason: String
      if ![.mp4, .mov, .threeGP, .mkv].contains(type) {
        reason = "\(type.text) files have no place for them"
      } else if track.number == nil {
        reason = "they are no text that can be read"
      } else if tracks.count == Self.limit {
        reason = "there are more than \(Self.limit)"
      } else {
        tracks.append(track)
        continue
      }
      Terminal.error.write("note: the output is without the subtitles of track \(track.id): \(reason)")
    }
  }

  var isEmpty: Bool { tracks.isEmpty }

  /// The muxer's settings of all of its tracks: subtitles are shown without being asked for as in the source, and at most one of them.
  ///
  /// - Parameter count: The number of inputs that come before them.
  func settings(after count: Int) -> [TrackSettings] {
    let shown = tracks.firstIndex(where: \.isEnabled)
    guard tracks.count > 1 || shown == nil && !tracks.isEmpty else { return [] }
    return (0..<count).map { _ in TrackSettings() }
      + tracks.indices.map { index in
        TrackSettings { ($0.enabled, $0.alternateGroup) = (index == shown, tracks.count > 1 ? Self.group : 0) }
      }
  }

  /// Links the subtitles of a source to a muxer.
  func connect(_ source: NodeHandle<AssetRead>, to muxer: Input<AnyTrack>, in graph: inout Graph) {
    for case let number? in tracks.map(\.number) {
      graph.connect(number == 1 ? source.text : source.text[number], to: muxer)
    }
  }
}

import ArgumentParser
import Foundation
import MediaEngine
import MediaGraph
internal import MediaSource

/// The tracks of a file that its encoded copy has, as far as they are known before it is read.
///
/// Of the audio, those that are chosen are encoded, and subtitles are taken along as text.
struct TrackSelection {
  /// The maximum number of audio tracks, and of subtitles, in a file.
  private static let limit = 32
  /// The numbers of the groups of alternatives.
  private static let (audioGroup, subtitleGroup) = (1, 3)

  /// The rule by which audio tracks are chosen.
  let audio: TrackChoice
  /// The number of audio tracks; 1 if it is not known.
  private(set) var audioCount = 1
  /// The audio track that is heard, by its index.
  private var heard = 0
  private let type: ExportPreset.FileType
  private var subtitles: [InputTrack] = []

  /// Creates the selection of the first video and the first audio track of any file.
  init(in type: ExportPreset.FileType) { (audio, self.type) = (TrackChoice(), type) }

  /// Chooses tracks of a local file, and notes those that the output is without.
  ///
  /// Pipes and servers are read once, by the run, and it tells what is wrong with a file that cannot be opened.
  ///
  /// - Parameters:
  ///   - hasVideo: True if the output has pictures.
  ///   - audio: The audio tracks that the output has.
  ///   - isChoice: True if the command can take other audio tracks, which the note then says.
  ///   - isPart: True if the output has other times than the file.
  ///   - hasText: False if subtitles are copied in another way.
  ///   - hasTimecode: True if timecode is copied.
  ///   - obstacle: The reason why subtitles are not taken along; nil if they are, where the kind of file has a place for them.
  /// - Throws: `ValidationError` for a choice without a track, of too many, or of a file whose tracks are not known.
  init(
    of source: Location, in type: ExportPreset.FileType, hasVideo: Bool, audio: TrackChoice, isChoice: Bool = true,
    isPart: Bool = false, hasText: Bool = true, hasTimecode: Bool = false, withoutSubtitles obstacle: String? = nil
  ) throws {
    (self.audio, self.type) = (audio, type)
    var tracks: InputTracks?
    if let path = source.path, path != "-", InputFile.isRegular(path) || !FileManager.default.fileExists(atPath: path) {
      do { tracks = try InputTracks(of: path) } catch { return }
    }
    guard let tracks else {
      guard audio.rule != .all else {
        throw ValidationError(
          "The tracks of '\(source.text)' are known only when it is read: choose one, such as language:de.")
      }
      return
    }
    // Chapters of Ogg come with its first packets, at the times of the file that they are read of.
    if !type.holdsMetadata, type != .ogg || isPart,
      let missing = tracks.missingMetadata(hasTags: type == .ogg)
    {
      Terminal.error.write("note: \(type.text) files get no such tags, and the output is without: \(missing)")
    }
    if let chunks = tracks.missingChunks { Terminal.error.write("note: the output is without \(chunks)") }
    if audio.rule != .none { try chooseAudio(of: tracks, in: source, isChoice) }
    if hasVideo {
      if !hasTimecode { Self.note(tracks.all.filter { $0.kind == .timecode }, "timecode") }
      let shown = try tracks.chosen(TrackChoice(), isVideo: true)
      Self.note(tracks.all.filter { $0.kind == .video && !shown.contains($0) }, "pictures")
      Self.note(shown.filter(\.lacksAlpha), "alpha")
      if hasText { takeSubtitles(of: tracks, obstacle) }
    }
  }

  /// Notes what a file of several parts does not have of one of them, of which it has the first pictures and sound.
  static func note(joining source: Location, hasVideo: Bool, hasAudio: Bool) {
    guard let path = source.path, InputFile.isRegular(path), let tracks = try? InputTracks(of: path) else { return }
    func left(_ kind: InputTrack.Kind, _ what: String) -> String? {
      let isShown = kind == .video || kind == .audio
      let shown = isShown ? (try? tracks.chosen(TrackChoice(), isVideo: kind == .video)) ?? [] : []
      let left = tracks.all.filter { $0.kind == kind && !shown.contains($0) }
      return left.isEmpty ? nil : "the \(what) of \(numbered(left))"
    }
    let shown = hasVideo ? (try? tracks.chosen(TrackChoice(), isVideo: true)) ?? [] : []
    let transparent = shown.filter(\.lacksAlpha)
    let missing = [
      hasVideo ? left(.video, "pictures") : nil,
      transparent.isEmpty ? nil : "the alpha of \(numbered(transparent))", hasAudio ? left(.audio, "sound") : nil,
      hasVideo ? left(.subtitles, "subtitles") : nil, hasVideo ? left(.timecode, "timecode") : nil,
      tracks.missingMetadata(), hasAudio ? tracks.missingChunks : nil,
    ].compactMap(\.self)
    guard !missing.isEmpty else { return }
    Terminal.error.write("note: the output is without this of '\(source.text)': \(missing.joined(separator: ", "))")
  }

  private mutating func chooseAudio(of tracks: InputTracks, in source: Location, _ isChoice: Bool) throws {
    let all = tracks.all.filter { $0.kind == .audio }
    let chosen = try tracks.chosen(audio, isVideo: false)
    if all.isEmpty { return }
    guard !chosen.isEmpty else {
      // The number alone would read like a count.
      let known =
        all.count == 1 && all[0].language == nil
        ? "one audio track, id:\(all[0].id), without a language" : Self.list(all)
      throw ValidationError("'\(source.text)' has no audio track with \(audio.text): it has \(known).")
    }
    guard chosen.count == 1 || type.holdsSeveralAudioTracks else {
      throw ValidationError(
        "\(type.text) files hold one audio track, and --audio-tracks \(audio.text) chooses \(chosen.count): write one of \(Self.list(chosen)), such as id:\(chosen[0].id)."
      )
    }
    guard chosen.count <= Self.limit else {
      throw ValidationError("\(chosen.count) audio tracks are more than the \(Self.limit) that are encoded at a time.")
    }
    audioCount = chosen.count
    heard = chosen.firstIndex(where: \.isEnabled) ?? 0
    let left = all.filter { !chosen.contains($0) }
    guard let next = left.first else { return }
    var remedy = "--audio-tracks id:\(next.id) takes that one"
    if type.holdsSeveralAudioTracks, all.count <= Self.limit { remedy += ", and --audio-tracks all every one" }
    Self.note(left, "sound", remedy: isChoice ? remedy : "'reel transcode --audio-tracks' takes others")
  }

  private static func note(_ tracks: [InputTrack], _ what: String, remedy: String? = nil) {
    guard !tracks.isEmpty else { return }
    Terminal.error.write(
      "note: the output is without the \(what) of \(numbered(tracks))" + (remedy.map { ": \($0)" } ?? ""))
  }

  private static func numbered(_ tracks: [InputTrack]) -> String {
    "\(tracks.count == 1 ? "track" : "tracks") \(list(tracks))"
  }

  /// The numbers of tracks and their languages; of many, the first.
  private static func list(_ tracks: [InputTrack]) -> String {
    let names = tracks.map { track in "\(track.id)" + (track.language.map { " (\($0.visible))" } ?? "") }
    let shown = names.count > 6 ? names.prefix(5) + ["\(names.count - 5) more"] : names[...]
    return shown.formatted(.list(type: .and).locale(Locale(identifier: "en")))
  }

  /// Takes subtitles along, and notes those that the output is without.
  private mutating func takeSubtitles(of tracks: InputTracks, _ obstacle: String?) {
    guard type.usualCodecs.video != .none else { return }
    for track in tracks.all where track.kind == .subtitles {
      let reason: String
      if let obstacle {
        reason = obstacle
      } else if ![.mp4, .mov, .threeGP, .mkv].contains(type) {
        reason = "\(type.text) files have no place for them"
      } else if track.number == nil {
        reason = "they are no text that can be read"
      } else if subtitles.count == Self.limit {
        reason = "there are more than \(Self.limit)"
      } else {
        subtitles.append(track)
        continue
      }
      Terminal.error.write("note: the output is without the subtitles of track \(track.id): \(reason)")
    }
  }

  var hasSubtitles: Bool { !subtitles.isEmpty }

  /// The muxer's settings of all of its tracks, those of pictures, of sound and of subtitles in turn; empty where it needs none.
  ///
  /// Of several audio tracks one is heard, as in the source, and the others can be chosen instead. Subtitles are shown without being
  /// asked for as in the source, and at most one of them.
  func settings(hasVideo: Bool, hasAudio: Bool) -> [TrackSettings] {
    let shown = subtitles.firstIndex(where: \.isEnabled)
    let hasChoice = hasAudio && audioCount > 1
    guard type != .ts, type != .ogg, hasChoice || subtitles.count > 1 || shown == nil && !subtitles.isEmpty else {
      return []
    }
    return (hasVideo ? [TrackSettings()] : [])
      + (0..<(hasAudio ? audioCount : 0)).map { index in
        TrackSettings { ($0.enabled, $0.alternateGroup) = (index == heard, hasChoice ? Self.audioGroup : 0) }
      }
      + subtitles.indices.map { index in
        TrackSettings {
          ($0.enabled, $0.alternateGroup) = (index == shown, subtitles.count > 1 ? Self.subtitleGroup : 0)
        }
      }
  }

  /// Links the subtitles of a source to a muxer.
  func connectSubtitles(of source: NodeHandle<AssetRead>, to muxer: Input<AnyTrack>, in graph: inout Graph) {
    for case let number? in subtitles.map(\.number) {
      graph.connect(number == 1 ? source.text : source.text[number], to: muxer)
    }
  }
}

extension ExportPreset.FileType {
  /// False for files of one stream of audio.
  fileprivate var holdsSeveralAudioTracks: Bool {
    switch self {
    case .mp4, .mov, .threeGP, .m4a, .mkv, .webm, .ts, .ogg: true
    case .wav, .aiff, .aifc, .caf, .mp3, .flac, .amr: false
    }
  }
}

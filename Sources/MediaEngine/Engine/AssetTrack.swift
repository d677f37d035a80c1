internal import MediaSource
internal import GStreamer
import MediaGraph
import MovieFile

/// A track of an opened asset, by the demuxer's information.
struct AssetTrack: Sendable {
  enum Kind: String, Sendable { case video, audio, text }

  let kind: Kind?
  /// The format, if a demuxer has it.
  let caps: Caps?
  /// The track's ID in the file, or its place among the tracks where the file has no IDs.
  let id: Int?
  /// The language as in the file, an ISO 639 code or a BCP 47 tag.
  let language: String?
  /// True if the track is played by default.
  let isEnabled: Bool
  /// The characteristics, by the names of Apple's `AVMediaCharacteristic`; or the reason why they cannot be read, which matters
  /// to those alone who choose by them.
  private let characteristics: Result<Set<String>, any Error>
  /// The demuxer's pad, blocked until the track is linked; nil for tracks without one.
  let pad: Pad?
  /// The output that gives the stream, of a component that knows its outputs; nil for tracks that are chosen.
  var output: OutputKey?

  /// A stream that no track of the file gives, such as what is said of all of it.
  init(kind: Kind?, id: Int) {
    self.kind = kind
    self.id = id
    isEnabled = true
    characteristics = .success(Self.characteristics(of: kind))
    (language, caps, pad) = (nil, nil, nil)
  }

  /// The tracks of a container, in the order of the file.
  ///
  /// - Parameter movie: The movie that the container is; nil if it is none.
  static func all(_ tracks: [any ContainerTrack], of movie: Movie?) -> [AssetTrack] {
    let chapters = tracks.chapterIDs
    return tracks.map { AssetTrack($0, of: movie, isChapterList: chapters.contains($0.attributes.id)) }
  }

  /// A track of a container.
  ///
  /// - Parameters:
  ///   - movie: The movie that the container is; nil if it is none.
  ///   - isChapterList: True if its text are the names of chapters, which are no subtitles.
  private init(_ track: any ContainerTrack, of movie: Movie?, isChapterList: Bool) {
    let attributes = track.attributes
    if isChapterList, ["text", "sbtl"].contains(attributes.mediaType) {
      kind = nil
    } else if let track = movie?.track(id: UInt32(bitPattern: attributes.id)) {
      kind = Kind(ofTrack: track)
    } else {
      kind =
        switch attributes.mediaType {
        case "vide": .video
        case "soun": .audio
        case "sbtl" where Self.isText(track): .text
        default: nil
        }
    }
    id = Int(attributes.id)
    isEnabled = attributes.isEnabled
    characteristics = Result { Set(try track.characteristics()) }
    language = attributes.extendedLanguageTag ?? attributes.languageCode
    (caps, pad) = (nil, nil)
  }

  /// The tracks that a demuxer gives, with the IDs that they have as a container's.
  ///
  /// - Parameter contents: What the movie's headers say of its tracks, which demuxers do not, or too late.
  static func all(_ pads: [Pad], contents: [any ContainerTrack]) -> [AssetTrack] {
    zip(pads, StreamNumbers.ids(of: pads.map(\.streamID))).map { pad, id in
      AssetTrack(pad: pad, id: Int(id), contents: contents)
    }
  }

  /// A track that a demuxer gives.
  private init(pad: Pad, id: Int, contents: [any ContainerTrack]) {
    self.pad = pad
    let caps = pad.currentCaps ?? pad.possibleCaps
    self.caps = caps
    let name = caps.first?.name ?? ""
    kind =
      if name.hasPrefix("video/") || name.hasPrefix("image/") {
        .video
      } else if name.hasPrefix("audio/") {
        .audio
      } else if SubtitleText(format: name) != nil {
        .text
      } else {
        nil
      }
    self.id = id
    let content = contents.first { Int($0.attributes.id) == id }
    isEnabled = content?.attributes.isEnabled ?? true
    let isKind = Self.characteristics(of: kind)
    characteristics = Result { try content.map { Set(try $0.characteristics()) } ?? isKind }
    language =
      content?.attributes.extendedLanguageTag ?? content?.attributes.languageCode
      ?? pad.streamTags.lazy.compactMap { $0.values["language-code"]?.first?.string }.first
  }

  /// True for subtitles of text, false for pictures.
  private static func isText(_ track: any ContainerTrack) -> Bool {
    ((try? track.formatDescriptions()) ?? []).contains { description in
      let code = BoxType(rawValue: description.mediaSubType.rawValue)
      return SubtitleText(format: Codec.found(code) { $0 == .subtitle }?.entry.caps) != nil
    }
  }

  /// True if the track is uncompressed.
  var isRaw: Bool { caps?.first?.name.hasSuffix("/x-raw") ?? false }

  /// Returns the tracks that a rule chooses, in file order; of any kind if that is nil.
  ///
  /// - Parameter file: The name of the file, for errors.
  /// - Throws: `MediaError` if the rule asks for a characteristic, and those of a track cannot be read.
  static func choose(
    _ choice: TrackChoice, from tracks: [AssetTrack], kind: Kind?, in file: String
  ) throws -> [AssetTrack] {
    let candidates = tracks.filter { kind == nil || $0.kind == kind }
    switch choice.rule {
    case .first: return (candidates.first(where: \.isEnabled) ?? candidates.first).map { [$0] } ?? []
    case .all: return candidates
    case .none: return []
    case .id(let id): return candidates.filter { $0.id == id }
    case .language(let tag): return candidates.filter { matches($0.language, tag) }
    case .characteristic(let name):
      do {
        return try candidates.filter { try $0.characteristics.get().contains(name) }
      } catch {
        var error = MediaError(error, during: .reading)
        error.path = error.path ?? file
        throw error
      }
    }
  }

  /// Returns the characteristics of a track's type.
  private static func characteristics(of kind: Kind?) -> Set<String> {
    switch kind {
    case .video: ["AVMediaCharacteristicVisual", "AVMediaCharacteristicFrameBased"]
    case .audio: ["AVMediaCharacteristicAudible"]
    case .text: ["AVMediaCharacteristicLegible"]
    case nil: []
    }
  }

  /// Returns true if a language begins with a tag: `en` matches `en-GB` and, as in ISO files, `eng`.
  private static func matches(_ language: String?, _ tag: String) -> Bool {
    guard let language else { return tag == "und" }
    let (a, b) = (language.lowercased(), tag.lowercased())
    return a == b || a.hasPrefix(b + "-") || LanguageCode.equivalent(a, b)
  }
}

extension AssetTrack.Kind {
  /// The kind of a movie's track; nil for what is neither seen, heard nor read.
  init?(ofTrack track: Track) {
    switch track.handlerType {
    case "vide": self = .video
    case "soun": self = .audio
    case "text", "sbtl", "subt": self = .text
    default: return nil
    }
  }
}

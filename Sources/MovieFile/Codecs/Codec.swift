/// A codec of video, audio or text: one row of the codec table.
///
/// All properties that depend on the codec alone are here and only here: FourCCs, caps, strings of RFC 6381, names for
/// people, decoders, the file types that hold it. Codecs are compared by identity.
package final class Codec: Sendable {
  package enum Kind: Sendable {
    case video, audio, subtitle, captions, metadata
  }

  /// One way in which files name the codec, with the properties that this name implies.
  package struct Entry: Sendable {
    /// FourCCs of sample entries, or Core Audio's format IDs, with equal meaning.
    package let codes: [BoxType]
    /// The GStreamer caps, as far as the codes determine them; nil for formats that GStreamer does not name.
    package let caps: String?
    /// The name in GStreamer's discoverer if it differs from the codec's title; nil if there is no name for people.
    package let words: String?
    /// The object types of MPEG-4's `mp4v` and `mp4a` for the codec (MP4 Registration Authority); nil for other
    /// entries.
    package let objectTypes: [UInt8]?
    /// The bits of a pixel that the entry must state; nil for any.
    package let depth: Int?
    /// The movie formats that hold samples under these codes; empty if none of Apple's or ISO's does.
    package let movies: Set<MovieFormat>
    /// The reason why other movie formats do not hold it, if it is specific to the entry.
    package let reason: String?
    /// Decoders for these samples alone, if the codec's do not accept them.
    package let decoders: [String]?

    init(
      _ codes: [BoxType], _ caps: String? = nil, words: String? = nil, objectTypes: [UInt8]? = nil, depth: Int? = nil,
      in movies: Set<MovieFormat> = [], reason: String? = nil, decoders: [String]? = nil
    ) {
      (self.codes, self.caps, self.words, self.objectTypes) = (codes, caps, words, objectTypes)
      (self.depth, self.movies, self.reason, self.decoders) = (depth, movies, reason, decoders)
    }
  }

  /// The form in which our muxers write a codec into movies.
  package struct Written: Sendable {
    package let entry: BoxType
    package let objectType: UInt8?
    /// The further fields that caps must have beside the name.
    package let fields: String

    package init(_ entry: BoxType, objectType: UInt8? = nil, _ fields: String = "") {
      (self.entry, self.objectType, self.fields) = (entry, objectType, fields)
    }
  }

  /// File types other than movies that only hold some codecs.
  package enum Container: Sendable {
    case mp3, adts, wave, aiff, aifc, amr, flac, ogg, webm, ac3
  }

  /// The name in this program: `h264`.
  package let name: String
  /// The name for people in errors and plans: `H.264`.
  package let title: String
  package let kind: Kind
  package let entries: [Entry]
  /// Names in codec lists (RFC 6381) that are no FourCCs, in lower case.
  package let strings: [String]
  /// The box of a sample entry that holds the decoder's configuration.
  package let configurationBox: String?
  /// The decoder elements, the best first; empty if it is not decoded here, or needs none.
  package let decoders: [String]
  /// The number of packets to decode before the wanted one, so that the output equals that of a linear decode; nil if
  /// decoding must start at the beginning.
  package let preRoll: Int?
  /// The number of packets at the beginning of a decode without output.
  package let silentPackets: Int
  /// The roll distance in packets, as movies state it (ISO/IEC 14496-12, clause 10.1).
  package let rollDistance: Int?
  /// The largest number of frames that may be presented after one that is decoded later.
  package let reorderDepth: Int
  /// True if each sample is decoded by itself.
  package let isIntraOnly: Bool
  /// True if the entropy coding leaves so little redundancy that long runs of zeros indicate damage.
  package let isEntropyCoded: Bool
  /// The forms in which movies store it, the default first; empty if our muxers do not write it.
  package let written: [Written]
  /// Other file types that hold it, among those that only hold some codecs.
  package let containers: Set<Container>

  init(
    _ name: String, _ title: String, _ kind: Kind, _ entries: [Entry], strings: [String] = [],
    configurationBox: String? = nil, decoders: [String] = [], preRoll: Int? = nil, silentPackets: Int = 0,
    rollDistance: Int? = nil, reorderDepth: Int = 0, isIntraOnly: Bool = false, isEntropyCoded: Bool = true,
    written: [Written] = [], in containers: Set<Container> = []
  ) {
    (self.name, self.title, self.kind, self.entries, self.strings) = (name, title, kind, entries, strings)
    (self.configurationBox, self.decoders, self.preRoll) = (configurationBox, decoders, preRoll)
    (self.silentPackets, self.rollDistance, self.reorderDepth) = (silentPackets, rollDistance, reorderDepth)
    (self.isIntraOnly, self.isEntropyCoded) = (isIntraOnly, isEntropyCoded)
    (self.written, self.containers) = (written, containers)
  }

  package var isVideo: Bool { kind == .video }

  /// True if samples are decoded to frames or audio here: by an element, or in Swift.
  package var isDecoded: Bool { !decoders.isEmpty || isDecodedInSwift || entries.contains { $0.decoders != nil } }

  /// True if no element is needed: PCM is read directly, and GIF has a decoder of its own.
  package var isDecodedInSwift: Bool { self === Codec.pcm || self === Codec.gif }

  /// The name of its caps, such as `video/x-vp9`.
  package var capsName: String { entries.lazy.compactMap(\.caps).first.map { String($0.prefix { $0 != "," }) } ?? "" }
}

extension Codec {
  /// A codec that the table does not name, whose samples are only copied.
  package static func unnamed(_ kind: Kind) -> Codec {
    switch kind {
    case .video: unnamedVideo
    case .audio: unnamedAudio
    default: unnamedData
    }
  }

  private static let unnamedVideo = Codec("video", "unknown video", .video, [Entry([])])
  private static let unnamedAudio = Codec("audio", "unknown audio", .audio, [Entry([])], preRoll: 0)
  private static let unnamedData = Codec("data", "data", .metadata, [Entry([])], preRoll: 0, isIntraOnly: true)
}

extension Codec: Hashable, CustomStringConvertible {
  package static func == (a: Codec, b: Codec) -> Bool { a === b }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  package var description: String { name }
}

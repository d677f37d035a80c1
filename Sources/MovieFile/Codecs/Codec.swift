/// A coding of video, audio or text: one row of the table of codecs.
///
/// Everything that depends on which codec it is by name alone stands here, and nowhere else: FourCCs, caps, strings of RFC 6381, names for
/// people, decoders, the files that hold it. Rows are compared by identity.
package final class Codec: Sendable {
  package enum Kind: Sendable {
    case video, audio, subtitle, captions, metadata
  }

  /// One way in which files name the codec, with what that name says of the samples.
  package struct Entry: Sendable {
    /// FourCCs of sample entries, or Core Audio's format IDs, that say the same.
    package let codes: [BoxType]
    /// The format in GStreamer's words, as far as the codes tell; nil for what GStreamer has no name for.
    package let caps: String?
    /// The name that GStreamer's discoverer has for it, where that is not the codec's title; nil if there is no name for people.
    package let words: String?
    /// Of MPEG-4's `mp4v` and `mp4a`, the object types that mean the codec (MP4 Registration Authority); nil for other entries.
    package let objectTypes: [UInt8]?
    /// The bits of a pixel that the entry has to state; nil where it says nothing.
    package let depth: Int?
    /// The movies that hold samples under these codes; empty where no file of Apple's or ISO's does.
    package let movies: Set<MovieFormat>
    /// The reason why other kinds of movie do not hold it, where that is peculiar to it.
    package let reason: String?
    /// Decoders of these samples alone, where the codec's do not take them.
    package let decoders: [String]?

    init(
      _ codes: [BoxType], _ caps: String? = nil, words: String? = nil, objectTypes: [UInt8]? = nil, depth: Int? = nil,
      in movies: Set<MovieFormat> = [], reason: String? = nil, decoders: [String]? = nil
    ) {
      (self.codes, self.caps, self.words, self.objectTypes) = (codes, caps, words, objectTypes)
      (self.depth, self.movies, self.reason, self.decoders) = (depth, movies, reason, decoders)
    }
  }

  /// The way in which our muxers write a codec into movies.
  package struct Written: Sendable {
    package let entry: BoxType
    package let objectType: UInt8?
    /// What caps have to say beside the codec's name.
    package let fields: String

    init(_ entry: BoxType, objectType: UInt8? = nil, _ fields: String = "") {
      (self.entry, self.objectType, self.fields) = (entry, objectType, fields)
    }
  }

  /// Kinds of file other than movies, so far as they are for some codecs only.
  package enum Container: Sendable {
    case mp3, adts, wave, aiff, aifc, amr, flac, ogg, webm, ac3
  }

  /// The name in this program: `h264`.
  package let name: String
  /// The name for people, as errors and plans say it: `H.264`.
  package let title: String
  package let kind: Kind
  package let entries: [Entry]
  /// Names in lists of codecs (RFC 6381) that are no FourCCs, in lower case.
  package let strings: [String]
  /// The box of a sample entry that holds the decoder's configuration.
  package let configurationBox: String?
  /// The elements that decode it, the best first; empty if it is not decoded here, or without any.
  package let decoders: [String]
  /// Packets to decode before the one that is wanted, so that it comes out as in a linear decode; nil if it must be decoded from the
  /// beginning.
  package let preRoll: Int?
  /// Packets at the beginning of a decode that give no samples.
  package let silentPackets: Int
  /// Packets that a decoder has to hear before one sounds right, as movies say it (ISO/IEC 14496-12, clause 10.1).
  package let rollDistance: Int?
  /// The most frames that may be shown after one that is decoded later.
  package let reorderDepth: Int
  /// True if each sample is decoded by itself.
  package let isIntraOnly: Bool
  /// True if coding leaves so little to guess that many zeros in a row are none of it.
  package let isEntropyCoded: Bool
  /// Ways to write it into movies, the first for all that is not said otherwise; empty if our muxers do not.
  package let written: [Written]
  /// Other files that hold it, among those that are for some codecs only.
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

  package var isPicture: Bool { kind == .video }

  /// True if samples become frames or audio here: by an element, or by being read as they are.
  package var isDecoded: Bool { !decoders.isEmpty || self === Codec.pcm || entries.contains { $0.decoders != nil } }

  /// The name of its caps, such as `video/x-vp9`.
  package var capsName: String { entries.lazy.compactMap(\.caps).first.map { String($0.prefix { $0 != "," }) } ?? "" }
}

extension Codec: Hashable, CustomStringConvertible {
  package static func == (a: Codec, b: Codec) -> Bool { a === b }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  package var description: String { name }
}

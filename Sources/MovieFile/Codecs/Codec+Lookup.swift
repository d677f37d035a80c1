// Lookup of codecs by names of files and streams.

extension Codec {
  /// All codecs, decodable ones first; of those that share a FourCC, the one that it is named after comes first.
  package static let all: [Codec] =
    [
      h264, hevc, vp8, vp9, av1, proRes, mpeg4, motionJPEG, mpeg2, mpeg1, h263, theora, sorenson, dnxhd, png, animation,
      cineForm, jpeg2000, sorensonVideo, avcIntra, raw,
    ] + [
      aac, mpegAudio, opus, vorbis, flac, alac, ac3, enhancedAC3, amr, amrWideband, speex, dts, trueHD, mlp, uLaw, aLaw,
      adpcm, pcm,
    ]
    + desktop + others

  /// A codec, and its matching entry.
  package typealias Found = (codec: Codec, entry: Entry)

  // MARK: FourCCs

  /// Returns the codec for a FourCC, or for one of Core Audio's formats.
  ///
  /// - Parameters:
  ///   - objectType: The object type of MPEG-4 entries; nil if unknown: then the codec that they are named after.
  ///   - depth: The bits of a pixel; nil if unknown.
  package static func found(
    _ code: BoxType, objectType: UInt8? = nil, depth: Int? = nil, where isFitting: (Kind) -> Bool
  ) -> Found? {
    byCode[code]?.first { found in
      guard isFitting(found.codec.kind) else { return false }
      if let types = found.entry.objectTypes, let objectType, !types.contains(objectType) { return false }
      if let stated = found.entry.depth, let depth, stated != depth { return false }
      return true
    }
  }

  private static let byCode: [BoxType: [Found]] = {
    var result: [BoxType: [Found]] = [:]
    for codec in all {
      for entry in codec.entries {
        for code in entry.codes { result[code, default: []].append((codec, entry)) }
      }
    }
    return result
  }()

  // MARK: Caps

  /// Returns the four characters of a code of audio; the codec's name where some are unprintable, as in codes with a number of
  /// Microsoft's.
  static func nameForErrors(_ code: BoxType) -> String {
    let text = code.text
    guard text.utf8.count > 4, text.utf8.contains(UInt8(ascii: "\\")) else { return text }
    return found(code) { $0 == .audio }.map { $0.entry.words ?? $0.codec.title } ?? text
  }

  /// Returns the codec that caps describe: of the entries with that name, the first of those that agree in most fields.
  ///
  /// - Parameter field: Returns the value of a field in its text form; nil if the caps lack it.
  package static func found(capsName: String, field: (String) -> String?) -> Found? {
    var best: Found?
    var most = -1
    for candidate in byCaps[capsName] ?? [] {
      let count = candidate.fields.count { field($0.name) == $0.value }
      if count > most { (best, most) = ((candidate.codec, candidate.entry), count) }
    }
    return best
  }

  private struct Candidate {
    let codec: Codec
    let entry: Entry
    let fields: [(name: String, value: String)]
  }

  /// The fields that distinguish codecs and their entries; others describe how a stream is cut into buffers.
  private static let telling: Set<String> = [
    "mpegversion", "layer", "variant", "layout", "format", "msmpegversion", "wmvversion", "wmaversion",
  ]

  private static let byCaps: [String: [Candidate]] = {
    var result: [String: [Candidate]] = [:]
    for codec in all {
      for entry in codec.entries {
        guard let parts = entry.caps?.split(separator: ","), let name = parts.first else { continue }
        let fields = parts.dropFirst().compactMap { part -> (name: String, value: String)? in
          let sides = part.split(separator: "=", maxSplits: 1).map(String.init)
          return sides.count == 2 && telling.contains(sides[0]) ? (sides[0], sides[1]) : nil
        }
        result[String(name), default: []].append(Candidate(codec: codec, entry: entry, fields: fields))
      }
    }
    return result
  }()

  // MARK: Names in lists of codecs

  /// Returns the codec of a FourCC or a string of RFC 6381, in lower case.
  package static func named(_ text: String) -> Codec? { byName[text] }

  private static let byName: [String: Codec] = {
    var result: [String: Codec] = [:]
    for codec in all {
      let codes = codec.entries.flatMap(\.codes).map { $0.text.lowercased() }
      for name in codec.strings + codes where result[name] == nil { result[name] = codec }
    }
    return result
  }()
}

// Ways from what files and streams say to a row of the table.

extension Codec {
  /// All rows, those that are decoded here first; of those that share a FourCC, the one that it is named after.
  package static let all: [Codec] =
    [
      h264, hevc, vp8, vp9, av1, proRes, mpeg4, motionJPEG, mpeg2, mpeg1, h263, theora, sorenson, dnxhd, png, animation,
      raw,
    ] + [aac, mpegAudio, opus, vorbis, flac, alac, ac3, enhancedAC3, amr, amrWideband, speex, uLaw, aLaw, adpcm, pcm]
    + others

  /// A row, and the entry of it that was found.
  package typealias Found = (codec: Codec, entry: Entry)

  // MARK: FourCCs

  /// The codec of samples under a FourCC, or of one of Core Audio's formats.
  ///
  /// - Parameters:
  ///   - objectType: What entries of MPEG-4 mean; nil where it is not known: then the codec that they are named after.
  ///   - depth: Bits of a pixel; nil if they are not known.
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

  /// The codec that caps describe: of the entries of that name, the first of those that agree in most fields.
  ///
  /// - Parameter field: The value of a field in its text form; nil where the caps do not have it.
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

  /// Fields that tell codecs and their entries apart; others are about how a stream is cut into buffers.
  private static let telling: Set<String> = ["mpegversion", "layer", "variant", "layout", "format"]

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

  /// The codec of a name that is a FourCC or a string of RFC 6381, in lower case.
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

import MediaGraph
import MovieFile

/// A node that writes a Matroska or WebM file with `MatroskaWriter`.
protocol MatroskaMuxingNode: NativeMuxingNode {
  static var document: MatroskaDocument { get }
}

extension MatroskaMuxingNode {
  static var writes: WritableFormat { .matroska(document) }
  var layout: MovieWriter.Layout { .headersLast }

  /// The codecs that movies hold, and those that only Matroska does, as far as they are written here.
  private static var all: [(codec: Codec, caps: String)] {
    let others = MatroskaDocument.others.flatMap { codec in
      Set(codec.entries.compactMap { $0.caps?.prefix { $0 != "," } }).sorted().map { (codec, String($0)) }
    }
    return MovieCoding.all.map { (codec: $0.codec, caps: $0.caps) } + others.map { (codec: $0, caps: $1) }
  }

  static var caps: [String] {
    all.filter { document.unsupportedReason(of: $0.codec) == nil }.map(\.caps)
      + (document == .webM ? [] : [CodedCaps.text]) + [CodedCaps.metadata]
  }
  /// Everything that Matroska holds: what WebM does not is refused with a reason when it arrives.
  static var taken: [String] { all.map(\.caps) + [CodedCaps.text, CodedCaps.metadata] }
  static var unsupportedCaps: [(caps: String, reason: String)] {
    var names: [String] = []
    return all.compactMap { codec, caps in
      guard let reason = document.unsupportedReason(of: codec) else { return nil }
      let name = MovieCoding.all.first { $0.codec == codec }?.name ?? caps
      guard !names.contains(name) else { return nil }
      names.append(name)
      return (name, reason)
    }
  }
}

extension MuxMKV: MatroskaMuxingNode {
  static var document: MatroskaDocument { .matroska }
}

extension MuxWebM: MatroskaMuxingNode {
  static var document: MatroskaDocument { .webM }
}

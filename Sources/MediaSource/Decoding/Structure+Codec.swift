package import GStreamer
import MovieFile

extension Structure {
  /// The codec that the caps describe, with the way in which files name it; nil for one that is not in the table.
  package var codec: Codec.Found? {
    Codec.found(capsName: name) { field in
      switch self[field] {
      case .int(let number)?: String(number)
      // MPEG's video of before versions were said is MPEG-4's.
      case nil where field == "mpegversion": "4"
      case let value: value?.string
      }
    }
  }
}

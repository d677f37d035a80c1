package import GStreamer
import MovieFile

extension Structure {
  /// The codec of the caps, with its entry; nil if it is not in the table.
  package var codec: Codec.Found? {
    Codec.found(capsName: name) { field in
      switch self[field] {
      case .int(let number)?: String(number)
      // A missing version means MPEG-4.
      case nil where field == "mpegversion": "4"
      case let value: value?.string
      }
    }
  }
}

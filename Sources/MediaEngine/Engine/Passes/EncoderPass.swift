/// A pass of an encoder over its frames, with the file of its statistics; the encoder puts a second file beside it.
package enum EncoderPass: Sendable, Equatable {
  /// The frames are measured; what is encoded meanwhile is of no use.
  case first(String)
  /// Each frame gets its share of the bits, by what the first pass has measured.
  case second(String)

  /// The path of the statistics.
  package var path: String {
    switch self {
    case .first(let path), .second(let path): path
    }
  }

  var number: Int {
    switch self {
    case .first: 1
    case .second: 2
    }
  }

  /// The pass that uses what this one measures.
  package var next: EncoderPass { .second(path) }
}

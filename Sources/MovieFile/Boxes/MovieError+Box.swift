// Errors that name the box at fault, and its place unless a nearer one is known.

extension MovieError {
  static func malformed(_ message: String, in box: Box, at offset: Int64? = nil) -> MovieError {
    MovieError(.malformed, message, box: box.path.description, offset: offset ?? box.offset)
  }

  static func excessive(_ message: String, in box: Box, at offset: Int64? = nil) -> MovieError {
    MovieError(.excessive, message, box: box.path.description, offset: offset ?? box.offset)
  }
}

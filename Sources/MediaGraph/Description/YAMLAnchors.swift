/// Finds anchors and aliases before the parser does: a few lines of them can stand for more values than memory holds.
enum YAMLAnchors {
  /// The first token that begins like an anchor or an alias, outside quotes and comments.
  static func first(in file: SourceFile) -> SourceRange? {
    var quote: Unicode.Scalar?
    for (number, line) in file.lines.enumerated() {
      let scalars = Array(line.unicodeScalars)
      var startsToken = true
      var index = 0
      while index < scalars.count {
        let scalar = scalars[index]
        if let open = quote {
          if scalar == "\\", open == "\"" { index += 1 } else if scalar == open { quote = nil }
        } else if startsToken, scalar == "\"" || scalar == "'" {
          quote = scalar
        } else if startsToken, scalar == "#" {
          break
        } else if startsToken, scalar == "&" || scalar == "*", index + 1 < scalars.count, isAnchorCharacter(scalars[index + 1]) {
          let length = scalars[(index + 1)...].prefix(while: isAnchorCharacter).count + 1
          return SourceRange(file: file, line: number + 1, column: index + 1, length: length)
        }
        startsToken = " \t[{,".unicodeScalars.contains(scalar)
        index += 1
      }
    }
    return nil
  }

  private static func isAnchorCharacter(_ scalar: Unicode.Scalar) -> Bool {
    !" \t,[]{}".unicodeScalars.contains(scalar)
  }
}

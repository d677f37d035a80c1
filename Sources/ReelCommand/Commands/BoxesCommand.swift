import ArgumentParser
import MediaGraph
import MovieFile

/// `reel boxes`.
struct BoxesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "boxes",
    abstract: "Shows the box tree of a movie file.",
    discussion: """
      A line for each box (QuickTime calls it an atom): where it starts, how many bytes it has, and its type, indented by \
      the boxes around it:

        reel boxes movie.mp4

      Exit codes: 0 done; 66 the file is missing, is no movie, or has a box that is damaged or cut.
      """)

  @ArgumentParser.Argument(
    help: ArgumentHelp("The movie file or its URL; '-' is standard input.", valueName: "file"), completion: .file())
  var file: String

  func run() throws {
    let source = try InputBytes.source(StandardInput.file(file), named: file)
    try Diagnostic.reading(file) { () throws(MovieError) in try FileType.check(source) }
    var problems: [Diagnostic] = []
    var lines = ""
    do {
      var tree = BoxTree(source)
      try tree.walk { entry in
        switch entry {
        case .box(let box, let depth):
          lines += "\(box.offset)".leftPadded(to: 12) + "\(box.size)".leftPadded(to: 12) + "  "
          lines += String(repeating: "  ", count: depth) + box.type.text + (box.isCut ? "  (cut)\n" : "\n")
          if box.isCut {
            problems.append(
              Diagnostic(
                reading: file, MovieError(.truncated, "the file ends inside '\(box.type.text)'", offset: box.offset)))
          }
        case .problem(let error, let depth):
          lines += String(repeating: " ", count: 26 + 2 * depth) + "?\n"
          problems.append(Diagnostic(reading: file, error))
        }
        if lines.utf8.count > 65_536 {
          try Terminal.output.write(bytes: Array(lines.utf8))
          lines = ""
        }
      }
      try Terminal.output.write(bytes: Array(lines.utf8))
    } catch let error as MovieError {
      throw Diagnostic(reading: file, error)
    } catch is Terminal.Closed {
      return
    }
    try Diagnostics.check(problems)
  }
}

extension String {
  fileprivate func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}

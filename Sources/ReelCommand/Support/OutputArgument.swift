import ArgumentParser
import MediaGraph

/// The file that a command writes, behind its input or as `-o`.
struct OutputArgument: ParsableArguments {
  @ArgumentParser.Argument(
    help: ArgumentHelp("The file to write; or -o FILE.", valueName: "out"), completion: .file())
  var positional: String?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The file to write, in place of <out>.", valueName: "file"), completion: .file())
  var option: String?

  func validate() throws {
    if positional == nil, option == nil {
      throw ValidationError("The file to write needs a name: write it behind the input, or as -o FILE.")
    }
    if positional != nil, option != nil {
      throw ValidationError("Two files to write are named: leave out one of them.")
    }
  }

  /// The name; `validate` has found one.
  var path: String { option ?? positional ?? "" }
}

extension ExportPreset.FileType {
  /// The kind of an output: that of `--format`, else what its name says.
  ///
  /// - Throws: `ValidationError` if neither says one.
  init(of output: String, format: String?) throws {
    let kinds = Self.allCases.map(\.text)
    if let format {
      guard let type = Self.allCases.first(where: { $0.text == format }) else {
        throw ValidationError("--format \(format) is no kind of file: \(kinds.joined(separator: ", ")).")
      }
      self = type
    } else if output == "-" {
      throw ValidationError("Standard output has no name that says its kind: add --format mkv, or another kind.")
    } else if !output.isEmpty, let file = try? Location(parsing: output), let type = Self(nameOf: file) {
      self = type
    } else {
      let names = kinds.map { "." + $0 }.joined(separator: ", ")
      throw ValidationError("'\(output)' has no extension of a file that can be written: \(names).")
    }
  }
}

import MediaEngine
import MediaGraph
import MovieFile

extension Diagnostic {
  /// Makes a diagnostic for an unreadable movie file; the box and the offset are a note.
  init(reading path: String, _ error: MovieError) {
    let place = [error.box.isEmpty ? nil : "in \(error.box)", error.offset.map { "at byte \($0)" }].compactMap { $0 }
    self.init(
      "cannot read \(path == "-" ? StandardInput.name : "'\(path)'")", kind: .input,
      notes: place.isEmpty ? [] : [place.joined(separator: " ")],
      cause: error.message, underlying: error)
  }

  /// Runs a body that reads a movie file.
  static func reading<Value>(_ path: String, _ body: () throws(MovieError) -> Value) throws(Diagnostic) -> Value {
    do throws(MovieError) {
      return try body()
    } catch {
      throw Diagnostic(reading: path, error)
    }
  }

  /// Makes a diagnostic for a movie file that cannot be changed.
  init(changing path: String, _ error: MovieError) {
    switch error.code {
    case .notStorable:
      self.init("'\(path)' cannot hold it", kind: .description, cause: error.message, underlying: error)
    case .unwritable:
      self.init(writing: path, underlying: error)
    case .unsupported:
      self.init(
        "'\(path)' cannot be changed", kind: .description, notes: error.offset.map { ["at byte \($0)"] } ?? [],
        cause: error.message, underlying: error, help: "'reel remux' makes a copy that can be")
    default: self.init(reading: path, error)
    }
  }

  /// Runs a body that changes a movie file.
  static func changing<Value>(_ path: String, _ body: () throws(MovieError) -> Value) throws(Diagnostic) -> Value {
    do throws(MovieError) {
      return try body()
    } catch {
      throw Diagnostic(changing: path, error)
    }
  }
}

// Before CReel, which hides its enums otherwise.
internal import CGStreamer
internal import CReel
import Foundation
import MediaGraph

/// An output that appears complete or not at all: written under a hidden name beside its own, renamed when complete.
struct OutputFile: Sendable {
  let location: Location
  let overwrite: Bool
  /// Where the run writes.
  let temporaryPath: String

  init(_ location: Location, overwrite: Bool) {
    self.location = location
    self.overwrite = overwrite
    let path = location.path ?? location.text
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let name = String(path.dropFirst(folder.count))
    // Devices and pipes cannot be renamed into place.
    temporaryPath =
      Self.isSpecial(path) ? path : "\(folder).\(Self.start(of: name)).\(UInt32.random(in: 0 ... .max)).part"
  }

  private var path: String { location.path ?? location.text }

  /// Whether the file gets its name when it is complete; devices and pipes are written as they are, by several if need be.
  var isRenamed: Bool { temporaryPath != path }

  /// Where a muxer puts what it can only write at the end: on the same disk, under a name that is hidden too.
  var asidePath: String? { isRenamed ? temporaryPath + ".media" : nil }

  /// As much of a name as leaves room for the rest of the hidden one: file systems count bytes, 255 of them.
  private static func start(of name: String) -> String {
    var bytes = 0
    return String(
      name.prefix { character in
        bytes += character.utf8.count
        return bytes <= 200
      })
  }

  private static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }

  private func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Why the output cannot be written; found out without writing anything.
  func problem(at range: SourceRange?) -> Diagnostic? {
    guard location.path != nil else {
      return problem("outputs are local files", at: range, help: "write to a file, and send it on from there")
    }
    if path.hasSuffix("/") { return problem("it names a folder", at: range, help: "add a file name") }
    var status = stat()
    if stat(path, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR { return problem("it is a folder", at: range, help: "add a file name") }
      if status.st_mode & S_IFMT == S_IFREG, !overwrite {
        return Diagnostic("'\(path)' exists", kind: .output, at: range, help: "add --overwrite, or choose another name")
      }
    } else if errno == ENAMETOOLONG {
      return problem(String(cString: strerror(ENAMETOOLONG)), at: range)
    } else if !overwrite, lstat(path, &status) == 0 {
      return Diagnostic(
        "'\(path)' exists", kind: .output, at: range, notes: ["it is a link to nothing"],
        help: "add --overwrite, or choose another name")
    }
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard stat(folder, &status) == 0 else {
      return problem("there is no folder '\(folder)'", at: range, help: "make it first: mkdir -p \(folder)")
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { return problem("'\(folder)' is no folder", at: range) }
    if isRenamed, access(folder, W_OK | X_OK) != 0 {
      return problem("\(String(cString: strerror(errno))): '\(folder)'", at: range)
    }
    return nil
  }

  /// Makes the temporary file, exclusively: nothing that exists is ever opened.
  /// - Throws: `Diagnostic` with the system's word for what went wrong.
  func create(at range: SourceRange?) throws(Diagnostic) {
    guard isRenamed else { return }
    let descriptor = open(temporaryPath, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw problem(String(cString: strerror(errno)), at: range) }
    close(descriptor)
  }

  /// How a complete file got its name, and thereby how it loses it again.
  enum Placement: Equatable, Sendable {
    /// It has always had it.
    case asItIs
    /// Both names are its own.
    case linked
    /// The hidden name is now that of the file that it replaced.
    case exchanged
    /// The hidden name is gone.
    case renamed
    /// So is what had the name before.
    case replaced
  }

  /// Gives the complete file its name; `finish(_:)` or `takeBack(_:)` must follow.
  /// - Throws: `Diagnostic` when a file of that name has come into being meanwhile, or the system refuses.
  func place(at range: SourceRange?) throws(Diagnostic) -> Placement {
    guard isRenamed else { return .asItIs }
    if overwrite {
      // What is replaced is kept until all is well, on file systems that can exchange names.
      if creel_exchange_names(temporaryPath, path) == 0 {
        guard isFolder(temporaryPath) else { return .exchanged }
        // An exchange, which a rename is not, is possible with a folder too.
        _ = creel_exchange_names(temporaryPath, path)
        throw problem("it is a folder", at: range)
      }
      let isNew = errno == ENOENT
      guard rename(temporaryPath, path) == 0 else { throw problem(String(cString: strerror(errno)), at: range) }
      return isNew ? .renamed : .replaced
    }
    // A hard link fails where a file has the name, which a rename does not.
    if link(temporaryPath, path) == 0 { return .linked }
    let code = errno
    if code == EEXIST {
      throw Diagnostic("'\(path)' exists", kind: .output, at: range, help: "it came into being during the run")
    }
    // File systems without hard links.
    guard access(path, F_OK) != 0, rename(temporaryPath, path) == 0 else {
      throw problem(String(cString: strerror(code)), at: range)
    }
    return .renamed
  }

  /// Takes the name away again, so that all is as it was.
  /// - Returns: whether it is: a file system that cannot exchange names has lost what was replaced.
  func takeBack(_ placement: Placement) -> Bool {
    switch placement {
    case .asItIs: true
    case .linked: unlink(path) == 0
    case .exchanged: creel_exchange_names(temporaryPath, path) == 0
    case .renamed: rename(path, temporaryPath) == 0
    case .replaced: false
    }
  }

  /// Lets go of the hidden name, and of what was replaced.
  /// - Returns: how many bytes the file has.
  func finish(_ placement: Placement) -> Int {
    if [.linked, .exchanged].contains(placement) { unlink(temporaryPath) }
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Removes what a failed run has written.
  func discard() {
    guard isRenamed else { return }
    unlink(temporaryPath)
    if let asidePath { unlink(asidePath) }
  }

  private func problem(_ cause: String, at range: SourceRange?, help: String? = nil) -> Diagnostic {
    Diagnostic(writing: path, cause, at: range, help: help)
  }
}

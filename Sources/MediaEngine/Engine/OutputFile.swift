// Before CReel, which hides its enums otherwise.
internal import GStreamer
internal import MediaSource
internal import CGStreamer
internal import CReel
import Foundation
import MediaGraph
import MovieFile
import Synchronization

/// An output that appears complete or not at all: written without a name, or under a hidden one beside its own, and given its
/// name when it is complete.
///
/// Where the file system knows files without names, a process that is killed leaves nothing.
///
/// A file that `grows`, made of movie fragments, has its own name from the beginning, so that it can be played while it is
/// written, and after a crash. It is made exclusively: nothing that exists is opened. It is empty until its first fragment is
/// whole, because headers say what the first samples tell; if the run fails before, there is nothing to keep, and it is
/// removed. Where it replaces a file, that one keeps the name until there is a whole fragment in its place, is then kept under
/// a hidden name until the new file is complete, and comes back if the run is cancelled.
package final class OutputFile: Sendable {
  let location: Location
  let overwrite: Bool
  /// Whether what is written can be read before it is complete.
  let grows: Bool
  /// The name before its own; some file systems need one.
  private let hiddenPath: String
  private let state = Mutex(State())

  private struct State {
    /// The file while it is written.
    var descriptor: CInt = -1
    var isNameless = false
    var placement: Placement?
  }

  package init(_ location: Location, overwrite: Bool, grows: Bool = false) {
    self.location = location
    self.overwrite = overwrite
    self.grows = grows
    let path = location.path ?? location.text
    let (folder, name) = Self.parts(of: path)
    // Devices and pipes cannot be renamed into place.
    hiddenPath = Self.isSpecial(path) ? path : "\(folder).\(Self.start(of: name)).\(UInt32.random(in: 0 ... .max)).part"
  }

  deinit { closeFile() }

  private var path: String { location.path ?? location.text }

  /// The folder with its slash, or nothing, and the name in it.
  private static func parts(of path: String) -> (folder: String, name: String) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return (folder, String(path.dropFirst(folder.count)))
  }

  /// Where the run writes: never what has come to bear the file's name meanwhile.
  var temporaryPath: String {
    state.withLock { $0.isNameless || $0.placement == .created ? Self.link(to: $0.descriptor) : hiddenPath }
  }

  /// What leads to a file whatever its name, as long as this process has it open.
  private static func link(to descriptor: CInt) -> String { "/proc/self/fd/\(descriptor)" }

  /// The file that the run writes, after `create(at:)`; it stays this object's.
  package var descriptor: CInt { state.withLock { $0.descriptor } }

  private func closeFile() {
    state.withLock { state in
      if state.descriptor >= 0 { close(state.descriptor) }
      (state.descriptor, state.isNameless) = (-1, false)
    }
  }

  /// Whether the file gets its name when it is complete; devices and pipes are written as they are, by several if need be.
  package var isRenamed: Bool { hiddenPath != path }

  /// Where a muxer puts what it can only write at the end: on the same disk, under a name that is hidden too.
  var asidePath: String? { isRenamed ? hiddenPath + ".media" : nil }

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
  package func problem(at range: SourceRange?) -> Diagnostic? {
    guard location.path != nil else {
      return problem("outputs are local files", at: range, help: "write to a file, and send it on from there")
    }
    if path.hasSuffix("/") { return problem("it names a folder", at: range, help: "add a file name") }
    var status = stat()
    if stat(path, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR { return problem("it is a folder", at: range, help: "add a file name") }
      if status.st_mode & S_IFMT == S_IFREG, !overwrite {
        return exists(at: range, help: "add --overwrite, or choose another name")
      }
    } else if errno == ENAMETOOLONG {
      return problem(POSIXError(.ENAMETOOLONG), at: range)
    } else if !overwrite, lstat(path, &status) == 0 {
      return exists(at: range, notes: ["it is a link to nothing"], help: "add --overwrite, or choose another name")
    }
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard stat(folder, &status) == 0 else {
      return problem("there is no folder '\(folder)'", at: range, help: "make it first: mkdir -p \(folder)")
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { return problem("'\(folder)' is no folder", at: range) }
    if isRenamed, access(folder, W_OK | X_OK) != 0 {
      let error = POSIXError(errno: errno)
      return Diagnostic(
        writing: path, "\(String(cString: strerror(error.code.rawValue))): '\(folder)'", underlying: error, at: range)
    }
    return nil
  }

  /// Makes the file that the run writes: nothing that exists is ever opened.
  /// - Throws: `Diagnostic` with the system's word for what went wrong.
  package func create(at range: SourceRange?) throws(Diagnostic) {
    guard isRenamed else { return }
    if grows, try createNamed(at: range) { return }
    let folder = Self.parts(of: path).folder
    let nameless = creel_open_nameless(folder.isEmpty ? "." : folder)
    let descriptor = nameless >= 0 ? nameless : open(hiddenPath, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw problem(POSIXError(errno: errno), at: range) }
    state.withLock { $0 = State(descriptor: descriptor, isNameless: nameless >= 0) }
  }

  /// Makes the file under its own name.
  /// - Returns: false if there is one that it replaces.
  private func createNamed(at range: SourceRange?) throws(Diagnostic) -> Bool {
    let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o666)
    if descriptor < 0, errno == EEXIST, overwrite { return false }
    guard descriptor >= 0 else {
      throw errno == EEXIST ? exists(at: range) : problem(POSIXError(errno: errno), at: range)
    }
    state.withLock { $0 = State(descriptor: descriptor, placement: .created) }
    return true
  }

  private func exists(
    at range: SourceRange?, notes: [String] = [], help: String = "it came into being during the run"
  ) -> Diagnostic {
    var problem = Diagnostic("'\(path)' exists", kind: .output, at: range, notes: notes, help: help)
    problem.underlying = MediaError(.exists, "there is a file of this name", family: .writing, path: path)
    return problem
  }

  /// How a file got its name, and thereby how it loses it again.
  package enum Placement: Equatable, Sendable {
    /// A device or pipe, which is written as it is.
    case asItIs
    /// It was made under its name, where there was nothing.
    case created
    /// The hidden name may be its own, too.
    case linked
    /// The hidden name is now that of the file that it replaced.
    case exchanged
    /// The hidden name is gone.
    case renamed
    /// So is what had the name before.
    case replaced
  }

  /// Gives the file its name, if it has not got it yet; `finish(_:)`, `takeBack(_:)`, `discard()` or `keepWhole()` must follow.
  /// - Throws: `Diagnostic` when a file of that name has come into being meanwhile, or the system refuses.
  @discardableResult
  package func place(at range: SourceRange?) throws(Diagnostic) -> Placement {
    if let placement = state.withLock({ $0.placement }) { return placement }
    let placement = try placeNow(at: range)
    state.withLock { $0.placement = placement }
    return placement
  }

  private func placeNow(at range: SourceRange?) throws(Diagnostic) -> Placement {
    guard isRenamed else { return .asItIs }
    var status = stat()
    if overwrite, lstat(path, &status) == 0 { return try replace(at: range) }
    // A hard link fails where a file has the name, which a rename does not.
    if link(as: path) { return .linked }
    let code = errno
    if code == EEXIST, overwrite { return try replace(at: range) }
    if code == EEXIST { throw exists(at: range) }
    // File systems without hard links.
    guard access(path, F_OK) != 0, rename(hiddenPath, path) == 0 else {
      throw problem(POSIXError(errno: code), at: range)
    }
    return .renamed
  }

  private func replace(at range: SourceRange?) throws(Diagnostic) -> Placement {
    // Only what has a name can take another's.
    if state.withLock({ $0.isNameless }), !link(as: hiddenPath) {
      throw problem(POSIXError(errno: errno), at: range)
    }
    // What is replaced is kept until all is well, on file systems that can exchange names.
    if creel_exchange_names(hiddenPath, path) == 0 {
      guard isFolder(hiddenPath) else { return .exchanged }
      // An exchange, which a rename is not, is possible with a folder too.
      _ = creel_exchange_names(hiddenPath, path)
      throw problem("it is a folder", at: range)
    }
    let isNew = errno == ENOENT
    guard rename(hiddenPath, path) == 0 else { throw problem(POSIXError(errno: errno), at: range) }
    return isNew ? .renamed : .replaced
  }

  /// Gives the file one more name.
  private func link(as name: String) -> Bool {
    let (descriptor, isNameless) = state.withLock { ($0.descriptor, $0.isNameless) }
    return creel_link(isNameless ? Self.link(to: descriptor) : hiddenPath, name) == 0
  }

  /// Takes the name away again, so that all is as it was.
  /// - Returns: whether it is: a file system that cannot exchange names has lost what was replaced.
  func takeBack(_ placement: Placement) -> Bool {
    let descriptor = state.withLock { state in
      state.placement = nil
      return state.descriptor
    }
    return switch placement {
    case .asItIs: true
    // What others have put in its place meanwhile is theirs.
    case .created, .linked: !Self.isFile(descriptor, at: path) || unlink(path) == 0
    case .exchanged: creel_exchange_names(hiddenPath, path) == 0
    case .renamed: rename(path, hiddenPath) == 0
    case .replaced: false
    }
  }

  private static func isFile(_ descriptor: CInt, at path: String) -> Bool {
    var (file, named) = (stat(), stat())
    return fstat(descriptor, &file) == 0 && lstat(path, &named) == 0 && file.st_dev == named.st_dev
      && file.st_ino == named.st_ino
  }

  /// Lets go of the hidden name, and of what was replaced.
  /// - Returns: how many bytes the file has.
  package func finish(_ placement: Placement) -> Int {
    if [.linked, .exchanged].contains(placement) { unlink(hiddenPath) }
    closeFile()
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Removes what a cancelled run has written; what it has replaced gets its name back.
  package func discard() {
    guard isRenamed else { return }
    if let placement = state.withLock({ $0.placement }) { _ = takeBack(placement) }
    unlink(hiddenPath)
    if let asidePath { unlink(asidePath) }
    closeFile()
  }

  /// Ends what a failed run has written: of a file that grows the whole fragments stay, of all others nothing.
  /// - Returns: What the user should know of it.
  func keepWhole() -> [String] {
    let (descriptor, placement) = state.withLock { ($0.descriptor, $0.placement) }
    guard grows, let placement, placement != .asItIs,
      let source = try? FileByteSource(path: Self.link(to: descriptor)),
      let whole = try? Movie.wholeByteCount(of: source), whole > 0
    else {
      discard()
      return []
    }
    if whole < source.size { ftruncate(descriptor, off_t(whole)) }
    var notes = ["'\(path)' has what was complete: \(whole) bytes"]
    if placement == .exchanged { notes.append("what it replaced is kept as '\(hiddenPath)'") }
    if placement == .linked { unlink(hiddenPath) }
    closeFile()
    return notes
  }

  private func problem(_ cause: String, at range: SourceRange?, help: String? = nil) -> Diagnostic {
    Diagnostic(writing: path, cause, at: range, help: help)
  }

  private func problem(_ error: POSIXError, at range: SourceRange?) -> Diagnostic {
    Diagnostic(writing: path, underlying: error, at: range)
  }
}

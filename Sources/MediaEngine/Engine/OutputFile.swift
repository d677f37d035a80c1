// Before CReel, which otherwise hides its enums.
internal import GStreamer
internal import MediaSource
internal import CGStreamer
internal import CReel
import Foundation
import MediaGraph
import MovieFile
import Synchronization

/// An output that appears complete or not at all: written without a name, or under a hidden one beside its own, and
/// renamed when it is complete.
///
/// On file systems with nameless files, a killed process leaves nothing behind.
///
/// A file that `grows`, made of movie fragments, has its own name from the beginning, so that it can be played while it
/// is written, and after a crash. It is created exclusively: no existing file is opened. It is empty until its first
/// fragment is complete, because headers depend on the first samples; if the run fails before, it is removed. If it
/// replaces a file, that keeps the name until there is a complete fragment, is then kept under a hidden name until the
/// new file is complete, and is restored if the run is cancelled.
package final class OutputFile: RunOutput {
  package let location: Location
  let overwrite: Bool
  /// True if the file can be read before it is complete.
  package let grows: Bool
  /// The temporary name; some file systems need one.
  private let hiddenPath: String
  private let state = Mutex(State())

  private struct State {
    /// The descriptor of the file while it is written.
    var descriptor: CInt = -1
    var isNameless = false
    var placement: Placement?
    /// The file that was placed and is closed.
    var placed: Identity?
  }

  private struct Identity: Equatable {
    let device: dev_t
    let inode: ino_t

    init(_ status: stat) { (device, inode) = (status.st_dev, status.st_ino) }
  }

  package init(_ location: Location, overwrite: Bool, grows: Bool = false) {
    self.location = location
    self.overwrite = overwrite
    self.grows = grows
    let path = location.path ?? location.text
    let (folder, name) = Self.parts(of: path)
    // Devices and pipes cannot be replaced by renaming.
    hiddenPath = Self.isSpecial(path) ? path : "\(folder).\(Self.start(of: name)).\(UInt32.random(in: 0 ... .max)).part"
  }

  deinit { closeFile() }

  private var path: String { location.path ?? location.text }

  /// Returns the folder with its slash, or an empty string, and the name in it.
  private static func parts(of path: String) -> (folder: String, name: String) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return (folder, String(path.dropFirst(folder.count)))
  }

  /// The path for writing: never another file that meanwhile has the file's name.
  var temporaryPath: String {
    state.withLock { $0.isNameless || $0.placement == .created ? Self.link(to: $0.descriptor) : hiddenPath }
  }

  /// Opens the file of the run again, for a writer with a position of its own, and empties it.
  ///
  /// - Returns: The new descriptor; -1 with `errno` if the system refuses, or the run has closed the file. The number of a closed
  ///   file may be that of any other file by then, so no path by number is opened without this lock.
  func reopenEmpty() -> CInt {
    let descriptor = reopen(O_WRONLY)
    var status = stat()
    // Emptying an empty file, too, would make ext4 wait for the disk when it is closed.
    if descriptor >= 0, fstat(descriptor, &status) == 0, status.st_size > 0 { _ = ftruncate(descriptor, 0) }
    return descriptor
  }

  /// Opens the file of the run again, to change what was written.
  ///
  /// - Returns: The new descriptor; -1 with `errno` if the system refuses, or the run has closed the file.
  func reopen() -> CInt { reopen(O_RDWR) }

  private func reopen(_ flags: CInt) -> CInt {
    state.withLock { state in
      guard state.descriptor >= 0 else {
        errno = EBADF
        return -1
      }
      return open(Self.link(to: state.descriptor), flags | O_CLOEXEC)
    }
  }

  /// Returns a path of a file of any name, valid as long as this process has it open.
  private static func link(to descriptor: CInt) -> String { "/proc/self/fd/\(descriptor)" }

  /// The file of the run, after `create(at:)`; owned by this object.
  package var descriptor: CInt { state.withLock { $0.descriptor } }

  private func closeFile() {
    state.withLock { state in
      if state.descriptor >= 0 { close(state.descriptor) }
      (state.descriptor, state.isNameless) = (-1, false)
    }
  }

  /// True if the file gets its name when it is complete; devices and pipes are written directly, also by several
  /// outputs.
  package var isRenamed: Bool { hiddenPath != path }

  /// The path of a muxer's temporary data: on the same disk, under a hidden name too.
  var asidePath: String? { isRenamed ? hiddenPath + ".media" : nil }

  /// Returns the prefix of a name that leaves room for the rest of the hidden one: file systems limit names to 255
  /// bytes.
  private static func start(of name: String) -> String {
    var bytes = 0
    return String(
      name.prefix { character in
        bytes += character.utf8.count
        return bytes <= 200
      })
  }

  /// The path of standard output, which may be a file that the shell has opened: that is written from its position on.
  package static let standardOutput = "/dev/stdout"

  /// True for standard output.
  var isStandardOutput: Bool { path == Self.standardOutput }

  private static func isSpecial(_ path: String) -> Bool {
    if path == standardOutput { return true }
    var status = stat()
    return stat(path, &status) == 0 && ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }

  private func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Returns the reason why the output cannot be written; checked without writing.
  package func problem(at range: SourceRange?) -> Diagnostic? {
    guard location.path != nil else {
      return problem("outputs are local files", at: range, help: "write to a file, and send it on from there")
    }
    if isStandardOutput {
      guard fcntl(STDOUT_FILENO, F_GETFD) < 0 else { return nil }
      return problem(POSIXError(errno: errno), at: range)
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

  /// Creates the file of the run, without opening an existing one.
  ///
  /// - Throws: `Diagnostic` with the system's error.
  package func create(at range: SourceRange?) throws(Diagnostic) {
    guard isRenamed else { return }
    if grows, try createNamed(at: range) { return }
    let folder = Self.parts(of: path).folder
    let nameless = creel_open_nameless(folder.isEmpty ? "." : folder)
    let descriptor = nameless >= 0 ? nameless : open(hiddenPath, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw problem(POSIXError(errno: errno), at: range) }
    state.withLock { $0 = State(descriptor: descriptor, isNameless: nameless >= 0) }
  }

  /// Creates the file under its own name.
  ///
  /// - Returns: False if it replaces an existing file.
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

  package typealias Placement = OutputPlacement

  /// Gives the file its name, if it does not have it yet; `finish(_:)`, `undoPlacement(_:)`, `discard()` or `keepWhole()`
  /// must follow.
  ///
  /// - Throws: `Diagnostic` if a file of that name was created meanwhile, or the system refuses.
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
    // Unlike renaming, a hard link fails if a file has the name.
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

  /// Gives the file the permissions of the one that it replaces, and its owner and group where the system allows that.
  private func adoptRights() {
    var replaced = stat()
    guard lstat(path, &replaced) == 0, replaced.st_mode & S_IFMT == S_IFREG else { return }
    let descriptor = descriptor
    let isOwned = fchown(descriptor, replaced.st_uid, replaced.st_gid) == 0
    // Programs never run as another user because of a file that this process has written.
    fchmod(descriptor, replaced.st_mode & (isOwned ? 0o7777 : 0o777))
  }

  private func replace(at range: SourceRange?) throws(Diagnostic) -> Placement {
    adoptRights()
    // Only a file with a name can be exchanged.
    if state.withLock({ $0.isNameless }), !link(as: hiddenPath) {
      throw problem(POSIXError(errno: errno), at: range)
    }
    // The replaced file is kept until the end, on file systems that can exchange names.
    if creel_exchange_names(hiddenPath, path) == 0 {
      guard isFolder(hiddenPath) else { return .exchanged }
      // Unlike renaming, an exchange is also possible with a folder.
      _ = creel_exchange_names(hiddenPath, path)
      throw problem("it is a folder", at: range)
    }
    let isNew = errno == ENOENT
    guard rename(hiddenPath, path) == 0 else { throw problem(POSIXError(errno: errno), at: range) }
    return isNew ? .renamed : .replaced
  }

  /// Gives the file another name.
  private func link(as name: String) -> Bool {
    let (descriptor, isNameless) = state.withLock { ($0.descriptor, $0.isNameless) }
    return creel_link(isNameless ? Self.link(to: descriptor) : hiddenPath, name) == 0
  }

  /// Removes the name again, and restores a replaced file.
  ///
  /// - Returns: True if it is restored: a file system that cannot exchange names has lost a replaced file.
  package func undoPlacement(_ placement: Placement) -> Bool {
    let file = state.withLock { state in
      state.placement = nil
      return state.placed ?? Self.identity(of: state.descriptor)
    }
    return switch placement {
    case .asItIs: true
    // A file that others have put in its place meanwhile is kept.
    case .created, .linked: !isNamed(file) || unlink(path) == 0
    case .exchanged: creel_exchange_names(hiddenPath, path) == 0
    case .renamed: rename(path, hiddenPath) == 0
    case .replaced: false
    }
  }

  private static func identity(of descriptor: CInt) -> Identity? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Identity(status) : nil
  }

  /// True if a file has the output's name.
  private func isNamed(_ file: Identity?) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && Identity(status) == file
  }

  /// Closes a file that has its name; its placement can still be finished or undone.
  func closePlaced() {
    state.withLock { $0.placed = Self.identity(of: $0.descriptor) }
    closeFile()
  }

  /// Removes the hidden name, and the replaced file.
  ///
  /// - Returns: The size of the file in bytes.
  package func finish(_ placement: Placement) -> Int {
    if [.linked, .exchanged].contains(placement) { unlink(hiddenPath) }
    closeFile()
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Removes the file of a cancelled run; a replaced file gets its name back.
  package func discard() {
    guard isRenamed else { return }
    if let placement = state.withLock({ $0.placement }) { _ = undoPlacement(placement) }
    unlink(hiddenPath)
    if let asidePath { unlink(asidePath) }
    closeFile()
  }

  /// Finishes the file of a failed run: of a growing file the complete fragments stay, other files are removed.
  ///
  /// - Returns: Notes for the user.
  package func keepWhole() -> [String] {
    let (descriptor, placement) = state.withLock { ($0.descriptor, $0.placement) }
    guard grows, let placement, placement != .asItIs else {
      discard()
      return []
    }
    var notes: [String]
    do throws(MovieError) {
      let source = try FileByteSource(path: Self.link(to: descriptor))
      let whole = try Movie.wholeByteCount(of: source)
      guard whole > 0 else {
        discard()
        return []
      }
      if whole < source.size { ftruncate(descriptor, off_t(whole)) }
      notes = ["'\(path)' has what was complete: \(whole) bytes"]
    } catch {
      // The recording may be the only one, and may become readable later.
      notes = ["'\(path)' has all that was written, complete or not: it cannot be read now (\(error.message))"]
    }
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

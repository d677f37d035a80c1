internal import CReel
internal import MediaSource
import Foundation
import MediaGraph
import Synchronization

/// An output of several files that appears complete or not at all: a folder that is filled under a hidden name beside its own,
/// and renamed when it is complete.
///
/// An empty folder of its name is replaced without asking. Another one is replaced if that is asked for, and only if it holds
/// nothing but files of a presentation: playlists and segments.
package final class OutputFolder: RunOutput {
  package let location: Location
  private let overwrite: Bool
  /// The temporary name.
  let hiddenPath: String
  private let path: String
  private let state = Mutex(State())

  private struct State {
    var isCreated = false
    var placement: OutputPlacement?
  }

  package var grows: Bool { false }

  package init(_ location: Location, overwrite: Bool) {
    self.location = location
    self.overwrite = overwrite
    var path = location.path ?? location.text
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    let name = path.dropFirst(folder.count).prefix(50)
    hiddenPath = "\(folder).\(name).\(UInt32.random(in: 0 ... .max)).part"
  }

  deinit { if state.withLock({ $0.isCreated && $0.placement == nil }) { remove(hiddenPath) } }

  // MARK: - Problems

  /// Returns the reason why the folder cannot be written; checked without writing.
  package func problem(at range: SourceRange?) -> Diagnostic? {
    guard location.path != nil else {
      return problem("outputs are local folders", at: range, help: "write to a folder, and send it on from there")
    }
    var status = stat()
    if lstat(path, &status) == 0, let reason = obstacle(of: path, at: range) { return reason }
    let parent = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard stat(parent, &status) == 0 else {
      return problem("there is no folder '\(parent)'", at: range, help: "make it first: mkdir -p \(parent)")
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { return problem("'\(parent)' is no folder", at: range) }
    guard access(parent, W_OK | X_OK) == 0 else { return problem(POSIXError(errno: errno), at: range) }
    return nil
  }

  /// Returns the reason why what has the name must stay.
  private func obstacle(of place: String, at range: SourceRange?) -> Diagnostic? {
    var status = stat()
    guard lstat(place, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      return problem("it is no folder", at: range, help: "choose another name")
    }
    // Up to the first file that tells: the folder may be a whole disk.
    let names = FileManager.default.enumerator(atPath: place)
    while let name = names?.nextObject() as? String {
      guard overwrite else { return exists(at: range, help: "add --overwrite, or choose another name") }
      if Self.isOwn("\(place)/\(name)") { continue }
      return problem(
        "it has other files, such as '\(name)'", at: range, help: "choose another name, or remove the folder yourself")
    }
    return nil
  }

  /// True for folders, playlists, and segments with their headers.
  private static func isOwn(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return false }
    if status.st_mode & S_IFMT == S_IFDIR { return true }
    return status.st_mode & S_IFMT == S_IFREG
      && ["m3u8", "mp4", "m4s", "ts", "vtt"].contains { path.hasSuffix("." + $0) }
  }

  private func exists(at range: SourceRange?, help: String) -> Diagnostic {
    var problem = Diagnostic("'\(path)' exists", kind: .output, at: range, help: help)
    problem.underlying = MediaError(.exists, "there is a folder of this name", family: .writing, path: path)
    return problem
  }

  private func problem(_ cause: String, at range: SourceRange?, help: String? = nil) -> Diagnostic {
    Diagnostic(writing: path, cause, at: range, help: help)
  }

  private func problem(_ error: POSIXError, at range: SourceRange?) -> Diagnostic {
    Diagnostic(writing: path, underlying: error, at: range)
  }

  // MARK: - The run

  package func create(at range: SourceRange?) throws(Diagnostic) {
    guard mkdir(hiddenPath, 0o777) == 0 else { throw problem(POSIXError(errno: errno), at: range) }
    state.withLock { $0 = State(isCreated: true) }
  }

  @discardableResult
  package func place(at range: SourceRange?) throws(Diagnostic) -> OutputPlacement {
    if let placement = state.withLock({ $0.placement }) { return placement }
    let placement = try placeNow(at: range)
    state.withLock { $0.placement = placement }
    return placement
  }

  private func placeNow(at range: SourceRange?) throws(Diagnostic) -> OutputPlacement {
    // It fails for every other name that is taken, but for that of an empty folder.
    if rename(hiddenPath, path) == 0 { return .renamed }
    let code = errno
    guard [ENOTEMPTY, EEXIST, ENOTDIR].contains(code) else { throw problem(POSIXError(errno: code), at: range) }
    guard overwrite else { throw exists(at: range, help: "it came into being during the run") }
    guard creel_exchange_names(hiddenPath, path) == 0 else { throw problem(POSIXError(errno: errno), at: range) }
    // Files that came into the folder since the run began would be lost.
    if let reason = obstacle(of: hiddenPath, at: range) {
      _ = creel_exchange_names(hiddenPath, path)
      throw reason
    }
    return .exchanged
  }

  package func undoPlacement(_ placement: OutputPlacement) -> Bool {
    state.withLock { $0.placement = nil }
    return placement == .exchanged ? creel_exchange_names(hiddenPath, path) == 0 : rename(path, hiddenPath) == 0
  }

  package func finish(_ placement: OutputPlacement) -> Int {
    if placement == .exchanged { remove(hiddenPath) }
    let files = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return files.reduce(0) { sum, name in
      var status = stat()
      let isFile = lstat("\(path)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      return sum + (isFile ? Int(status.st_size) : 0)
    }
  }

  package func discard() {
    let (isCreated, placement) = state.withLock { ($0.isCreated, $0.placement) }
    guard isCreated else { return }
    if let placement { _ = undoPlacement(placement) }
    remove(hiddenPath)
    state.withLock { $0 = State() }
  }

  /// A part of a presentation is of no use.
  package func keepWhole() -> [String] {
    discard()
    return []
  }

  private func remove(_ folder: String) { try? FileManager.default.removeItem(atPath: folder) }
}

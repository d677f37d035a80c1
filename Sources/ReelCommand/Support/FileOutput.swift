import Foundation
import MediaEngine
import MediaGraph
import MovieFile

/// Writes the output of a command: to standard output, or to a file that appears complete or not at all.
enum FileOutput {
  /// - Parameters:
  ///   - path: the file; nil and `-` for standard output.
  ///   - overwrite: true to replace an existing file.
  static func write(_ text: String, to path: String?, overwrite: Bool) throws(Diagnostic) {
    guard let path, path != "-" else { return Terminal.output.write(raw: text) }
    try write(bytes: Array(text.utf8), to: path, overwrite: overwrite)
  }

  /// Writes bytes as ``write(_:to:overwrite:)``.
  static func write(bytes: [UInt8], to path: String?, overwrite: Bool) throws(Diagnostic) {
    guard let path, path != "-" else {
      // The command's end reports what is wrong with standard output.
      return (try? Terminal.output.write(bytes: bytes)) ?? ()
    }
    try write(to: path, overwrite: overwrite) { descriptor in
      bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
    }
  }

  /// Says which file was written, and its size; nothing of standard output.
  static func announce(_ path: String?) {
    var status = stat()
    guard let path, path != "-", stat(path, &status) == 0 else { return }
    Terminal.output.write("\(path)  \(Int(status.st_size).sizeText)")
  }

  /// Throws if a file cannot be written, before the work begins.
  static func check(_ path: String?, overwrite: Bool) throws(Diagnostic) {
    guard let path, path != "-" else { return }
    if let problem = OutputFile(Location(path), overwrite: overwrite).problem(at: nil) { throw problem }
  }

  /// Writes a file that appears complete or not at all; what goes to standard output is complete before it goes there.
  ///
  /// - Parameter body: writes to a descriptor, and returns its error; nil on success.
  static func write(
    to path: String, overwrite: Bool, _ body: (Int32) throws(Diagnostic) -> (any Error)?
  ) throws(Diagnostic) {
    guard path != "-" else { return try writeToStandardOutput(body) }
    try check(path, overwrite: overwrite)
    // A link's target is replaced, not the link.
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let file = OutputFile(Location(target), overwrite: overwrite)
    guard file.isRenamed else { return try writeAsItIs(target, path, body) }
    do throws(Diagnostic) {
      try file.create(at: nil)
      if let problem = try body(file.descriptor) { throw failure(path, problem) }
      guard fsync(file.descriptor) == 0 else { throw failure(path, lastProblem) }
      _ = file.finish(try file.place(at: nil))
    } catch {
      file.discard()
      throw error
    }
  }

  private static func writeToStandardOutput(_ body: (Int32) throws(Diagnostic) -> (any Error)?) throws(Diagnostic) {
    let name = "standard output"
    let file: FileDescriptor
    do { file = try .temporary() } catch { throw failure(NSTemporaryDirectory(), error) }
    if let problem = try body(file.number) { throw failure(name, problem) }
    let size = Int64(lseek(file.number, 0, SEEK_END))
    guard size >= 0 else { throw failure(name, lastProblem) }
    for offset in stride(from: 0, to: size, by: 1 << 16) {
      var bytes = [UInt8](repeating: 0, count: Int(min(1 << 16, size - offset)))
      do {
        try bytes.withUnsafeMutableBytes { try file.read(at: offset, into: $0) }
      } catch {
        throw failure(name, error)
      }
      // The command's end reports what is wrong with standard output.
      guard (try? Terminal.output.write(bytes: bytes)) != nil else { return }
    }
  }

  /// Writes to a device or pipe directly, which cannot be replaced by renaming.
  private static func writeAsItIs(
    _ target: String, _ path: String, _ body: (Int32) throws(Diagnostic) -> (any Error)?
  ) throws(Diagnostic) {
    let descriptor = open(target, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path, lastProblem) }
    defer { close(descriptor) }
    if let problem = try body(descriptor) { throw failure(path, problem) }
  }

  /// The error of the last failed system call.
  private static var lastProblem: POSIXError { POSIXError(errno: errno) }

  private static func failure(_ path: String, _ error: any Error) -> Diagnostic {
    Diagnostic(writing: path, underlying: error)
  }
}

import Foundation
import MediaGraph

/// Graphviz' drawing program.
enum Graphviz {
  /// The path of the program; nil if it is not installed.
  static var path: String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    return folders.map { "\($0)/dot" }.first { access($0, X_OK) == 0 }
  }

  /// Draws a graph in a format that the program names: svg, png or pdf.
  static func draw(_ dot: String, as format: String) throws -> [UInt8] {
    guard let path else {
      throw Diagnostic(
        "Graphviz is not installed", kind: .unavailable, notes: ["it draws the picture"],
        help: "install the Debian package graphviz, or write the graph as text, with .dot or .mmd")
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["-T\(format)"]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    // The program reads all its input before it writes.
    try input.fileHandleForWriting.write(contentsOf: Data(dot.utf8))
    try input.fileHandleForWriting.close()
    let picture = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0, !picture.isEmpty else {
      throw Diagnostic(
        "Graphviz did not draw the graph", kind: .failure, cause: "\(path) ended with \(process.terminationStatus)")
    }
    return [UInt8](picture)
  }
}

internal import MediaSource
import Foundation
import MediaGraph
import MovieFile

/// A file with what the first pass of a part has measured: a line of JSON, then the encoder's files, one after the other.
struct PartMeasure: Sendable {
  /// The first line of the file.
  struct Description: Codable, Equatable, Sendable {
    /// The version of this form.
    var version = 1
    var number: Int
    var count: Int
    /// The value that all parts of an export share.
    var export: String
    var files: [File]

    struct File: Codable, Equatable, Sendable {
      /// The end of the name, behind the name of the statistics: one of ``suffixes``.
      var suffix: String
      var size: Int64
    }
  }

  /// The ends of names of an encoder's files; the second file has one.
  private static let suffixes = ["", ".mbtree", ".cutree"]

  let path: String
  let description: Description
  private let source: FileByteSource
  /// The place of the first of the encoder's files.
  private let start: Int64

  /// - Throws: `Diagnostic` for a file of another kind, or one that is not whole.
  init(contentsOf path: String) throws {
    self.path = path
    if let problem = InputFile.problem(Location(path), at: nil) { throw problem }
    source = try FileByteSource(path: path)
    let head = try source.bytes(at: 0, count: Int(min(source.size, 65_536)))
    guard let headEnd = head.firstIndex(of: 10),
      let description = try? JSONDecoder().decode(Description.self, from: Data(head[..<headEnd])),
      description.version == 1
    else {
      throw Diagnostic(
        "'\(path)' is not what a first pass has measured", kind: .input, help: "such files are made with --measure")
    }
    (self.description, start) = (description, Int64(headEnd) + 1)
    var end = start
    for file in description.files {
      guard Self.suffixes.contains(file.suffix), 0...source.size - end ~= file.size else { throw Self.damaged(path) }
      end += file.size
    }
    guard end == source.size, description.number >= 1, description.number <= description.count else {
      throw Self.damaged(path)
    }
  }

  private static func damaged(_ path: String) -> Diagnostic {
    Diagnostic("'\(path)' is not whole", kind: .input, help: "measure the part again")
  }

  /// Returns the encoder's statistics of the frames.
  func statistics() throws -> PassStatistics {
    let count = Int(description.files.first?.size ?? 0)
    return try PassStatistics(String(decoding: source.bytes(at: start, count: count), as: UTF8.self))
  }

  /// Writes the encoder's files, for a second pass.
  func unpack(to path: String) throws {
    var offset = start
    for file in description.files {
      let sink = try FileByteSink(creating: path + file.suffix)
      try sink.append(offset..<offset + file.size, of: source)
      try sink.commit()
      offset += file.size
    }
  }

  /// Writes the file of a part; it appears complete or not at all.
  ///
  /// - Parameter statistics: The path of the encoder's statistics; its other files are beside them.
  /// - Returns: The size of the file in bytes.
  static func write(_ statistics: String, of part: ExportPart, to output: OutputFile) throws -> Int {
    let suffixes = Self.suffixes.filter { FileManager.default.fileExists(atPath: statistics + $0) }
    let sources = try suffixes.map { try FileByteSource(path: statistics + $0) }
    let description = Description(
      number: part.number, count: part.count, export: part.export,
      files: zip(suffixes, sources).map { Description.File(suffix: $0, size: $1.size) })
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    do {
      try output.create(at: nil)
      let sink = FileByteSink(descriptor: output.descriptor, name: output.location.text)
      let head = Array(try encoder.encode(description)) + [10]
      try sink.append(head)
      for source in sources { try sink.append(0..<source.size, of: source) }
      try sink.commit()
      return output.finish(try output.place(at: nil))
    } catch {
      output.discard()
      throw error as? Diagnostic ?? Diagnostic(writing: output.location.text, underlying: error)
    }
  }
}

internal import MediaSource
import Foundation
package import MediaGraph
import MovieFile

extension ExportParts {
  /// True if frames are encoded in two passes: all parts are measured before one is made.
  package var hasTwoPasses: Bool { measured != nil }

  /// Returns the encoder that makes two passes; nil if none does.
  ///
  /// - Throws: `Diagnostic` for several, which would share nothing.
  static func measuredEncoder(_ nodes: [GraphNode]) throws -> GraphNode? {
    let encoders = try nodes.filter { try $0.runnable(Registry.shared.component(for: $0))?.passes ?? 1 > 1 }
    guard encoders.count < 2 else { throw refusal("it has several encoders that make two passes") }
    return encoders.first
  }

  /// Plans the first pass of a part.
  ///
  /// - Throws: `Diagnostic` if there is none.
  package func measurement(of number: Int, options: RunOptions) throws -> PartMeasurement {
    let graph = try graph(of: number, to: Location("/dev/null"))
    guard let first = try FirstPass(of: graph, options: options), let pass = first.passes.values.first else {
      throw Diagnostic(
        "there is nothing to measure", kind: .usage, cause: "the export makes one pass", help: "ask for two: --passes 2"
      )
    }
    return PartMeasurement(first: first, pass: pass, part: try description(of: number))
  }

  /// Returns the bit rates of all parts: they have one quality, and together the bit rate of the export.
  package func bitrates(by statistics: [PassStatistics]) throws -> [Bitrate] {
    guard let measured else { return [] }
    let rate =
      switch try Registry.shared.component(for: measured) {
      case let node as VideoEncodeH264: node.bitrate
      case let node as VideoEncodeHEVC: node.bitrate
      default: throw Self.refusal("the bit rate of '\(measured.name)' is not known")
      }
    return PassStatistics.bitrates(of: statistics, average: rate)
  }

  /// Plans the making of a part: its only pass, or the second one.
  ///
  /// - Parameter files: What was measured of all parts, in any order; none for an export in one pass.
  /// - Throws: `Diagnostic` for files of other exports, missing ones, and others.
  package func pass(
    of number: Int, to location: Location, by files: [String], options: RunOptions
  ) throws -> PartPass {
    if files.isEmpty { return PartPass(graph: try graph(of: number, to: location), passes: [:], folder: nil) }
    let measures = try inOrder(files.map { try PartMeasure(contentsOf: $0) })
    let rates = try bitrates(by: measures.map { try $0.statistics() })
    guard let measured, rates.indices.contains(number - 1) else {
      throw Diagnostic("the export makes one pass", kind: .usage, help: "leave out what was measured")
    }
    let folder = try PassFolder(in: options.temporaryFolder)
    try measures[number - 1].unpack(to: "\(folder.path)/1")
    return PartPass(
      graph: try graph(of: number, to: location, bitrate: rates[number - 1]),
      passes: [measured.name: .second("\(folder.path)/1")], folder: folder)
  }

  /// Returns what was measured by the numbers of the parts: all of this export, each once.
  private func inOrder(_ measures: [PartMeasure]) throws -> [PartMeasure] {
    let export = try description(of: 1).export
    for measure in measures where measure.description.export != export || measure.description.count != count {
      throw Diagnostic(
        "'\(measure.path)' was measured of another export", kind: .input,
        cause: measure.description.export == export
          ? "it is of \(measure.description.count) parts, not of \(count)"
          : "its settings, or its source, are not the same")
    }
    let byNumber = Dictionary(grouping: measures, by: \.description.number)
    if let (number, same) = byNumber.filter({ $0.value.count > 1 }).min(by: { $0.key < $1.key }) {
      throw Diagnostic(
        "part \(number) was measured twice", kind: .usage, notes: ["'\(same[0].path)' and '\(same[1].path)'"])
    }
    if let missing = (1...count).first(where: { byNumber[$0] == nil }) {
      throw Diagnostic(
        "part \(missing) of \(count) is not measured", kind: .usage,
        help: "measure it with --part \(missing)/\(count) --measure")
    }
    return measures.sorted { $0.description.number < $1.description.number }
  }
}

/// The pass that makes a part: its graph, and the statistics of an encoder that has measured it.
package struct PartPass: Sendable {
  package let graph: Graph
  package let passes: [String: EncoderPass]
  /// Keeps the statistics until the part is made.
  let folder: PassFolder?
}

/// The first pass of a part of an export.
package struct PartMeasurement: Sendable {
  let first: FirstPass
  let pass: EncoderPass
  let part: ExportPart

  /// The graph to run, with ``passes``.
  package var graph: Graph { first.graph }
  package var passes: [String: EncoderPass] { first.passes }

  /// The passes that use what was measured.
  package var next: [String: EncoderPass] { first.passes.mapValues(\.next) }

  /// Returns what was measured, after the run.
  package func statistics() throws -> PassStatistics {
    try first.checkStatistics()
    return try PassStatistics(String(decoding: Data(contentsOf: URL(fileURLWithPath: pass.path)), as: UTF8.self))
  }

  /// Writes what was measured into a file that another process, or another machine, can use.
  ///
  /// - Returns: The size of the file in bytes.
  package func write(to location: Location, overwrite: Bool) throws -> Int {
    _ = try statistics()
    return try PartMeasure.write(pass.path, of: part, to: OutputFile(location, overwrite: overwrite))
  }
}

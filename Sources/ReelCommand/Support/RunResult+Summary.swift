internal import MediaSource
import CoreMedia
import MediaEngine
import MediaGraph

extension RunResult {
  /// The result in a few lines.
  var summary: String {
    var lines = outputs.filter { $0.path != OutputFile.standardOutput }.map { output in
      // Pipes and devices have no size.
      guard output.bytes > 0 || OutputFile(Location(output.path), overwrite: false).isRenamed else {
        return output.path
      }
      return "\(output.path)  " + (output.files == 1 ? "" : "\(output.files) files, ") + output.bytes.sizeText
    }
    // Bytes that are only copied have no times.
    let hasTime = end == .stopped || duration > .zero
    var facts = hasTime ? [duration.clockText] : []
    if let frames { facts.append("\(frames) \(frames == 1 ? "frame" : "frames")") }
    facts.append("in \(elapsed.seconds.text(digits: 1)) s" + (hasTime ? " (\(speed.factorText))" : ""))
    lines.append((end == .stopped ? "stopped after " : "") + facts.joined(separator: ", "))
    for node in nodes { lines += node.notes.map { "note: '\(node.name)': \($0)" } }
    for node in nodes where !node.measurements.isEmpty {
      lines.append("'\(node.name)': " + node.measurements.map(\.text).joined(separator: ", "))
    }
    return lines.joined(separator: "\n")
  }

  /// Writes the notes about the only file that a command reads.
  func announceNotes() {
    for note in nodes.flatMap(\.notes) { Terminal.error.write("note: \(note)") }
  }

  /// The number of frames of the longest stream that was encoded or copied, else of the longest one; nil without video.
  var frames: Int? {
    var counts: [PortType: Int] = [:]
    for node in nodes {
      guard let declaration = Registry.shared.declaration(of: NodeType(node.type)) else { continue }
      for port in node.outputs {
        // A repeated port is counted as `video.2`.
        let name = String(port.port.prefix { $0 != "." })
        guard let type = declaration.port(name, .output)?.types.first else { continue }
        counts[type] = max(counts[type] ?? 0, port.buffers)
      }
    }
    return counts[.codedVideo] ?? counts[.rawVideo]
  }
}

extension Int {
  /// The number as one of bytes: `1.9 MB`.
  var sizeText: String {
    var value = Double(self)
    for unit in ["bytes", "kB", "MB", "GB"] {
      if value < 1000 { return "\(value.text(digits: unit == "bytes" ? 0 : 1)) \(unit)" }
      value /= 1000
    }
    return "\(value.text(digits: 1)) TB"
  }
}

extension MeasuredValue {
  /// The reading in words: `integrated loudness -23.0 LUFS`.
  fileprivate var text: String { "\(name.replacing("_", with: " ")) \(value.text(digits: 1)) \(unit)" }
}

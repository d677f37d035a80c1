import Foundation
import TestSupport
import Testing

/// A file of an encoder with odd settings: a line of the table, in one of the containers of its heading.
struct OddFile: Sendable, CustomTestStringConvertible {
  /// The heading, and the number of the line below it, from 1.
  let kind: String
  let number: Int
  let source: Source
  let options: [String]
  let ending: String

  enum Source: String, Sendable {
    case picture, noise

    var input: [String] {
      switch self {
      case .picture:
        ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=1.2,format=yuv420p"]
      case .noise: ["-f", "lavfi", "-i", "anoisesrc=r=44100:seed=7:a=0.3:d=1.3"]
      }
    }
  }

  var testDescription: String { "\(kind)-\(number).\(ending)" }

  /// Every line in every container of its heading, and in ordinary runs one line of some, each in one container.
  static let cases: [OddFile] = {
    let all = (try? table()) ?? []
    if Soak.isOn { return all.flatMap { line in line.endings.map { OddFile(line, $0) } } }
    return all.enumerated().filter { $0.offset % 7 == 0 }.map {
      OddFile($0.element, $0.element.endings[$0.offset / 7 % $0.element.endings.count])
    }
  }()

  private init(_ line: Line, _ ending: String) {
    (kind, number, source, options) = (line.kind, line.number, line.source, line.options)
    self.ending = ending
  }

  // MARK: The table

  private struct Line {
    let kind: String
    let number: Int
    let source: Source
    let endings: [String]
    let options: [String]
  }

  private static func table() throws -> [Line] {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/odd-files.txt"
    var lines: [Line] = []
    var heading: (kind: String, source: Source, endings: [String], count: Int)?
    for text in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") where !text.hasPrefix("#") {
      let words = text.split(separator: " ").map(String.init)
      if text.hasPrefix("["), words.count > 2, let source = Source(rawValue: words[1]) {
        heading = (String(words[0].dropFirst().dropLast()), source, Array(words[2...]), 0)
        continue
      }
      guard let current = heading else { throw Oracle.Failure(description: "no heading: \(text)") }
      heading?.count += 1
      lines.append(
        Line(
          kind: current.kind, number: current.count + 1, source: current.source, endings: current.endings,
          options: words))
    }
    return lines
  }

  // MARK: Making

  /// Makes the file; nil if its container does not take the codec, or not with these settings.
  func make(in folder: TemporaryFolder) throws -> String? {
    let path = folder.file(testDescription)
    do {
      if options.first?.hasPrefix("gst:") == true {
        try makeWithGStreamer(path, folder)
      } else if kind.hasSuffix("-cut") {
        // The file begins within a group of pictures.
        let whole = folder.file("whole.mkv")
        try Oracle.make(source.input + options + [whole])
        try Oracle.make(["-i", whole, "-ss", "0.28", "-c", "copy", "-copyinkf", path])
      } else if kind == "avc-intra" {
        // Each sample has its parameter sets, in the byte stream format.
        let stream = folder.file("stream.h264")
        try Oracle.make(source.input + options + [stream])
        try Oracle.make(["-r", "25", "-i", stream, "-c", "copy", "-tag:v", "ai15", path])
      } else {
        let isNoise = source == .noise && !options.contains("-ac")
        try Oracle.make(source.input + options + (isNoise ? ["-ac", "2"] : []) + format + [path])
      }
    } catch is Oracle.Failure {
      return nil
    }
    return path
  }

  private var format: [String] {
    switch ending {
    case "mpg": ["-f", "vob"]
    case "ogv": ["-f", "ogg"]
    case "mp4", "m4a": ["-strict", "-2"]
    default: []
    }
  }

  private static let muxers = [
    "mp4": "! mp4mux", "m4a": "! mp4mux", "mov": "! qtmux", "mkv": "! matroskamux", "webm": "! webmmux",
    "ts": "! mpegtsmux", "flv": "! flvmux", "avi": "! avimux", "ogv": "! oggmux", "ogg": "! oggmux",
    "opus": "! oggmux", "mp3": "", "aac": "! audio/mpeg,stream-format=adts",
  ]
  private static let parsers = ["h264-gst": "! h264parse", "aac": "! aacparse", "mp3": "! mpegaudioparse"]

  private func makeWithGStreamer(_ path: String, _ folder: TemporaryFolder) throws {
    guard let muxer = Self.muxers[ending] else { throw Oracle.Failure(description: "no muxer of .\(ending)") }
    let encoder = options.joined(separator: " ").dropFirst(4)
    let (raw, head) =
      source == .picture
      ? ("raw.y4m", "y4mdec ! videoconvert") : ("raw.wav", "wavparse ! audioconvert ! audioresample")
    try Oracle.make(source.input + (source == .noise ? ["-ac", "2", "-ar", "48000"] : []) + [folder.file(raw)])
    let line =
      "filesrc location=\(folder.file(raw)) ! \(head) ! \(encoder) \(Self.parsers[kind] ?? "") \(muxer) ! filesink location=\(path)"
    _ = try Oracle.run("gst-launch-1.0", ["-q"] + line.split(separator: " ").map(String.init), withErrors: true)
  }
}

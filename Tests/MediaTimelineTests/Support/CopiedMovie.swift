import CoreMedia
import Foundation
import MediaEngine
import MediaGraph
import MediaTimeline
import TestSupport
import Testing

/// The luma of a movie's frames, as ffmpeg decodes them, by which each can be found among others.
struct DecodedLuma {
  let frames: [[UInt8]]

  static let (width, height) = (160, 96)

  /// - Parameter ignoresEdits: True for a player that knows no edit lists.
  init(_ path: String, ignoresEdits: Bool = false) throws {
    let raw = path + (ignoresEdits ? ".media.raw" : ".raw")
    defer { try? FileManager.default.removeItem(atPath: raw) }
    let options = ignoresEdits ? ["-ignore_editlist", "1"] : []
    let text = try Oracle.text(
      "ffmpeg",
      ["-nostdin", "-y", "-v", "error", "-noautorotate"] + options + [
        "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough", "-pix_fmt", "gray", "-f", "rawvideo", raw,
      ], withErrors: true)
    #expect(
      text.split(separator: "\n").allSatisfy {
        $0.contains("rawvideo") || $0.contains("repeated") || $0.contains("NULL")
      }, "\(text)")
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: raw)))
    let size = Self.width * Self.height
    frames = (0..<bytes.count / size).map { number in
      // Fewer pixels tell as well.
      var frame: [UInt8] = []
      var place = number * size
      while place < (number + 1) * size {
        frame.append(bytes[place])
        place += 37
      }
      return frame
    }
  }

  /// The numbers of the frames of others that these are, by the least difference.
  func numbers(in other: DecodedLuma) -> [Int] {
    frames.map { frame in
      frame.withUnsafeBufferPointer { a in
        let differences = other.frames.map { candidate -> Int in
          candidate.withUnsafeBufferPointer { b in
            var (sum, index) = (0, 0)
            while index < min(a.count, b.count) {
              sum += a[index] > b[index] ? Int(a[index] - b[index]) : Int(b[index] - a[index])
              index += 1
            }
            return sum
          }
        }
        return differences.indices.min { differences[$0] < differences[$1] } ?? -1
      }
    }
  }
}

/// Timelines that are copied to files.
enum CopiedMovie {
  static func clip(
    _ path: String, _ from: MediaTime, _ to: MediaTime, _ change: (inout Timeline.Clip) -> Void = { _ in }
  )
    -> Timeline.Item
  {
    .clip(
      .init {
        ($0.clip, $0.from, $0.to) = (.location(Location(path)), from, to)
        change(&$0)
      })
  }

  static func node(_ items: [Timeline.Item], _ edges: TimelineCopy.Edges, of path: String) -> TimelineCopy {
    TimelineCopy {
      $0.edges = edges
      $0.movie = ["mp4", "mov"].contains((path as NSString).pathExtension)
      $0.timeline = Timeline { $0.items = items }
    }
  }

  /// Writes the tracks of a timeline, as many as can be copied.
  @discardableResult
  static func write(_ items: [Timeline.Item], _ edges: TimelineCopy.Edges, to path: String) async throws -> CopyReport {
    let node = node(items, edges, of: path)
    let plan = try node.plan()
    var graph = Graph()
    let copy = graph.add("copy", node)
    let muxer = graph.add("mux", NamedNode(use: NodeType("mux.\((path as NSString).pathExtension)")))
    let inputs = muxer.port(in: "in", as: AnyTrack.self)
    if plan.video.first.map({ $0.obstacle == nil }) ?? false { graph.connect(copy.video, to: inputs) }
    if plan.audio.first.map({ $0.obstacle == nil }) ?? false { graph.connect(copy.audio, to: inputs) }
    let file = graph.add("file", FileWrite { $0.url = Location(path) })
    graph.connect(muxer.port(out: "out", as: MediaGraph.Container.self), to: file.input)
    _ = try await graph.run()
    return plan.report
  }

  /// The hashes of a track's packets, in the order of the file.
  static func packets(_ path: String, _ stream: String = "v:0") throws -> [String] {
    try Oracle.text(
      "ffprobe",
      [
        "-v", "error", "-ignore_editlist", "1", "-select_streams", stream, "-show_entries", "packet=data_hash",
        "-show_data_hash", "md5", "-of", "csv=p=0", path,
      ]
    ).split(separator: "\n").map { $0.split(separator: ",").last.map(String.init) ?? "" }
  }

  /// True if decoding times never go back, and no frame is decoded after it is shown.
  static func hasOrderedTimes(_ path: String) throws -> Bool {
    let times = try Oracle.text(
      "ffprobe",
      ["-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pts,dts", "-of", "csv=p=0", path]
    ).split(separator: "\n").map { $0.split(separator: ",").compactMap { Int64($0) } }.filter { $0.count >= 2 }
    return zip(times, times.dropFirst()).allSatisfy { $0[1] < $1[1] } && times.allSatisfy { $0[1] <= $0[0] }
  }
}

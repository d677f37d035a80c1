import CoreGraphics
import CoreMedia
import Foundation
import GStreamer
import MediaEngine
import MediaGraph
import MediaSource
import MediaTimeline

/// Timelines of 1080p: a dissolve, a turned picture in picture, 50 cuts and a grid of four, over ffmpeg's filters.
///
/// Once the renderer alone, over the fastest of other programs that are fed with the same raw frames; once with H.264, over decoding the
/// same frames once in ffmpeg. Cuts also over other editors, where they are installed.
struct Timelines {
  private static let (width, height) = (1920, 1080)
  private static let rawFrames = 100
  private static let seconds = 10
  let folder: String

  enum Kind: String, CaseIterable {
    case dissolve = "a dissolve of two layers"
    case pictureInPicture = "a picture in picture, scaled and turned by 7°"
    case grid = "a grid of four"

    /// ffmpeg's filters of the inputs.
    var filters: String {
      let angle = "7*PI/180"
      return switch self {
      case .dissolve: "[0][1]xfade=transition=fade:duration=\(Timelines.seconds):offset=0"
      case .pictureInPicture:
        "[1]scale=960:540:flags=bilinear,format=yuva420p,rotate=\(angle):ow=rotw(\(angle)):oh=roth(\(angle)):c=black@0[p];"
          + "[0][p]overlay=800:60"
      case .grid:
        (0..<4).map { "[\($0)]scale=960:540:flags=bilinear[s\($0)];" }.joined()
          + "[s0][s1][s2][s3]xstack=inputs=4:layout=0_0|w0_0|0_h0|w0_h0"
      }
    }

    var inputs: Int { self == .grid ? 4 : 2 }

    /// The places of the layers after the first on the canvas.
    var transforms: [CGAffineTransform] {
      switch self {
      case .dissolve: [.identity, .identity]
      case .pictureInPicture: [.identity, Self.turned]
      case .grid: (0..<4).map { Self.quarter($0) }
      }
    }

    private static let half = CGAffineTransform(scaleX: 0.5, y: 0.5)

    private static var turned: CGAffineTransform {
      let small = CGAffineTransform(translationX: -960, y: -540).concatenating(half)
      let turned = small.concatenating(CGAffineTransform(rotationAngle: 7 * .pi / 180))
      return turned.concatenating(CGAffineTransform(translationX: 1300, y: 380))
    }

    private static func quarter(_ index: Int) -> CGAffineTransform {
      half.concatenating(CGAffineTransform(translationX: CGFloat(index % 2) * 960, y: CGFloat(index / 2) * 540))
    }
  }

  func rows(pairs: Int) async throws -> [Row] {
    let movies = try (0..<10).map { try movie($0) }
    let raws = try (0..<2).map { try raw(movies[$0], $0) }
    let others = TimelineContestant.allCases.filter(\.isInstalled)
    var rows: [Row] = []
    for kind in Kind.allCases {
      let inputs = (0..<kind.inputs).map { raws[$0 % 2] }
      let commands = others.map { $0.command(kind, inputs, count: Self.rawFrames) }
      let log = "\(folder)/log"
      let measured = try await alternatingPairs(pairs) {
        try seconds { try render(kind, inputs) }
      } _: {
        try commands.map { try $0.run(log: log).wall }.min() ?? .infinity
      }
      let names = others.map(\.rawValue).joined(separator: ", ")
      rows.append(
        Row(
          "\(kind.rawValue), raw, over the fastest of \(names)", measured.map { $0.first / $0.second }, target: 1 / 1.5)
      )
    }
    for kind in Kind.allCases {
      let used = Array(movies[..<kind.inputs])
      var decoding: [String] = []
      for movie in used { decoding += ["-i", movie] }
      for index in used.indices { decoding += ["-map", "\(index):v"] }
      decoding += ["-f", "null", "-"]
      let arguments = decoding
      let timeline = timeline(kind, used)
      let measured = try await alternatingPairs(pairs) {
        try seconds { try pull(timeline) }
      } _: {
        try ffmpeg(arguments)
      }
      rows.append(
        Row("\(kind.rawValue), H.264, over decoding in ffmpeg", measured.map { $0.first / $0.second }, target: 1.1))
    }
    rows += try await cuts(movies, pairs: pairs)
    rows += try await memory(pairs: pairs)
    rows += try await TimelineMix(folder: folder).rows(pairs: pairs)
    return rows
  }

  /// The peak memory of cuts, which must not grow with their number.
  private func memory(pairs: Int) async throws -> [Row] {
    func peak(_ count: Int) throws -> Double {
      try Command(".build/release/Benchmarks", ["--cuts", folder, "\(count)"]).run(log: "\(folder)/log").peak
    }
    var rows: [Row] = []
    for count in [200, 500] {
      // Minutes of movies each: a few pairs have to do.
      let measured = try await alternatingPairs(min(pairs, 3)) {
        try peak(count)
      } _: {
        try peak(50)
      }
      rows.append(Row("memory, \(count) cuts over 50", measured.map { $0.first / $0.second }, target: 1.1))
    }
    return rows
  }

  /// Parts of half a second, of ten movies in turn.
  static func parts(_ count: Int, _ movies: [String]) -> [(movie: String, start: Double)] {
    (0..<count).map { (movies[$0 % 10], Double($0 * 7 % 18) / 2 + 0.12) }
  }

  /// Pulls all frames of so many cuts; the work of a process of its own.
  static func pullCuts(_ count: Int, in folder: String) throws {
    // As the command does.
    ProcessMemory.shareAmongThreads()
    let frames = try TimelineFrames(RenderPlan(cuts(parts(count, (0..<10).map { "\(folder)/timeline\($0).mp4" }))))
    while try frames.next(Cancellation()) != nil {}
  }

  static func cuts(_ parts: [(movie: String, start: Double)]) -> Timeline {
    var timeline = Timeline()
    timeline.size = PixelSize(width: width, height: height)
    timeline.frameRate = FrameRate(25)
    for part in parts {
      var clip = Timeline.Clip()
      clip.clip = .location(Location(part.movie))
      let start = Int64(part.start * 1000)
      (clip.from, clip.to) = (.milliseconds(start), .milliseconds(start + 500))
      clip.audio = TrackChoice(.none)
      timeline.items.append(.clip(clip))
    }
    return timeline
  }

  /// ffmpeg's arguments for cuts.
  static func concatenation(_ parts: [(movie: String, start: Double)]) -> [String] {
    parts.flatMap { ["-ss", "\($0.start)", "-t", "0.5", "-i", $0.movie] } + [
      "-filter_complex", parts.indices.map { "[\($0):v]" }.joined() + "concat=n=\(parts.count):v=1:a=0",
    ]
  }

  /// 50 cuts of half a second of ten movies.
  private func cuts(_ movies: [String], pairs: Int) async throws -> [Row] {
    let parts = Self.parts(50, movies)
    let edit = Self.cuts(parts)
    let measured = try await alternatingPairs(pairs) {
      try seconds { try pull(edit) }
    } _: {
      try ffmpeg(Self.concatenation(parts) + ["-f", "null", "-"])
    }
    var rows = [
      Row("50 cuts of 10 movies, H.264, over ffmpeg's concat", measured.map { $0.first / $0.second }, target: 1.1)
    ]
    let log = "\(folder)/log"
    for other in CutContestant.allCases where other.isInstalled {
      let command = other.command(parts)
      let measured = try await alternatingPairs(pairs) {
        try seconds { try pull(edit) }
      } _: {
        try command.run(log: log).wall
      }
      rows.append(Row("50 cuts of 10 movies, H.264, over \(other.rawValue)", measured.map { $0.first / $0.second }))
    }
    return rows
  }

  // MARK: Media

  func movie(_ number: Int) throws -> String {
    let path = "\(folder)/timeline\(number).mp4"
    _ = try Command(
      "ffmpeg",
      [
        "-nostdin", "-y", "-v", "error", "-f", "lavfi", "-i",
        "testsrc2=size=\(Self.width)x\(Self.height):rate=25:duration=\(Self.seconds)", "-vf", "hue=h=\(number * 36)",
        "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "veryfast", "-g", "50", path,
      ]
    ).run(log: "\(folder)/log")
    return path
  }

  private func raw(_ movie: String, _ number: Int) throws -> String {
    let path = "\(folder)/timeline\(number).yuv"
    _ = try Command(
      "ffmpeg",
      [
        "-nostdin", "-y", "-v", "error", "-i", movie, "-frames:v", "\(Self.rawFrames)", "-f", "rawvideo", "-pix_fmt",
        "yuv420p", path,
      ]
    ).run(log: "\(folder)/log")
    // The same frames for a program that wants a header before each.
    let headed = path.replacingOccurrences(of: ".yuv", with: ".y4m")
    _ = try Command(
      "ffmpeg",
      [
        "-nostdin", "-y", "-v", "error", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "\(Self.width)x\(Self.height)",
        "-framerate", "25", "-i", path, headed,
      ]
    ).run(log: "\(folder)/log")
    return path
  }

  private func ffmpeg(_ arguments: [String]) throws -> Double {
    try Command("ffmpeg", ["-nostdin", "-v", "error"] + arguments).run(log: "\(folder)/log").wall
  }

  // MARK: Rendering

  private func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return start.duration(to: .now) / .seconds(1)
  }

  func timeline(_ kind: Kind, _ movies: [String]) -> Timeline {
    func items(_ index: Int) -> [Timeline.Item] {
      let transform = kind.transforms[index]
      var clip = Timeline.Clip()
      clip.clip = .location(Location(movies[index]))
      clip.to = .seconds(Int64(Self.seconds))
      clip.fit = .none
      clip.audio = TrackChoice(.none)
      var place = Timeline.Transform()
      (place.a, place.b, place.c, place.d) = (transform.a, transform.b, transform.c, transform.d)
      (place.x, place.y) = (transform.tx, transform.ty)
      clip.transform = Ramp(place)
      if kind == .dissolve, index == 1 {
        clip.opacity = .keys([
          .init(at: .seconds(0), Timeline.Opacity(0)),
          .init(at: .seconds(Int64(Self.seconds)), Timeline.Opacity(1)),
        ])
      }
      return [.clip(clip)]
    }
    var timeline = Timeline()
    timeline.size = PixelSize(width: Self.width, height: Self.height)
    timeline.frameRate = FrameRate(25)
    timeline.items = items(0)
    for index in movies.indices.dropFirst() {
      var layer = Timeline.Layer()
      layer.items = items(index)
      timeline.layers.append(layer)
    }
    return timeline
  }

  private func pull(_ timeline: Timeline) throws {
    let frames = try TimelineFrames(RenderPlan(timeline))
    while try frames.next(Cancellation()) != nil {}
  }

  /// Draws frames of files of raw ones.
  private func render(_ kind: Kind, _ paths: [String]) throws {
    let caps = try Caps(
      "video/x-raw,format=I420,width=\(Self.width),height=\(Self.height),framerate=25/1,pixel-aspect-ratio=1/1")
    let canvas = try CanvasFormat(caps)
    let (importer, composer) = (FrameImporter(canvas), try FrameComposer(canvas))
    let files = try paths.map { try FileHandle(forReadingFrom: URL(fileURLWithPath: $0)) }
    let size = Self.width * Self.height * 3 / 2
    for number in 0..<Self.rawFrames {
      let steps = try zip(files, kind.transforms).enumerated().map { index, pair -> CompositionStep in
        let buffer = try Buffer(count: size) { bytes in
          var filled = 0
          while filled < size {
            let count = read(pair.0.fileDescriptor, bytes.baseAddress! + filled, size - filled)
            guard count > 0 else { throw Command.Failure(description: "a file of raw frames is too short") }
            filled += count
          }
        }
        var layer = FrameLayer(.frame(try importer.frame(buffer, caps)), transform: pair.1)
        if kind == .dissolve, index == 1 { layer.opacity = Double(number) / Double(Self.rawFrames) }
        return .layer(layer)
      }
      _ = try composer.compose(steps, background: RGBColor())
    }
  }
}

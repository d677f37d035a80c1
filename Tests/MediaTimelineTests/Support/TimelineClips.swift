import CoreMedia
import Foundation
import MediaSource
import TestSupport
import Testing

/// Small movies whose frames ffmpeg's decoder knows: lossless, so that a rendered pixel can be told.
final class TimelineClips: Sendable {
  enum Kind: String, CaseIterable, Sendable {
    /// B-frames, a sync sample every twelve frames.
    case fps25
    /// One sync sample.
    case oneKey30
    case film
    case fps60
    case variable
    /// Stored on its side.
    case rotated

    var rate: String {
      switch self {
      case .fps25, .variable, .rotated: "25"
      case .oneKey30: "30"
      case .film: "24000/1001"
      case .fps60: "60"
      }
    }

    var codec: [String] {
      let x264 = ["-c:v", "libx264", "-preset", "veryfast", "-qp", "0", "-x264-params"]
      return switch self {
      case .fps25, .variable: x264 + ["keyint=12:min-keyint=12:scenecut=0:bframes=3:b-adapt=0"]
      case .oneKey30: x264 + ["keyint=infinite:scenecut=0:bframes=2"]
      case .film: x264 + ["keyint=24:scenecut=0:bframes=0"]
      case .fps60: x264 + ["keyint=30:scenecut=0:bframes=7:b-pyramid=normal"]
      case .rotated: x264 + ["keyint=10:scenecut=0:bframes=2"]
      }
    }
  }

  /// A movie with what its upright frames are.
  struct Clip: Sendable {
    let kind: Kind
    let path: String
    /// Luma and chroma, plane after plane.
    let frames: [[UInt8]]
    /// In units of `timescale`, in order; and the end of the last frame.
    let times: [Int64]
    let timescale: Int32

    var end: CMTime { CMTime(value: times[times.count - 1], timescale: timescale) }

    /// The number of the frame that is shown at a fraction of a second: the last that begins at or before it.
    func frame(at numerator: Int128, over denominator: Int128) -> Int {
      // Times are whole: those that begin at or before the fraction do so before its floor.
      let (quotient, remainder) = (numerator * Int128(timescale)).quotientAndRemainder(dividingBy: denominator)
      let floor = Int64(remainder < 0 ? quotient - 1 : quotient)
      var next = 1
      while next < times.count - 1, times[next] <= floor { next += 1 }
      return next - 1
    }
  }

  static let (width, height) = (64, 48)
  let folder: TemporaryFolder
  let clips: [Clip]

  init(_ kinds: [Kind] = Kind.allCases) throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    clips = try kinds.enumerated().map { try Self.make($1, number: $0, in: folder) }
  }

  private static func make(_ kind: Kind, number: Int, in folder: TemporaryFolder) throws -> Clip {
    let path = folder.file("\(kind.rawValue).mp4")
    let (w, h) = kind == .rotated ? (height, width) : (width, height)
    // A picture of its own in every frame, whose colours differ from movie to movie.
    let filter =
      "nullsrc=size=\(w)x\(h):rate=\(kind.rate):duration=4,geq=lum='mod(16+N*7+X*\(number + 1)+Y*3,220)+16'"
      + ":cb='mod(N*5+X*2+\(number * 40),224)+16':cr='mod(N*3+Y*4+\(number * 25),224)+16'"
    let select = kind == .variable ? ["-vf", "select='not(eq(mod(n,5),2)+eq(mod(n,7),3))'", "-fps_mode", "vfr"] : []
    let flat = folder.file("\(kind.rawValue)-flat.mp4")
    let target = kind == .rotated ? flat : path
    try Oracle.make(
      ["-f", "lavfi", "-i", filter] + select + ["-pix_fmt", "yuv420p", "-colorspace", "smpte170m"] + kind.codec
        + [target])
    if kind == .rotated { try Oracle.make(["-i", flat, "-c", "copy", "-metadata:s:v", "rotate=90", path]) }
    let raw = folder.file("\(kind.rawValue).raw")
    try Oracle.make(["-i", path, "-fps_mode", "passthrough", "-pix_fmt", "yuv420p", "-f", "rawvideo", raw])
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: raw)))
    let size = width * height * 3 / 2
    let frames = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<$0 + size]) }
    let lines = try Oracle.text(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts,duration:stream=time_base", "-of",
        "csv=p=0", path,
      ]
    ).split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
    let packets = lines.filter { $0.count >= 2 && $0[0].first?.isNumber == true }
      .compactMap { line in Int64(line[0]).flatMap { time in Int64(line[1]).map { (time, $0) } } }
      .sorted { $0.0 < $1.0 }
    let base = try #require(lines.compactMap { $0.first { $0.contains("/") } }.first)
    let last = try #require(packets.last)
    #expect(packets.count == frames.count)
    return Clip(
      kind: kind, path: path, frames: frames, times: packets.map(\.0) + [last.0 + last.1],
      timescale: try #require(Int32(base.split(separator: "/")[1])))
  }

  subscript(_ kind: Kind) -> Clip { get throws { try #require(clips.first { $0.kind == kind }) } }
}

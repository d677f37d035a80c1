import Foundation

/// A file that cells work on, as ffmpeg sees it.
struct Subject: Sendable {
  let path: String
  /// What makes it by hand.
  let lines: [String]
  /// True if an edit list leaves out a part of it.
  let isEdited: Bool
  /// Decoded, up to a limit for long files.
  let measurement: Measurement
  let packets: Packets

  var ending: String { URL(fileURLWithPath: path).pathExtension }
  var video: String? { packets.video?.codec_name }
  var audio: String? { packets.audio?.codec_name }
  /// PCM of any kind.
  var isPCM: Bool { audio?.hasPrefix("pcm") == true }

  /// Where ffmpeg's zero is on the file's own timeline: it counts from the first packet on. Streams of MPEG have no other zero.
  var origin: Double {
    ["ts", "mpg"].contains(ending) ? 0 : packets.format.start_time.flatMap { Double($0) } ?? 0
  }

  /// - Parameter lines: What makes it by hand.
  init(path: String, lines: [String] = [], isEdited: Bool = false) async throws {
    (self.path, self.lines, self.isEdited) = (path, lines, isEdited)
    measurement = try await Measurement(of: path)
    packets = try await Packets.read(path)
  }
}

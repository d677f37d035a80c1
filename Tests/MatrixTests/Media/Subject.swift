import Foundation

/// The input file of cells, as ffmpeg decodes it.
struct Subject: Sendable {
  let path: String
  /// The commands that make it by hand.
  let lines: [String]
  /// True if an edit list omits a part of it.
  let isEdited: Bool
  /// The decoded file, up to a limit for long files.
  let measurement: Measurement
  let packets: Packets

  var ending: String { URL(fileURLWithPath: path).pathExtension }
  var video: String? { packets.video?.codec_name }
  var audio: String? { packets.audio?.codec_name }
  /// True for any PCM format.
  var isPCM: Bool { audio?.hasPrefix("pcm") == true }

  /// The offset of ffmpeg's zero, the first packet, on the file's own timeline. MPEG streams have no other zero.
  var origin: Double {
    ["ts", "mpg"].contains(ending) ? 0 : (packets.format.start_time.flatMap { Double($0) } ?? 0) - measurement.shift
  }

  /// - Parameter lines: The commands that make it by hand.
  init(path: String, lines: [String] = [], isEdited: Bool = false) async throws {
    (self.path, self.lines, self.isEdited) = (path, lines, isEdited)
    var measurement = try await Measurement(of: path)
    packets = try await Packets.read(path)
    switch (path as NSString).pathExtension {
    case "mpg":
      if packets.video?.codec_name == "h264" { measurement.separateFrames() } else { measurement.separateLateFrames() }
      measurement.moveToStart()
    case "ts" where measurement.frames.count == 1: measurement.moveToStart()
    case "avi": measurement.moveFrames(to: packets.decodeStart)
    default: break
    }
    self.measurement = measurement
  }
}

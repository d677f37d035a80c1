import Foundation
import TestSupport

/// The frames and beeps of a file, decoded by ffmpeg.
struct Measurement: Sendable {
  struct Frame: Sendable {
    /// The time in seconds from the file's beginning.
    var time: Double
    /// The mean of the luma plane, in video range.
    var luma: Double
    /// The same in full range: values outside of the video range are black and white.
    var gray: Double
    var checksum: String
    var size: String
    /// The pixel aspect ratio: `12/11`.
    var aspect: String

    var isFlash: Bool { luma > 215 }
  }

  struct Audio: Sendable {
    var start: Double
    var end: Double
    var sampleRate: Double
    var channels: Int
    /// The middles of the beeps.
    var beeps: [Double]
    /// The loudest beep's amplitude; 0.5 in sources.
    var level: Double
    /// The number of decoded samples.
    var sampleCount: Int
  }

  var frames: [Frame] = []
  /// The audio; nil if there is none.
  var audio: Audio?
  /// The part of ffmpeg's start that the times have taken in already.
  private(set) var shift = 0.0

  /// The end of the frames: each lasts until the next one, the last as long as the one before.
  var end: Double {
    guard let last = frames.last else { return 0 }
    return last.time + (frames.count > 1 ? last.time - frames[frames.count - 2].time : 0.04)
  }

  var flashes: [Double] { frames.filter(\.isFlash).map(\.time) }

  init(frames: [Frame], audio: Audio?) { (self.frames, self.audio) = (frames, audio) }

  /// Decodes a file.
  ///
  /// - Parameter limit: The number of seconds to decode; shared files are long.
  init(of path: String, upTo limit: Double? = nil) async throws {
    let folder = try TemporaryFolder()
    let entries = "stream=codec_type:stream_disposition=attached_pic:format=format_name,start_time"
    let streams = try await Tool.expect(
      Recipe.words("ffprobe -v quiet -show_entries \(entries) -of csv=p=0") + [path], in: folder.path
    ).output.split(separator: "\n")
    // Some lines have side data at their end.
    let (hasVideo, hasAudio) = (
      streams.contains { $0.hasPrefix("video,0") }, streams.contains { $0.hasPrefix("audio,0") }
    )
    var command = ["ffmpeg", "-nostdin", "-nostats", "-hide_banner", "-v", "info"]
    if let limit { command += ["-t", "\(limit)"] }
    command += ["-i", path]
    if hasVideo {
      command += ["-map", "0:V:0", "-fps_mode", "passthrough", "-vf", Self.pictureFilter, "-f", "null", "-"]
    }
    if hasAudio {
      command += ["-map", "0:a:0", "-af", "ashowinfo,pan=mono|c0=c0", "-f", "f32le", folder.file("sound")]
    }
    guard hasVideo || hasAudio else { return }
    let log = try await Tool.expect(command, in: folder.path).error
    var blocks = log.split(separator: "\n").compactMap { Block($0) }
    frames = Self.frames(in: log)
    if hasVideo, let edited = try EditedTrack("vide", in: path) { try await restore(edited, path, in: folder.path) }
    if let first = blocks.first, let priming = try PacketTable(in: path)?.priming {
      for index in blocks.indices { blocks[index].time -= Double(priming) / first.rate }
    }
    // Of a movie in fragments, ffmpeg plays what an edit leaves out at the beginning, and moves everything behind it.
    // Of Matroska, it takes the first packet for the beginning, which the codec's delay puts before zero: beside frames
    // the distances count, sound alone is off by that.
    if let format = streams.last, let start = format.split(separator: ",").last.flatMap({ Double($0) }), start < 0,
      try !hasVideo && format.contains("matroska") || Self.isFragmented(path)
    {
      shift = start
      for index in frames.indices { frames[index].time += start }
      for index in blocks.indices { blocks[index].time += start }
    }
    if let beginning = try OggBeginning(of: path), let rate = blocks.first?.rate {
      beginning.correct(&blocks, \.time, rate: rate) { $0.count }
    }
    if let first = blocks.first, let last = blocks.last {
      let samples = try Data(contentsOf: folder.url("sound")).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
      let beeps = BeepFinder(sampleRate: first.rate).beeps(in: samples)
      audio = Audio(
        start: first.time, end: last.time + Double(last.count) / last.rate, sampleRate: first.rate,
        channels: first.channels, beeps: beeps.map { Block.time(of: $0.middle, in: blocks) },
        level: beeps.map(\.level).max() ?? 0, sampleCount: samples.count)
    }
  }

  private static func isFragmented(_ path: String) throws -> Bool {
    try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped).range(of: Data("moof".utf8)) != nil
  }

  /// Puts frames that have the time of the next one halfway between their neighbours.
  ///
  /// FFmpeg 5 gives a frame of H.264 whose start code lies in two packets of a program stream the stamp of the second
  /// one, which belongs to the frame behind it (ISO/IEC 13818-1, 2.4.3.7), and that frame the same.
  mutating func separateFrames() {
    for index in frames.indices.dropFirst().dropLast() where frames[index].time == frames[index + 1].time {
      frames[index].time = (frames[index - 1].time + frames[index + 1].time) / 2
    }
  }

  /// Puts frames that have the time of the one before halfway between their neighbours.
  ///
  /// The program streams of FFmpeg 5 state the times of the next frame where a packet begins with the last bytes of a
  /// frame: all frames of MPEG-2 up to the next packet are late, and the last of them meets the first that is not.
  mutating func separateLateFrames() {
    for index in frames.indices.dropFirst().dropLast() where frames[index].time == frames[index - 1].time {
      frames[index].time = (frames[index - 1].time + frames[index + 1].time) / 2
    }
  }

  /// Moves everything so that the first frame or sound is at zero.
  ///
  /// FFmpeg 5 does not count video with a single frame when it looks for an MPEG stream's start: its frame stays where
  /// its stamp is, or is before the sound that is taken for the start.
  mutating func moveToStart() {
    let start = min(frames.first?.time ?? .infinity, audio?.start ?? .infinity)
    guard start.isFinite, start != 0 else { return }
    for index in frames.indices { frames[index].time -= start }
    guard var audio else { return }
    (audio.start, audio.end) = (audio.start - start, audio.end - start)
    audio.beeps = audio.beeps.map { $0 - start }
    self.audio = audio
  }

  /// Moves the frames so that the first one is at a time.
  ///
  /// AVI has decode times only. FFmpeg presents a frame as late as its decoder gives it, the sound of the same time at
  /// once: two frames too early beside H.264 with B-frames. The n-th frame in order of presentation belongs to the n-th
  /// decode time, as GStreamer has it, and as flash and beep of the source are.
  mutating func moveFrames(to start: Double?) {
    guard let start, let first = frames.first?.time else { return }
    for index in frames.indices { frames[index].time += start - first }
  }

  private static let pictureFilter =
    "format=yuv420p,showinfo,lutyuv=y=clip((val-16)*255/219\\,0\\,255),showinfo"

  /// Returns the frames of a log: the first of the two lines on each has the stored values, the second those in full
  /// range.
  private static func frames(in log: String) -> [Frame] {
    var frames: [Frame] = []
    var grays: [Double] = []
    for line in log.split(separator: "\n") {
      guard let frame = Frame(line) else { continue }
      if line.contains("Parsed_showinfo_1") { frames.append(frame) } else { grays.append(frame.luma) }
    }
    for index in frames.indices {
      let plain = min(255, (frames[index].luma - 16) * 255 / 219)
      let clipped = grays.indices.contains(index) ? grays[index] : plain
      // Both are rounded; more than that are pixels outside of the video range, such as those of full range that no
      // header marks.
      frames[index].gray = abs(clipped - plain) > 2 ? clipped : plain
    }
    return frames
  }

  /// Shows the frames at the beginning of an edit as its movie's boxes say.
  ///
  /// FFmpeg marks packets before an edit as not to be shown. Its decoders that ask for packets themselves (Motion JPEG,
  /// dav1d) do not see the mark: they show those frames, at times before 0. And ffmpeg leaves out the frame within
  /// which the edit begins, and puts the next one at the beginning of the edit: all that it shows are early by that
  /// rest.
  private mutating func restore(_ edited: EditedTrack, _ path: String, in folder: String) async throws {
    frames.removeAll { $0.time < 0 }
    guard edited.omitted > 0 else { return }
    let command = ["ffmpeg", "-nostdin", "-nostats", "-hide_banner", "-v", "info", "-ignore_editlist", "1", "-i", path]
    let options = ["-map", "0:V:0", "-fps_mode", "passthrough", "-vf", Self.pictureFilter, "-f", "null", "-"]
    let all = Self.frames(in: try await Tool.expect(command + options, in: folder).error)
    guard all.indices.contains(edited.first), let start = frames.first?.time else { return }
    var first = all[edited.first]
    first.time = start
    for index in frames.indices { frames[index].time += edited.rest }
    frames.insert(first, at: 0)
  }

  /// Consecutive samples with their time.
  private struct Block {
    var time: Double
    var count: Int
    var rate: Double
    var channels: Int

    init?(_ line: Substring) {
      // [Parsed_ashowinfo_0 @ 0x1] n:0 pts:0 pts_time:0 pos:1 fmt:fltp channels:1 chlayout:mono rate:48000 nb_samples:1024 …
      guard line.contains("ashowinfo"), let found = line.firstMatch(of: Self.facts), let rate = Double(found.3),
        let count = Int(found.4), let channels = Int(found.2)
      else { return nil }
      (time, self.count, self.rate, self.channels) = (Double(found.1) ?? 0, count, rate, channels)
    }

    // Compiled once: a literal in a function is compiled in each call.
    private nonisolated(unsafe) static let facts = /pts_time:(\S+) .*channels:(\d+) .*rate:(\d+) nb_samples:(\d+)/

    /// Returns the time of a sample, from the time of its block.
    static func time(of sample: Double, in blocks: [Block]) -> Double {
      var start = 0.0
      for block in blocks {
        if sample < start + Double(block.count) { return block.time + (sample - start) / block.rate }
        start += Double(block.count)
      }
      return blocks.last.map { $0.time + Double($0.count) / $0.rate } ?? 0
    }
  }
}

extension Measurement.Frame {
  fileprivate init?(_ line: Substring) {
    // [Parsed_showinfo_1 @ 0x1] n: 1 pts: 512 pts_time:0.04 … s:160x120 … checksum:387C0FD1 … mean:[42 128 128] …
    guard line.contains("Parsed_showinfo"), let found = line.firstMatch(of: Self.facts), let time = Double(found.1),
      let luma = Double(found.5)
    else { return nil }
    (self.time, size, checksum, self.luma, gray) = (time, String(found.3), String(found.4), luma, luma)
    aspect = String(found.2)
  }

  private nonisolated(unsafe) static let facts =
    /pts_time:(\S+) .* sar:(\S+) s:(\d+x\d+) .* checksum:(\w+) .*mean:\[(\d+)/
}

import Foundation
import Testing

@testable import MovieFile

/// Files that the writer makes of movies, judged by ffprobe and ffmpeg.
@Suite struct MatroskaWriterTests {
  private static let picture = Recipe.picture
  private static let tone = Recipe.tone

  static let recipes =
    Recipe.video.filter { !["raw.mov", "animation.mov"].contains($0.file) }
    + Recipe.containers.filter { !["chunks.mp4", "half.mp4", "quicktime.mov"].contains($0.file) }
    + Recipe.audio.filter { !["pcm_f64be.mov", "adpcm_ima_qt.mov"].contains($0.file) && !$0.file.hasPrefix("pcm") }

  /// Each packet has its bytes, its key flag, and its time to a millisecond.
  @Test(arguments: recipes) func packets_areThoseOfTheMovie(recipe: Recipe) throws {
    let folder = try TemporaryFolder()
    let (path, copy) = try MatroskaCopy.make(recipe, in: folder)
    let warnings = try Oracle.warnings(copy)
    #expect(warnings == "")
    let (original, written) = (try ContainerReport(path), try ContainerReport(copy))
    for index in Set(original.packets.map(\.stream_index)).sorted() {
      let theirs = original.packets.filter { $0.stream_index == index }
      let ours = written.packets.filter { $0.stream_index == index }
      if recipe.file.hasPrefix("prores") {
        // FFprobe puts back the header that Matroska leaves out, with another size.
        #expect(ours.count == theirs.count)
      } else {
        #expect(ours.map(\.data_hash) == theirs.map(\.data_hash), "\(index)")
      }
      // FFprobe calls all frames of H.263 in Matroska keys.
      if recipe.file == "h263.3gp" { continue }
      #expect(ours.map { $0.flags.prefix(1) } == theirs.map { $0.flags.prefix(1) }, "\(index)")
    }
    try Self.compareTimes(path, copy)
  }

  /// The times of packets in seconds agree to a unit.
  private static func compareTimes(_ path: String, _ copy: String) throws {
    let (theirs, ours) = (try times(path), try times(copy))
    #expect(theirs.keys.sorted() == ours.keys.sorted())
    for (index, list) in theirs {
      let differences = zip(list, ours[index] ?? []).map { abs($0 - $1) }
      #expect((differences.max() ?? 1) <= 0.00101, "\(index): \(list.prefix(3)) \((ours[index] ?? []).prefix(3))")
    }
  }

  private static func times(_ path: String) throws -> [Int: [Double]] {
    let lines = try Oracle.text(
      "ffprobe", ["-v", "quiet", "-show_entries", "packet=stream_index,pts_time", "-of", "csv=p=0", path])
    var result: [Int: [Double]] = [:]
    for line in lines.split(separator: "\n") {
      let fields = line.split(separator: ",")
      if fields.count >= 2, let index = Int(fields[0]), let time = Double(fields[1]) {
        result[index, default: []].append(time)
      }
    }
    return result
  }

  static let decoded = [
    Recipe("aac.mp4", "\(picture) \(tone) \(Recipe.h264) -bf 2 -c:a aac"),
    Recipe("opus.mp4", "\(tone) -c:a libopus -ar 48000"),
    Recipe("pcm.mov", "\(tone) -c:a pcm_s16be"), Recipe("u8.mov", "\(tone) -c:a pcm_u8"),
    Recipe("s8.mov", "\(tone) -c:a pcm_s8"), Recipe("f32be.mov", "\(tone) -c:a pcm_f32be"),
    Recipe("law.mov", "\(tone) -c:a pcm_mulaw"), Recipe("s24.mov", "\(tone) -c:a pcm_s24le"),
    Recipe("flac.mp4", "\(tone) -c:a flac -strict -2"), Recipe("vorbis.mp4", "\(tone) -c:a libvorbis"),
  ]

  /// Compares what ffmpeg decodes of the copy with what it decodes of the movie.
  @Test(arguments: decoded) func decodedMedia_areTheMovies(recipe: Recipe) throws {
    let folder = try TemporaryFolder()
    let (path, copy) = try MatroskaCopy.make(recipe, in: folder)
    let audio = ["-map", "0:a", "-f", "s32le"]
    let (theirs, ours) = (try Oracle.samples(path, audio), try Oracle.samples(copy, audio))
    guard recipe.file == "aac.mp4" else {
      #expect(ours.count == theirs.count)
      #expect(ours == theirs)
      return
    }
    // FFmpeg gives the priming of AAC in Matroska at negative times; and in movies what the last packet has too much.
    let (priming, heard) = (1024 * 4, 52_920 * 4)
    #expect(ours.count == priming + heard)
    #expect(ours.dropFirst(priming) == theirs.prefix(heard))
    let video = ["-map", "0:v", "-f", "rawvideo", "-vsync", "passthrough"]
    #expect(try Oracle.samples(path, video) == Oracle.samples(copy, video))
  }

  /// Our own reader finds the priming, what is left out at the end, and every packet.
  @Test func readerFindsPrimingAndPadding() throws {
    let folder = try TemporaryFolder()
    let (path, copy) = try MatroskaCopy.make(Recipe("plain.m4a", "\(Self.tone) -c:a aac"), in: folder)
    let movie = try Movie(source: FileByteSource(path: path))
    let track = movie.tracks[0]
    let file = try MatroskaFile(source: FileByteSource(path: copy))
    #expect(file.streams.count == 1)
    #expect(file.streams[0].priming == track.edits?.first?.mediaTime)
    let packets = try file.allPackets()
    let samples = try track.samples().all()
    #expect(packets.count == samples.count)
    let heard = Int64(52_920)
    let all = Int64(packets.count) * 1024
    #expect(packets.last?.discardPadding?.end == all - 1024 - heard)
  }

  @Test func editsInAnotherOrder_areRefused() throws {
    func second(_ number: Int64) -> CMTimeRange {
      CMTimeRange(start: CMTime(value: number, timescale: 1), duration: CMTime(value: 1, timescale: 1))
    }
    func segment(_ target: Int64, _ source: Int64) -> TrackTimeline.Segment {
      TrackTimeline.Segment(target: second(target), source: second(source), rate: .one)
    }
    let forwards = try MatroskaSegmentPlace.places(
      of: [segment(0, 0), segment(1, 2)], timescale: 25, in: .matroska)
    #expect(forwards.map(\.start) == [0, 50])
    #expect {
      try MatroskaSegmentPlace.places(of: [segment(0, 1), segment(1, 0)], timescale: 25, in: .matroska)
    } throws: {
      ($0 as? MovieError)?.code == .notStorable && "\($0)".contains("in another order")
    }
  }

  /// A file in one stream has no index, but all packets.
  @Test func stream_hasAllPackets() throws {
    let folder = try TemporaryFolder()
    let path = try Recipe("plain.mp4", "\(Self.picture) \(Self.tone) \(Recipe.h264) -c:a aac").make(in: folder)
    let sink = StreamSink()
    try MatroskaCopy.write(Movie(source: FileByteSource(path: path)), .matroska, to: sink)
    let copy = folder.file("stream.mkv")
    try Data(sink.bytes).write(to: URL(fileURLWithPath: copy))
    #expect(try Oracle.warnings(copy) == "")
    let (original, written) = (try ContainerReport(path), try ContainerReport(copy))
    for index in [0, 1] {
      #expect(
        original.packets.filter { $0.stream_index == index }.map(\.data_hash)
          == written.packets.filter { $0.stream_index == index }.map(\.data_hash))
    }
    #expect(sink.commits > 1)
  }

  /// FFmpeg seeks by the cues.
  @Test func cuesLeadToKeyFrames() throws {
    let folder = try TemporaryFolder()
    let (_, copy) = try MatroskaCopy.make(
      Recipe("long.mp4", "-f lavfi -i testsrc=size=64x48:rate=25:duration=6 \(Recipe.h264) -g 25"), in: folder)
    let file = try MatroskaFile(source: FileByteSource(path: copy))
    #expect(file.streams[0].timescale == 1000)
    let first = try Oracle.text(
      "ffprobe",
      ["-v", "error", "-read_intervals", "4.1%+#1", "-show_entries", "packet=pts_time", "-of", "csv=p=0", copy])
    #expect(first.hasPrefix("4.0"))
  }

  @Test func webM_refusesOtherCodecs() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: MovieError.self) {
      _ = try MatroskaCopy.make(Recipe("plain.mp4", "\(Self.picture) \(Recipe.h264)"), in: folder, "copy.webm")
    }
    #expect(error?.message == "WebM cannot hold H.264: WebM files hold VP8, VP9, AV1, Vorbis and Opus")
  }

  /// Frames before an edit's start that others need are there, hidden, just before the first that is shown.
  @Test func editInsideGOP_keepsItsKeyFrameHidden() throws {
    let folder = try TemporaryFolder()
    let recipe = Recipe("whole.mp4", "\(Self.picture) \(Self.tone) -c:v libx264 -bf 2 -g 12 -c:a aac")
    let whole = try recipe.make(in: folder)
    let cut = folder.file("cut.mp4")
    try Oracle.make(["-ss", "0.6", "-i", whole, "-c", "copy", cut])
    let movie = try Movie(source: FileByteSource(path: cut))
    let copy = folder.file("copy.mkv")
    try MatroskaCopy.write(movie, .matroska, to: FileByteSink(creating: copy))
    // All that is shown is decoded to the same frames: the last ones of the copy.
    let options = ["-map", "0:v", "-f", "framemd5", "-vsync", "passthrough"]
    func hashes(_ path: String) throws -> [String] {
      let text = String(decoding: try Oracle.samples(path, options), as: UTF8.self)
      return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
        $0.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) }
      }
    }
    let (shown, all) = (try hashes(cut), try hashes(copy))
    #expect(!shown.isEmpty && all.count > shown.count)
    #expect(Array(all.suffix(shown.count)) == shown)
  }
}

/// A sink that cannot go back.
private final class StreamSink: ByteSink {
  private(set) var bytes: [UInt8] = []
  private(set) var commits = 0
  func append(_ more: UnsafeRawBufferPointer) { bytes.append(contentsOf: more) }
  func commit() { commits += 1 }
}

extension Oracle {
  /// Returns what ffmpeg decodes.
  fileprivate static func samples(_ path: String, _ options: [String]) throws -> Data {
    try run("ffmpeg", ["-nostdin", "-v", "error", "-i", path] + options + ["-"])
  }
}

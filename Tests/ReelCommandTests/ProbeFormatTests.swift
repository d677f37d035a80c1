import Foundation
import Testing

/// What `reel probe` says of pixels, colours, channels and codecs, beside what ffprobe says.
@Suite struct ProbeFormatTests {
  /// The clips, each made by ffmpeg from a moving picture and a tone.
  private static let clips: [(name: String, options: String)] = [
    (
      "high.mp4",
      "-c:v libx264 -pix_fmt yuv420p -color_primaries bt709 -color_trc bt709 -colorspace bt709 -color_range tv"
    ),
    ("ten.mkv", "-c:v libx264 -pix_fmt yuv422p10le -r 24000/1001 -c:a flac -sample_fmt s16"),
    ("four.mp4", "-c:v libx264 -pix_fmt yuv444p -r 30000/1001"),
    ("fields.ts", "-c:v libx264 -pix_fmt yuv420p -flags +ilme+ildct -x264opts interlaced=1 -r 25 -c:a mp2"),
    (
      "hlg.mp4",
      "-c:v libx265 -pix_fmt yuv420p10le -tag:v hvc1 -color_primaries bt2020 -color_trc arib-std-b67 -colorspace "
        + "bt2020nc -x265-params log-level=none:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc"
    ),
    ("hevc.mkv", "-c:v libx265 -pix_fmt yuv444p -color_range pc -x265-params log-level=none:range=full"),
    ("vp9.webm", "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -pix_fmt yuv420p10le -c:a libopus"),
    ("vp8.webm", "-c:v libvpx -deadline realtime -c:a libvorbis"),
    (
      "av1.mp4",
      "-c:v libaom-av1 -cpu-used 8 -usage realtime -pix_fmt yuv420p -color_primaries bt709 -color_trc bt709 -colorspace "
        + "bt709 -color_range tv"
    ),
    ("prores.mov", "-c:v prores_ks -profile:v 2 -c:a pcm_s24le"),
    ("mpeg2.ts", "-c:v mpeg2video -r 25 -c:a ac3 -metadata:s:a language=fra"),
    ("mpeg4.avi", "-c:v mpeg4 -c:a libmp3lame"),
    ("theora.ogv", "-c:v libtheora -c:a libvorbis"),
  ]

  private struct Stream: Decodable {
    let codec_type: String
    let codec_name: String?
    let pix_fmt: String?
    let level: Int?
    let color_range: String?
    let color_space: String?
    let color_transfer: String?
    let color_primaries: String?
    let avg_frame_rate: String?
    let channel_layout: String?
    let channels: Int?
    let sample_rate: String?
    let bits_per_raw_sample: String?
    let tags: [String: String]?
  }

  private struct Probed: Decodable {
    let streams: [Stream]
  }

  private struct Track: Decodable {
    let kind: String
    let pixel_format: String?
    let level: String?
    let color_range: String?
    let color_matrix: String?
    let color_transfer: String?
    let color_primaries: String?
    let frame_rate: String?
    let channel_layout: String?
    let channels: Int?
    let sample_rate: Int?
    let language: String?
  }

  private struct Report: Decodable {
    let tracks: [Track]
  }

  @Test(arguments: clips.map(\.name)) func details_areFFprobes(name: String) async throws {
    let fixture = try CommandFixture()
    let options = try #require(Self.clips.first { $0.name == name }?.options)
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=size=192x108:rate=25:duration=0.6 -f lavfi \
        -i sine=sample_rate=48000:duration=0.6 -ac 2 \(options) \(name)
      """)
    #expect(made.code == 0, "\(made.error)")
    try await compare(name, fixture)
  }

  /// Files that people have sent.
  @Test(.sharedMedia) func detailsOfSharedFiles_areFFprobes() async throws {
    let fixture = try CommandFixture()
    // ffprobe cannot open the one with a malformed box.
    for name in SharedMedia.names {
      let isMovie = ["mp4", "mkv", "webm", "ts", "3gp"].contains((name as NSString).pathExtension)
      guard isMovie, !name.contains("malformed") else { continue }
      try FileManager.default.createSymbolicLink(
        atPath: "\(fixture.path)/\(name)", withDestinationPath: SharedMedia.path(name))
      try await compare(name, fixture)
    }
  }

  private func compare(_ name: String, _ fixture: CommandFixture) async throws {
    let theirText = try await fixture.bash("ffprobe -v error -show_streams -of json \(name)").output
    let ourText = try await fixture.run("probe", "--json", name).output
    let theirs = try JSONDecoder().decode(Probed.self, from: Data(theirText.utf8)).streams
    let ours = try JSONDecoder().decode(Report.self, from: Data(ourText.utf8)).tracks
    for kind in ["video", "audio"] {
      let (theirs, ours) = (theirs.filter { $0.codec_type == kind }, ours.filter { $0.kind == kind })
      #expect(theirs.count == ours.count, "\(name)")
      for (their, our) in zip(theirs, ours) { compare(their, our, "\(name), \(kind)") }
    }
  }

  private func compare(_ their: Stream, _ our: Track, _ name: Comment) {
    // FFmpeg has names of their own for some formats of all levels.
    let pixels = their.pix_fmt?.replacingOccurrences(of: "yuvj", with: "yuv")
    // Headers of these do not state pixels and levels in a place that is read here; their decoders know them.
    let isStated = !["mpeg2video", "theora"].contains(their.codec_name)
    if isStated { #expect(our.pixel_format == pixels, name) }
    let statesRange = ["h264", "hevc", "av1", "vp9"].contains(their.codec_name)
    if statesRange, let range = their.color_range { #expect(our.color_range == range, name) }
    for (own, other) in [
      (our.color_matrix, their.color_space), (our.color_transfer, their.color_transfer),
      (our.color_primaries, their.color_primaries),
    ] {
      if let other, other != "unknown" { #expect(own == other, name) }
    }
    #expect(our.channels == their.channels, name)
    #expect(our.sample_rate.map(String.init) == their.sample_rate, name)
    if let layout = their.channel_layout { #expect(our.channel_layout == layout, name) }
    if let language = their.tags?["language"], language != "und" { #expect(our.language == language, name) }
    // ffprobe counts the rate of a file in milliseconds anew, and errs for short ones.
    if let rate = their.avg_frame_rate, rate != "0/0", rate != "1000/1", their.codec_type == "video" {
      #expect(abs(number(rate) - number(our.frame_rate ?? "0/1")) < number(rate) * 0.011, name)
    }
  }

  private func number(_ fraction: String) -> Double {
    let parts = fraction.split(separator: "/").compactMap { Double($0) }
    return parts.count == 2 ? parts[0] / parts[1] : 0
  }

  @Test func hdr_hasItsDisplayAndItsLight() async throws {
    let fixture = try CommandFixture()
    for name in ["hdr.mp4", "hdr.mkv"] {
      let made = try await fixture.bash(
        """
        ffmpeg -nostdin -v error -f lavfi -i testsrc2=size=192x108:rate=25:duration=0.2 -c:v libx265 \
          -pix_fmt yuv420p10le -x265-params "log-level=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:\
        master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50):max-cll=1000,400" \(name)
        """)
      #expect(made.code == 0, "\(made.error)")
      let text = try await fixture.run("probe", name).output
      #expect(text.contains("format: yuv420p10le (tv, bt2020nc/bt2020/smpte2084)"), "\(text)")
      #expect(
        text.contains(
          "HDR: mastered on red 0.68 0.32, green 0.265 0.69, blue 0.15 0.06, white 0.3127 0.329; 0.005 to 1000 cd/m²\n"),
        "\(text)")
      #expect(text.contains("HDR: at most 1000 cd/m², on average 400 cd/m²\n"), "\(text)")
      let json = try await fixture.run("probe", "--json", name).output
      #expect(json.contains("\"maximum_average\" : 400") && json.contains("\"maximum_luminance\" : 1000"), "\(json)")
    }
  }

  @Test(arguments: [
    ("sound.flac", "-c:a flac -sample_fmt s16", "FLAC", "format: stereo, 16 bits"),
    ("sound.wav", "-c:a pcm_s24le", "WAVE", "format: stereo, 24 bits"),
    ("sound.mp3", "-c:a libmp3lame", "MPEG audio", "format: stereo"),
    ("sound.aac", "-c:a aac", "ADTS", "format: stereo, profile LC, level 2"),
    ("sound.aiff", "-c:a pcm_s16be", "AIFF", "format: stereo, 16 bits"),
    ("sound.aifc", "-c:a pcm_mulaw -f aiff", "AIFF", "format: stereo"),
  ]) func bareAudio_hasAKindAndABitRate(name: String, options: String, kind: String, format: String) async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      "ffmpeg -nostdin -v error -f lavfi -i sine=sample_rate=48000:duration=2 -ac 2 \(options) \(name)")
    #expect(made.code == 0, "\(made.error)")
    let outcome = try await fixture.run("probe", name)
    let lines = outcome.output.split(separator: "\n")
    try #require(lines.count > 2, "\(outcome)")
    #expect(lines[0].hasPrefix("\(name): \(kind), 00:00:02."), "\(lines[0])")
    #expect(lines[1].contains(" kb/s"), "\(lines[1])")
    #expect(lines[2].trimmingCharacters(in: .whitespaces) == format, "\(lines[2])")
  }

  /// GStreamer lists the file itself behind its sound.
  @Test func adpcm_isOneTrack_andErrorsHaveItsName() async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      "ffmpeg -nostdin -v error -f lavfi -i sine=sample_rate=48000:duration=1 -ac 2 -c:a adpcm_ms sound.wav")
    #expect(made.code == 0, "\(made.error)")
    let text = try await fixture.run("probe", "sound.wav").output
    #expect(text.split(separator: "\n").count { $0.hasPrefix("  audio  ") } == 1, "\(text)")
    let copy = try await fixture.run("remux", "sound.wav", "copy.flac")
    #expect(copy.code == 73 && copy.error.contains("cannot hold 'Microsoft ADPCM'"), "\(copy.error)")
  }
}

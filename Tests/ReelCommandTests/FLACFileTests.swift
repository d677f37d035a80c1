import Foundation
import Testing

/// Files of FLAC that are written, as ffmpeg reads them.
@Suite struct FLACFileTests {
  private func fixture(_ layout: String = "stereo", count: Int = 2, depth: String = "s16le") async throws
    -> CommandFixture
  {
    let fixture = try CommandFixture()
    let tones = (1...count).map { "0.\($0)*sin(\(300 * $0)*2*PI*t)" }.joined(separator: "|")
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i 'aevalsrc=\(tones):s=44100:d=1.2345:c=\(layout)' -c:a pcm_\(depth) in.wav
      ffmpeg -nostdin -v error -f lavfi -i testsrc=size=64x48 -frames:v 1 cover.png
      """)
    #expect(made.code == 0, "\(made.error)")
    return fixture
  }

  /// The checksums of decoded samples.
  private func sums(_ names: String, _ fixture: CommandFixture, depth: String = "s16le") async throws -> Set<Substring>
  {
    let read = try await fixture.bash(
      "for name in \(names); do ffmpeg -nostdin -v warning -i $name -map 0:a -f md5 -c:a pcm_\(depth) -; done")
    #expect(read.code == 0 && !read.error.contains("flac"), "\(read.error)")
    let sums = read.output.split(separator: "\n")
    #expect(sums.count == names.split(separator: " ").count)
    return Set(sums)
  }

  @Test(arguments: [
    ("mono", 1, "s16le"), ("stereo", 2, "s24le"), ("5.1", 6, "s16le"), ("4.0", 4, "s16le"), ("2.1", 3, "s16le"),
  ])
  func everySample_isTheSame(layout: String, count: Int, depth: String) async throws {
    let fixture = try await fixture(layout, count: count, depth: depth)
    let made = try await fixture.bash(
      """
      $reel transcode in.wav out.flac --progress none
      ffprobe -v error -show_entries stream=codec_name,sample_rate,channel_layout,duration_ts,bits_per_raw_sample -of csv=p=0 out.flac
      """)
    #expect(made.code == 0 && made.error == "", "\(made.error)")
    let bits = depth == "s24le" ? 24 : 16
    #expect(made.output.hasSuffix("flac,44100,\(layout),54441,\(bits)\n"), "\(made.output)")
    #expect(try await sums("in.wav out.flac", fixture, depth: depth).count == 1)
  }

  @Test func tagsAndPictures_areThere() async throws {
    let fixture = try await fixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -i in.wav -c:a alac -metadata title=Song -metadata artist=Singer -metadata track=3/9 song.m4a
      $reel tags song.m4a --artwork cover.png
      $reel transcode song.m4a song.flac --progress none
      $reel remux song.flac again.flac
      ffmpeg -nostdin -v error -i song.flac -map 0 -c copy -metadata REPLAYGAIN_TRACK_GAIN='-3.1 dB' -metadata COMPILATION=1 own.flac
      $reel transcode own.flac kept.flac --progress none
      ffprobe -v error -show_entries format_tags=REPLAYGAIN_TRACK_GAIN,COMPILATION -of compact=p=0:nk=1 kept.flac
      for name in song again; do
        ffprobe -v error -show_entries format_tags=title,artist,track -of compact=p=0 $name.flac
        ffmpeg -nostdin -v error -i $name.flac -map 0:v -f md5 -c:v copy -
      done
      ffmpeg -nostdin -v error -i cover.png -f md5 -c:v copy -
      """)
    #expect(made.code == 0, "\(made.error)")
    let lines = made.output.split(separator: "\n")
    let tags = lines.filter { $0.lowercased().contains("title=song") && $0.contains("Singer") && $0.contains("3/9") }
    #expect(tags.count == 2, "\(made.output)")
    #expect(lines.contains("-3.1 dB|1") || lines.contains("1|-3.1 dB"), "\(made.output)")
    let pictures = lines.filter { $0.hasPrefix("MD5=") }
    #expect(pictures.count == 3 && Set(pictures).count == 1, "\(made.output)")
    #expect(try await sums("in.wav song.flac again.flac", fixture).count == 1)
  }

  @Test func framesOfMatroska_areCopied_andSought() async throws {
    let fixture = try await fixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -i in.wav -c:a flac in.mka
      $reel remux in.mka out.flac
      for name in in.mka out.flac; do ffmpeg -nostdin -v error -i $name -map 0:a -c copy -f framemd5 - | grep -v '#' | cut -d, -f6; echo; done
      ffmpeg -nostdin -v error -ss 0.7 -i out.flac -f s16le - | md5sum
      ffmpeg -nostdin -v error -i in.wav -f s16le - | tail -c 94284 | md5sum
      """)
    #expect(made.code == 0, "\(made.error)")
    let parts = made.output.components(separatedBy: "\n\n")
    #expect(parts.count == 3 && parts[0].hasSuffix(parts[1]), "\(made.output)")
    let ends = (parts.last ?? "").split(separator: "\n")
    #expect(ends.count == 2 && ends[0] == ends[1])
    #expect(try await sums("in.wav out.flac", fixture).count == 1)
  }

  /// Sound that has to be encoded is exact.
  @Test(arguments: ["", "--smart"]) func cuts_areExact(option: String) async throws {
    let fixture = try await fixture()
    let made = try await fixture.bash(
      """
      $reel transcode in.wav whole.flac --progress none
      $reel cut whole.flac --from 500ms -o part.flac \(option) --progress none
      ffmpeg -nostdin -v error -i part.flac -f s16le - | md5sum
      ffmpeg -nostdin -v error -i in.wav -f s16le - | tail -c 129564 | md5sum
      """)
    let sums = made.output.split(separator: "\n").suffix(2)
    #expect(made.code == 0 && Set(sums).count == 1, "\(made.output) \(made.error)")
  }

  @Test func framesFromTheMiddle_areRefused() async throws {
    let fixture = try await fixture()
    try fixture.write(
      """
      format: 1
      nodes:
        source: { use: asset.read, with: { url: whole.flac, from: 500ms } }
        mux: { use: mux.flac, in: source.coded_audio }
        file: { use: file.write, in: mux, with: { url: part.flac } }
      """, to: "part.yaml")
    let made = try await fixture.bash(
      "$reel transcode in.wav whole.flac --progress none; $reel run part.yaml --progress none")
    #expect(made.code != 0 && made.error.contains("encode the sound"), "\(made.error)")
    #expect(!fixture.names.contains("part.flac"))
  }

  @Test func picturesOfMP3_keepTheirRoles() async throws {
    let fixture = try await fixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -i in.wav -i cover.png -i cover.png -map 0 -map 1 -map 2 -c:v copy \
        -metadata:s:v:0 comment='Cover (front)' -metadata:s:v:1 comment='Cover (back)' -metadata:s:v:1 title=Rear in.mp3
      $reel transcode in.mp3 out.flac --progress none
      ffprobe -v error -select_streams v -show_entries stream_tags=comment,title -of compact=p=0:nk=1 out.flac
      """)
    #expect(made.code == 0, "\(made.error)")
    let lines = made.output.split(separator: "\n").suffix(2)
    #expect(lines.first?.contains("Cover (front)") == true, "\(made.output)")
    #expect(lines.last?.contains("Cover (back)") == true && lines.last?.contains("Rear") == true, "\(made.output)")
  }
}

import Foundation
import Testing

/// What copies of Matroska files keep beside pictures, sound and tags: attached files, and the purposes of tracks.
@Suite struct MatroskaCopyTests {
  /// A film with a font for its subtitles, a commentary, and subtitles that are forced.
  private static func fixture() async throws -> CommandFixture {
    let fixture = try CommandFixture()
    try fixture.write("1\n00:00:00,100 --> 00:00:00,500\nOne\n", to: "in.srt")
    try fixture.write(Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7) }), to: "Gothic.ttf")
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=25:d=1 -frames:v 1 cover.png
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=25:d=1 -f lavfi -i sine=d=1 -f lavfi -i sine=600:d=1 -i in.srt \
        -map 0 -map 1 -map 2 -map 3 -c:v libx264 -c:a aac -c:s srt -attach Gothic.ttf \
        -metadata:s:t mimetype=application/x-truetype-font -metadata:s:t title=Letters -attach cover.png \
        -metadata:s:t:1 mimetype=image/png -metadata:s:t:1 filename=cover.png \
        -disposition:a:0 default+original -disposition:a:1 comment+visual_impaired -disposition:s:0 forced+hearing_impaired film.mkv
      """)
    #expect(made.code == 0, "\(made.error)")
    return fixture
  }

  private func purposes(_ name: String, in fixture: CommandFixture) async throws -> String {
    let names = "original,comment,forced,hearing_impaired,visual_impaired"
    let shown = try await fixture.bash(
      """
      ffprobe -v error -show_entries stream=codec_type:stream_disposition=\(names) -of compact=p=0 \(name) | grep -v attachment \
        | grep -v 'video|.*attached_pic=1' | sed -e 's/disposition://g' -e 's/codec_type=//' -e 's/|[a-z_]*=0//g' -e 's/=1//g'
      """)
    #expect(shown.code == 0, "\(shown.error)")
    return shown.output
  }

  @Test func fontsAndCovers_areKept() async throws {
    let fixture = try await Self.fixture()
    let outcome = try await fixture.run(["remux", "film.mkv", "out.mkv"])
    #expect(outcome.code == 0 && !outcome.error.contains("note:"), "\(outcome.error)")
    let read = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -dump_attachment:t:0 out.ttf -i out.mkv -map 0:v:0 -f null - && cmp out.ttf Gothic.ttf &&
        ffprobe -v error -select_streams t -show_entries stream_tags=filename,mimetype,title -of compact=p=0 out.mkv
      """)
    #expect(read.code == 0, "\(read.error)")
    #expect(
      read.output.contains("tag:filename=Gothic.ttf|tag:mimetype=application/x-truetype-font")
        && read.output.contains("tag:title=Letters"), "\(read.output)")
    let covers = try await fixture.bash("ffprobe -v error -show_entries stream=codec_name -of csv=p=0 out.mkv")
    #expect(covers.output.contains("png"), "\(covers.output)")
  }

  @Test func filesWithoutPlaceForFonts_nameThem() async throws {
    let fixture = try await Self.fixture()
    let outcome = try await fixture.run(["remux", "film.mkv", "out.mp4"])
    #expect(outcome.code == 0 && outcome.error.contains("without: mkv:ATTACHMENT (Letters)"), "\(outcome.error)")
  }

  @Test func purposesOfTracks_areKept() async throws {
    let fixture = try await Self.fixture()
    let expected =
      "video\naudio|original\naudio|comment|visual_impaired\nsubtitle|forced|hearing_impaired\n"
    #expect(try await purposes("film.mkv", in: fixture).hasPrefix(expected))
    let outcome = try await fixture.run(["remux", "film.mkv", "out.mkv"])
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(try await purposes("out.mkv", in: fixture).hasPrefix(expected))
    // QuickTime files tell them by tags, which come back.
    let back = try await fixture.bash("$reel remux film.mkv out.mov && $reel remux out.mov back.mkv")
    #expect(back.code == 0, "\(back.error)")
    let bytes = try fixture.data(of: "out.mov")
    #expect(bytes.range(of: Data("tagcpublic.auxiliary-content".utf8)) != nil)
    #expect(try await purposes("back.mkv", in: fixture).hasPrefix(expected))
  }

  @Test func webM_hasNoAttachments_andSaysSo() async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i color=s=32x32:d=1 -frames:v 1 cover.png
      ffmpeg -nostdin -v error -f lavfi -i sine=d=1 -c:a libopus -attach cover.png -metadata:s:t mimetype=image/png tone.mka
      $reel remux tone.mka out.webm
      ffprobe -v error -show_entries stream=codec_type -of csv=p=0 out.webm
      """)
    #expect(made.code == 0 && made.output.contains("audio\n") && !made.output.contains("video"), "\(made.output)")
    #expect(made.error.contains("WebM files get no such tags, and the copy is without: artwork"), "\(made.error)")
  }

  /// FFmpeg finds CineForm by Microsoft's name of it.
  @Test func cineForm_isReadByOthers() async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      "ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=320x240:r=25:d=0.2 -c:v cfhd -pix_fmt yuv422p10le in.mov")
    #expect(made.code == 0, "\(made.error)")
    for (input, output) in [("in.mov", "out.mkv"), ("out.mkv", "again.mov")] {
      let outcome = try await fixture.run("remux", input, output, "--progress", "none")
      #expect(outcome.code == 0, "\(outcome.error)")
      #expect(try await OutputInspector(fixture: fixture).streams(of: output) == ["cfhd 5"])
    }
  }
}

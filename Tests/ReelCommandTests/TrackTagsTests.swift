import Foundation
import Testing

/// Languages and names of tracks, and subtitles, stay where tracks are encoded, cut or copied; judged by ffprobe.
@Suite struct TrackTagsTests {
  /// Makes a second of a picture in Japanese, sound in German that is called a commentary, and subtitles in two
  /// languages.
  private func fixture(_ name: String, subtitles: String? = nil) async throws -> CommandFixture {
    let fixture = try CommandFixture([
      "one.srt": "1\n00:00:00,200 --> 00:00:00,600\nEins\n", "two.srt": "1\n00:00:00,200 --> 00:00:00,800\nDeux\n",
    ])
    let texts =
      subtitles.map {
        """
        -i one.srt -i two.srt -map 2 -map 3 -c:s \($0) -metadata:s:s:0 language=deu -metadata:s:s:1 language=fra \
        -disposition:s:0 0 -disposition:s:1 default
        """
      } ?? ""
    let parts = texts.split(separator: " -map 2", maxSplits: 1).map(String.init)
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc=size=128x96:rate=25:duration=1 -f lavfi -i sine=d=1 \
        \(parts.first ?? "") -map 0 -map 1 \(parts.count > 1 ? "-map 2\(parts[1])" : "") -c:v libx264 -bf 0 -c:a aac \
        -metadata:s:v:0 language=jpn -metadata:s:a:0 language=deu -metadata:s:a:0 title=Commentary \(name)
      """)
    #expect(made.code == 0, "\(made.error)")
    return fixture
  }

  /// The languages of a file's tracks, with the codec of each.
  private func languages(_ name: String, _ fixture: CommandFixture) async throws -> [String] {
    let read = try await fixture.bash(
      "ffprobe -v error -show_entries stream=codec_name:stream_tags=language -of compact=p=0:nk=1 \(name)")
    return read.output.split(separator: "\n").map {
      String($0.replacing("fre", with: "fra").replacing("ger", with: "deu"))
    }
  }

  @Test(arguments: ["mp4", "mkv"], ["mp4", "mov", "mkv"])
  func languages_stayInTranscodedFiles(input: String, output: String) async throws {
    let fixture = try await fixture("in.\(input)")
    let made = try await fixture.bash("$reel transcode in.\(input) out.\(output) --progress none")
    #expect(made.code == 0 && made.error == "", "\(made.error)")
    #expect(try await languages("out.\(output)", fixture) == ["h264|jpn", "aac|deu"])
  }

  @Test(arguments: [
    "transcode in.mp4 out.mp4 --video copy --audio copy", "cut in.mp4 --from 200ms -o out.mp4",
    "cut in.mp4 --from 200ms -o out.mp4 --smart", "cut in.mp4 --from 200ms -o out.mkv --smart",
    "export in.mp4 out.mp4 --preset 640x480", "export in.mp4 out.mkv --preset passthrough --from 200ms",
    "join in.mp4 in.mp4 -o out.mp4", "remux in.mp4 out.mkv",
  ])
  func languages_stayInEdits(command: String) async throws {
    let fixture = try await fixture("in.mp4")
    let made = try await fixture.bash("$reel \(command) --progress none")
    #expect(made.code == 0, "\(made.error)")
    let output = command.contains("out.mkv") ? "out.mkv" : "out.mp4"
    #expect(try await languages(output, fixture) == ["h264|jpn", "aac|deu"])
  }

  @Test(arguments: [
    "transcode in.mkv out.mkv", "remux in.mkv out.mkv", "transcode in.mkv out.mp4", "remux in.mkv out.mov",
    "transcode in.mp4 out.mp4", "transcode in.mp4 out.mkv", "remux in.mp4 out.mkv", "remux in.mp4 out.mov",
    "transcode in.mkv out.m4a --video none", "remux in.mkv out.mp4 --fragment 500ms",
  ])
  func names_stay(command: String) async throws {
    let fixture = try await fixture(String(command.split(separator: " ")[1]))
    let made = try await fixture.bash("$reel \(command) --progress none")
    #expect(made.code == 0, "\(made.error)")
    let output = String(command.split(separator: " ")[2])
    // ffmpeg writes names of movies' tracks in this box too, and reads none.
    let read = try await fixture.bash(
      output.hasSuffix("mkv")
        ? "ffprobe -v error -select_streams a -show_entries stream_tags=title -of csv=p=0 \(output)"
        : "grep -a -o Commentary \(output)")
    #expect(read.output == "Commentary\n")
  }

  /// A language with a region has no three letters that say it all.
  @Test(arguments: ["mkv", "mp4"]) func tagsOfLanguages_keepTheirRegion(output: String) async throws {
    let fixture = try await fixture("in.mp4")
    try fixture.write(
      """
      format: 1
      nodes:
        source: { use: asset.read, with: { url: in.mp4 } }
        mux: { use: mux.\(output), in: [source.coded_audio], with: { tracks: [{ language: pt-BR }] } }
        file: { use: file.write, in: mux, with: { url: brazil.\(output) } }
      """, to: "brazil.yaml")
    let made = try await fixture.bash(
      """
      $reel run brazil.yaml --progress none
      $reel transcode brazil.\(output) out.\(output) --video none --audio aac --progress none
      $reel probe out.\(output) --json
      """)
    #expect(made.code == 0 && made.output.contains(#""language" : "pt-BR""#), "\(made.output) \(made.error)")
  }

  @Test(arguments: [("mkv", "srt"), ("mkv", "ass"), ("mp4", "mov_text")], ["mp4", "mov", "mkv"])
  func subtitles_areTakenAlong(input: (kind: String, codec: String), output: String) async throws {
    let fixture = try await fixture("in.\(input.kind)", subtitles: input.codec)
    let made = try await fixture.bash("$reel transcode in.\(input.kind) out.\(output) --from 100ms --progress none")
    #expect(made.code == 0, "\(made.error)")
    let codec = output == "mkv" ? "subrip" : "mov_text"
    #expect(
      try await languages("out.\(output)", fixture) == ["h264|jpn", "aac|deu", "\(codec)|deu", "\(codec)|fra"])
    let text = try await fixture.bash("ffmpeg -nostdin -v error -i out.\(output) -map 0:s:1 -f srt -")
    #expect(text.output.contains("00:00:00,1") && text.output.contains("--> 00:00:00,7"), "\(text.output)")
    #expect(text.output.contains("Deux"))
    // The one that is shown.
    let shown = try await fixture.bash(
      "ffprobe -v error -select_streams s -show_entries stream_disposition=default -of csv=p=0 out.\(output)")
    #expect(shown.output == "0\n1\n", "\(shown.output)")
  }

  /// Names of chapters are text too.
  @Test(arguments: ["mp4", "mkv"]) func chapters_areNoSubtitles(output: String) async throws {
    let fixture = try await fixture("in.mp4")
    try fixture.write(
      ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=400\ntitle=One\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=400\n"
        + "END=1000\ntitle=Two\n", to: "chapters.txt")
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -i in.mp4 -i chapters.txt -map 0 -map_chapters 1 -c copy chapters.mp4
      ffprobe -v error -show_entries stream=codec_name -of csv=p=0 chapters.mp4
      $reel transcode chapters.mp4 out.\(output) --progress none
      ffprobe -v error -show_entries stream=codec_name -of csv=p=0 out.\(output)
      ffprobe -v error -show_chapters -show_entries chapter_tags=title -of csv=p=0 out.\(output)
      """)
    let lines = made.output.split(separator: "\n").map(String.init).filter {
      !$0.contains("out.") && !$0.contains("frames")
    }
    #expect(made.code == 0 && lines.prefix(3) == ["h264", "aac", "bin_data"], "\(made.output) \(made.error)")
    // The text of QuickTime's chapters is their track itself; Matroska has no such track.
    let data = output == "mp4" ? ["bin_data"] : []
    let expected = ["h264", "aac"] + data + ["One", "Two"]
    let found = lines.dropFirst(3).map { $0.split(separator: ",").last.map(String.init) ?? "" }
    #expect(found == expected, "\(made.output)")
  }

  /// One that is not shown stays so.
  @Test(arguments: ["mp4", "mkv"]) func loneSubtitle_isShownAsInItsSource(output: String) async throws {
    let fixture = try await fixture("in.mkv")
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -i in.mkv -i one.srt -map 0:v -map 1 -c:v copy -c:s srt -disposition:s:0 0 silent.mkv
      $reel transcode silent.mkv out.\(output) --progress none
      ffprobe -v error -show_entries stream=codec_name:stream_disposition=default -of csv=p=0 out.\(output)
      """)
    let codec = output == "mkv" ? "subrip" : "mov_text"
    #expect(made.code == 0 && made.output.hasSuffix("h264,1\n\(codec),0\n"), "\(made.output) \(made.error)")
  }

  @Test func languagesThatDiffer_areNone() async throws {
    let fixture = try await fixture("in.mp4")
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -i in.mp4 -map 0 -c copy -metadata:s:a:0 language=fra other.mp4
      $reel join in.mp4 other.mp4 -o out.mp4 --progress none
      """)
    #expect(made.code == 0, "\(made.error)")
    #expect(try await languages("out.mp4", fixture) == ["h264|jpn", "aac|und"])
  }

  @Test func subtitlesWithoutAPlace_areNoted() async throws {
    let fixture = try await fixture("in.mkv", subtitles: "srt")
    let made = try await fixture.bash("$reel transcode in.mkv out.webm --progress none")
    #expect(made.code == 0)
    #expect(
      made.error.split(separator: "\n").contains {
        $0.hasPrefix("note: the output is without the subtitles of track 3")
          && $0.hasSuffix("webm files have no place for them")
      }, "\(made.error)")
  }

  @Test func characteristics_thatADescriptionTags_areInTheTrack() async throws {
    let fixture = try CommandFixture()
    try fixture.write(
      """
      format: 1
      nodes:
        tone:  { use: test.audio, with: { duration: 1s } }
        aac:   { use: audio.encode.aac, in: tone }
        muxer: { use: mux.mov, in: aac, with: { tracks: [ { metadata: { "udta:tagc": public.auxiliary-content } } ] } }
        file:  { use: file.write, in: muxer, with: { url: out.mov } }
      """, to: "tone.yaml")
    let outcome = try await fixture.run(["run", "tone.yaml", "--progress", "none"])
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(try fixture.data(of: "out.mov").range(of: Data("tagcpublic.auxiliary-content".utf8)) != nil)
  }
}

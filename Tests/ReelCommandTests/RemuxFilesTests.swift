import Foundation
import MovieFile
import TestSupport
import Testing

/// `reel remux` of files of all kinds: the copy's samples and times are those of the source.
@Suite struct RemuxFilesTests {
  /// The input's recipe, the output, and its contents.
  struct Case: CustomTestStringConvertible, Sendable {
    let input: String
    let codecs: String
    let output: String
    /// The additional samples that ffmpeg decodes before the copy's audio, or, if negative, before the source's.
    var early = 0

    var testDescription: String { "\(input) → \(output)" }
  }

  private static let pictures = "-f lavfi -i testsrc=size=128x96:rate=30000/1001:duration=1"
  private static let audio = "-f lavfi -i sine=frequency=440:duration=1.013"

  static let movies: [Case] = [
    Case(input: "a.mkv", codecs: "-c:v libx264 -bf 3 -c:a flac", output: "a.mp4"),
    Case(input: "b.mkv", codecs: "-c:v libx264 -bf 3 -c:a pcm_s16le", output: "b.mov"),
    Case(input: "c.webm", codecs: "-c:v libvpx-vp9 -cpu-used 8 -deadline realtime -c:a libopus", output: "c.mp4"),
    Case(input: "d.ts", codecs: "-c:v libx264 -bf 2 -c:a aac", output: "d.mov"),
    Case(input: "e.flv", codecs: "-c:v libx264 -c:a aac", output: "e.m4v"),
    Case(input: "f.avi", codecs: "-c:v mpeg4 -c:a libmp3lame", output: "f.mp4"),
    Case(input: "g.mkv", codecs: "-c:v libx265 -x265-params log-level=none -c:a ac3", output: "g.mp4"),
    Case(input: "h.ts", codecs: "-c:v mpeg2video -bf 2 -c:a ac3", output: "h.mp4"),
    // Completeness of the first frame has to be detected in such files.
    Case(input: "i.mkv", codecs: "-c:v mpeg2video -c:a eac3", output: "i.mov"),
    Case(input: "o.mkv", codecs: "-c:v mpeg1video -c:a libmp3lame", output: "o.mp4"),
    Case(input: "j.mkv", codecs: "-c:v mjpeg -c:a eac3", output: "j.mp4"),
    Case(input: "k.mkv", codecs: "-c:v prores_ks -c:a ac3", output: "k.mov"),
    Case(input: "l.webm", codecs: "-c:v libvpx -deadline realtime -c:a libopus", output: "l.mp4"),
    Case(input: "m.avi", codecs: "-c:v mpeg4 -c:a ac3", output: "m.m4v"),
    Case(input: "n.mkv", codecs: "-c:v png -c:a mp2", output: "n.mov"),
    Case(input: "p.mkv", codecs: "-c:v libaom-av1 -cpu-used 8 -usage realtime -c:a eac3", output: "p.mp4"),
  ]

  @Test(arguments: movies) func movie_hasTheSameFramesAndAudioAtTheSameTimes(_ item: Case) async throws {
    let fixture = try await made(item, Self.pictures)
    let outcome = try await fixture.run("remux", item.input, item.output, "--progress", "none")
    #expect(outcome.code == 0 && outcome.error == "", "\(outcome.error)")
    let sums = try await [item.input, item.output].asyncMap {
      try await fixture.bash("ffmpeg -nostdin -v error -i \($0) -map 0:v -vsync 0 -c:v rawvideo -f md5 -").output
    }
    #expect(sums[0] == sums[1] && sums[0].hasPrefix("MD5="))
    try await expectEqualAudio(item, fixture)
    let times = try await [item.input, item.output].asyncMap { try await pictureTimes($0, fixture) }
    #expect(times[0].count == 30 && times[0] == times[1])
    let complaints = try await OutputInspector(fixture: fixture).complaints(about: item.output)
    #expect(complaints.split(separator: "\n").allSatisfy { $0.contains("Guessed Channel") }, "\(complaints)")
  }

  /// Losses of a transmission are said; the rest is copied.
  @Test func transmissionThatLostPackets_isCopiedWithANote() async throws {
    let item = Case(input: "a.ts", codecs: "-c:v mpeg2video -c:a mp2", output: "a.mkv")
    let fixture = try await made(item, Self.pictures)
    var data = try fixture.data(of: item.input)
    let start = data.count / 2 / 188 * 188
    data.replaceSubrange(start..<start + 188 * 20, with: Data(count: 188 * 20))
    try fixture.write(data, to: item.input)
    let outcome = try await fixture.run("remux", item.input, item.output, "--progress", "none")
    #expect(outcome.code == 0)
    #expect(outcome.error.hasPrefix("note: a.ts: packets are missing (at byte "), "\(outcome.error)")
  }

  static let sounds: [Case] = [
    Case(input: "a.ogg", codecs: "-c:a libopus", output: "a.mp4"), Case(input: "b.flac", codecs: "", output: "b.mp4"),
    Case(input: "c.mp3", codecs: "-c:a libmp3lame", output: "c.mp4"),
    Case(input: "d.aac", codecs: "-c:a aac", output: "d.m4a"),
    Case(input: "e.wav", codecs: "-c:a pcm_s16le", output: "e.aiff"),
    Case(input: "f.aiff", codecs: "-c:a pcm_s16be", output: "f.wav"),
    Case(input: "g.aiff", codecs: "-c:a pcm_s16be", output: "g.mov"),
    Case(input: "h.mov", codecs: "-c:a pcm_s24be", output: "h.wav"),
    Case(input: "i.mov", codecs: "-c:a pcm_f32le", output: "i.aifc"),
    Case(input: "j.caf", codecs: "-c:a alac", output: "j.m4a"),
    Case(input: "k.m4a", codecs: "-c:a alac", output: "k.caf"),
    // FFmpeg ignores packet tables: it decodes the priming samples too.
    Case(input: "l.m4a", codecs: "-c:a aac", output: "l.caf", early: 1024),
    Case(input: "m.mp3", codecs: "-c:a libmp3lame", output: "m.caf", early: 1105),
    Case(input: "n.mp4", codecs: "-c:a libopus", output: "n.caf", early: 312),
    Case(input: "o.eac3", codecs: "-c:a eac3 -ac 6", output: "o.mp4"),
    Case(input: "p.mkv", codecs: "-c:a eac3", output: "p.mov"),
    Case(input: "q.ts", codecs: "-c:a eac3", output: "q.m4a"),
    // At this bit rate, frames have only three blocks.
    Case(input: "r.mkv", codecs: "-c:a eac3 -ac 6 -b:a 1500k", output: "r.mp4"),
    Case(input: "t.mkv", codecs: "-c:a libmp3lame -ac 1 -b:a 64k", output: "t.mp3"),
    Case(input: "u.mkv", codecs: "-c:a libmp3lame -ar 48000 -ac 2", output: "u.mp3"),
    // AVI does not say what of it is heard.
    Case(input: "v.avi", codecs: "-c:a libmp3lame -q:a 3", output: "v.mp3"),
    Case(input: "s.ac3", codecs: "-c:a ac3", output: "s.mov"),
  ]

  @Test(arguments: sounds) func audio_isTheSame(_ item: Case) async throws {
    let fixture = try await made(item)
    let outcome = try await fixture.run("remux", item.input, item.output, "--progress", "none")
    #expect(outcome.code == 0 && outcome.error == "", "\(outcome.error)")
    try await expectEqualAudio(item, fixture)
    let complaints = try await OutputInspector(fixture: fixture).complaints(about: item.output)
    // For PCM, ffmpeg guesses a mono layout; for packets, it estimates the duration from the bit rate.
    #expect(
      complaints.split(separator: "\n").allSatisfy { $0.contains("Guessed Channel") || $0.contains("Estimating") })
    #expect(fixture.names == [item.input, item.output].sorted())
  }

  @Test(arguments: [
    ("a.ogg", "-c:a libvorbis", "a.mp4", "MP4 cannot hold 'vorb'"),
    ("b.flac", "", "b.caf", "Core Audio Format cannot hold 'flac': no specification says how"),
    ("c.mp3", "", "c.wav", "WAVE cannot hold '.mp3': it is for samples that are stored one by one"),
    ("d.m4a", "", "d.amr", "AMR cannot hold 'aac ': it is for AMR speech"),
    ("e.mov", "-c:a pcm_f32le", "e.aiff", "AIFF holds integers of up to 32 bits only; AIFF-C holds more"),
    (
      "f.webm", "-f lavfi -i testsrc=size=64x48:duration=1 -c:v libvpx -c:a libopus", "f.caf",
      "Core Audio Format cannot hold 2 tracks"
    ),
    (
      "g.avi", "-f lavfi -i testsrc=size=64x48:duration=1 -c:v libx264 -an", "g.wav",
      "WAVE cannot hold it: it is for sound"
    ),
  ]) func whatDoesNotFit_isRefused_andLeavesNothing(input: String, codecs: String, output: String, cause: String)
    async throws
  {
    let fixture = try await made(Case(input: input, codecs: codecs, output: output))
    let outcome = try await fixture.run("remux", input, output, "--progress", "none")
    #expect(outcome.code == 73 && outcome.error.contains(cause), "\(outcome.error)")
    #expect(fixture.names == [input])
  }

  @Test(arguments: ["--fast-start", "--fragment 200ms"]) func layouts_areThoseOfMovies(option: String) async throws {
    let item = Self.movies[0]
    let fixture = try await made(item, Self.pictures)
    let outcome = try await fixture.run(
      ["remux", item.input, item.output, "--progress", "none"] + option.split(separator: " ").map(String.init))
    #expect(outcome.code == 0 && outcome.error == "", "\(outcome.error)")
    let sums = try await [item.input, item.output].asyncMap {
      try await fixture.bash("ffmpeg -nostdin -v error -i \($0) -map 0:v -vsync 0 -c:v rawvideo -f md5 -").output
    }
    #expect(sums[0] == sums[1])
    try await expectEqualAudio(item, fixture)
    let boxes = try await fixture.bash(
      "ffprobe -v trace \(item.output) 2>&1 | grep -o \"type:'[a-z]*' parent:'root'\" | head -3")
    #expect(boxes.output.contains("'moov'"), "\(boxes.output)")
    #expect(try await OutputInspector(fixture: fixture).complaints(about: item.output) == "")
  }

  @Test func tagsChaptersAndLanguages_areTakenOver() async throws {
    let fixture = try CommandFixture([
      "list.txt": Oracle.marks(tags: ["title=Größe"], chapters: [(0, 400, "One"), (400, 1000, "Two")])
    ])
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error \(Self.pictures) \(Self.audio) -i list.txt -map 0 -map 1 -map_metadata 2 \
      -map_chapters 2 -c:v libx264 -c:a aac -metadata:s:a language=fra in.mkv
      """)
    #expect(made.code == 0, "\(made.error)")
    let outcome = try await fixture.run("remux", "in.mkv", "out.mp4", "--progress", "none")
    #expect(outcome.code == 0 && outcome.error == "", "\(outcome.error)")
    let probe = try await fixture.bash(
      "ffprobe -v error -show_entries stream_tags=language:format_tags=title:chapter=start_time:chapter_tags=title -of csv=p=0 out.mp4"
    )
    for text in ["fra", "Größe", "0.000000,One", "0.400000,Two"] {
      #expect(probe.output.contains(text), "\(probe.output)")
    }
  }

  @Test(arguments: ["a.caf", "a.wav", "a.aiff", "a.mp4", "a.mp3"]) func tags_areTakenOver(output: String) async throws {
    let codec = ["a.mp4", "a.mp3"].contains(output) ? "libmp3lame" : "pcm_s16le"
    let fixture = try await made(
      Case(input: "a.mkv", codecs: "-metadata title=Größe -metadata artist=One -c:a \(codec)", output: output))
    let outcome = try await fixture.run("remux", "a.mkv", output, "--progress", "none")
    #expect(outcome.code == 0 && outcome.error == "", "\(outcome.error)")
    let tags = try await fixture.bash("ffprobe -v warning -show_entries format_tags \(output)")
    #expect(tags.output.contains("title=Größe") && tags.output.contains("artist=One"), "\(tags.output)\(tags.error)")
  }

  /// FFmpeg writes the brands of the movie that it read into Matroska files: they do not apply to a copy, and their
  /// omission is not reported.
  @Test func brandsOfAnotherMovie_areNoTags() async throws {
    let fixture = try await made(
      Case(input: "a.mkv", codecs: "-c:a aac -f mp4 a.mp4 && ffmpeg -v error -i a.mp4 -c copy", output: "a.mov"))
    #expect(try await fixture.bash("ffprobe -v error -show_format a.mkv").output.contains("TAG:MAJOR_BRAND"))
    let outcome = try await fixture.run("remux", "a.mkv", "a.mov", "--progress", "none")
    #expect(outcome.code == 0 && outcome.error == "", "\(outcome.error)")
  }

  @Test func tagsThatAudioFilesDoNotGet_areReportedAsMissing() async throws {
    let fixture = try CommandFixture([
      "speech.yaml": """
      format: 1
      nodes:
        source: { use: test.audio, with: { rate: 8000, channels: 1, duration: 1s } }
        coded: { use: gst, in: source, with: { element: amrnbenc, from: audio/raw, to: audio/coded } }
        mux: { use: mux.3gp, in: coded, with: { metadata: { title: Größe, artist: One } } }
        file: { use: file.write, in: mux, with: { url: a.3gp } }
      """
    ])
    let made = try await fixture.run("run", "speech.yaml", "--progress", "none")
    try #require(made.code == 0, "\(made.error)")
    let outcome = try await fixture.run("remux", "a.3gp", "a.amr", "--progress", "none")
    #expect(outcome.code == 0)
    #expect(
      outcome.error.contains("AMR files get no such tags, and the copy is without: title, artist"), "\(outcome.error)")
  }

  /// Players choose the display mode before they decode a frame.
  @Test(arguments: ["mp4", "mov"]) func highDynamicRange_isTaggedInTheFile(kind: String) async throws {
    let fixture = try CommandFixture([:])
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc=size=128x96:duration=0.2 -pix_fmt yuv420p10le -c:v libx265 -x265-params \
      'log-level=none:hdr10=1:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:max-cll=1000,400:\
      master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)' a.mkv
      """)
    #expect(made.code == 0, "\(made.error)")
    let outcome = try await fixture.run("remux", "a.mkv", "a.\(kind)", "--progress", "none")
    #expect(outcome.code == 0 && outcome.error == "", "\(outcome.error)")
    let probe = try await fixture.bash("ffprobe -v error -show_entries stream_side_data -of csv=p=0 a.\(kind)")
    let display = [
      "34000/50000,16000/50000", "13250/50000,34500/50000", "7500/50000,3000/50000", "15635/50000,16450/50000",
      "1/10000,10000000/10000",
    ].joined(separator: ",")
    #expect(probe.output.contains("Mastering display metadata,\(display)"), "\(probe.output)")
    #expect(probe.output.contains("Content light level metadata,1000,400"), "\(probe.output)")
  }

  // MARK: -

  private func made(_ item: Case, _ pictures: String = "") async throws -> CommandFixture {
    let fixture = try CommandFixture([:])
    let made = try await fixture.bash(
      "ffmpeg -nostdin -v error \(pictures) \(Self.audio) \(item.codecs) -pix_fmt yuv420p \(item.input)")
    #expect(made.code == 0, "\(made.error)")
    return fixture
  }

  /// Expects that ffmpeg decodes the same audio from the copy. The copy may have the rest of the last packet at its
  /// end, which ffmpeg never trims in movies.
  private func expectEqualAudio(_ item: Case, _ fixture: CommandFixture) async throws {
    let sounds = try await [item.input, item.output].asyncMap { name in
      let decoded = try await fixture.bash("ffmpeg -nostdin -v error -y -i \(name) -map 0:a -f s16le sound.raw")
      #expect(decoded.code == 0 && decoded.error == "", "\(decoded.error)")
      return try fixture.data(of: "sound.raw")
    }
    _ = try await fixture.bash("rm sound.raw")
    let start = 2 * item.early
    #expect(
      sounds[0].count > 80_000 && sounds[1].count >= start + sounds[0].count
        && sounds[1].count < start + sounds[0].count + 4096)
    #expect(sounds[1].dropFirst(start).prefix(sounds[0].count).elementsEqual(sounds[0]))
  }

  @Test func picturesOfChapters_areInFilesOfMusicToo() async throws {
    let fixture = try CommandFixture([
      "song.yaml": """
      format: 1
      nodes:
        song: { use: asset.read, with: { url: song.mp3 } }
        aac: { use: audio.encode.aac, in: song.audio }
        m4a: { use: mux.m4a, in: [aac, song.metadata] }
        file: { use: file.write, in: m4a, with: { url: song.m4a } }
      """
    ])
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i sine=duration=2 song.mp3
      for color in red blue; do ffmpeg -nostdin -v error -f lavfi -i color=$color:s=64x48 -frames:v 1 $color.jpg; done
      /usr/bin/python3 - <<'END'
      from mutagen.id3 import ID3, CHAP, CTOC, TIT2, APIC
      tag = ID3('song.mp3')
      for number, name in enumerate(['red', 'blue']):
        picture = APIC(3, 'image/jpeg', 3, '', open(name + '.jpg', 'rb').read())
        tag.add(CHAP(element_id=name, start_time=1000 * number, end_time=1000 * number + 1000, start_offset=0xffffffff,
                     end_offset=0xffffffff, sub_frames=[TIT2(3, [name]), picture]))
      tag.add(CTOC(element_id='toc', flags=3, child_element_ids=['red', 'blue'], sub_frames=[]))
      tag.save()
      END
      $reel run song.yaml --progress none && $reel remux song.m4a copy.m4a --progress none
      """)
    #expect(made.code == 0, "\(made.error)")
    for name in ["song.m4a", "copy.m4a"] {
      let pictures = try await fixture.bash(
        """
        ffprobe -v error -show_entries chapter_tags=title -of default=nk=1:nw=1 \(name)
        ffmpeg -nostdin -v error -i \(name) -map 0:v -fps_mode passthrough -vf scale=1:1 -f rawvideo -pix_fmt rgb24 - | od -An -tu1
        """)
      // FFmpeg too uses the first one as the file's cover.
      let colours = pictures.output.split(whereSeparator: \.isWhitespace).dropFirst(2).compactMap { UInt8($0) }
      #expect(pictures.output.hasPrefix("red\nblue\n") && colours.count == 9, "\(pictures)")
      #expect(colours.suffix(6).map { $0 > 127 } == [true, false, false, false, false, true])
    }
  }

  /// Returns the frames' times from the first on, in ten thousandths of a second: fragments in milliseconds have those
  /// of the file.
  private func pictureTimes(_ name: String, _ fixture: CommandFixture) async throws -> [Int] {
    let probe = try await fixture.bash(
      "ffprobe -v error -select_streams v -show_entries packet=pts_time -of csv=p=0 \(name)")
    let times = probe.output.split(whereSeparator: { $0 == "\n" || $0 == "," }).compactMap { Double($0) }.sorted()
    return times.map { Int((($0 - (times.first ?? 0)) * 10_000).rounded()) }
  }

  /// A recorder that was switched off leaves the header that it wrote first.
  @Test(arguments: [("\\x24\\x00\\x00\\x00", "the header alone"), ("\\x00\\x00\\x00\\x00", "nothing")])
  func unfinishedWAVE_hasItsSound(_ size: String, _ stated: String) async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i sine=d=1:r=48000 -fflags +bitexact whole.wav
      cp whole.wav cut.wav
      printf '\(size)' | dd of=cut.wav bs=1 seek=4 conv=notrunc status=none
      printf '\\x00\\x00\\x00\\x00' | dd of=cut.wav bs=1 seek=40 conv=notrunc status=none
      $reel remux cut.wav out.wav && $reel transcode cut.wav out.flac --progress none
      for name in whole.wav out.wav out.flac; do ffmpeg -nostdin -v error -i $name -f s16le - | md5sum; done
      $reel probe cut.wav | head -1
      """)
    #expect(made.code == 0, "\(made.error)")
    let sums = made.output.split(separator: "\n").filter { $0.hasSuffix("  -") }
    #expect(sums.count == 3 && Set(sums).count == 1, "\(made.output)")
    #expect(made.output.contains("1.000"), "\(made.output)")
  }

  /// The date at which a Matroska file was made is not that of what is in it, which a tag says.
  @Test func dateOfMatroska_isThatOfItsTag() async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i sine=d=0.5 -metadata creation_time=2020-01-02T03:04:05Z \
        -metadata DATE=2021-05-06 dated.mka
      ffmpeg -nostdin -v error -f lavfi -i sine=d=0.5 -metadata creation_time=2020-01-02T03:04:05Z made.mka
      for name in dated made; do
        $reel remux $name.mka 1.mka --overwrite && $reel remux 1.mka 2.mka --overwrite
        ffprobe -v error -show_entries format_tags -of default=nw=1 2.mka
      done
      """)
    #expect(made.code == 0, "\(made.error)")
    let tags = made.output.split(separator: "\n").filter { $0.hasPrefix("TAG:") && !$0.contains("creation_time") }
    let dates = tags.filter { $0.lowercased().contains("date") }.map { $0.lowercased() }
    #expect(dates == ["tag:date=2021-05-06", "tag:date=2020-01-02t03:04:05z"], "\(made.output)")
    #expect(!tags.contains { $0.contains("WritingApp") }, "\(made.output)")
  }
}

import Foundation
import Testing

/// `reel tags` of audio files: ID3 tags are written, everything else stays as it is.
@Suite struct AudioTagsTests {
  private func fixture(_ name: String, _ options: String = "") async throws -> CommandFixture {
    let fixture = try CommandFixture([:])
    let outcome = try await fixture.bash("ffmpeg -nostdin -v error -f lavfi -i sine=duration=1 \(options) \(name)")
    #expect(outcome.code == 0, "\(outcome.error)")
    return fixture
  }

  private func formatTags(_ fixture: CommandFixture, _ file: String) async throws -> String {
    let probe = try await fixture.bash(
      "ffprobe -v error -show_entries format_tags:stream_tags -of default=nk=0 \(file)")
    return probe.output.replacing(/TAG:([A-Za-z_]+)=/) { "TAG:\($0.1.lowercased())=" }
  }

  private static let sums = "ffmpeg -nostdin -v error -i %@ -map 0:a -c copy -f streamhash -"

  @Test(arguments: ["a.mp3", "a.wav", "a.aiff", "a.aac"]) func valuesAreSet_andOtherProgramsReadThem(name: String)
    async throws
  {
    let fixture = try await fixture(name)
    let before = try await fixture.bash(Self.sums.replacing("%@", with: name)).output
    let outcome = try await fixture.run(
      "tags", name, "--set", "title=Größe = 漢字", "--set", "artist=One", "--set", "track=3/12", "--set",
      "date=2004-03-01",
      "--set", "comment=Words", "-o", "b-\(name)")
    #expect(outcome.code == 0 && outcome.error == "", "\(outcome.error)")
    #expect(try await fixture.bash(Self.sums.replacing("%@", with: "b-\(name)")).output == before)
    let shown = try await fixture.run("tags", "b-\(name)")
    for text in ["Größe = 漢字", "One", "3/12", "2004-03-01", "Words"] { #expect(shown.output.contains(text)) }
    let tags = try await formatTags(fixture, "b-\(name)")
    for text in ["TAG:title=Größe = 漢字", "TAG:artist=One", "TAG:track=3/12", "TAG:date=2004-03-01"] {
      #expect(tags.contains(text), "\(tags)")
    }
    #expect(
      try await fixture.bash("ffmpeg -nostdin -v warning -i b-\(name) -f null -").error.split(separator: "\n")
        .allSatisfy {
          // For WAVE, it prefers the INFO list beside the tag, which has the same values.
          $0.contains("Guessed Channel") || $0.contains("Estimating duration") || $0.contains("Discarding ID3 tags")
        })
    // Exiftool reads no tags of bare AAC, and none in WAVE's chunk under this name.
    guard name == "a.mp3" || name == "a.aiff" else { return }
    let exif = try await fixture.bash("exiftool -Title -Artist -RecordingTime b-\(name)")
    for text in ["Größe = 漢字", "One", "2004:03:01"] { #expect(exif.output.contains(text), "\(exif.output)") }
  }

  @Test(arguments: [3, 4]) func othersFramesStay_asTheyAre(version: Int) async throws {
    let fixture = try await fixture(
      "a.mp3",
      "-id3v2_version \(version) -write_id3v1 1 -metadata title=Old -metadata artist=Somebody -metadata date=1999 -metadata own=kept"
    )
    let outcome = try await fixture.run(
      "tags", "a.mp3", "--set", "title=New", "--set", "date=2004-03-01")
    #expect(outcome.code == 0 && outcome.output == "a.mp3: changed\n", "\(outcome.error)")
    let tags = try await formatTags(fixture, "a.mp3")
    for text in ["TAG:title=New", "TAG:artist=Somebody", "TAG:date=2004", "TAG:own=kept"] {
      #expect(tags.contains(text), "\(tags)")
    }
    let exif = try await fixture.bash("exiftool -G -Title -Artist -FileType a.mp3")
    #expect(exif.output.contains("[ID3]") && exif.output.contains("New") && !exif.output.contains("Old"))
    #expect(try await fixture.bash("ls -A").output == "a.mp3\n")
    // The version of the existing tag.
    #expect(try await fixture.bash("head -c 4 a.mp3 | tail -c 1 | od -An -tu1").output.contains("\(version)"))
    // Values that only the short tag at the end had are in frames.
    #expect(try await fixture.bash("tail -c 128 a.mp3 | head -c 3").output != "TAG")
  }

  @Test func tagOfVersion2_becomesOneOfVersion3_withAllValues() async throws {
    let fixture = try await fixture("a.mp3", "-id3v2_version 0 -write_id3v1 0")
    _ = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i color=red:s=16x16 -frames:v 1 cover.jpg
      /usr/bin/python3 - <<'END'
      import struct
      def frame(id, body): return id + struct.pack('>I', len(body))[1:] + body
      picture = open('cover.jpg', 'rb').read()
      frames = frame(b'TT2', b'\\0Old') + frame(b'TP1', b'\\1' + 'Größe'.encode('utf-16')) + frame(b'TYE', b'\\0001999') + frame(b'TDA', b'\\0002412')
      frames += frame(b'COM', b'\\0engwhat\\0one') + frame(b'TXX', b'\\0own\\0kept') + frame(b'TCP', b'\\0001')
      frames += frame(b'PIC', b'\\0JPG\\3front\\0' + picture) + frame(b'LNK', b'TT2http://x.org/\\0')
      size = len(frames)
      sizes = bytes(size >> s & 127 for s in (21, 14, 7, 0))
      open('b.mp3', 'wb').write(b'ID3\\2\\0\\0' + sizes + frames + open('a.mp3', 'rb').read())
      END
      """)
    for (index, change) in ["title=New", "date=2004-03-01", "genre=Jazz"].enumerated() {
      let outcome = try await fixture.run("tags", "b.mp3", "--set", change, "-o", "\(index).mp3")
      #expect(outcome.code == 0, "\(outcome.error)")
      let said = try await fixture.bash(
        """
        /usr/bin/python3 - <<'END'
        from mutagen.id3 import ID3
        i = ID3('\(index).mp3', translate=False)
        print(i.version, i['TIT2'], i['TPE1'], i['COMM:what:eng'], i['TXXX:own'], i['TCMP'], 'LINK:TIT2:http://x.org/:' in i, i.get('TCON'))
        p = i['APIC:front']
        print(p.mime, int(p.type), p.data == open('cover.jpg', 'rb').read(), i['TYER'], i.get('TDAT'), len(i.unknown_frames))
        END
        """)
      #expect(
        said.output == """
          (2, 3, 0) \(index == 0 ? "New" : "Old") Größe one kept 1 True \(index == 2 ? "Jazz" : "None")
          image/jpeg 3 True \(index == 1 ? "2004 0103" : "1999 2412") 0

          """, "\(said.output)\(said.error)")
      #expect(try await formatTags(fixture, "\(index).mp3").contains("TAG:artist=Größe"))
    }
  }

  @Test func frameThatOnlyVersion2Has_isRefused_untilItIsRemoved() async throws {
    let fixture = try await fixture("a.mp3", "-id3v2_version 0 -write_id3v1 0")
    _ = try await fixture.bash(
      "(printf 'ID3\\2\\0\\0\\0\\0\\0\\22TT2\\0\\0\\4\\0OldXYZ\\0\\0\\2\\0x'; cat a.mp3) > b.mp3")
    let refused = try await fixture.run("tags", "b.mp3", "--set", "title=New")
    #expect(refused.code == 65 && refused.error.contains("nothing like the frame 'XYZ'; remove it"), "\(refused)")
    let outcome = try await fixture.run("tags", "b.mp3", "--remove", "id3:XYZ", "--set", "title=New")
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(try await formatTags(fixture, "b.mp3").contains("TAG:title=New"))
  }

  @Test func gapBehindATag_isNoHindrance() async throws {
    let fixture = try await fixture("a.mp3", "-id3v2_version 0 -write_id3v1 0")
    let before = try await fixture.bash(
      """
      (printf 'ID3\\3\\0\\0\\0\\0\\0\\16TIT2\\0\\0\\0\\4\\0\\0\\0Old'; head -c 4000 /dev/zero; cat a.mp3) > b.mp3
      \(Self.sums.replacing("%@", with: "a.mp3"))
      """)
    let outcome = try await fixture.run("tags", "b.mp3", "--set", "title=New", "--set", "artist=Somebody")
    #expect(outcome.code == 0, "\(outcome.error)")
    let tags = try await formatTags(fixture, "b.mp3")
    #expect(tags.contains("TAG:title=New") && tags.contains("TAG:artist=Somebody"), "\(tags)")
    let after = try await fixture.bash(Self.sums.replacing("%@", with: "b.mp3"))
    #expect(after.output == before.output && after.output.contains("SHA256"), "\(after)")
  }

  @Test func removedTags_areGone_andPicturesAreWritten() async throws {
    let fixture = try await fixture("a.mp3", "-metadata title=Old -metadata artist=Somebody")
    let picture = "ffmpeg -nostdin -v error -f lavfi -i testsrc=size=64x48:rate=1:duration=1 -frames:v 1 cover.jpg"
    #expect(try await fixture.bash(picture).code == 0)
    let outcome = try await fixture.run("tags", "a.mp3", "--remove", "title", "--artwork", "cover.jpg")
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(try await !formatTags(fixture, "a.mp3").contains("Old"))
    #expect(try await fixture.bash("exiftool -b -Picture a.mp3 | cmp - cover.jpg").code == 0)
  }

  @Test func chapters_areFrames() async throws {
    let fixture = try await fixture("a.mp3")
    #expect(try await fixture.bash("printf '00:00:00 One\\n00:00:00.5 Two\\n' > chapters.txt").code == 0)
    let outcome = try await fixture.run("tags", "a.mp3", "--chapters", "chapters.txt", "-o", "b.mp3")
    #expect(outcome.code == 0, "\(outcome.error)")
    let probe = try await fixture.bash(
      "ffprobe -v error -show_entries chapter=start_time:chapter_tags=title -of csv=p=0 b.mp3")
    #expect(probe.output == "0.000000,One\n0.500000,Two\n")
    // The last one ends with the sound.
    let ends = try await fixture.bash("ffprobe -v error -show_entries chapter=end_time -of csv=p=0 b.mp3")
    let last = ends.output.split(separator: "\n").last.flatMap { Double($0) } ?? 0
    #expect(ends.output.hasPrefix("0.500000\n") && abs(last - 1) < 0.1, "\(ends.output)")
    let none = try await fixture.run("tags", "b.mp3", "--chapters", "none", "-o", "c.mp3")
    #expect(none.code == 0)
    #expect(try await fixture.bash("ffprobe -v error -show_chapters c.mp3").output == "")
  }

  @Test func whatCannotBeTagged_givesTheReason_andStays() async throws {
    let several = "it has several streams, each with comments of its own; those of one stream can be changed"
    for (name, options, note, cause) in [
      (
        "a.mka", "", "",
        "the tags of Matroska cannot be changed; "
          + "those of MP4, QuickTime, MP3, AAC, AIFF, WAVE, Core Audio, FLAC and Ogg can"
      ),
      (
        "a.ogv", "-f lavfi -i color=s=32x32:d=1 -c:v libtheora -c:a libvorbis",
        "   = note: at byte 70\n", several
      ),
    ] {
      let fixture = try await fixture(name, "\(options) -metadata title=Shown")
      let outcome = try await fixture.run("tags", name, "--set", "title=x")
      #expect(outcome.code == 65, "\(outcome.error)")
      #expect(
        outcome.error
          == "error: '\(name)' cannot be changed\n\(note)   = cause: \(cause)\n"
          + "   = help: 'reel remux' makes a copy that can be\n"
      )
      // They are shown nevertheless.
      #expect(try await fixture.run("tags", name).output.contains("Shown"))
    }
    let mp3 = try await fixture("a.mp3")
    let track = try await mp3.run("tags", "a.mp3", "--track", "1", "--set", "title=x")
    #expect(track.code == 64, "\(track.error)")
    let wrong = try await mp3.run("tags", "a.mp3", "--set", "ilst:©nam=x")
    #expect(wrong.code == 65 && wrong.error.contains("ID3 tags hold frames"), "\(wrong.error)")
    let exists = try await mp3.run("tags", "a.mp3", "--set", "title=x", "-o", "a.mp3")
    #expect(exists.code == 73)
  }

  @Test func unknownFrames_areKeptByteByByte() async throws {
    let fixture = try await fixture("a.mp3", "-metadata title=Old")
    // A class of frames of a future version, among private data and the enclosed file of another program.
    let script = """
      import mutagen.id3 as i
      tag = i.ID3('a.mp3')
      tag.add(i.PRIV(owner='com.example', data=bytes(range(256))))
      tag.add(i.GEOB(mime='text/plain', filename='a.txt', desc='one', data=b'enclosed'))
      tag.add(i.UFID(owner='http://example.com', data=b'123'))
      tag.add(i.POPM(email='me@example.com', rating=200, count=7))
      tag.save(v2_version=3)
      data = open('a.mp3', 'rb').read()
      frame = b'XYZW' + (12).to_bytes(4, 'big') + bytes(2) + b'what is this'
      size = sum((b & 127) << (7 * (3 - n)) for n, b in enumerate(data[6:10])) + len(frame)
      head = data[:6] + bytes((size >> (7 * (3 - n))) & 127 for n in range(4))
      open('a.mp3', 'wb').write(head + frame + data[10:])
      """
    let made = try await fixture.bash("/usr/bin/python3 - <<'END'\n\(script)\nEND")
    #expect(made.code == 0, "\(made.error)")
    // All frames but those of the title and the album, byte by byte.
    let list = """
      data = open('a.mp3', 'rb').read()
      end = 10 + sum((b & 127) << (7 * (3 - n)) for n, b in enumerate(data[6:10]))
      place, frames = 10, []
      while place < end and data[place]:
        next = place + 10 + int.from_bytes(data[place + 4:place + 8], 'big')
        if data[place:place + 4] not in (b'TIT2', b'TALB'): frames.append(data[place:next].hex())
        place = next
      print(data[3], len(frames), frames)
      """
    let before = try await fixture.bash("/usr/bin/python3 - <<'END'\n\(list)\nEND")
    #expect(before.output.hasPrefix("3 6 "), "\(before.output)\(before.error)")
    let audio = try await fixture.bash(Self.sums.replacing("%@", with: "a.mp3")).output
    let outcome = try await fixture.run("tags", "a.mp3", "--set", "title=New", "--set", "album=Set")
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(try await fixture.bash("/usr/bin/python3 - <<'END'\n\(list)\nEND").output == before.output)
    let titles = try await fixture.bash("exiftool -s3 -Title -Album a.mp3")
    #expect(titles.output.split(separator: "\n") == ["New", "Set"])
    #expect(try await fixture.bash(Self.sums.replacing("%@", with: "a.mp3")).output == audio)
  }

  @Test(arguments: ["a.mp3", "a.wav", "a.aiff"]) func mutagenReadsWhatIsWritten(name: String) async throws {
    let fixture = try await fixture(name)
    let outcome = try await fixture.run(
      "tags", name, "--set", "title=Größe = 漢字", "--set", "artist=One", "--set", "track=3/12")
    #expect(outcome.code == 0, "\(outcome.error)")
    let read = try await fixture.bash(
      "/usr/bin/python3 -c \"import mutagen; t = mutagen.File('\(name)').tags; print(t['TIT2'], t['TPE1'], t['TRCK'], sep='|')\""
    )
    #expect(read.output.trimmingCharacters(in: .newlines) == "Größe = 漢字|One|3/12", "\(read.output)\(read.error)")
    // MediaInfo reads no tags of AIFF, and assumes another encoding for WAVE's list than the programs that write it.
    guard name == "a.mp3" else { return }
    let info = try await fixture.bash("mediainfo --Inform='General;%Title%|%Performer%' \(name)")
    #expect(info.output.trimmingCharacters(in: .newlines) == "Größe = 漢字|One", "\(info.output)")
  }

  @Test func fullDisk_leavesTheFileAsItWas() async throws {
    let fixture = try await fixture("a.wav", "-metadata title=Old")
    let before = try fixture.data(of: "a.wav")
    let outcome = try await fixture.bash("ulimit -f 40; exec $reel tags a.wav --set title=New")
    #expect(outcome.code == 73 && outcome.error.contains("a.wav"), "\(outcome.error)")
    #expect(try fixture.data(of: "a.wav") == before && fixture.names == ["a.wav"])
  }

  /// ID3v1, which holds one value, made the second value of ID3v2 its own.
  @Test func severalValues_areThereBesideID3v1() async throws {
    let fixture = try await fixture("a.mp3", "-write_id3v1 1 -metadata artist=Old -metadata genre=Pop")
    let outcome = try await fixture.run(
      "tags", "a.mp3", "--set", "artist=One", "--set", "artist=Two", "-o", "b.mp3")
    #expect(outcome.code == 0, "\(outcome.error)")
    let said = try await fixture.bash(
      "/usr/bin/python3 -c 'from mutagen.id3 import ID3; print(ID3(\"b.mp3\")[\"TPE1\"].text)'")
    #expect(said.output == "['One', 'Two']\n", "\(said.output) \(said.error)")
    let shown = try await fixture.run("tags", "b.mp3")
    #expect(shown.output.contains("One") && shown.output.contains("Two"), "\(shown.output)")
  }

  /// ID3v2.3 has the day in a frame of its own, which is no other date.
  @Test func dayOfID3v23_isNoDateOfItsOwn() async throws {
    let fixture = try await fixture("a.mp3", "-id3v2_version 3 -write_id3v1 0 -metadata TYER=2001 -metadata TDAT=3112")
    let outcome = try await fixture.bash("$reel transcode a.mp3 b.flac --progress none")
    #expect(outcome.code == 0, "\(outcome.error)")
    let tags = try await formatTags(fixture, "b.flac")
    #expect(tags.contains("TAG:date=2001-12-31") && !tags.contains("3112"), "\(tags)")
  }

  @Test func namesOfLostTags_haveNoControlCharactersInNotes() async throws {
    let fixture = try await fixture("a.mp3", "-id3v2_version 4 -metadata $'own\\033[31m=red'")
    let outcome = try await fixture.run("transcode", "a.mp3", "b.flac", "--progress", "none")
    #expect(outcome.code == 0 && outcome.output.contains("id3:TXXX (own\u{fffd}[31m)"), "\(outcome)")
    #expect(!outcome.output.contains("\u{1b}") && !outcome.error.contains("\u{1b}"))
  }
}

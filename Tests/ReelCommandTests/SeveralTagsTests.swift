import Foundation
import Testing

/// `reel tags` of audio files with several tags: programs differ in which of them they read, so all have the same
/// values afterwards.
@Suite struct SeveralTagsTests {
  private func fixture(_ line: String) async throws -> CommandFixture {
    let fixture = try CommandFixture([:])
    let outcome = try await fixture.bash(line)
    #expect(outcome.code == 0, "\(outcome.error)")
    return fixture
  }

  private func python(_ fixture: CommandFixture, _ script: String) async throws -> String {
    let outcome = try await fixture.bash("/usr/bin/python3 - <<'END'\n\(script)\nEND")
    #expect(outcome.code == 0, "\(outcome.error)")
    return outcome.output
  }

  /// Returns a hash of the audio packets, without anything around them.
  private func sum(_ fixture: CommandFixture, _ file: String) async throws -> String {
    let outcome = try await fixture.bash("ffmpeg -nostdin -v error -i \(file) -map 0:a -c copy -f streamhash -")
    #expect(outcome.code == 0 && outcome.output.contains("SHA256="), "\(outcome.error)")
    return outcome.output
  }

  private func probe(_ fixture: CommandFixture, _ file: String) async throws -> String {
    try await fixture.bash("ffprobe -v error -show_entries format_tags -of default=nk=0 \(file)").output
  }

  // MARK: - APE tags

  @Test func apeTag_saysTheSame_andKeepsAllElse() async throws {
    let fixture = try await fixture(
      "ffmpeg -nostdin -v error -f lavfi -i sine=duration=1 -write_id3v1 1 -metadata title=Old -metadata artist=A a.mp3"
    )
    _ = try await python(
      fixture,
      """
      from mutagen.apev2 import APEv2, APEBinaryValue
      tag = APEv2()
      tag['Title'] = 'Old'
      tag['Artist'] = ['One', 'Two']
      tag['Album'] = 'Only here'
      tag['REPLAYGAIN_TRACK_GAIN'] = '-6.50 dB'
      tag['MP3GAIN_MINMAX'] = '104,184'
      tag['Blob'] = APEBinaryValue(bytes(range(256)))
      tag.save('a.mp3')
      """)
    let before = try await sum(fixture, "a.mp3")
    let outcome = try await fixture.run(
      "tags", "a.mp3", "--set", "title=Größe", "--set", "track=3/12")
    #expect(outcome.code == 0 && outcome.output == "a.mp3: changed\n", "\(outcome.error)")
    #expect(try await sum(fixture, "a.mp3") == before)
    let said = try await python(
      fixture,
      """
      from mutagen.apev2 import APEv2
      from mutagen.id3 import ID3
      a, i = APEv2('a.mp3'), ID3('a.mp3')
      print(a['Title'], list(a['Artist']), a['Album'], a['Track'], a['REPLAYGAIN_TRACK_GAIN'], a['MP3GAIN_MINMAX'])
      print(a['Blob'].value == bytes(range(256)))
      print(i['TIT2'], i['TPE1'], i['TALB'], i['TRCK'])
      """)
    // Values that only the APE tag had are in frames too.
    #expect(
      said == "Größe ['One', 'Two'] Only here 3/12 -6.50 dB 104,184\nTrue\nGröße A Only here 3/12\n", "\(said)")
    #expect(try await probe(fixture, "a.mp3").contains("title=Größe"))
    let exif = try await fixture.bash("exiftool -a -G1 -Title a.mp3").output
    #expect(exif.contains("Größe") && exif.contains("APE") && !exif.contains("Old"), "\(exif)")
    let removed = try await fixture.run("tags", "a.mp3", "--remove", "title")
    #expect(removed.code == 0)
    let shown = try await fixture.run("tags", "a.mp3").output
    #expect(!shown.contains("Größe") && !shown.contains("Old") && shown.contains("-6.50 dB"), "\(shown)")
  }

  @Test func apeTagAlone_becomesFramesToo() async throws {
    let fixture = try await fixture(
      "ffmpeg -nostdin -v error -f lavfi -i sine=duration=1 -id3v2_version 0 -write_id3v1 0 a.mp3")
    _ = try await python(
      fixture,
      "from mutagen.apev2 import APEv2\nt = APEv2()\nt['Artist'] = ['One', 'Two']\nt['Comment'] = 'c'\nt.save('a.mp3')")
    #expect(try await fixture.run("tags", "a.mp3", "--set", "title=T").code == 0)
    let said = try await python(
      fixture,
      "from mutagen.id3 import ID3\ni = ID3('a.mp3')\nprint(i['TPE1'].text, i['TIT2'], i.getall('COMM')[0].text)")
    #expect(said == "['One', 'Two'] T ['c']\n", "\(said)")
  }

  // MARK: - Several ID3 tags

  @Test func severalTags_becomeOne_withTheValuesOfAll() async throws {
    let fixture = try await fixture(
      "ffmpeg -nostdin -v error -f lavfi -i sine=duration=1 -id3v2_version 0 -write_id3v1 0 a.mp3")
    _ = try await python(
      fixture,
      """
      from mutagen.id3 import ID3, TIT2, TPE1, TALB, COMM, TXXX
      def tag(version, *frames):
        t = ID3()
        for f in frames: t.add(f)
        open('t', 'wb').close()
        t.save('t', v2_version=version, padding=lambda i: 0)
        return open('t', 'rb').read()
      sound = open('a.mp3', 'rb').read()
      first = tag(3, TIT2(1, ['First']), COMM(1, 'eng', 'x', ['one']))
      second = tag(4, TIT2(3, ['Second']), TPE1(3, ['Artist']), TALB(3, ['Größe']), COMM(3, 'eng', 'x', ['two']),
                   TXXX(3, 'own', ['kept']))
      open('a.mp3', 'wb').write(first + second + sound)
      """)
    let before = try await sum(fixture, "a.mp3")
    #expect(try await fixture.run("tags", "a.mp3").output.contains("Second"))
    let outcome = try await fixture.run("tags", "a.mp3", "--set", "artist=New", "-o", "b.mp3")
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(try await sum(fixture, "b.mp3") == before)
    let said = try await python(
      fixture,
      """
      from mutagen.id3 import ID3
      i = ID3('b.mp3')
      print(i['TIT2'], i['TPE1'], i['TALB'], i['COMM:x:eng'], i['TXXX:own'])
      print(open('b.mp3', 'rb').read().count(b'ID3'), i.version)
      """)
    #expect(said == "First New Größe one kept\n1 (2, 3, 0)\n", "\(said)")
    #expect(
      try await fixture.bash("exiftool -a -Title -Artist -Album b.mp3").output.matches(of: /Title|Artist|Album/).count
        == 3)
  }

  @Test func chunksOfTwoNames_becomeOne() async throws {
    let fixture = try await fixture("ffmpeg -nostdin -v error -f lavfi -i sine=duration=1 -bitexact a.wav")
    _ = try await python(
      fixture,
      """
      import struct
      from mutagen.id3 import ID3, TIT2, TPE1
      def chunk(name, *frames):
        t = ID3()
        for f in frames: t.add(f)
        open('t', 'wb').close()
        t.save('t', padding=lambda i: 0)
        b = open('t', 'rb').read()
        return name + struct.pack('<I', len(b)) + b + b'\\0' * (len(b) % 2)
      d = open('a.wav', 'rb').read()
      body = d[8:] + chunk(b'id3 ', TIT2(3, ['Old'])) + chunk(b'ID3 ', TPE1(3, ['Artist']))
      open('a.wav', 'wb').write(b'RIFF' + struct.pack('<I', len(body)) + body)
      """)
    let before = try await sum(fixture, "a.wav")
    #expect(try await fixture.run("tags", "a.wav", "--set", "title=New").code == 0)
    #expect(try await sum(fixture, "a.wav") == before)
    #expect(
      try await python(
        fixture,
        "import mutagen\nt = mutagen.File('a.wav').tags\nprint(t['TIT2'], t['TPE1'], open('a.wav', 'rb').read().lower().count(b'id3 '))"
      )
        == "New Artist 1\n")
    #expect(try await probe(fixture, "a.wav").contains("title=New"))
  }

  // MARK: - Texts in chunks

  @Test(arguments: ["a.wav", "a.aiff", "a.caf", "a.mp3"]) func filesWithoutTags_haveNoItems(name: String) async throws {
    let fixture = try await fixture(
      "ffmpeg -nostdin -v error -f lavfi -i sine=duration=1 -bitexact a.wav && "
        + "ffmpeg -nostdin -v error -i a.wav -bitexact -map_metadata -1 "
        + (name == "a.mp3" ? "-id3v2_version 0 -write_xing 0 " : "") + (name == "a.wav" ? "b.wav" : name))
    let outcome = try await fixture.run("tags", name)
    #expect(outcome.code == 0 && outcome.output == "\(name)\n", "\(outcome.error)\(outcome.output)")
  }

  @Test func textsInChunks_areShown_andSayTheSame() async throws {
    let fixture = try await fixture(
      "ffmpeg -nostdin -v error -f lavfi -i sine=duration=1 -metadata title=Old -metadata artist=A -metadata IENG=Eve a.wav"
    )
    _ = try await python(
      fixture,
      "d = open('a.wav', 'rb').read().replace(b'IART', b'IENG', 1)\nopen('a.wav', 'wb').write(d)")
    let shown = try await fixture.run("tags", "a.wav").output
    #expect(shown.contains("title") && shown.contains("Old") && shown.contains("caaf:info-IENG"), "\(shown)")
    #expect(try await fixture.run("tags", "a.wav", "--set", "title=New").code == 0)
    let exif = try await fixture.bash("exiftool -a -Title -Engineer a.wav").output
    #expect(exif.contains("New") && !exif.contains("Old") && exif.contains(": A"), "\(exif)")
    #expect(try await probe(fixture, "a.wav").contains("title=New"))
  }

  @Test func textChunksOfAIFF_sayTheSame() async throws {
    let fixture = try await fixture(
      "ffmpeg -nostdin -v error -f lavfi -i sine=duration=1 -metadata title=Old -metadata comment=Words a.aiff")
    #expect(try await fixture.run("tags", "a.aiff").output.contains("Old"))
    #expect(try await fixture.run("tags", "a.aiff", "--set", "title=New").code == 0)
    let exif = try await fixture.bash("exiftool -a -G1 -Name -Title -Annotation a.aiff").output
    #expect(exif.contains("New") && !exif.contains("Old") && exif.contains("Words"), "\(exif)")
    #expect(try await probe(fixture, "a.aiff").contains("title=New"))
  }

  @Test func coreAudioFiles_haveTextsOfTheirOwn() async throws {
    let fixture = try await fixture(
      "ffmpeg -nostdin -v error -f lavfi -i sine=duration=1 -c:a alac -metadata title=Old -metadata own=kept a.caf")
    let before = try await sum(fixture, "a.caf")
    let outcome = try await fixture.run(
      "tags", "a.caf", "--set", "title=Größe", "--set", "albumArtist=B", "--set", "caaf:info-mine=x")
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(try await sum(fixture, "a.caf") == before)
    let tags = try await probe(fixture, "a.caf")
    for text in ["title=Größe", "own=kept", "album_artist=B", "mine=x"] { #expect(tags.contains(text), "\(tags)") }
    #expect(try await fixture.run("tags", "a.caf").output.contains("Größe"))
    let chapters = try await fixture.bash(
      "printf '00:00:00 One\\n' > c.txt; $reel tags a.caf --chapters c.txt")
    #expect(chapters.code == 65 && chapters.error.contains("Core Audio files have no chapters"), "\(chapters.error)")
    let frame = try await fixture.run("tags", "a.caf", "--set", "id3:TIT2=x")
    #expect(frame.code == 65 && frame.error.contains("Core Audio files hold texts"), "\(frame.error)")
  }

  // MARK: - Sizes of 64 bits

  @Test(arguments: ["RF64", "BW64"]) func largeWave_isTagged_andItsSizesAreRight(name: String) async throws {
    let fixture = try await fixture(
      "ffmpeg -nostdin -v error -f lavfi -i sine=duration=1 -rf64 always -metadata title=Old a.wav")
    _ = try await python(
      fixture, "d = open('a.wav', 'rb').read()\nassert d[:4] == b'RF64'\nopen('a.wav', 'wb').write(b'\(name)' + d[4:])"
    )
    let before = try await sum(fixture, "a.wav")
    let outcome = try await fixture.run(
      "tags", "a.wav", "--set", "title=Größer", "--set", "albumArtist=B")
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(try await sum(fixture, "a.wav") == before)
    let sizes = try await python(
      fixture,
      """
      import struct
      d = open('a.wav', 'rb').read()
      riff, data, samples = struct.unpack('<QQQ', d[20:44])
      print(d[4:8] == b'\\xff' * 4, riff == len(d) - 8, data == 88200, d[12:16])
      """)
    #expect(sizes == "True True True b'ds64'\n")
    let shown = try await fixture.run("tags", "a.wav").output
    #expect(shown.contains("Größer") && shown.contains("B") && !shown.contains("Old"), "\(shown)")
    #expect(try await probe(fixture, "a.wav").contains("title=Größer"))
  }

  /// Audio data without a length would include a tag appended to the file.
  @Test func audioWithoutALength_getsOne() async throws {
    let fixture = try await fixture("ffmpeg -nostdin -v error -f lavfi -i sine=duration=1 -f wav - | cat > a.wav")
    let before = try await sum(fixture, "a.wav")
    #expect(try await fixture.run("tags", "a.wav", "--set", "title=New").code == 0)
    #expect(try await sum(fixture, "a.wav") == before)
    #expect(try await fixture.run("tags", "a.wav").output.contains("New"))
    #expect(try await python(fixture, "import mutagen\nprint(mutagen.File('a.wav').tags['TIT2'])") == "New\n")
  }
}

import Testing

/// What Ogg files say about themselves: comments and pictures in the headers of their first stream.
@Suite struct OggTagsTests {
  private static func fixture() async throws -> CommandFixture {
    try await CommandFixture.withMedia(
      by: """
        ffmpeg -nostdin -v error -f lavfi -i color=red:s=32x32:d=0.04 -frames:v 1 cover.png
        ffmpeg -nostdin -v error -f lavfi -i sine=d=1 -i cover.png -map 0 -map 1 -disposition:v attached_pic -c:v copy \
          -c:a aac -metadata title='Größe = 漢字' -metadata artist=Somebody -metadata date=2021-05-06 in.m4a
        """)
  }

  /// The tags of a file as ffprobe reads them, without those of its encoder.
  private func tags(_ name: String, in fixture: CommandFixture) async throws -> Set<String> {
    let shown = try await fixture.bash("ffprobe -v error -show_entries stream_tags -of default=nk=0:nw=1 \(name)")
    #expect(shown.code == 0, "\(shown.error)")
    let lines = shown.output.split(separator: "\n").map { line in
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return parts[0].lowercased() + "=" + parts.dropFirst().joined()
    }
    return Set(lines)
  }

  private static let expected: Set = ["tag:title=Größe = 漢字", "tag:artist=Somebody", "tag:date=2021-05-06"]

  @Test(arguments: ["opus", "vorbis", "flac"]) func tagsAndCover_areThoseOfTheSource(codec: String) async throws {
    let fixture = try await Self.fixture()
    let outcome = try await fixture.run(
      ["transcode", "in.m4a", "out.ogg", "--audio", codec, "--progress", "none"])
    #expect(outcome.code == 0 && !outcome.error.contains("error"), "\(outcome.error)")
    #expect(try await tags("out.ogg", in: fixture).isSuperset(of: Self.expected))
    let decoded = try await fixture.bash(
      """
      ffmpeg -nostdin -v warning -i out.ogg -map 0:a -f null - &&
        ffmpeg -nostdin -v error -i out.ogg -map 0:v -f rawvideo -pix_fmt rgb24 - | md5sum &&
        ffmpeg -nostdin -v error -i cover.png -f rawvideo -pix_fmt rgb24 - | md5sum
      """)
    let sums = decoded.output.split(separator: "\n")
    #expect(decoded.code == 0 && decoded.error.isEmpty && sums.count == 2 && sums.first == sums.last, "\(decoded)")
  }

  @Test(arguments: ["opus", "flac"]) func copies_keepTheirTags(kind: String) async throws {
    let fixture = try await Self.fixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -i in.m4a -map 0:a -c:a \(kind == "opus" ? "libopus" : "flac") \
        -map_metadata 0 in.\(kind)
      $reel transcode in.\(kind) out.ogg --audio copy --progress none
      for name in in.\(kind) out.ogg; do ffmpeg -nostdin -v error -i $name -f s16le - | md5sum; done
      """)
    let sums = made.output.split(separator: "\n").filter { $0.hasSuffix("  -") }
    #expect(made.code == 0 && sums.count == 2 && sums.first == sums.last, "\(made.output) \(made.error)")
    #expect(try await tags("out.ogg", in: fixture).isSuperset(of: Self.expected))
  }

  @Test func descriptions_sayTags() async throws {
    let fixture = try CommandFixture()
    try fixture.write(
      """
      format: 1
      nodes:
        tone:  { use: test.audio, with: { duration: 1s } }
        opus:  { use: audio.encode.opus, in: tone }
        muxer: { use: mux.ogg, in: opus, with: { metadata: { title: Tone, artist: Nobody } } }
        file:  { use: file.write, in: muxer, with: { url: out.ogg } }
      """, to: "tone.yaml")
    let outcome = try await fixture.run(["run", "tone.yaml", "--progress", "none"])
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(try await tags("out.ogg", in: fixture).isSuperset(of: ["tag:title=Tone", "tag:artist=Nobody"]))
  }

  @Test func missingSource_isSaidOnce() async throws {
    let fixture = try CommandFixture()
    let outcome = try await fixture.run(["transcode", "missing.m4a", "out.ogg"])
    #expect(outcome.code == 66 && outcome.error.split(separator: "error:").count == 1, "\(outcome.error)")
  }
}

import Foundation
import MediaEngine
import MediaGraph
import MovieFile
import Testing

/// What movie files that graphs write say about themselves.
@Suite struct MovieMuxMetadataTests {
  private func run(_ mux: String, with: String, source: String, out: String) async throws {
    let text = """
      format: 1
      nodes:
        source: { use: asset.read, with: { url: "\(source)" } }
        coded: { use: audio.encode.aac, in: source.audio }
        mux: { use: \(mux), in: coded, with: { \(with) } }
        file: { use: file.write, in: mux, with: { url: "\(out)" } }
      """
    let (graph, problems) = DescriptionLoader().load(text: text, path: "test.yaml")
    try Diagnostics.check(problems)
    _ = try await graph.run(options: RunOptions(stallTimeout: .seconds(20)))
  }

  private func song(_ name: String, in folder: TemporaryFolder) throws -> String {
    let path = folder.file(name)
    try Oracle.make([
      "-f", "lavfi", "-i", "sine=duration=1", "-metadata", "title=Größe", "-metadata", "artist=A", "-metadata",
      "track=3/12", "-metadata", "genre=Rock", path,
    ])
    return path
  }

  @Test(arguments: ["mux.mp4", "mux.mov", "mux.m4a", "mux.3gp"])
  func metadata_areThoseOfTheDescription(mux: String) async throws {
    let folder = try TemporaryFolder()
    let out = folder.file("out.\(mux.dropFirst(4))")
    try await run(
      mux, with: "metadata: { title: \"A = b\", artist: Größe, \"udta:©cmt\": raw, date: \"2004\" }",
      source: song("a.mp3", in: folder), out: out)
    let items = try Movie(path: out).metadata().items
    #expect(items.first { $0.tag == .title }?.tagText == "A = b")
    #expect(items.first { $0.tag == .artist }?.tagText == "Größe" && items.first { $0.tag == .date }?.tagText == "2004")
    #expect(items.first { $0.identifier == "udta/%A9cmt" }?.tagText == "raw")
    // FFprobe does not read 3GPP's keys, exiftool does.
    guard mux == "mux.3gp" else {
      let probe = try Oracle.text(
        "ffprobe", ["-v", "error", "-show_entries", "format_tags", "-of", "default=nk=0", out])
      #expect(probe.contains("title=A = b") && probe.contains("artist=Größe"), "\(probe)")
      return
    }
    let report = try Oracle.text("exiftool", ["-Title", "-Performer", out])
    #expect(report.contains("A = b") && report.contains("Größe"), "\(report)")
  }

  @Test(arguments: [("a.mp3", "mux.m4a"), ("a.m4a", "mux.mov"), ("a.mp3", "mux.3gp"), ("a.m4a", "mux.mp4")])
  func metadataOfASource_areCarriedOver_andMayBeReplaced(source: String, mux: String) async throws {
    let folder = try TemporaryFolder()
    let out = folder.file("out.\(mux.dropFirst(4))")
    let song = try song(source, in: folder)
    try await run(
      mux, with: "metadata_from: \"\(song)\", metadata: { artist: Other }", source: song, out: out)
    let items = try Movie(path: out).metadata().items
    let texts = [MetadataTag.title, .artist, .track, .genre].map { tag in items.first { $0.tag == tag }?.tagText }
    #expect(texts == ["Größe", "Other", "3/12", "Rock"])
  }

  @Test(arguments: [
    ("metadata: { titel: x }", "there is no metadata 'titel'"), ("metadata: { track: x }", "'track' cannot be 'x'"),
    ("metadata: { \"udta:tagc\": x }", "'udta:tagc' cannot be 'x'"),
    ("metadata_from: nowhere.mp4", "cannot read the metadata of 'nowhere.mp4'"),
  ]) func whatCannotBeSaid_isRefused_beforeAnythingRuns(with: String, message: String) async throws {
    let folder = try TemporaryFolder()
    let out = folder.file("out.m4a")
    let source = try song("a.mp3", in: folder)
    let problem = await #expect(throws: Diagnostics.self) {
      try await run("mux.m4a", with: with, source: source, out: out)
    }
    #expect(problem?.all.map(\.message) == [message])
    #expect(!FileManager.default.fileExists(atPath: out))
  }
}

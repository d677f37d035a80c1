@testable import MediaSource
import AVFoundation
import MediaEngine
import Testing

/// The properties of HTTP Live Streaming playlists that assets read.
@Suite struct PlaylistAssetTests {
  private let base = URL(string: "https://example.com/a/master.m3u8")!

  private static let master = """
    #EXTM3U
    #EXT-X-VERSION:6
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="English, plain",LANGUAGE="en",DEFAULT=YES,URI="en.m3u8"
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="Deutsch",LANGUAGE="de",AUTOSELECT=YES,CHARACTERISTICS="public.a,public.b"
    #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="text",NAME="Forced",FORCED=YES,URI="f.m3u8"
    #EXT-X-STREAM-INF:BANDWIDTH=1280000,AVERAGE-BANDWIDTH=1000000,CODECS="avc1.4d401f,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=29.97,AUDIO="sound"
    high/index.m3u8
    #EXT-X-STREAM-INF:BANDWIDTH=640000
    ../low.m3u8
    """

  @Test func masterPlaylist_hasVariantsAndRenditions() throws {
    guard case .master(let master) = try HLSPlaylist(Self.master, base: base) else {
      Issue.record("it is no master playlist")
      return
    }
    #expect(
      master.variants.map(\.url.absoluteString) == [
        "https://example.com/a/high/index.m3u8", "https://example.com/low.m3u8",
      ])
    let first = master.variants[0]
    #expect(first.bandwidth == 1_280_000 && first.averageBandwidth == 1_000_000)
    #expect(first.codecs == ["avc1.4d401f", "mp4a.40.2"] && first.width == 1280 && first.height == 720)
    #expect(first.frameRate == 29.97 && first.groups == ["AUDIO": "sound"])
    #expect(master.renditions.map(\.name) == ["English, plain", "Deutsch", "Forced"])
    #expect(master.renditions.map(\.isDefault) == [true, false, false])
    #expect(master.renditions.map(\.isAutoselected) == [true, true, false])
    #expect(master.renditions[1].characteristics == ["public.a", "public.b"] && master.renditions[1].url == nil)
    #expect(master.renditions[2].kind == .subtitles && master.renditions[2].isForced)
  }

  @Test func mediaPlaylist_addsUpExactly() throws {
    let text =
      "#EXTM3U\r\n#EXT-X-TARGETDURATION:4\r\n#EXTINF:3.003,\r\na.ts\r\n#EXTINF:3.003,A title\r\nb.ts\r\n#EXT-X-ENDLIST\r\n"
    guard case .media(let media) = try HLSPlaylist(text, base: base) else {
      Issue.record("it is no media playlist")
      return
    }
    #expect(media.duration == CMTime(value: 6006, timescale: 1000))
    #expect(media.segments.map(\.url.lastPathComponent) == ["a.ts", "b.ts"] && media.isComplete)
  }

  @Test func byteRanges_followEachOther() throws {
    let text = """
      #EXTM3U
      #EXT-X-MAP:URI="all.mp4",BYTERANGE="700@0"
      #EXTINF:1,
      #EXT-X-BYTERANGE:1000@700
      all.mp4
      #EXTINF:1,
      #EXT-X-BYTERANGE:50
      all.mp4
      #EXTINF:1,
      b.mp4
      """
    guard case .media(let media) = try HLSPlaylist(text, base: base) else {
      Issue.record("it is no media playlist")
      return
    }
    #expect(media.segments.map(\.bytes) == [700..<1700, 1700..<1750, nil])
    #expect(
      media.segments[0].map?.bytes == 0..<700 && media.segments.allSatisfy { $0.key == nil && !$0.isDiscontinuous })
  }

  @Test(arguments: [
    ("#EXTM3U\n#EXTINF:1,\n#EXT-X-BYTERANGE:5\na.ts", 4, "a range of bytes has no beginning"),
    ("#EXTM3U\n#EXT-X-BYTERANGE:-5@1\n", 2, "'-5@1' is no range of bytes"),
    ("#EXTM3U\n#EXTINF:1,\n#EXT-X-BYTERANGE:9223372036854775807@1\na.ts", 4, "a range of bytes ends beyond 2^63"),
    ("", 1, "it does not begin with '#EXTM3U'"), ("#EXTM3U\n#EXTINF:-1,\na.ts", 2, "'-1,' is no duration"),
    ("#EXTM3U\n#EXT-X-STREAM-INF:CODECS=\"x\"\na", 2, "a variant says no bandwidth"),
    ("#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO\n", 2, "a rendition has no group or no name"),
  ]) func damage_isReportedWithItsLine(text: String, line: Int, message: String) {
    let problem = #expect(throws: HLSPlaylist.Problem.self) { try HLSPlaylist(text, base: base) }
    #expect(problem?.line == line && problem?.message == message)
  }

  @Test func presentation_loadsWithoutTracks() async throws {
    let folder = try TemporaryFolder()
    try "#EXTM3U\n#EXTINF:2.5,\na.ts\n#EXT-X-ENDLIST\n".write(
      toFile: folder.file("media.m3u8"), atomically: true, encoding: .utf8)
    try "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"avc1.4d401f\"\nmedia.m3u8\n".write(
      toFile: folder.file("master.m3u8"), atomically: true, encoding: .utf8)
    let server = try TestServer(folder)
    for url in [folder.url("master.m3u8"), server.url("file/master.m3u8"), server.url("file/media.m3u8")] {
      let asset = AVURLAsset(url: url)
      let (tracks, duration, isPlayable, isReadable) = try await asset.load(
        .tracks, .duration, .isPlayable, .isReadable)
      // The tracks are only known when the playlist plays.
      #expect(tracks.isEmpty && duration == CMTime(value: 25, timescale: 10))
      #expect(isPlayable && !isReadable)
    }
  }

  @Test func liveStream_hasNoEnd() async throws {
    let folder = try TemporaryFolder()
    try "#EXTM3U\n#EXTINF:2.5,\na.ts\n".write(toFile: folder.file("live.m3u8"), atomically: true, encoding: .utf8)
    let asset = AVURLAsset(url: folder.url("live.m3u8"))
    #expect(try await asset.load(.duration) == .indefinite)
    #expect(try await asset.load(.isReadable, .isExportable, .isComposable) == (false, false, false))
  }

  @Test func protectedStream_isNotPlayable() async throws {
    let folder = try TemporaryFolder()
    let key = "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://x\",KEYFORMAT=\"com.apple.streamingkeydelivery\"\n"
    try "#EXTM3U\n\(key)#EXTINF:2.5,\na.ts\n#EXT-X-ENDLIST\n".write(
      toFile: folder.file("a.m3u8"), atomically: true, encoding: .utf8)
    let asset = AVURLAsset(url: folder.url("a.m3u8"))
    #expect(try await asset.load(.hasProtectedContent, .isPlayable) == (true, false))
  }

  @Test func playlistOfAServer_doesNotReadLocalFiles() async throws {
    let folder = try TemporaryFolder()
    try "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nfile:///etc/passwd\n".write(
      toFile: folder.file("a.m3u8"), atomically: true, encoding: .utf8)
    let server = try TestServer(folder)
    let error = await #expect(throws: AVError.self) {
      try await AVURLAsset(url: server.url("file/a.m3u8")).load(.duration)
    }
    #expect(error?.code == .referenceForbiddenByReferencePolicy)
  }

  @Test func dataURL_isAFile() async throws {
    let bytes = try Data(contentsOf: SharedClip.movie)
    let asset = AVURLAsset(url: URL(string: "data:video/mp4;base64," + bytes.base64EncodedString())!)
    #expect(try await asset.load(.tracks).map(\.mediaType) == [.video, .audio])
    let folder = try TemporaryFolder()
    try Oracle.make(["-i", SharedClip.movie.path, "-c", "copy", folder.file("a.mkv")])
    let matroska = try Data(contentsOf: folder.url("a.mkv"))
    let other = AVURLAsset(url: URL(string: "data:;base64," + matroska.base64EncodedString())!)
    #expect(try await other.load(.tracks).count == 2)
    let playlist = AVURLAsset(url: URL(string: "data:,%23EXTM3U%0A%23EXTINF:1,%0Ahttp://a/%0A%23EXT-X-ENDLIST")!)
    #expect(try await playlist.load(.duration).seconds == 1)
    await #expect(throws: AVError.self) { try await AVURLAsset(url: URL(string: "data:nothing")!).load(.tracks) }
  }
}

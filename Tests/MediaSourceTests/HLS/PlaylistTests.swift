import CoreMedia
import Foundation
import MediaSource
import TestSupport
import Testing

/// Finished playlists, read as the media that they hold.
@Suite struct PlaylistTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let picture = "-f lavfi -i testsrc2=size=64x48:rate=25:duration=2"
  private static let noise = "-f lavfi -i anoisesrc=r=48000:seed=2:a=0.2:d=2"
  private static let coded =
    "-pix_fmt yuv420p -c:v libx264 -preset ultrafast -bf 2 -g 12 -c:a aac -aac_pns 0"
  private static let hls = "-f hls -hls_time 1 -hls_playlist_type vod"

  private func make(_ arguments: String, _ names: String...) throws {
    try Oracle.make(arguments.split(separator: " ").map(String.init) + names.map { folder.file($0) })
  }

  private func frames(_ name: String) throws -> [DecodedFrame] {
    let cursor = FrameCursor(try CodedClips.track(folder.file(name), isVideo: true))
    return try cursor.frames(in: CMTimeRange(start: .zero, end: .positiveInfinity))
  }

  private func audio(_ name: String) throws -> [DecodedAudio] {
    try AudioCursor(CodedClips.track(folder.file(name), isVideo: false))
      .samples(in: CMTimeRange(start: .zero, end: .positiveInfinity))
  }

  private func write(_ lines: String, _ name: String) throws {
    try lines.write(toFile: folder.file(name), atomically: true, encoding: .utf8)
  }

  /// Expects the frames and the sound of a file.
  private func expect(_ playlist: String, toBeLike file: String) throws {
    let (ours, theirs) = (try frames(playlist), try frames(file))
    #expect(try ours.map { try $0.checksum } == theirs.map { try $0.checksum })
    #expect(ours.map(\.time) == theirs.map(\.time))
    let (sound, expected) = (try audio(playlist), try audio(file))
    #expect(sound.flatMap(\.bytes) == expected.flatMap(\.bytes) && sound.first?.position == expected.first?.position)
  }

  @Test(arguments: ["", "-hls_flags single_file"])
  func encryptedSegments_areThoseOfThePlainOnes(options: String) throws {
    try make("\(Self.picture) \(Self.noise) \(Self.coded)", "whole.ts")
    try Data((0..<16).map { UInt8(17 * $0) }).write(to: folder.url("key.bin"))
    for (name, vector) in [("plain", ""), ("stated", "000102030405060708090a0b0c0d0e0f"), ("numbered", "")] {
      var options = options
      if name != "plain" {
        try write("\(folder.file("key.bin"))\n\(folder.file("key.bin"))\n\(vector)\n", "info")
        options += " -hls_key_info_file \(folder.file("info"))"
      }
      try make(
        "-i \(folder.file("whole.ts")) -c copy \(Self.hls) \(options) -hls_segment_filename \(folder.file(name))%d.ts",
        "\(name).m3u8")
    }
    #expect(try String(contentsOfFile: folder.file("stated.m3u8"), encoding: .utf8).contains("AES-128"))
    try expect("stated.m3u8", toBeLike: "plain.m3u8")
    try expect("numbered.m3u8", toBeLike: "plain.m3u8")
  }

  @Test func wrongKey_isAnError() throws {
    try make("\(Self.picture) \(Self.coded)", "whole.ts")
    for count in [15, 16, 4000] {
      try Data(repeating: 7, count: count).write(to: folder.url("key.bin"))
      try write(
        "#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI=\"key.bin\"\n#EXTINF:2,\nwhole.ts\n#EXT-X-ENDLIST\n", "a.m3u8")
      #expect(throws: (any Error).self) { try frames("a.m3u8") }
    }
  }

  /// Encodings that differ, whose clocks begin anew.
  @Test(arguments: ["ts", "mp4"]) func runs_followEachOther(ending: String) throws {
    let options = ending == "ts" ? "-muxdelay 0" : "-movflags frag_keyframe+empty_moov+default_base_moof"
    try make("\(Self.picture) \(Self.noise) \(Self.coded) \(options)", "a.\(ending)")
    try make(
      "\(Self.picture) \(Self.noise) -t 1 -vf scale=96x64 \(Self.coded) -output_ts_offset 700 \(options)",
      "b.\(ending)")
    func run(_ name: String) -> String {
      ending == "ts"
        ? "#EXTINF:2,\n\(name).ts\n" : "#EXT-X-MAP:URI=\"\(name).mp4\",BYTERANGE=\"0@0\"\n#EXTINF:2,\n\(name).mp4\n"
    }
    try write("#EXTM3U\n\(run("a"))#EXT-X-DISCONTINUITY\n\(run("b"))#EXT-X-ENDLIST\n", "joined.m3u8")
    let (first, second, all) = (try frames("a.\(ending)"), try frames("b.\(ending)"), try frames("joined.m3u8"))
    #expect(first.count == 50 && second.count == 25)
    let (sums, expected) = (try all.map { try $0.checksum }, try (first + second).map { try $0.checksum })
    #expect(sums == expected)
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.time < $1.time })
    let start = try #require(all.dropFirst(50).first?.time)
    #expect(abs(start.seconds - 2) < 0.17)
    let cursor = FrameCursor(try CodedClips.track(folder.file("joined.m3u8"), isVideo: true))
    for number in [70, 10, 49, 50, 74, 0] {
      #expect(try cursor.frame(at: all[number].time).checksum == all[number].checksum)
    }
    let (one, two, sound) = (try audio("a.\(ending)"), try audio("b.\(ending)"), try audio("joined.m3u8"))
    let isSame = sound.flatMap(\.bytes) == (one + two).flatMap(\.bytes)
    #expect(isSame)
  }

  @Test func audioInAPlaylistOfItsOwn_isPlayedWithTheVideo() throws {
    try make("\(Self.picture) \(Self.noise) \(Self.coded)", "whole.ts")
    try make("-i \(folder.file("whole.ts")) -map 0:v -c copy -copyts \(Self.hls)", "video.m3u8")
    try make("-i \(folder.file("whole.ts")) -map 0:a -c copy -copyts \(Self.hls)", "audio.m3u8")
    try write(
      """
      #EXTM3U
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="other",URI="none.m3u8"
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="sound",DEFAULT=YES,URI="audio.m3u8"
      #EXT-X-STREAM-INF:BANDWIDTH=100000,AUDIO="a"
      video.m3u8

      """, "master.m3u8")
    try expect("master.m3u8", toBeLike: "whole.ts")
  }

  @Test(arguments: [
    ("#EXTINF:2,\na.ts\n", "live"),
    ("#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"key\"\n#EXTINF:2,\na.ts\n#EXT-X-ENDLIST\n", "encrypted"),
    (
      "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://x\",KEYFORMAT=\"com.apple\"\n#EXTINF:2,\na.ts\n#EXT-X-ENDLIST\n",
      "encrypted"
    ),
    ("#EXT-X-ENDLIST\n", "no segments"),
  ]) func whatCannotBeRead_isRefused(lines: String, word: String) throws {
    try write("#EXTM3U\n\(lines)", "a.m3u8")
    let error = #expect(throws: MediaError.self) { try frames("a.m3u8") }
    #expect(error?.reason.contains(word) == true, "\(String(describing: error))")
  }
}

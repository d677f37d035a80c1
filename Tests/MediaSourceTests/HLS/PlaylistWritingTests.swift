import CoreMedia
import Foundation
@testable import MediaSource
import Testing

/// Playlists as text: what was written is read as the same value.
@Suite struct PlaylistWritingTests {
  private let base = URL(fileURLWithPath: "/media/master.m3u8")

  private func url(_ name: String) -> URL { URL(fileURLWithPath: "/media/\(name)") }

  @Test func masterPlaylist_hasItsAttributesInOrder_andIsReadAsItself() throws {
    var master = HLSPlaylist.Master()
    (master.version, master.hasIndependentSegments) = (4, true)
    var sound = HLSPlaylist.Rendition(kind: .audio, group: "audio", name: "English \"loud\"\n")
    (sound.language, sound.isDefault, sound.isAutoselected, sound.url) = ("en", true, true, url("audio/index.m3u8"))
    sound.channels = "6"
    master.renditions = [sound]
    var variant = HLSPlaylist.Variant(url: url("720p/index.m3u8"), bandwidth: 2_000_000)
    (variant.averageBandwidth, variant.codecs) = (1_500_000, ["avc1.64001f", "mp4a.40.2"])
    (variant.width, variant.height, variant.frameRate) = (1280, 720, 29.97)
    variant.videoRange = .perceptualQuantizer
    variant.groups = ["SUBTITLES": "words", "AUDIO": "audio"]
    master.variants = [variant]
    let text = HLSPlaylist.master(master).text(at: base)
    #expect(
      text == """
        #EXTM3U
        #EXT-X-VERSION:4
        #EXT-X-INDEPENDENT-SEGMENTS
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="English 'loud' ",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="6",URI="audio/index.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=2000000,AVERAGE-BANDWIDTH=1500000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=29.970,VIDEO-RANGE=PQ,AUDIO="audio",SUBTITLES="words"
        720p/index.m3u8

        """)
    master.renditions[0].name = "English 'loud' "
    #expect(try HLSPlaylist(text, base: base) == .master(master))
  }

  @Test func mediaPlaylist_isReadAsItself_withHeadersRangesAndKeys() throws {
    var media = HLSPlaylist.Media()
    (media.version, media.isComplete, media.isOnDemand, media.hasIndependentSegments) = (6, true, true, true)
    media.targetDuration = CMTime(value: 6, timescale: 1)
    let key = HLSPlaylist.Key(url: url("key"), initializationVector: (0..<16).map { UInt8($0 * 16) })
    let map = HLSPlaylist.Section(url: url("init.mp4"), bytes: 0..<700)
    for number in 0..<3 {
      media.segments.append(
        HLSPlaylist.Segment(
          url: url("all.m4s"), bytes: Int64(number * 100)..<Int64(number * 100 + 90),
          duration: CMTime(value: 6_006_000 - Int64(number), timescale: 1_000_000), map: map,
          key: number == 1 ? key : nil, number: UInt64(number + 7), isDiscontinuous: number == 2))
    }
    let text = HLSPlaylist.media(media).text(at: base)
    #expect(text.contains("#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:7\n#EXT-X-PLAYLIST-TYPE:VOD\n"), "\(text)")
    #expect(text.contains("#EXTINF:6.005999,\n#EXT-X-BYTERANGE:90@100\nall.m4s\n"), "\(text)")
    #expect(text.hasSuffix("#EXT-X-ENDLIST\n"))
    #expect(try HLSPlaylist(text, base: base) == .media(media))
  }

  @Test func playlistsOfKeyFrames_areNamedInTheMaster_andSayWhatTheyAre() throws {
    var master = HLSPlaylist.Master()
    master.variants = [HLSPlaylist.Variant(url: url("720p/index.m3u8"), bandwidth: 2_000_000)]
    var keyFrames = HLSPlaylist.Variant(url: url("720p/iframes.m3u8"), bandwidth: 90_000)
    (keyFrames.codecs, keyFrames.width, keyFrames.height) = (["avc1.64001f"], 1280, 720)
    master.keyFrameVariants = [keyFrames]
    let text = HLSPlaylist.master(master).text(at: base)
    #expect(
      text.hasSuffix(
        """
        720p/index.m3u8
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=90000,CODECS="avc1.64001f",RESOLUTION=1280x720,URI="720p/iframes.m3u8"

        """), "\(text)")
    #expect(try HLSPlaylist(text, base: base) == .master(master))
    #expect(throws: HLSPlaylist.Problem(line: 2, message: "a playlist of key frames has no URL")) {
      try HLSPlaylist("#EXTM3U\n#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1\n", base: base)
    }
    var media = HLSPlaylist.Media()
    (media.version, media.isComplete, media.hasOnlyKeyFrames) = (4, true, true)
    media.segments = [HLSPlaylist.Segment(url: url("1.ts"), bytes: 0..<940, duration: CMTime(value: 6, timescale: 1))]
    let list = HLSPlaylist.media(media).text(at: base)
    #expect(list.contains("#EXT-X-I-FRAMES-ONLY\n#EXTINF:6,\n#EXT-X-BYTERANGE:940@0\n1.ts\n"), "\(list)")
    #expect(try HLSPlaylist(list, base: base) == .media(media))
  }

  @Test func placesElsewhere_areWholeURLs() throws {
    var media = HLSPlaylist.Media()
    let other = try #require(URL(string: "https://example.com/a.ts"))
    media.segments = [HLSPlaylist.Segment(url: other, duration: CMTime(value: 4, timescale: 1))]
    let text = HLSPlaylist.media(media).text(at: base)
    #expect(text == "#EXTM3U\n#EXTINF:4,\nhttps://example.com/a.ts\n")
    #expect(try HLSPlaylist(text, base: base) == .media(media))
  }

  @Test func versionThatIsNone_isAProblemOfItsLine() {
    #expect(throws: HLSPlaylist.Problem(line: 2, message: "'x' is no version")) {
      try HLSPlaylist("#EXTM3U\n#EXT-X-VERSION:x\n", base: base)
    }
  }

  @Test func quotationMarkWithAnAccent_doesNotEndTheText() throws {
    var master = HLSPlaylist.Master()
    master.renditions = [HLSPlaylist.Rendition(kind: .audio, group: "audio", name: "A\"\u{301},URI=\"x")]
    let text = HLSPlaylist.master(master).text(at: url("master.m3u8"))
    #expect(text.unicodeScalars.count { $0 == "\"" } == 4, "\(text)")
  }
}

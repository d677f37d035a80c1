import AVFoundation
import Testing

/// The file types that assets list as readable.
@Suite struct FileTypeTests {
  private static let video = ["-f", "lavfi", "-i", "testsrc2=size=176x144:rate=25:duration=1"]
  private static let tone = ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=1"]
  private static let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]

  /// A file of each kind: its type identifier, its name, and ffmpeg's arguments.
  private static let recipes: [(String, String, [String])] = [
    ("com.apple.quicktime-movie", "a.mov", video + tone + h264 + ["-c:a", "aac"]),
    ("public.mpeg-4", "a.mp4", video + tone + h264 + ["-c:a", "aac"]),
    ("com.apple.m4v-video", "a.m4v", video + h264 + ["-f", "ipod"]),
    ("com.apple.mpeg-4-video", "b.m4v", video + h264 + ["-f", "mp4"]),
    ("com.apple.m4a-audio", "a.m4a", tone + ["-c:a", "aac"]),
    ("public.3gpp", "a.3gp", video + ["-c:v", "h263"]),
    ("public.3gpp2", "a.3g2", video + h264),
    ("public.mp3", "a.mp3", tone + ["-c:a", "libmp3lame"]),
    ("public.aac-audio", "a.aac", tone + ["-c:a", "aac"]),
    ("com.apple.coreaudio-format", "a.caf", tone + ["-c:a", "alac"]),
    ("com.microsoft.waveform-audio", "a.wav", tone),
    ("public.aiff-audio", "a.aiff", tone),
    ("public.aifc-audio", "a.aifc", tone + ["-c:a", "pcm_s16le", "-f", "aiff"]),
    ("org.3gpp.adaptive-multi-rate-audio", "a.amr", []),
    ("org.xiph.flac", "a.flac", tone),
    ("org.xiph.ogg", "a.ogg", tone + ["-c:a", "libvorbis"]),
    ("org.xiph.opus", "a.opus", tone + ["-c:a", "libopus"]),
    ("org.matroska.mkv", "a.mkv", video + tone + h264 + ["-c:a", "aac"]),
    ("org.matroska.mka", "a.mka", tone + ["-c:a", "libopus"]),
    ("org.webmproject.webm", "a.webm", video + tone + ["-c:v", "libvpx", "-c:a", "libopus"]),
    ("public.mpeg-2-transport-stream", "a.ts", video + tone + h264 + ["-c:a", "aac"]),
    ("public.mpeg", "a.mpg", video + tone + ["-c:v", "mpeg2video", "-c:a", "mp2"]),
    ("public.avi", "a.avi", video + tone + h264 + ["-c:a", "libmp3lame"]),
    ("com.adobe.flash.video", "a.flv", video + tone + h264 + ["-c:a", "aac", "-ar", "44100"]),
    ("public.ac3-audio", "a.ac3", tone + ["-c:a", "ac3"]),
    ("public.m3u-playlist", "a.m3u8", video + tone + h264 + ["-c:a", "aac", "-hls_list_size", "0"]),
  ]

  @Test func everyKindThatIsListed_hasARecipe() {
    #expect(Set(Self.recipes.map(\.0)) == Set(AVURLAsset.audiovisualTypes().map(\.rawValue)))
  }

  @Test(arguments: recipes) func listedKind_opens(type: String, name: String, recipe: [String]) async throws {
    let folder = try TemporaryFolder()
    if name == "a.amr" {
      // FFmpeg has no encoder here: a frame of silence, which is all zeros but for its header (RFC 4867, 5).
      let frames = (0..<50).flatMap { _ in [0x04] + [UInt8](repeating: 0, count: 12) }
      try Data(Array("#!AMR\n".utf8) + frames).write(to: folder.url(name))
    } else {
      try Oracle.make(recipe + ["-shortest", folder.file(name)])
    }
    let asset = AVURLAsset(url: folder.url(name))
    let (tracks, duration, isPlayable) = try await asset.load(.tracks, .duration, .isPlayable)
    // Clocks of transport streams begin before their first frame: only a precise duration is exact.
    #expect(abs(duration.seconds - 1) < (name == "a.ts" ? 1 : 0.15), "\(duration.seconds)")
    let precise = AVURLAsset(url: asset.url, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
    for track in try await precise.load(.tracks) {
      #expect(try await abs(track.load(.timeRange).duration.seconds - 1) < 0.1)
    }
    #expect(isPlayable)
    guard name != "a.m3u8" else {
      #expect(tracks.isEmpty)
      return
    }
    var expected: Set<AVMediaType> = []
    if recipe.contains("testsrc2=size=176x144:rate=25:duration=1") { expected.insert(.video) }
    if recipe.contains("sine=frequency=440:sample_rate=48000:duration=1") || name == "a.amr" { expected.insert(.audio) }
    #expect(Set(tracks.map(\.mediaType)) == expected)
    for track in tracks {
      let (formats, length, isDecodable) = try await track.load(
        .formatDescriptions, .totalSampleDataLength, .isDecodable)
      #expect(formats.count == 1)
      #expect(length > 0)
      #expect(isDecodable)
      if track.mediaType == .video {
        let (size, rate) = try await track.load(.naturalSize, .nominalFrameRate)
        #expect(size == CGSize(width: 176, height: 144), "\(formats[0].extensions) \(formats[0].dimensions)")
        // AVI and program streams have time stamps for some frames only, Matroska's are rounded: the rate comes from
        // neither.
        #expect(rate == 25)
      } else {
        #expect(formats[0].audioStreamBasicDescription?.mChannelsPerFrame == 1)
      }
    }
  }

  @Test(arguments: [
    ("video/mp4", true), ("video/mp4; codecs=\"avc1.42E01E, mp4a.40.2\"", true),
    ("video/mp4;codecs=hvc1.1.6.L93.B0", true),
    ("VIDEO/QuickTime; codecs=\"apch\"", true), ("audio/mpeg", true), ("audio/mp4; codecs=\"mp4a.40.5\"", true),
    ("video/webm; codecs=\"vp9, opus\"", true), ("video/webm; codecs=\"avc1.42E01E\"", false),
    ("audio/mp4; codecs=\"avc1.42E01E\"", false), ("video/mp4; codecs=\"theora\"", false),
    ("video/ogg; codecs=\"theora, vorbis\"", true), ("video/mp4; codecs=\"vorbis\"", false),
    ("video/mp4; codecs=\"avc1.64001f, wvtt\"", true), ("audio/x-m4a; codecs=\"alac\"", true),
    ("video/mp4; codecs=\"avc1.42E01E, nonsense\"", false), ("text/html", false), ("", false),
    ("video/mp4; profile=\"a=b; codecs=c\"; codecs=\"avc1.64001f\"", true), ("audio/ogg; codecs=opus", true),
    ("application/vnd.apple.mpegurl", true), ("image/png", false),
  ]) func extendedMIMEType_isJudgedByContainerAndCodecs(type: String, isPlayable: Bool) {
    #expect(AVURLAsset.isPlayableExtendedMIMEType(type) == isPlayable)
  }

  @Test func mimeTypes_areThoseOfTheKinds() {
    let types = AVURLAsset.audiovisualMIMETypes()
    #expect(Set(types).count == types.count)
    for type in types { #expect(AVURLAsset.isPlayableExtendedMIMEType(type)) }
  }
}

import AVFoundation
import MovieExercise
import Testing

/// Properties of tracks, from the file's tables.
@Suite struct TrackPropertyTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func asset(_ name: String, _ arguments: [String]) throws -> AVURLAsset {
    try Oracle.make(arguments + [folder.file(name)])
    return AVURLAsset(url: folder.url(name))
  }

  private static let pictures = ["-f", "lavfi", "-i", "testsrc2=size=160x90:rate=30:duration=1"]
  private static let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]

  private func movie(_ tracks: [TrackBytes], extra: [UInt8] = [], brand: String = "isom") throws -> AVURLAsset {
    try Data(TrackBytes.movie(tracks, brand: brand, extra: extra)).write(to: folder.url("built.mov"))
    return AVURLAsset(url: folder.url("built.mov"))
  }

  private func track(_ change: (inout TrackBytes) -> Void = { _ in }) -> TrackBytes {
    var track = TrackBytes()
    track.tables = TrackBytes.tables(durations: [(4, 250)], sizes: [10, 20, 30, 40], offset: 4)
    change(&track)
    return track
  }

  @Test func pixelsThatAreNotSquare_areMadeSoInTheNaturalSize() async throws {
    let asset = try asset("wide.mp4", Self.pictures + Self.h264 + ["-vf", "setsar=4/3"])
    let video = try #require(try await asset.loadTracks(withMediaType: .video).first)
    let (size, formats) = try await video.load(.naturalSize, .formatDescriptions)
    #expect(formats[0].dimensions.width == 160 && formats[0].dimensions.height == 90)
    #expect(abs(size.width - 160 * 4 / 3) < 0.001 && size.height == 90)
  }

  private static let hevc = ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params"]

  /// Transport streams have no other place for it than the parameter sets.
  @Test func pixelShapeOfHEVCsParameterSets_isInTheNaturalSize() async throws {
    let asset = try asset(
      "wide.ts", Self.pictures + Self.hevc + ["log-level=none", "-pix_fmt", "yuv420p", "-vf", "setsar=2"])
    #expect(try await asset.track(.video).load(.naturalSize) == CGSize(width: 320, height: 90))
  }

  @Test(arguments: ["pq.mp4", "pq.mkv", "pq.ts"])
  func rangeThatOnlyTheParameterSetsState_isKnown(name: String) async throws {
    let colors = "log-level=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc"
    let asset = try asset(name, Self.pictures + Self.hevc + [colors, "-pix_fmt", "yuv420p10le"])
    let video = try asset.track(.video)
    #expect(video.hasMediaCharacteristic(.containsHDRVideo) && video.hasMediaCharacteristic(.usesWideGamutColorSpace))
    let format = try #require(try await video.load(.formatDescriptions).first)
    #expect(format.extensions[.bitsPerComponent]?.propertyListRepresentation as? Int == 10)
  }

  @Test func cleanAperture_cutsTheNaturalSize() throws {
    let aperture = MovieBytes.box("clap", MovieBytes.u32(12, 1, 8, 1, 0, 1, 0, 1))
    let asset = try movie([track { $0.sampleDescriptions = [TrackBytes.plainVideo("jpeg", aperture)] }])
    #expect(asset.tracks[0].naturalSize == CGSize(width: 12, height: 8))
  }

  @Test func rotation_isThePreferredTransform() throws {
    // A clockwise rotation by 90 degrees, translated by the height.
    let turned = MovieBytes.u32(0, 0x10000, 0, 0xffff_0000, 0, 0, 8 << 16, 0, 0x4000_0000)
    let tracks = try movie([track { $0.matrix = turned }, track { $0.id = 2 }]).tracks
    #expect(tracks[0].preferredTransform == CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 8, ty: 0))
    #expect(tracks[1].preferredTransform == .identity)
    // The natural size ignores the transform.
    #expect(tracks[0].naturalSize == tracks[1].naturalSize)
  }

  @Test func rateOfVariableFrames_isTheirMean() async throws {
    let asset = try movie([
      track {
        $0.duration = 2000
        let sizes = [Int](repeating: 1, count: 30)
        $0.tables = TrackBytes.tables(durations: [(10, 100), (19, 50), (1, 7)], sizes: sizes, offset: 4)
      }
    ])
    let (rate, shortest) = try await asset.tracks[0].load(.nominalFrameRate, .minFrameDuration)
    #expect(abs(rate - 30 / 1.957) < 0.001)
    // The last frame's duration is not counted: it lasts until the track ends.
    #expect(shortest == CMTime(value: 50, timescale: 1000))
  }

  @Test func exactRates_areExact() async throws {
    let asset = try asset(
      "ntsc.mp4", ["-f", "lavfi", "-i", "testsrc2=size=160x90:rate=30000/1001:duration=1"] + Self.h264)
    let video = asset.tracks[0]
    #expect(video.minFrameDuration == CMTime(value: 1001, timescale: 30000))
    #expect(video.nominalFrameRate == Float(30000.0 / 1001))
    #expect(video.naturalTimeScale == 30000)
  }

  @Test func samples_areCounted() throws {
    let video = try movie([track()]).tracks[0]
    #expect(video.totalSampleDataLength == 100)
    #expect(video.estimatedDataRate == 800)
    #expect(video.nominalFrameRate == 4)
    #expect(video.minFrameDuration == CMTime(value: 1, timescale: 4))
    #expect(video.timeRange == CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1)))
  }

  @Test func edits_areSegments() throws {
    // An empty edit of half a second, then the second half of the media, then its first quarter at half the speed. The
    // movie's timescale is 600, the track's 1000.
    let edits = MovieBytes.box(
      "edts",
      MovieBytes.full(
        "elst", MovieBytes.u32(3, 300, 0xffff_ffff, 0x10000, 300, 500, 0x10000, 300, 0, 0x8000)))
    let video = try movie([track { $0.extra = edits }]).tracks[0]
    func time(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1000) }
    let mappings = video.segments.map(\.timeMapping)
    #expect(mappings.map(\.target.start) == [time(0), time(500), time(1000)])
    #expect(video.segments.map(\.isEmpty) == [true, false, false])
    #expect(!mappings[0].source.start.isValid && !mappings[0].source.duration.isValid)
    #expect(mappings[1].source == CMTimeRange(start: time(500), duration: time(500)))
    #expect(mappings[2].source == CMTimeRange(start: time(0), duration: time(250)))
    // The track begins with the empty edit.
    #expect(video.timeRange == CMTimeRange(start: time(500), end: time(1500)))
    #expect(video.segment(forTrackTime: time(499))?.isEmpty == true)
    #expect(video.segment(forTrackTime: time(1499))?.timeMapping.source.start == time(0))
    #expect(video.segment(forTrackTime: time(1500)) == nil)
    #expect(video.segment(forTrackTime: time(-1)) == nil && video.segment(forTrackTime: .invalid) == nil)
    // The time at which the shown sample begins …
    #expect(!video.samplePresentationTime(forTrackTime: time(100)).isValid)
    #expect(video.samplePresentationTime(forTrackTime: time(600)) == time(500))
    #expect(video.samplePresentationTime(forTrackTime: time(999)) == time(750))
    #expect(video.samplePresentationTime(forTrackTime: time(1400)) == time(1000))
    #expect(!video.samplePresentationTime(forTrackTime: time(1500)).isValid)
    #expect(!video.samplePresentationTime(forTrackTime: .indefinite).isValid)
  }

  @Test func languages_areCodesAndTags() throws {
    let plain = track { $0.language = 0x15c7 }
    let tagged = track {
      $0.id = 2
      $0.mediaExtra = MovieBytes.full("elng", MovieBytes.text("pt-BR\0"))
    }
    let tracks = try movie([plain, tagged]).tracks
    #expect(tracks[0].languageCode == "eng" && tracks[0].extendedLanguageTag == "en")
    #expect(tracks[1].extendedLanguageTag == "pt-BR")
    #expect(tracks[1].languageCode == nil)
  }

  @Test func flags_areThoseOfTheHeader() throws {
    let tracks = try movie([
      track { $0.volume = 0x80 },
      track {
        $0.id = 7
        $0.flags = 2
      },
    ]).tracks
    #expect(tracks.map(\.isEnabled) == [true, false])
    #expect(tracks.map(\.trackID) == [1, 7])
    #expect(tracks[0].preferredVolume == 0.5)
    #expect(tracks.map(\.isSelfContained) == [true, true])
  }

  @Test func characteristics_areInferredAndTagged() throws {
    let tag = MovieBytes.box("udta", MovieBytes.box("tagc", MovieBytes.text("public.accessibility.describes-video")))
    let lie = MovieBytes.box("udta", MovieBytes.box("tagc", MovieBytes.text("AVMediaCharacteristicVisual")))
    let sound = track {
      $0.id = 2
      $0.handler = "soun"
      $0.extra = lie
    }
    let asset = try movie([track { $0.extra = tag }, sound], brand: "qt  ")
    let (video, audio) = (asset.tracks[0], asset.tracks[1])
    #expect(video.hasMediaCharacteristic(.visual) && video.hasMediaCharacteristic(.frameBased))
    #expect(video.hasMediaCharacteristic(.describesVideoForAccessibility))
    #expect(audio.hasMediaCharacteristic(.audible) && !audio.hasMediaCharacteristic(.visual))
    #expect(asset.tracks(withMediaCharacteristic: .visual) == [video])
    #expect(asset.tracks(withMediaCharacteristic: .legible) == [])
  }

  @Test func references_areAssociatedTracks() throws {
    let reference = MovieBytes.box("tref", MovieBytes.box("chap", MovieBytes.u32(2)))
    let text = track {
      $0.id = 2
      $0.handler = "text"
      $0.sampleDescriptions = [TrackBytes.plainVideo("text")]
    }
    let asset = try movie([track { $0.extra = reference }, text])
    #expect(asset.tracks[0].availableTrackAssociationTypes == [.chapterList])
    #expect(asset.tracks[0].associatedTracks(ofType: .chapterList) == [asset.tracks[1]])
    #expect(asset.tracks[0].associatedTracks(ofType: .timecode) == [])
    #expect(asset.tracks(withMediaType: .text) == [asset.tracks[1]])
    #expect(asset.track(withTrackID: 2) === asset.tracks[1] && asset.track(withTrackID: 3) == nil)
    #expect(asset.unusedTrackID() == 3)
  }

  @Test func encryptedSamples_areProtected() throws {
    let scheme = MovieBytes.box(
      "sinf", MovieBytes.box("frma", MovieBytes.text("jpeg")),
      MovieBytes.full("schm", MovieBytes.text("cenc"), MovieBytes.u32(0x10000)))
    let asset = try movie([track { $0.sampleDescriptions = [TrackBytes.plainVideo("encv", scheme)] }])
    #expect(asset.hasProtectedContent)
    #expect(!asset.isPlayable && !asset.isReadable && !asset.isExportable && !asset.isComposable)
    #expect(!asset.tracks[0].isPlayable && !asset.tracks[0].isDecodable)
  }

  @Test func usualMovie_isGoodForEverything() async throws {
    let asset = AVURLAsset(url: SharedClip.movie)
    let uses = try await asset.load(.isPlayable, .isExportable, .isReadable, .isComposable, .hasProtectedContent)
    #expect(uses == (true, true, true, true, false))
    #expect(asset.isCompatibleWithSavedPhotosAlbum)
    #expect(asset.preferredRate == 1 && asset.preferredVolume == 1 && asset.preferredTransform == .identity)
    #expect(!asset.providesPreciseDurationAndTiming)
    #expect(
      AVURLAsset(url: asset.url, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
        .providesPreciseDurationAndTiming)
  }

  @Test func unknownCodec_isNotPlayable() throws {
    let asset = try movie([track { $0.sampleDescriptions = [TrackBytes.plainVideo("WRLE")] }])
    #expect(!asset.isPlayable && asset.isReadable && !asset.isExportable && asset.isComposable)
    #expect(!asset.hasProtectedContent && !asset.isCompatibleWithSavedPhotosAlbum)
  }

  @Test func track_outlivesItsAsset() throws {
    var asset: AVURLAsset? = AVURLAsset(url: SharedClip.movie)
    let track = try #require(asset?.tracks.first)
    #expect(track.asset === asset)
    asset = nil
    #expect(track.asset == nil)
    #expect(track.totalSampleDataLength > 0 && track.nominalFrameRate == 30)
  }

  @Test func copies_areTheSame() throws {
    let asset = AVURLAsset(url: SharedClip.movie)
    #expect(asset.copy() as? AVURLAsset === asset)
    #expect(asset.tracks[0].copy() as? AVAssetTrack === asset.tracks[0])
  }

  @Test(arguments: [("mp3", "libmp3lame"), ("aac", "aac"), ("ts", "aac")])
  func preciseTiming_counts(container: String, codec: String) async throws {
    // Loud noise, then silence: with a variable bit rate the beginning is not typical of the rest.
    let asset = try asset(
      "sound.\(container)",
      [
        "-f", "lavfi", "-i", "aevalsrc='if(lt(t,2),random(0)*2-1,0)':s=48000:d=60", "-c:a", codec, "-write_xing", "0",
      ].filter { container == "mp3" || !["-write_xing", "0"].contains($0) }
        + (codec == "libmp3lame" ? ["-q:a", "4"] : []))
    let precise = AVURLAsset(
      url: asset.url, options: [AVURLAssetPreferPreciseDurationAndTimingKey: NSNumber(value: true)])
    let track = try #require(try await precise.load(.tracks).first)
    #expect(try await abs(track.load(.timeRange).duration.seconds - 60) < 0.1)
    // Estimates are inexact, but there is one.
    #expect(try await asset.load(.duration).seconds > 10)
    print(
      "duration of 60 s of \(container): estimate \(asset.duration.seconds) s, counted \(precise.duration.seconds) s")
  }
}

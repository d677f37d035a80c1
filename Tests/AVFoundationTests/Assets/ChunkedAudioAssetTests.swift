@testable import MediaSource
import AVFoundation
import MediaEngine
import Testing

/// Assets of WAVE and AIFF files with compressed audio that GStreamer's demuxers give in part or not at all.
@Suite struct ChunkedAudioAssetTests {
  struct Recipe: Sendable, CustomTestStringConvertible {
    let name: String
    let codec: String
    let format: AudioFormatID
    /// The sample format in which ffmpeg writes the decoder's output.
    var raw = "s16le"
    var testDescription: String { name }
  }

  static let recipes = [
    Recipe(name: "mp3.wav", codec: "libmp3lame", format: kAudioFormatMPEGLayer3, raw: "f32le"),
    Recipe(name: "ima.wav", codec: "adpcm_ima_wav", format: 0x6d73_0011),
    Recipe(name: "ulaw.wav", codec: "pcm_mulaw", format: kAudioFormatULaw),
    Recipe(name: "alaw.aifc", codec: "pcm_alaw", format: kAudioFormatALaw),
    Recipe(name: "ima4.aifc", codec: "adpcm_ima_qt", format: kAudioFormatAppleIMA4),
  ]

  @Test(arguments: recipes) func file_isAnAssetOfAllItsAudio(recipe: Recipe) async throws {
    let folder = try TemporaryFolder()
    let container = recipe.name.hasSuffix("wav") ? "wav" : "aiff"
    let path = folder.file(recipe.name)
    try Oracle.make(
      ["-f", "lavfi", "-i", "anoisesrc=r=44100:seed=4:a=0.3:d=1.3", "-ac", "2", "-c:a", recipe.codec, "-f", container]
        + [path])
    let asset = AVURLAsset(url: folder.url(recipe.name))
    let (tracks, duration, isPlayable) = try await asset.load(.tracks, .duration, .isPlayable)
    #expect(isPlayable && tracks.map(\.mediaType) == [.audio])
    let track = try #require(tracks.first)
    let (range, descriptions) = try await track.load(.timeRange, .formatDescriptions)
    #expect(range == CMTimeRange(start: .zero, duration: duration))
    #expect(descriptions.first?.audioStreamBasicDescription?.mFormatID == recipe.format)

    let cursor = AudioCursor(try #require(try MediaFile(asset.url).tracks().first).mediaTrack().track)
    var bytes = Data()
    while let chunk = try cursor.next() {
      bytes += chunk.bytes
    }
    try Oracle.make(["-i", path, "-f", recipe.raw, folder.file("raw")])
    let isSame = try bytes == Data(contentsOf: folder.url("raw"))
    #expect(isSame)
    #expect(bytes.count / (recipe.raw == "s16le" ? 4 : 8) == Int(duration.convertScale(44100, method: .default).value))
  }
}

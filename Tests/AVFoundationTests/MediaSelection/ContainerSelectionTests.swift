import AVFoundation
import Testing

/// Options of files without alternate groups: players choose one track of each kind, as users of the groups do.
@Suite struct ContainerSelectionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Makes a film with a video track and the given numbers of audio and subtitle tracks.
  private func film(_ name: String, sounds: Int, texts: Int = 0, _ options: [String]) throws -> AVURLAsset {
    var inputs = ["-f", "lavfi", "-i", "testsrc=size=64x48:rate=10:duration=0.4"]
    var maps = ["-map", "0:v"]
    for index in 0..<sounds {
      inputs += ["-f", "lavfi", "-i", "sine=frequency=\(300 + 100 * index):duration=0.4"]
      maps += ["-map", "\(index + 1):a"]
    }
    try Data("1\n00:00:00,000 --> 00:00:00,300\nHello\n".utf8).write(to: folder.url("text.srt"))
    for index in 0..<texts {
      inputs += ["-i", folder.file("text.srt")]
      maps += ["-map", "\(sounds + 1 + index):s"]
    }
    let codecs = name.hasSuffix("ts") ? ["-c:v", "mpeg2video", "-c:a", "mp2"] : ["-c:v", "libx264", "-c:a", "aac"]
    let coding = codecs + ["-pix_fmt", "yuv420p", "-c:s", "srt"]
    try Oracle.make(inputs + maps + coding + options + [folder.file(name)])
    return AVURLAsset(url: folder.url(name))
  }

  @Test func matroska_hasOptionsWithLanguagesNamesAndDefaults() async throws {
    let asset = try film(
      "film.mkv", sounds: 3, texts: 2,
      [
        "-default_mode", "passthrough", "-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=ger",
        "-metadata:s:a:1", "title=Deutsch, Stereo", "-metadata:s:a:2", "language=eng", "-metadata:s:s:0",
        "language=fre", "-metadata:s:s:1", "language=eng", "-disposition:a:0", "0", "-disposition:a:1", "default",
        "-disposition:a:2", "comment", "-disposition:s:0", "forced", "-disposition:s:1", "hearing_impaired",
      ])
    #expect(try await asset.load(.availableMediaCharacteristicsWithMediaSelectionOptions) == [.audible, .legible])
    let audio = try #require(try await asset.loadMediaSelectionGroup(for: .audible))
    #expect(audio.options.map(\.extendedLanguageTag) == ["en", "de", "en"])
    #expect(audio.defaultOption === audio.options[1] && !audio.allowsEmptySelection)
    #expect(audio.options[1].displayName(with: Locale(identifier: "en")) == "Deutsch, Stereo")
    #expect(audio.options[0].displayName(with: Locale(identifier: "en_US")) == "English")
    #expect(audio.options.map { $0.hasMediaCharacteristic(.isAuxiliaryContent) } == [false, false, true])
    #expect(asset.tracks.filter { $0.mediaType == .audio }.map(\.isEnabled) == [false, true, false])

    let text = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .legible))
    #expect(text.allowsEmptySelection && text.defaultOption == nil)
    #expect(text.options.map { $0.hasMediaCharacteristic(.containsOnlyForcedSubtitles) } == [true, false])
    #expect(
      text.options.map { $0.hasMediaCharacteristic(.transcribesSpokenDialogForAccessibility) } == [false, true])
    #expect(asset.mediaSelectionGroup(forMediaCharacteristic: .visual) == nil)
    // A new asset of the file finds it again, as in another process.
    let again = AVURLAsset(url: folder.url("film.mkv"))
    let group = try #require(again.mediaSelectionGroup(forMediaCharacteristic: .audible))
    #expect(group.mediaSelectionOption(withPropertyList: audio.options[2].propertyList()) === group.options[2])
  }

  @Test func transportStream_hasOptionsByLanguage() throws {
    let asset = try film(
      "film.ts", sounds: 2, ["-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=fra"])
    let audio = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .audible))
    #expect(Set(audio.options.map(\.extendedLanguageTag)) == ["en", "fr"])
    #expect(audio.defaultOption === audio.options[0])
  }

  /// A single track is no option; it is shown whatever its flags.
  @Test func singleTracks_areNoOptions() throws {
    let asset = try film(
      "film.mkv", sounds: 1, ["-default_mode", "passthrough", "-disposition:v", "0", "-disposition:a", "0"])
    #expect(asset.availableMediaCharacteristicsWithMediaSelectionOptions == [])
    #expect(asset.tracks.map(\.isEnabled) == [true, true])
    let generator = AVAssetImageGenerator(asset: asset)
    #expect(try generator.copyCGImage(at: .zero, actualTime: nil).width == 64)
  }
}

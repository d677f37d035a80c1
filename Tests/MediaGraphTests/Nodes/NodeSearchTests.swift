import Testing

@testable import MediaGraph

@Suite struct NodeSearchTests {
  private let declarations = Registry().declarations

  private func found(_ words: String) -> [String] {
    NodeSearch.declarations(for: words, in: declarations).map(\.type.name)
  }

  private func help(_ name: String) -> String {
    NodeSearch.help(forUnknown: name, among: declarations.map(\.type.name), list: "the list")
  }

  @Test func typesThatTheWordsName_exist() {
    let known = Set(declarations.map(\.type))
    #expect(FamiliarWords.namedTypes.subtracting(known).isEmpty)
  }

  /// The words of the issue that asked for them, and some of FFmpeg's and GStreamer's names.
  @Test(arguments: [
    ("fade", ["timeline"]), ("concat", ["timeline", "timeline.copy"]), ("trim", ["asset.read", "timeline"]),
    ("scale", ["video.scale"]), ("crop", ["video.crop"]), ("volume", ["audio.volume"]),
    ("overlay", ["video.composite"]), ("reverse", ["timeline"]), ("drawtext", ["video.text"]),
    ("hflip", ["video.orient"]), ("amix", ["audio.mix"]), ("loudnorm", ["audio.loudness"]),
    ("VideoScale", ["video.scale"]), ("x264enc", ["video.encode.h264"]), ("filesink", ["file.write"]),
    ("drawbox", ["video.composite"]), ("channelsplit", ["audio.convert"]), ("silencedetect", ["audio.level"]),
    ("segment", ["hls.write", "asset.read"]), ("multifilesrc", ["video.decode"]), ("image2", ["video.decode"]),
    ("image sequence", ["video.decode"]),
  ]) func wordOfOtherPrograms_findsWhatDoesTheSame(word: String, types: [String]) {
    #expect(Array(found(word).prefix(types.count)) == types)
    for type in types where type != "timeline.copy" { #expect(help(word).contains("'\(type)'"), "\(help(word))") }
  }

  @Test func whatReelDoesNotHave_isSaid_withGStreamersElement() {
    #expect(
      help("blur")
        == "Reel has no blur yet; GStreamer's is { use: gst, with: { element: gaussianblur, type: video/raw } }; the list"
    )
    #expect(help("denoise") == "Reel has no noise reduction yet; the list")
    #expect(found("denoise").isEmpty)
    #expect(help("palettegen") == "Reel has no GIF writing yet; the list")
  }

  @Test func whatCommandsAndPluginsDo_isSaid() {
    #expect(help("showwavespic").contains("'reel waveform' draws"))
    #expect(help("sidechaincompress").contains("Plugins/Ducking"))
    #expect(help("segment").contains("'reel hls'"))
  }

  @Test func partOfATypesName_suggestsTheType() {
    #expect(help("aac") == "did you mean 'audio.encode.aac'? the list")
    #expect(help("convert") == "did you mean 'audio.convert' or 'video.convert'? the list")
    #expect(help("video.scal") == "did you mean 'video.scale'? the list")
    #expect(help("video.fade") == "\(NodeSearch.advice(on: "fade") ?? "-"); the list")
    #expect(help("hologram") == "the list")
    #expect(help("fadee") == "did you mean fade? \(NodeSearch.advice(on: "fade") ?? "-"); the list")
    // A plugin's, by its first word.
    #expect(help("watermark.text") == "the list")
  }

  @Test func words_areFoundInNamesSummariesPortsAndParameters() {
    #expect(found("subtitles").contains("text.read"))
    #expect(found("bitrate").contains("video.encode.h264"))
    #expect(found("crf") == ["video.encode.h264", "video.encode.hevc"])
    // All words have to be there.
    #expect(found("encode opus") == ["audio.encode.opus"])
    // A word that is familiar needs no help from parameters of others.
    #expect(!found("scale").contains("audio.volume"))
    #expect(found("") == [] && found("hologram") == [])
  }
}

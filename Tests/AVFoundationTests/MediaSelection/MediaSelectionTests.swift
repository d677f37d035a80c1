@testable import MediaSource
import AVFoundation
import MovieExercise
import Testing

private typealias B = MovieBytes

/// A track that is one of several alternatives.
struct AlternativeTrack {
  var handler = "soun"
  var language = "und"
  var group = 1
  /// The sample entry's type.
  var format = "sowt"
  var isEnabled = false
  var isExcluded = false
  var isForced = false
  var tags: [String] = []
  /// Titles with their languages.
  var titles: [(String, String)] = []
  /// Reference types, and the referenced tracks.
  var references: [(String, Int)] = []

  func bytes(id: Int) -> TrackBytes {
    var track = TrackBytes()
    (track.id, track.handler, track.alternateGroup) = (id, handler, group)
    (track.language, track.flags) = (B.language(language), isEnabled ? 3 : 2)
    if handler == "sbtl" {
      track.sampleDescriptions = [
        B.box(
          "tx3g", B.zeros(6), B.u16(1), B.u32(isForced ? 0xc000_0000 : 0), [1, 0xff], B.zeros(24),
          B.box("ftab", B.u16(1, 1), [5], B.text("Serif")))
      ]
    } else if handler == "soun" {
      track.sampleDescriptions = [
        B.box(format, B.zeros(6), B.u16(1), B.zeros(8), B.u16(2, 16, 0, 0), B.u32(44_100 << 16))
      ]
    }
    if isExcluded { track.extra += B.box("txas") }
    if !tags.isEmpty { track.extra += B.box("udta", tags.flatMap { B.box("tagc", B.text($0)) }) }
    if !titles.isEmpty {
      track.extra += B.quickTimeMetadata(titles.map { ("com.apple.quicktime.title", $0.0, B.language($0.1)) })
    }
    if !references.isEmpty { track.extra += B.box("tref", references.flatMap { B.box($0.0, B.u32($0.1)) }) }
    return track
  }

  static func movie(_ tracks: [AlternativeTrack]) -> [UInt8] {
    TrackBytes.movie(tracks.enumerated().map { $1.bytes(id: $0 + 1) }, brand: "qt  ")
  }
}

@Suite struct MediaSelectionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func asset(_ tracks: AlternativeTrack...) throws -> AVURLAsset {
    AVURLAsset(url: try folder.write(AlternativeTrack.movie(tracks), to: "\(UUID().uuidString).mov"))
  }

  private func film() throws -> AVURLAsset {
    try asset(
      AlternativeTrack(handler: "vide", group: 0),
      AlternativeTrack(language: "eng", titles: [("English", "eng"), ("Englisch", "deu")]),
      AlternativeTrack(language: "deu", isEnabled: true, titles: [("German", "eng"), ("Deutsch", "deu")]),
      AlternativeTrack(language: "eng", isExcluded: true, tags: ["public.accessibility.describes-video"]),
      AlternativeTrack(
        handler: "sbtl", language: "eng", group: 2, tags: ["public.accessibility.transcribes-spoken-dialog"]),
      AlternativeTrack(handler: "sbtl", language: "deu", group: 2, isForced: true),
      AlternativeTrack(handler: "sbtl", language: "eng", group: 2, isForced: true))
  }

  @Test func audibleAndLegible_areGroupsOfAlternatives() async throws {
    let asset = try film()
    #expect(
      asset.statusOfValue(forKey: "availableMediaCharacteristicsWithMediaSelectionOptions", error: nil) == .unknown)
    let characteristics = try await asset.load(.availableMediaCharacteristicsWithMediaSelectionOptions)
    #expect(characteristics == [.audible, .legible])
    let audio = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .audible))
    #expect(audio.options.map(\.mediaType) == [.audio, .audio, .audio] && !audio.allowsEmptySelection)
    #expect(audio.options.map { $0.locale?.identifier } == ["en", "de", "en"])
    #expect(audio.options[0].mediaSubTypes == [NSNumber(value: kAudioFormatLinearPCM)])
    let text = try #require(try await asset.loadMediaSelectionGroup(for: .legible))
    #expect(text.options.map(\.mediaType) == [.subtitle, .subtitle, .subtitle] && text.allowsEmptySelection)
    #expect(asset.mediaSelectionGroup(forMediaCharacteristic: .visual) == nil)
    #expect(asset.mediaSelectionGroup(forMediaCharacteristic: .frameBased) == nil)
    // Groups and options are always the same objects.
    #expect(asset.mediaSelectionGroup(forMediaCharacteristic: .audible) === audio)
  }

  @Test func tracksOutsideOfGroups_areNoOptions() throws {
    let asset = try asset(
      AlternativeTrack(group: 0), AlternativeTrack(group: 0), AlternativeTrack(handler: "sbtl", group: 0))
    #expect(asset.availableMediaCharacteristicsWithMediaSelectionOptions.isEmpty)
    #expect(asset.mediaSelectionGroup(forMediaCharacteristic: .audible) == nil)
  }

  @Test func videoTracks_areAGroupOnlyWithAnAlternative() throws {
    let one = AlternativeTrack(handler: "vide", group: 3)
    #expect(try asset(one).availableMediaCharacteristicsWithMediaSelectionOptions.isEmpty)
    let two = try asset(one, one)
    #expect(two.availableMediaCharacteristicsWithMediaSelectionOptions == [.visual])
    let group = try #require(two.mediaSelectionGroup(forMediaCharacteristic: .visual))
    #expect(group.options.count == 2 && !group.allowsEmptySelection && group.defaultOption === group.options[0])
  }

  @Test func ofSeveralAudioGroups_theFirstOneCounts() throws {
    let asset = try asset(
      AlternativeTrack(group: 5), AlternativeTrack(group: 6), AlternativeTrack(group: 5), AlternativeTrack(group: 0))
    let group = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .audible))
    #expect(
      group.options.map { ($0.propertyList() as? [String: Any])?["MediaSelectionOptionsPersistentID"] as? Int } == [
        1, 3,
      ])
  }

  @Test func defaultOption_isTheEnabledOne_andNoSubtitleByItself() throws {
    let asset = try film()
    let audio = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .audible))
    #expect(audio.defaultOption === audio.options[1])
    #expect(asset.mediaSelectionGroup(forMediaCharacteristic: .legible)?.defaultOption == nil)
  }

  @Test func characteristics_areInferredOrTagged() throws {
    let asset = try film()
    let audio = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .audible)).options
    let text = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .legible)).options
    #expect(audio.map { $0.hasMediaCharacteristic(.isMainProgramContent) } == [true, true, false])
    #expect(audio.map { $0.hasMediaCharacteristic(.isAuxiliaryContent) } == [false, false, true])
    #expect(audio.map { $0.hasMediaCharacteristic(.describesVideoForAccessibility) } == [false, false, true])
    #expect(text.map { $0.hasMediaCharacteristic(.containsOnlyForcedSubtitles) } == [false, true, true])
    #expect(text.map { $0.hasMediaCharacteristic(.transcribesSpokenDialogForAccessibility) } == [true, false, false])
    #expect(text.allSatisfy { !$0.hasMediaCharacteristic(.describesMusicAndSoundForAccessibility) })
  }

  @Test func filters_needAllOrNoneOfTheCharacteristics() throws {
    let audio = try #require(film().mediaSelectionGroup(forMediaCharacteristic: .audible)).options
    func with(_ characteristics: AVMediaCharacteristic...) -> [AVMediaSelectionOption] {
      AVMediaSelectionGroup.mediaSelectionOptions(from: audio, withMediaCharacteristics: characteristics)
    }
    func without(_ characteristics: AVMediaCharacteristic...) -> [AVMediaSelectionOption] {
      AVMediaSelectionGroup.mediaSelectionOptions(from: audio, withoutMediaCharacteristics: characteristics)
    }
    #expect(with(.audible, .isAuxiliaryContent) == [audio[2]] && with(.audible, .legible).isEmpty && with() == audio)
    #expect(without(.isAuxiliaryContent, .legible) == [audio[0], audio[1]])
    #expect(without(.audible).isEmpty && without() == audio)
  }

  @Test func filters_findLanguages() throws {
    let audio = try #require(film().mediaSelectionGroup(forMediaCharacteristic: .audible)).options
    let british = Locale(identifier: "en_GB")
    #expect(AVMediaSelectionGroup.mediaSelectionOptions(from: audio, with: british) == [audio[0], audio[2]])
    #expect(AVMediaSelectionGroup.mediaSelectionOptions(from: audio, with: Locale(identifier: "fr")).isEmpty)
    #expect(
      AVMediaSelectionGroup.mediaSelectionOptions(
        from: audio, filteredAndSortedAccordingToPreferredLanguages: ["de", "en"]) == [audio[1], audio[0], audio[2]])
  }

  @Test func associatedOption_hasTheForcedSubtitlesOfTheLanguage_andBack() throws {
    let asset = try film()
    let audio = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .audible))
    let text = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .legible))
    #expect(audio.options[0].associatedMediaSelectionOption(in: text) === text.options[2])
    #expect(audio.options[1].associatedMediaSelectionOption(in: text) === text.options[1])
    #expect(text.options[1].associatedMediaSelectionOption(in: audio) === audio.options[1])
    // The main audio track is chosen rather than the audio description.
    #expect(text.options[2].associatedMediaSelectionOption(in: audio) === audio.options[0])
    #expect(text.options[0].associatedMediaSelectionOption(in: audio) == nil)
    #expect(audio.options[0].associatedMediaSelectionOption(in: audio) == nil)
  }

  @Test func associatedOption_isTheOneThatTheFileNames() throws {
    let asset = try asset(
      AlternativeTrack(language: "eng", references: [("folw", 2)]),
      AlternativeTrack(handler: "sbtl", language: "fra", group: 2),
      AlternativeTrack(handler: "sbtl", language: "eng", group: 2, isForced: true))
    let audio = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .audible))
    let text = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .legible))
    #expect(audio.options[0].associatedMediaSelectionOption(in: text) === text.options[0])
  }

  @Test func propertyList_findsTheOptionInAnotherProcess() async throws {
    let path = folder.file("film.mov")
    try FileManager.default.copyItem(at: film().url, to: URL(fileURLWithPath: path))
    let group = try #require(
      AVURLAsset(url: URL(fileURLWithPath: path)).mediaSelectionGroup(forMediaCharacteristic: .legible))
    let data = try PropertyListSerialization.data(
      fromPropertyList: group.options[1].propertyList(), format: .xml, options: 0)
    await #expect(processExitsWith: .success) { [data = data as Data, path = path as String] in
      let list = try PropertyListSerialization.propertyList(from: data, format: nil)
      let asset = AVURLAsset(url: URL(fileURLWithPath: path))
      let group = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .legible))
      let option = try #require(group.mediaSelectionOption(withPropertyList: list))
      #expect(option === group.options[1] && option.locale == Locale(identifier: "de"))
      let audio = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .audible))
      #expect(audio.mediaSelectionOption(withPropertyList: list) == nil)
    }
    for other in ["no list", [String: Any](), ["MediaSelectionOptionsPersistentID": 99]] as [Any] {
      #expect(group.mediaSelectionOption(withPropertyList: other) == nil)
    }
  }

  /// As in the title list of AVMediaSelectionOption's reference.
  @Test(arguments: [(["de-AT", "en"], "Deutsch"), (["fr", "en-US"], "German"), (["fr"], nil)])
  func titles_areFoundByPreferredLanguages(preferredLanguages: [String], expected: String?) throws {
    let group = try #require(film().mediaSelectionGroup(forMediaCharacteristic: .audible))
    let mediaSelectionOption = group.options[1]
    var title: String?
    let titles = AVMetadataItem.metadataItems(
      from: mediaSelectionOption.commonMetadata, withKey: AVMetadataKey.commonKeyTitle, keySpace: .common)
    if !titles.isEmpty {
      for thisLanguage in preferredLanguages {
        let locale = Locale(identifier: thisLanguage)
        let titlesForLocale = AVMetadataItem.metadataItems(from: titles, with: locale)
        if !titlesForLocale.isEmpty {
          title = titlesForLocale[0].stringValue
          break
        }
      }
    }
    #expect(title == expected)
  }

  @Test func displayName_isTheTitle_orTheLanguage() throws {
    let asset = try film()
    let audio = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .audible)).options
    let text = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .legible)).options
    #expect(audio[1].displayName(with: Locale(identifier: "de")) == "Deutsch")
    #expect(audio[0].displayName(with: Locale(identifier: "en_US")) == "English")
    #expect(text[1].displayName(with: Locale(identifier: "en")) == "German")
    #expect(text[1].displayName(with: Locale(identifier: "de")) == "Deutsch")
  }

  @Test func metadataOfOptions_areTheTracks() throws {
    let option = try #require(film().mediaSelectionGroup(forMediaCharacteristic: .audible)).options[0]
    #expect(option.availableMetadataFormats == ["com.apple.quicktime.mdta"])
    #expect(option.metadata(forFormat: "com.apple.quicktime.mdta").map(\.stringValue) == ["English", "Englisch"])
    #expect(option.metadata(forFormat: "org.id3").isEmpty)
  }

  @Test func selection_keepsWhatIsChosen() throws {
    let (asset, other) = (try film(), try film())
    let audio = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .audible))
    let text = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .legible))
    let selection = try #require(asset.preferredMediaSelection.mutableCopy() as? AVMutableMediaSelection)
    #expect(selection.asset === asset && selection.selectedMediaOption(in: audio) === audio.options[1])
    #expect(selection.selectedMediaOption(in: text) == nil)
    selection.select(audio.options[0], in: audio)
    selection.select(text.options[2], in: text)
    let copy = try #require(selection.copy() as? AVMediaSelection)
    // Audio cannot be deselected; another asset's options are not of this group.
    selection.select(nil, in: audio)
    selection.select(try #require(other.mediaSelectionGroup(forMediaCharacteristic: .audible)).options[1], in: audio)
    selection.select(nil, in: text)
    #expect(selection.selectedMediaOption(in: audio) === audio.options[0])
    #expect(selection.selectedMediaOption(in: text) == nil && copy.selectedMediaOption(in: text) === text.options[2])
  }

  @Test func playableOptions_areThoseThatCanBeDecoded() throws {
    let asset = try asset(
      AlternativeTrack(format: "sowt"), AlternativeTrack(format: "Qclp"), AlternativeTrack(handler: "sbtl", group: 2))
    let audio = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .audible)).options
    #expect(audio.map(\.isPlayable) == [true, false])
    #expect(AVMediaSelectionGroup.playableMediaSelectionOptions(from: audio) == [audio[0]])
    #expect(try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .legible)).options[0].isPlayable)
  }

  @Test func renditionsOfAPlaylist_areOptions() async throws {
    let playlist = """
      #EXTM3U
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",AUTOSELECT=YES,URI="en.m3u8"
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch",LANGUAGE="de",DEFAULT=YES,AUTOSELECT=YES,URI="de.m3u8"
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="other",NAME="Loud",LANGUAGE="en",URI="loud.m3u8"
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Described",LANGUAGE="en",CHARACTERISTICS="public.accessibility.describes-video",URI="d.m3u8"
      #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="Deutsch (nur Schilder)",LANGUAGE="de",FORCED=YES,AUTOSELECT=YES,URI="sd.m3u8"
      #EXT-X-STREAM-INF:BANDWIDTH=100000,CODECS="avc1.42E01E,mp4a.40.2",AUDIO="a",SUBTITLES="s"
      low.m3u8
      """
    let asset = AVURLAsset(url: try folder.write(Array(playlist.utf8), to: "master.m3u8"))
    let characteristics = try await asset.load(.availableMediaCharacteristicsWithMediaSelectionOptions)
    #expect(characteristics == [.audible, .legible])
    let audio = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .audible))
    let text = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .legible))
    #expect(audio.options.map { $0.commonMetadata.first?.stringValue } == ["English", "Deutsch", "Described"])
    #expect(audio.defaultOption === audio.options[1] && audio.options[1].locale == Locale(identifier: "de"))
    #expect(audio.options[0].mediaSubTypes == [NSNumber(value: kAudioFormatMPEG4AAC)])
    #expect(audio.options.map { $0.hasMediaCharacteristic(.describesVideoForAccessibility) } == [false, false, true])
    #expect(audio.options[1].associatedMediaSelectionOption(in: text) === text.options[0])
    #expect(AVMediaSelectionGroup.playableMediaSelectionOptions(from: audio.options) == audio.options)
    let list = try PropertyListSerialization.propertyList(
      from: PropertyListSerialization.data(
        fromPropertyList: audio.options[2].propertyList(), format: .binary, options: 0),
      format: nil)
    #expect(audio.mediaSelectionOption(withPropertyList: list) === audio.options[2])
  }

  @Test func fileThatIsNone_hasNoGroups_andTheStatusGivesTheReason() {
    let asset = AVURLAsset(url: folder.url("missing.mov"))
    #expect(asset.availableMediaCharacteristicsWithMediaSelectionOptions.isEmpty)
    #expect(
      asset.statusOfValue(forKey: "availableMediaCharacteristicsWithMediaSelectionOptions", error: nil) == .failed)
  }
}

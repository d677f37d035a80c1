import AVFoundation
import Testing

/// Compositions as assets: tracks, copies, and edits of all tracks.
@Suite struct CompositionTests {
  // MARK: Tracks

  @Test func preferredTrackID_isUsedOnlyIfNoTrackEverHadIt() throws {
    let composition = AVMutableComposition()
    func add(_ id: CMPersistentTrackID) throws -> AVMutableCompositionTrack {
      try #require(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: id))
    }
    let seventh = try add(7)
    #expect(seventh.trackID == 7 && seventh.asset === composition && seventh.mediaType == .audio)
    #expect(try add(7).trackID == 8)
    composition.removeTrack(seventh)
    #expect(try add(7).trackID == 9 && composition.unusedTrackID() == 10)
    #expect(try add(3).trackID == 3 && add(kCMPersistentTrackID_Invalid).trackID == 10)
    #expect(composition.tracks.map(\.trackID) == [8, 9, 3, 10])
    #expect(composition.track(withTrackID: 7) == nil && composition.track(withTrackID: 3)?.trackID == 3)
  }

  @Test func removedTrack_keepsItsValuesAndLosesTheComposition() throws {
    let (composition, track) = try AVMutableComposition.ofVideo(span(0, 60))
    track.languageCode = "deu"
    composition.removeTrack(track)
    #expect(composition.tracks.isEmpty && track.asset == nil)
    #expect(track.summary == ["0…60 ← 0…60"] && track.languageCode == "deu")
  }

  @Test func values_haveDefaultsThatCanBeRestored() throws {
    let (composition, track) = try AVMutableComposition.ofVideo()
    #expect(track.naturalTimeScale == 600 && track.languageCode == nil && track.extendedLanguageTag == nil)
    #expect(track.preferredTransform == .identity && track.preferredVolume == 1 && track.isEnabled)
    #expect(composition.naturalSize == .zero)
    let source = try AVURLAsset.shared.track(.video)
    track.insertEmptyTimeRange(span(0, 60))
    try track.insertTimeRange(span(0, 60), of: source, at: .invalid)
    #expect(track.naturalTimeScale == source.naturalTimeScale && composition.naturalSize == source.naturalSize)
    (track.naturalTimeScale, composition.naturalSize) = (90000, CGSize(width: 320, height: 240))
    track.preferredTransform = CGAffineTransform(rotationAngle: 1)
    #expect(track.naturalTimeScale == 90000 && composition.naturalSize == CGSize(width: 320, height: 240))
    (track.naturalTimeScale, composition.naturalSize) = (0, .zero)
    #expect(track.naturalTimeScale == source.naturalTimeScale && composition.naturalSize == source.naturalSize)
  }

  @Test func compatibleTracks_haveTheSameMediaType() throws {
    let (composition, track) = try AVMutableComposition.ofVideo()
    let asset = AVURLAsset.shared
    #expect(composition.mutableTrack(compatibleWith: try asset.track(.video)) === track)
    #expect(composition.mutableTrack(compatibleWith: try asset.track(.audio)) == nil)
    #expect(asset.compatibleTrack(for: track)?.mediaType == .video)
  }

  // MARK: All tracks

  @Test func assets_areInsertedIntoTheTracksOfTheirTypes() throws {
    let composition = AVMutableComposition()
    let asset = AVURLAsset.shared
    try composition.insertTimeRange(span(0, 300), of: asset, at: .zero)
    #expect(composition.tracks.map(\.mediaType) == [.video, .audio])
    try composition.insertTimeRange(span(300, 360), of: asset, at: ticks(100))
    for track in composition.tracks {
      #expect(track.summary == ["0…100 ← 0…100", "100…160 ← 300…360", "160…360 ← 100…300"])
    }
    #expect(composition.duration == ticks(360))
  }

  @Test func tracksThatGetNothing_haveAGap() throws {
    let composition = AVMutableComposition()
    try composition.insertTimeRange(span(0, 300), of: AVURLAsset.shared, at: .zero)
    let (silent, _) = try AVMutableComposition.ofVideo(span(0, 60))
    try composition.insertTimeRange(span(0, 60), of: silent, at: ticks(100))
    #expect(composition.tracks[0].summary == ["0…100 ← 0…100", "100…160 ← 0…60", "160…360 ← 100…300"])
    #expect(composition.tracks[1].summary == ["0…100 ← 0…100", "100…160 –", "160…360 ← 100…300"])
  }

  @Test func assetThatCannotBeInserted_changesNothing() throws {
    let composition = AVMutableComposition()
    #expect(throws: AVError.self) { try composition.insertTimeRange(span(0, 60), of: AVAsset(), at: .zero) }
    let missing = AVURLAsset(url: URL(fileURLWithPath: "/nowhere/missing.mp4"))
    #expect(throws: AVError.self) { try composition.insertTimeRange(span(0, 60), of: missing, at: .zero) }
    #expect(throws: AVError.self) { try composition.insertTimeRange(span(600, 660), of: AVURLAsset.shared, at: .zero) }
    #expect(composition.tracks.isEmpty)
  }

  @Test func editsOfTheComposition_concernAllTracks() throws {
    let composition = AVMutableComposition()
    try composition.insertTimeRange(span(0, 600), of: AVURLAsset.shared, at: .zero)
    composition.insertEmptyTimeRange(span(0, 60))
    composition.scaleTimeRange(span(60, 660), toDuration: ticks(300))
    composition.removeTimeRange(span(60, 210))
    for track in composition.tracks { #expect(track.summary == ["0…60 –", "60…210 ← 300…600"]) }
    #expect(composition.tracks[0].timeRange == span(60, 210))
  }

  @Test func insertion_worksInAsyncFunctions() async throws {
    let composition = AVMutableComposition()
    try await composition.insertTimeRange(span(0, 60), of: AVURLAsset.shared, at: .zero)
    let (tracks, duration) = try await composition.load(.tracks, .duration)
    #expect(tracks.count == 2 && duration == ticks(60))
    let segments = try await tracks[0].load(.segments)
    #expect(segments.map(\.sourceURL) == [SharedClip.movie])
  }

  // MARK: Copies

  @Test func copies_areIndependentSnapshots() throws {
    let (composition, track) = try AVMutableComposition.ofVideo(span(0, 60))
    let snapshot = try #require(composition.copy() as? AVComposition)
    let other = try #require(snapshot.mutableCopy() as? AVMutableComposition)
    #expect(type(of: snapshot) == AVComposition.self && (snapshot.copy() as? AVComposition) === snapshot)
    track.insertEmptyTimeRange(span(0, 60))
    other.tracks[0].removeTimeRange(span(30, 60))
    #expect(snapshot.tracks[0].summary == ["0…60 ← 0…60"] && other.tracks[0].summary == ["0…30 ← 0…30"])
    #expect(track.summary == ["0…60 –", "60…120 ← 0…60"])
    #expect(snapshot.tracks[0].trackID == track.trackID && snapshot.tracks[0].asset === snapshot)
    #expect(!(snapshot.tracks[0] is AVMutableCompositionTrack))
    // IDs that the original used up are not used again by its copies.
    #expect(try other.add(.audio).trackID == track.trackID + 1)
  }

  // MARK: An asset like others

  @Test func composition_answersAsAnAsset() async throws {
    let composition = AVMutableComposition()
    try await composition.insertTimeRange(span(150, 450), of: AVURLAsset.shared, at: .zero)
    let asset: AVAsset = composition
    let (duration, isPlayable, isReadable, isExportable, isComposable, isProtected) = try await asset.load(
      .duration, .isPlayable, .isReadable, .isExportable, .isComposable, .hasProtectedContent)
    #expect(duration == ticks(300) && isPlayable && isReadable && isExportable && isComposable && !isProtected)
    #expect(asset.tracks.count == 2 && asset.tracks(withMediaType: .audio).first is AVCompositionTrack)
    #expect(asset.metadata.isEmpty && asset.availableChapterLocales.isEmpty && asset.providesPreciseDurationAndTiming)
    #expect(asset.mediaSelectionGroup(forMediaCharacteristic: .audible) == nil && asset.preferredRate == 1)
    var error: NSError?
    #expect(asset.statusOfValue(forKey: "tracks", error: &error) == .loaded)
    #expect(try await asset.loadTracks(withMediaCharacteristic: .visual).count == 1)
  }

  @Test func tracksAnswerFromTheirSources() async throws {
    let source = try AVURLAsset.shared.track(.video)
    let (_, track) = try AVMutableComposition.ofVideo(span(0, 600))
    #expect(track.formatDescriptions.count == 1 && track.naturalSize == source.naturalSize)
    #expect(
      track.nominalFrameRate == 30 && track.minFrameDuration == ticks(20) && track.isDecodable && track.isPlayable)
    #expect(track.totalSampleDataLength == source.totalSampleDataLength && !track.isSelfContained)
    #expect(track.hasMediaCharacteristic(.visual) && track.hasMediaCharacteristic(.frameBased))
    #expect(try await track.load(.nominalFrameRate, .naturalSize) == (30, source.naturalSize))
    track.scaleTimeRange(span(0, 600), toDuration: ticks(300))
    #expect(track.nominalFrameRate == 60 && track.minFrameDuration == ticks(10))
  }

  @Test func presentationTimes_areThoseOfTheComposition() throws {
    let (_, track) = try AVMutableComposition.ofVideo(span(110, 310), span(0, 100))
    // Frame 5 of the source, at 100, is presented from the cut on.
    #expect(track.samplePresentationTime(forTrackTime: ticks(5)) == .zero)
    #expect(track.samplePresentationTime(forTrackTime: ticks(15)) == ticks(10))
    #expect(track.samplePresentationTime(forTrackTime: ticks(225)) == ticks(220))
    #expect(!track.samplePresentationTime(forTrackTime: ticks(300)).isValid)
    #expect(track.segment(forTrackTime: ticks(200))?.timeMapping.source == span(0, 100))
    #expect(track.segment(forTrackTime: ticks(300)) == nil)
  }

  @Test func composition_outlivesTheAssetsThatItIsMadeOf() throws {
    let composition = AVMutableComposition()
    do {
      let asset = AVURLAsset.shared
      try composition.insertTimeRange(span(0, 60), of: asset, at: .zero)
    }
    #expect(composition.tracks[0].naturalSize == CGSize(width: 160, height: 90))
  }

  // MARK: Associations

  @Test func associations_areThoseOfTheCompositionsTracks() throws {
    let composition = AVMutableComposition()
    let (video, text, other) = (try composition.add(.video), try composition.add(.text), try composition.add(.text))
    video.addTrackAssociation(to: text, type: .chapterList)
    video.addTrackAssociation(to: text, type: .chapterList)
    video.addTrackAssociation(to: other, type: .chapterList)
    text.addTrackAssociation(to: video, type: .selectionFollower)
    // One with itself, and one with a track of another composition, are none.
    video.addTrackAssociation(to: video, type: .chapterList)
    video.addTrackAssociation(to: try AVMutableComposition().add(.text), type: .chapterList)
    #expect(video.availableTrackAssociationTypes == [.chapterList])
    #expect(video.associatedTracks(ofType: .chapterList).map(\.trackID) == [text.trackID, other.trackID])
    #expect(text.associatedTracks(ofType: .selectionFollower).map(\.trackID) == [video.trackID])
    let copy = try #require(composition.copy() as? AVComposition)
    video.removeTrackAssociation(to: other, type: .chapterList)
    composition.removeTrack(text)
    #expect(video.associatedTracks(ofType: .chapterList).isEmpty && video.availableTrackAssociationTypes.isEmpty)
    let kept = try #require(copy.track(withTrackID: video.trackID))
    #expect(kept.associatedTracks(ofType: .chapterList).map(\.trackID) == [text.trackID, other.trackID])
  }
}

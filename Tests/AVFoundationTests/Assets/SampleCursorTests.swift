import AVFoundation
import TestSupport
import Testing

/// Positions in a movie of 30 frames with B-frames, a key frame every 10.
@Suite struct SampleCursorTests {
  private func track() async throws -> (AVURLAsset, AVAssetTrack) {
    let asset = AVURLAsset(url: SharedMedia.movie)
    return (asset, try #require(try await asset.loadTracks(withMediaType: .video).first))
  }

  @Test func decodeOrder_isThatOfTheFile() async throws {
    let (asset, track) = try await track()
    defer { withExtendedLifetime(asset) {} }
    #expect(track.canProvideSampleCursors && track.requiresFrameReordering)
    let cursor = try #require(track.makeSampleCursorAtFirstSampleInDecodeOrder())
    var (times, sizes, syncs) = ([cursor.decodeTimeStamp], [cursor.currentSampleStorageRange], [0])
    while cursor.stepInDecodeOrder(byCount: 1) == 1 {
      if cursor.currentSampleSyncInfo.sampleIsFullSync.boolValue { syncs.append(times.count) }
      times.append(cursor.decodeTimeStamp)
      sizes.append(cursor.currentSampleStorageRange)
    }
    #expect(times.count == 30 && times == times.sorted() && syncs == [0, 10, 20])
    let last = try #require(track.makeSampleCursorAtLastSampleInDecodeOrder())
    #expect(last.comparePositionInDecodeOrder(withPositionOf: cursor) == .orderedSame)
    #expect(cursor.stepInDecodeOrder(byCount: -100) == -29)
    #expect(cursor.comparePositionInDecodeOrder(withPositionOf: last) == .orderedAscending)

    // The bytes lie where another program says.
    let told = try Oracle.text(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v", "-show_entries", "packet=pos,size", "-of", "csv=p=0",
        SharedMedia.movie.path,
      ])
    let packets = told.split(separator: "\n").map { $0.split(separator: ",").compactMap { Int64($0) } }
    #expect(packets == sizes.map { [$0.length, $0.offset] })
    #expect(cursor.currentChunkStorageURL?.path == SharedMedia.movie.path)
    #expect(try cursor.copyCurrentSampleFormatDescription().mediaSubType == .h264)
  }

  @Test func presentationOrder_visitsEveryTimeOnce() async throws {
    let (asset, track) = try await track()
    defer { withExtendedLifetime(asset) {} }
    let cursor = try #require(track.makeSampleCursor(presentationTimeStamp: .negativeInfinity))
    var times = [cursor.presentationTimeStamp]
    while cursor.stepInPresentationOrder(byCount: 1) == 1 { times.append(cursor.presentationTimeStamp) }
    #expect(times.count == 30 && times == times.sorted() && Set(times.map(\.value)).count == 30)
    let gaps = Set(zip(times, times.dropFirst()).map { ($1 - $0).seconds })
    #expect(gaps.count == 1)

    let copy = try #require(cursor.copy() as? AVSampleCursor)
    #expect(copy.stepInPresentationOrder(byCount: -5) == -5 && copy.presentationTimeStamp == times[24])
    #expect(cursor.presentationTimeStamp == times[29])
    var isPinned = ObjCBool(false)
    let third = CMTime(value: 1, timescale: 3)
    #expect(copy.step(byPresentationTime: CMTimeMultiply(third, multiplier: -1), wasPinned: &isPinned).seconds < -0.33)
    #expect(copy.presentationTimeStamp == times[14] && !isPinned.boolValue)
    _ = copy.step(byPresentationTime: CMTime(value: 10, timescale: 1), wasPinned: &isPinned)
    #expect(copy.presentationTimeStamp == times[29] && isPinned.boolValue)
    _ = copy.step(byDecodeTime: CMTime(value: -10, timescale: 1), wasPinned: &isPinned)
    #expect(isPinned.boolValue && copy.stepInDecodeOrder(byCount: -1) == 0)
  }

  @Test func tracksOfCompositions_haveNone() async throws {
    let (asset, track) = try await track()
    let movie = AVMutableComposition()
    let composed = try #require(movie.addMutableTrack(withMediaType: .video, preferredTrackID: 1))
    try composed.insertTimeRange(
      CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 2)), of: track, at: .zero)
    #expect(!composed.canProvideSampleCursors && composed.makeSampleCursorAtFirstSampleInDecodeOrder() == nil)
    #expect(composed.requiresFrameReordering)
    let sound = try #require(try await asset.loadTracks(withMediaType: .audio).first)
    #expect(!sound.requiresFrameReordering && sound.canProvideSampleCursors)
  }
}

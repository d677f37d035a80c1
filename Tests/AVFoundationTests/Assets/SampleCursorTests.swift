import AVFoundation
import TestSupport
import Testing

/// Positions in a movie of 30 frames with B-frames, a key frame every 10.
@Suite struct SampleCursorTests {
  private func track() async throws -> (AVURLAsset, AVAssetTrack) {
    let asset = AVURLAsset(url: SharedClip.movie)
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
        SharedClip.movie.path,
      ])
    let packets = told.split(separator: "\n").map { $0.split(separator: ",").compactMap { Int64($0) } }
    #expect(packets == sizes.map { [$0.length, $0.offset] })
    #expect(cursor.currentChunkStorageURL?.path == SharedClip.movie.path)
    #expect(try cursor.copyCurrentSampleFormatDescription().mediaSubType == .h264)
  }

  @Test func chunks_areThoseOfTheFilesTables() async throws {
    let folder = try TemporaryFolder()
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=3", "-f", "lavfi", "-i", "sine=duration=3", "-c:v",
      "libx264", "-c:a", "aac", folder.file("a.mp4"),
    ])
    let asset = AVURLAsset(url: folder.url("a.mp4"))
    for (type, stream) in [(AVMediaType.video, "v"), (.audio, "a")] {
      let track = try #require(try await asset.loadTracks(withMediaType: type).first)
      let cursor = try #require(track.makeSampleCursorAtFirstSampleInDecodeOrder())
      let packets = try Oracle.text(
        "ffprobe",
        [
          "-v", "error", "-select_streams", stream, "-show_entries", "packet=pos,size", "-of", "csv=p=0",
          folder.file("a.mp4"),
        ]
      ).split(separator: "\n").map { $0.split(separator: ",").compactMap { Int64($0) } }
      // Packets that follow each other without a gap are in one chunk: the other track's lies between two chunks.
      var chunks: [[[Int64]]] = []
      for packet in packets {
        if let last = chunks.last?.last, last[0] + last[1] == packet[1] {
          chunks[chunks.count - 1].append(packet)
        } else {
          chunks.append([packet])
        }
      }
      #expect(chunks.count > 1)
      for chunk in chunks {
        for (index, packet) in chunk.enumerated() {
          let (info, range) = (cursor.currentChunkInfo, cursor.currentChunkStorageRange)
          #expect(info.chunkSampleCount == chunk.count && cursor.currentSampleIndexInChunk == index)
          #expect(range.offset == chunk[0][1] && range.length == chunk.reduce(0) { $0 + $1[0] })
          #expect(info.chunkHasUniformSampleSizes.boolValue == (Set(chunk.map { $0[0] }).count == 1))
          #expect(info.chunkHasUniformFormatDescriptions.boolValue)
          #expect(cursor.currentSampleStorageRange.offset == packet[1])
          cursor.stepInDecodeOrder(byCount: 1)
        }
      }
    }
  }

  @Test func filesWithoutChunks_haveOneForEachSample() async throws {
    let folder = try TemporaryFolder()
    try Oracle.make(["-f", "lavfi", "-i", "sine=duration=1", "-c:a", "libmp3lame", folder.file("a.mp3")])
    let asset = AVURLAsset(url: folder.url("a.mp3"))
    let track = try #require(try await asset.loadTracks(withMediaType: .audio).first)
    let cursor = try #require(track.makeSampleCursorAtLastSampleInDecodeOrder())
    #expect(cursor.currentChunkInfo.chunkSampleCount == 1 && cursor.currentSampleIndexInChunk == 0)
    #expect(cursor.currentChunkStorageRange == cursor.currentSampleStorageRange)
    let audio = cursor.currentSampleAudioDependencyInfo
    #expect(audio.audioSampleIsIndependentlyDecodable.boolValue && audio.audioSamplePacketRefreshCount == 0)
  }

  @Test func framesOfAAC_needTheOneBeforeThem() async throws {
    let folder = try TemporaryFolder()
    try Oracle.make(["-f", "lavfi", "-i", "sine=duration=1", "-c:a", "aac", folder.file("a.m4a")])
    let asset = AVURLAsset(url: folder.url("a.m4a"))
    let track = try #require(try await asset.loadTracks(withMediaType: .audio).first)
    let cursor = try #require(track.makeSampleCursorAtLastSampleInDecodeOrder())
    // ffmpeg states it in the file, as a sample group of type roll.
    #expect(cursor.samplesRequiredForDecoderRefresh == 1)
    #expect(cursor.currentSampleAudioDependencyInfo.audioSamplePacketRefreshCount == 1)
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
    #expect(try await !composed.load(.canProvideSampleCursors))
    #expect(try await track.load(.canProvideSampleCursors))
    let sound = try #require(try await asset.loadTracks(withMediaType: .audio).first)
    #expect(!sound.requiresFrameReordering && sound.canProvideSampleCursors)
  }
}

import AVFoundation
import Testing

/// Samples of compositions as they are stored, with their times in the composition.
@Suite struct ComposedSampleTests {
  private func samples(
    _ composition: AVComposition, _ type: AVMediaType, in range: CMTimeRange? = nil
  ) throws -> [CMSampleBuffer] {
    let reader = try AVAssetReader(asset: composition)
    let track = try #require(composition.tracks(withMediaType: type).first)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    if let range { reader.timeRange = range }
    reader.add(output)
    #expect(reader.startReading(), "\(reader.error as Any)")
    let samples = output.all()
    #expect(reader.status == .completed, "\(reader.error as Any)")
    return samples
  }

  private func isShown(_ sample: CMSampleBuffer) -> Bool {
    (sample.sampleAttachments.first?[.doNotDisplay] as? Bool) != true
  }

  /// The shared movie has a key frame every ten frames.
  @Test func video_hasTheSamplesOfTheSegmentsOneAfterTheOther() throws {
    let (composition, _) = try AVMutableComposition.ofVideo(span(200, 300), span(100, 160))
    let samples = try samples(composition, .video)
    let shown = samples.filter(isShown)
    #expect(shown.map(\.presentationTimeStamp).sorted() == (0..<8).map { ticks($0 * 20) })
    #expect(shown.allSatisfy { $0.duration == ticks(20) })
    // Frames 5 to 7 depend on those from the key frame on.
    #expect(samples.count > shown.count && shown.first?.sampleAttachments.first?[.notSync] == nil)
    let source = try AVAssetReader.started(SharedClip.movie, .video, nil).output.all()
    let known = try Set(source.map { try $0.bytes })
    #expect(try samples.allSatisfy { known.contains(try $0.bytes) })
  }

  @Test func scaledSegments_haveScaledTimes() throws {
    let (composition, track) = try AVMutableComposition.ofVideo(span(0, 200))
    track.scaleTimeRange(span(0, 200), toDuration: ticks(100))
    let shown = try samples(composition, .video).filter(isShown)
    #expect(shown.map(\.presentationTimeStamp).sorted() == (0..<10).map { ticks($0 * 10) })
    #expect(shown.allSatisfy { $0.duration == ticks(10) })
  }

  @Test func partsOfCompositions_areRead() throws {
    let (composition, _) = try AVMutableComposition.ofVideo(span(0, 200), span(400, 600))
    let shown = try samples(composition, .video, in: span(160, 260)).filter(isShown)
    #expect(shown.map(\.presentationTimeStamp).sorted() == (8..<13).map { ticks($0 * 20) })
  }

  @Test func emptySegments_haveNoSamples() throws {
    let (composition, track) = try AVMutableComposition.ofVideo(span(0, 100))
    track.insertEmptyTimeRange(span(0, 100))
    #expect(try samples(composition, .video).filter(isShown).map(\.presentationTimeStamp).min() == ticks(100))
    let silent = AVMutableComposition()
    try silent.add(.audio).insertEmptyTimeRange(span(0, 100))
    #expect(try samples(silent, .audio).isEmpty)
  }

  /// Subtitles are inserted, cut and read like other media.
  @Test func subtitles_areCutLikeOtherMedia() throws {
    let folder = try TemporaryFolder()
    try "1\n00:00:00,000 --> 00:00:01,000\none\n\n2\n00:00:01,000 --> 00:00:02,000\ntwo\n"
      .write(toFile: folder.file("a.srt"), atomically: true, encoding: .utf8)
    try Oracle.make(["-i", folder.file("a.srt"), "-c:s", "mov_text", folder.file("a.mp4")])
    let asset = AVURLAsset(url: folder.url("a.mp4"))
    let composition = AVMutableComposition()
    try composition.insertTimeRange(span(600, 1200), of: asset, at: ticks(300))
    let track = try #require(composition.tracks.first)
    #expect(track.mediaType == .subtitle && track.hasMediaCharacteristic(.legible))
    let read = try samples(composition, .subtitle)
    let texts = try read.map { String(decoding: try $0.bytes.dropFirst(2), as: UTF8.self) }
    #expect(texts.contains("two") && !texts.contains("one"))
    #expect(read.map(\.presentationTimeStamp).first == ticks(300))
  }
}

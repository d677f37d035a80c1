import AVFoundation
import Testing

/// Samples without bytes that say where these are.
@Suite struct SampleReferenceTests {
  private func references(_ url: URL, _ type: AVMediaType) throws -> [CMSampleBuffer] {
    let asset = AVURLAsset(url: url)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderSampleReferenceOutput(track: try #require(asset.tracks(withMediaType: type).first))
    #expect(reader.canAdd(output))
    reader.add(output)
    try #require(reader.startReading(), "\(reader.error as Any)")
    let samples = output.all()
    #expect(reader.status == .completed, "\(reader.error as Any)")
    return samples
  }

  private func offset(_ sample: CMSampleBuffer) -> Int {
    let key = kCMSampleBufferAttachmentKey_SampleReferenceByteOffset
    return (CMGetAttachment(sample, key: key, attachmentModeOut: nil) as? NSNumber)?.intValue ?? -1
  }

  @Test func samples_areWhereTheFileHasThem() throws {
    let folder = try TemporaryFolder()
    let url = try NumberedMovie.make(in: folder)
    let samples = try references(url, .video)
    let packets = try Oracle.text(
      "ffprobe", ["-v", "error", "-show_entries", "packet=pts,pos,size", "-of", "csv=p=0", url.path]
    ).split(separator: "\n").map { $0.split(separator: ",").compactMap { Int($0) } }
    #expect(samples.count == 30)
    for (sample, packet) in zip(samples, packets) {
      #expect(Int(sample.presentationTimeStamp.value) == packet[0] && sample.presentationTimeStamp.timescale == 15360)
      #expect(sample.totalSampleSize == packet[1] && offset(sample) == packet[2] && sample.dataBuffer == nil)
    }
    let key = kCMSampleBufferAttachmentKey_SampleReferenceURL
    #expect((CMGetAttachment(samples[0], key: key, attachmentModeOut: nil) as? NSURL)?.path == url.path)
  }

  @Test func uncompressedAudio_isReferredToInRuns() throws {
    let folder = try TemporaryFolder()
    try Oracle.make([
      "-f", "lavfi", "-i", "sine=r=48000:d=0.5", "-ac", "2", "-c:a", "pcm_s16le", folder.file("a.mov"),
    ])
    let samples = try references(folder.url("a.mov"), .audio)
    let file = try Data(contentsOf: folder.url("a.mov"))
    let bytes = samples.flatMap { [UInt8](file[offset($0)..<offset($0) + $0.totalSampleSize]) }
    #expect(try bytes == Oracle.raw(folder.file("a.mov"), ["-f", "s16le"]))
    #expect(samples.reduce(0) { $0 + $1.numSamples } == 24000 && samples.count < 100)
  }

  @Test(arguments: ["a.mkv", "a.ts"]) func otherFiles_haveNoPlacesOfSamples(_ name: String) throws {
    let folder = try TemporaryFolder()
    let url = try NumberedMovie.make(name, in: folder)
    let asset = AVURLAsset(url: url)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderSampleReferenceOutput(track: asset.tracks[0])
    #expect(!reader.canAdd(output))
    reader.add(output)
    #expect(!reader.startReading() && reader.status == .failed)
    #expect((reader.error as? AVError)?.code == .operationNotSupportedForAsset)
  }

  @Test func compositions_haveNoPlacesOfSamples() throws {
    let folder = try TemporaryFolder()
    let source = try #require(AVURLAsset(url: try NumberedMovie.make(in: folder)).tracks.first)
    let composition = AVMutableComposition()
    let track = try #require(
      composition.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid))
    try track.insertTimeRange(source.timeRange, of: source, at: .zero)
    let reader = try AVAssetReader(asset: composition)
    #expect(!reader.canAdd(AVAssetReaderSampleReferenceOutput(track: track)))
    #expect(reader.canAdd(AVAssetReaderTrackOutput(track: track, outputSettings: nil)))
  }
}

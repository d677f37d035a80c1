import AVFoundation
import Testing

/// The sum of several tracks.
@Suite struct AudioMixOutputTests {
  @Test func tracks_areAddedSampleBySample() throws {
    let folder = try TemporaryFolder()
    try Oracle.make([
      "-f", "lavfi", "-i", "aevalsrc=0.25|0.125:s=48000:d=0.5", "-f", "lavfi", "-i", "aevalsrc=0.5|0.25:s=48000:d=0.25",
      "-map", "0", "-map", "1", "-c:a", "pcm_s16le", folder.file("a.mov"),
    ])
    let asset = AVURLAsset(url: folder.url("a.mov"))
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderAudioMixOutput(audioTracks: asset.tracks, audioSettings: nil)
    #expect(output.audioTracks.count == 2 && output.audioSettings == nil && output.mediaType == .audio)
    #expect(reader.canAdd(output))
    reader.add(output)
    #expect(reader.startReading(), "\(reader.error as Any)")
    let bytes = try output.all().flatMap { try $0.bytes }
    #expect(reader.status == .completed)
    let values = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    try #require(values.count == 48000)
    #expect(values[0..<24000].enumerated().allSatisfy { abs($1 - ($0 % 2 == 0 ? 0.75 : 0.375)) < 1e-4 })
    #expect(values[24000...].enumerated().allSatisfy { abs($1 - ($0 % 2 == 0 ? 0.25 : 0.125)) < 1e-4 })
  }

  @Test func otherRatesAndChannels_becomeAlike() throws {
    let folder = try TemporaryFolder()
    try Oracle.make([
      "-f", "lavfi", "-i", "aevalsrc=0.25:s=22050:d=0.5", "-f", "lavfi", "-i", "aevalsrc=0.5|0.25:s=44100:d=0.5",
      "-map", "0", "-map", "1", "-c:a", "pcm_s16le", folder.file("a.mov"),
    ])
    let asset = AVURLAsset(url: folder.url("a.mov"))
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderAudioMixOutput(
      audioTracks: asset.tracks, audioSettings: linearPCM([AVLinearPCMBitDepthKey: 16]))
    reader.add(output)
    #expect(reader.startReading(), "\(reader.error as Any)")
    let blocks = output.all()
    #expect(reader.status == .completed, "\(reader.error as Any)")
    let format = blocks.first?.formatDescription?.audioStreamBasicDescription
    #expect(format?.mSampleRate == 44100 && format?.mChannelsPerFrame == 2 && format?.mBitsPerChannel == 16)
    let samples = try blocks.flatMap { try $0.bytes }.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    // In the middle, where a resampler has nothing to swing in.
    #expect(abs(Double(samples[20000]) / 32768 - 0.75) < 0.01 && abs(Double(samples[20001]) / 32768 - 0.5) < 0.01)
  }

  @Test func otherSpeakers_areMixedIntoThoseOfTheFirstTrack() throws {
    let folder = try TemporaryFolder()
    let source = { (layout: String, level: Double) in
      "aevalsrc=\(Array(repeating: "\(level)", count: 6).joined(separator: "|")):c=\(layout):s=48000:d=0.25"
    }
    try Oracle.make([
      "-f", "lavfi", "-i", source("5.1", 0.25), "-f", "lavfi", "-i", source("5.1(side)", 0.125), "-f", "lavfi", "-i",
      source("hexagonal", 0.0625), "-map", "0", "-map", "1", "-map", "2", "-c:a", "pcm_s16le", folder.file("a.mov"),
    ])
    func mixed(_ count: Int) throws -> [Float] {
      let asset = AVURLAsset(url: folder.url("a.mov"))
      let reader = try AVAssetReader(asset: asset)
      let output = AVAssetReaderAudioMixOutput(audioTracks: Array(asset.tracks.prefix(count)), audioSettings: nil)
      reader.add(output)
      #expect(reader.startReading(), "\(reader.error as Any)")
      let bytes = try output.all().flatMap { try $0.bytes }
      #expect(reader.status == .completed, "\(reader.error as Any)")
      return bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }
    // A pair at the sides is the same as one at the back.
    let pair = try mixed(2)
    #expect(pair.count == 72000 && pair.allSatisfy { abs($0 - 0.375) < 1e-4 })
    // The back of a hexagon goes to the left and to the right.
    let all = try mixed(3)
    #expect(all.count == 72000 && all[0] > 0.38 && all[1] > 0.38)
  }

  @Test func otherTracks_areRefused() throws {
    let asset = AVURLAsset(url: SharedClip.movie)
    let reader = try AVAssetReader(asset: asset)
    #expect(!reader.canAdd(AVAssetReaderAudioMixOutput(audioTracks: asset.tracks, audioSettings: nil)))
    #expect(!reader.canAdd(AVAssetReaderAudioMixOutput(audioTracks: [], audioSettings: nil)))
  }
}

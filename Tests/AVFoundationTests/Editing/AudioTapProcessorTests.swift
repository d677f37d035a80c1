import AVFoundation
import Synchronization
import Testing

/// The callbacks of `MTAudioProcessingTap`, by what they are told and by the samples that come out.
@Suite struct AudioTapProcessorTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The calls of a tap, and its factor; the program's object behind the storage.
  private final class Record: Sendable {
    struct Values {
      var calls: [String] = []
      var frames = 0
      var maxFrames = 0
      var format = AudioStreamBasicDescription()
      var ranges: [CMTimeRange] = []
      var flags: [MTAudioProcessingTapFlags] = []
    }

    let gain: Float
    let values = Mutex(Values())

    init(gain: Float) { self.gain = gain }

    static func of(_ tap: MTAudioProcessingTap) -> Record {
      Unmanaged<Record>.fromOpaque(MTAudioProcessingTapGetStorage(tap)).takeUnretainedValue()
    }

    func note(_ call: String) { values.withLock { $0.calls.append(call) } }
  }

  private static let gainProcess: MTAudioProcessingTapProcessCallback = { tap, count, _, list, countOut, flagsOut in
    var range = CMTimeRange()
    guard MTAudioProcessingTapGetSourceAudio(tap, count, list, flagsOut, &range, countOut) == noErr else { return }
    let record = Record.of(tap)
    for buffer in UnsafeMutableAudioBufferListPointer(list) {
      for sample in UnsafeMutableBufferPointer<Float>(buffer).indices {
        UnsafeMutableBufferPointer<Float>(buffer)[sample] *= record.gain
      }
    }
    record.values.withLock { values in
      values.frames += countOut.pointee
      values.ranges.append(range)
      values.flags.append(flagsOut.pointee)
    }
  }

  private func callbacks(
    _ record: Record, process: @escaping MTAudioProcessingTapProcessCallback = gainProcess
  ) -> MTAudioProcessingTapCallbacks {
    MTAudioProcessingTapCallbacks(
      version: kMTAudioProcessingTapCallbacksVersion_0, clientInfo: Unmanaged.passRetained(record).toOpaque(),
      init: { tap, info, storage in
        storage.pointee = info
        info.map { Unmanaged<Record>.fromOpaque($0).takeUnretainedValue().note("init") }
      },
      finalize: {
        Unmanaged<Record>.fromOpaque(MTAudioProcessingTapGetStorage($0)).takeRetainedValue().note("finalize")
      },
      prepare: { tap, count, format in
        Record.of(tap).note("prepare")
        Record.of(tap).values.withLock { ($0.maxFrames, $0.format) = (count, format.pointee) }
      }, unprepare: { Record.of($0).note("unprepare") }, process: process)
  }

  private func tap(
    _ record: Record, _ flags: MTAudioProcessingTapCreationFlags = kMTAudioProcessingTapCreationFlag_PreEffects,
    process: @escaping MTAudioProcessingTapProcessCallback = gainProcess
  ) throws -> MTAudioProcessingTap {
    var tap: MTAudioProcessingTap?
    var callbacks = self.callbacks(record, process: process)
    #expect(MTAudioProcessingTapCreate(kCFAllocatorDefault, &callbacks, flags, &tap) == noErr)
    return try #require(tap)
  }

  /// Half a second whose samples count: sample `n` has the value `n / 65536` in the left channel, its negative in the
  /// right.
  private func counting() throws -> AVURLAsset {
    try Oracle.make([
      "-f", "lavfi", "-i", "aevalsrc=n/65536|-n/65536:s=48000:d=0.5", "-c:a", "pcm_f32le", folder.file("count.mov"),
    ])
    return AVURLAsset(url: folder.url("count.mov"))
  }

  /// A mix at half the volume.
  private func mix(_ asset: AVAsset, _ tap: MTAudioProcessingTap) throws -> AVAudioMix {
    let parameters = AVMutableAudioMixInputParameters(track: asset.tracks(withMediaType: .audio).first)
    parameters.setVolume(0.5, at: .zero)
    parameters.audioTapProcessor = tap
    let mix = AVMutableAudioMix()
    mix.inputParameters = [parameters]
    return mix
  }

  private func read(_ asset: AVAsset, _ mix: AVAudioMix) throws -> [Float] {
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderAudioMixOutput(audioTracks: asset.tracks(withMediaType: .audio), audioSettings: nil)
    output.audioMix = mix
    reader.add(output)
    #expect(reader.startReading(), "\(reader.error as Any)")
    let bytes = try output.all().flatMap { try $0.bytes }
    #expect(reader.status == .completed, "\(reader.error as Any)")
    return bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  private func firstDifference(_ samples: [Float], gain: Double) -> Int? {
    samples.indices.first { index in
      let sample = Double(index / 2) / 65536 * (index % 2 == 0 ? 1 : -1)
      return abs(Double(samples[index]) - sample * gain) > 1e-6
    }
  }

  @Test func gain_isHeardByAReader_andAllFramesAreCounted() throws {
    let asset = try counting()
    let record = Record(gain: 0.25)
    var processor: MTAudioProcessingTap? = try tap(record)
    let samples = try read(asset, mix(asset, #require(processor)))
    #expect(samples.count == 48_000 && firstDifference(samples, gain: 0.125) == nil)
    processor = nil
    let values = record.values.withLock { $0 }
    #expect(values.calls == ["init", "prepare", "unprepare", "finalize"])
    #expect(values.frames == 24_000 && values.maxFrames >= 4800)
    let format = values.format
    #expect(format.mSampleRate == 48_000 && format.mChannelsPerFrame == 2 && format.mBytesPerFrame == 4)
    #expect(format.mFormatFlags == kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved)
    #expect(values.ranges.first?.start == .zero && values.ranges.last?.end == ticks(300))
    #expect(zip(values.ranges, values.ranges.dropFirst()).allSatisfy { $0.end == $1.start })
    #expect(values.flags.first == kMTAudioProcessingTapFlag_StartOfStream)
    #expect(values.flags.last == kMTAudioProcessingTapFlag_EndOfStream)
    #expect(values.flags.dropFirst().dropLast().allSatisfy { $0 == 0 })
  }

  @Test func gain_isHeardInAnExport() async throws {
    try Oracle.make([
      "-f", "lavfi", "-i", "aevalsrc=0.5:s=48000:d=1", "-c:a", "pcm_s16le", folder.file("level.mov"),
    ])
    let asset = AVURLAsset(url: folder.url("level.mov"))
    let record = Record(gain: 0.5)
    let session = try #require(
      AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleProRes422LPCM))
    session.audioMix = try mix(asset, tap(record))
    try await session.make(folder.url("out.mov"), .mov)
    let samples = try Oracle.samples(folder.file("out.mov"))
    #expect(samples.count == 48_000)
    #expect(samples.allSatisfy { abs(Int($0) - 4096) < 3 })
    #expect(record.values.withLock { $0.frames } == 48_000)
  }

  /// Behind the effects, a tap hears the volume.
  @Test(arguments: [
    (kMTAudioProcessingTapCreationFlag_PreEffects, 1000.0), (kMTAudioProcessingTapCreationFlag_PostEffects, 500.0),
  ]) func creationFlags_sayOnWhichSideOfTheVolumeATapIs(
    _ flags: MTAudioProcessingTapCreationFlags, _ wanted: Double
  ) throws {
    let asset = try counting()
    let record = Record(gain: 1)
    let heard = Mutex<Float?>(nil)
    let processor = try tap(record, flags) { tap, count, creation, list, countOut, flagsOut in
      #expect(creation == flags)
      _ = MTAudioProcessingTapGetSourceAudio(tap, count, list, flagsOut, nil, countOut)
      let left = UnsafeMutableBufferPointer<Float>(UnsafeMutableAudioBufferListPointer(list)[0])
      heard.withLock { $0 = $0 ?? left[1000] }
    }
    let samples = try read(asset, mix(asset, processor))
    #expect(firstDifference(samples, gain: 0.5) == nil)
    #expect(heard.withLock { $0 }.map { Double($0) * 65536 } == wanted)
  }

  /// The tap's own memory, with fewer frames than are wanted: the rest is silent. Source audio comes in parts.
  @Test func memoryOfTheTap_isTaken_andWhatIsMissingIsSilent() throws {
    let asset = try counting()
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: 96_000)
    memory.initialize(repeating: 0.5, count: 96_000)
    defer { memory.deallocate() }
    nonisolated(unsafe) let own = memory
    let processor = try tap(Record(gain: 1)) { tap, count, _, list, countOut, _ in
      let buffers = UnsafeMutableAudioBufferListPointer(list)
      #expect(buffers.allSatisfy { $0.mData == nil && Int($0.mDataByteSize) == count * 4 })
      let parts = [100, count].map { wanted in
        let part = AudioBufferList.allocate(maximumBuffers: 2)
        defer { free(part.unsafeMutablePointer) }
        var given = 0
        let status = MTAudioProcessingTapGetSourceAudio(tap, wanted, part.unsafeMutablePointer, nil, nil, &given)
        return status == noErr ? given : -1
      }
      #expect(parts == [100, count - 100])
      for index in 0..<2 {
        buffers[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: UInt32(count * 4), mData: own)
      }
      countOut.pointee = 1000
    }
    let samples = try read(asset, mix(asset, processor))
    #expect(samples[..<2000].allSatisfy { $0 == 0.25 } && samples[2000..<9600].allSatisfy { $0 == 0 })
  }

  @Test func olderForm_handsOverAReference() throws {
    let record = Record(gain: 1)
    var callbacks = self.callbacks(record)
    var unmanaged: Unmanaged<MTAudioProcessingTap>?
    #expect(
      MTAudioProcessingTapCreate(
        kCFAllocatorDefault, &callbacks, kMTAudioProcessingTapCreationFlag_PostEffects, &unmanaged) == noErr)
    let parameters = AVMutableAudioMixInputParameters()
    parameters.processingTap = AVAudioProcessingTap { _ in }
    parameters.audioTapProcessor = unmanaged?.takeRetainedValue()
    #expect(parameters.audioTapProcessor != nil && parameters.processingTap == nil)
    parameters.audioTapProcessor = nil
    unmanaged = nil
    #expect(record.values.withLock { $0.calls } == ["init", "finalize"])
    callbacks.version = 7
    var none: MTAudioProcessingTap?
    #expect(MTAudioProcessingTapCreate(nil, &callbacks, 1, &none) == kMTAudioProcessingTapInvalidArgumentErr)
  }

  @Test func sourceAudio_isForTheProcessCallback() throws {
    let processor = try tap(Record(gain: 1))
    let list = AudioBufferList.allocate(maximumBuffers: 2)
    defer { free(list.unsafeMutablePointer) }
    #expect(
      MTAudioProcessingTapGetSourceAudio(processor, 10, list.unsafeMutablePointer, nil, nil, nil)
        == kMTAudioProcessingTapInvalidArgumentErr)
  }
}

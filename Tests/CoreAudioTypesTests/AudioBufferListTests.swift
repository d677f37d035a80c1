import CoreAudioTypes
import Foundation
import Testing

@Suite("Audio structures have the memory layout of Apple's")
struct AudioBufferListTests {
  @Test("sizes and offsets")
  func layout() {
    #expect(MemoryLayout<AudioStreamBasicDescription>.size == 40)
    #expect(MemoryLayout<AudioStreamPacketDescription>.size == 16)
    #expect(MemoryLayout<AudioBuffer>.stride == 16)
    #expect(MemoryLayout<AudioBufferList>.stride == 24)
    #expect(MemoryLayout<AudioBufferList>.offset(of: \.mBuffers) == 8)
    #expect(MemoryLayout<AudioChannelDescription>.stride == 20)
    #expect(MemoryLayout<AudioChannelLayout>.size == 32)
    #expect(MemoryLayout<AudioChannelLayout>.offset(of: \.mChannelDescriptions) == 12)
  }

  @Test("a channel layout without descriptions ends at their offset")
  func truncatedLayout() {
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = kAudioChannelLayoutTag_Stereo
    let data = Data(bytes: &layout, count: MemoryLayout<AudioChannelLayout>.offset(of: \.mChannelDescriptions)!)
    #expect(data.count == 12)
    #expect(data.withUnsafeBytes { $0.load(as: AudioChannelLayoutTag.self) } == 101 << 16 | 2)
    #expect(AudioChannelLayoutTag_GetNumberOfChannels(layout.mChannelLayoutTag) == 2)
  }

  @Test("a list of several buffers is walked, read and written through its pointer")
  func bufferList() {
    let list = AudioBufferList.allocate(maximumBuffers: 3)
    defer { free(list.unsafeMutablePointer) }
    var samples: [Float] = [1, 2, 3, 4]
    samples.withUnsafeMutableBufferPointer { samples in
      list[2] = AudioBuffer(samples, numberOfChannels: 1)
      #expect(list.count == 3)
      #expect(list.map(\.mDataByteSize) == [0, 0, 16])
      #expect(Array(UnsafeBufferPointer<Float>(list[2])) == [1, 2, 3, 4])
      UnsafeMutableBufferPointer<Float>(list[2])[1] = 7
    }
    #expect(samples == [1, 7, 3, 4])
    list.count = 1
    #expect(list.unsafePointer.pointee.mNumberBuffers == 1)
    #expect(AudioBufferList.sizeInBytes(maximumBuffers: 3) == 56)
    #expect(UnsafeMutableAudioBufferListPointer(nil as UnsafeMutablePointer<AudioBufferList>?) == nil)
  }

  @Test("linear PCM is described as Apple's helpers describe it")
  func linearPCM() {
    let stereo = FillOutASBDForLPCM(48_000, 2, 16, 16, false, false, false)
    #expect(stereo.mBytesPerFrame == 4)
    #expect(stereo.mFormatFlags == kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked)
    let planar = FillOutASBDForLPCM(48_000, 2, 32, 32, true, false, true)
    #expect(planar.mBytesPerFrame == 4)
    #expect(planar.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0)
    #expect(FillOutASBDForLPCM(48_000, .max, 32, 32, true, false, false).mBytesPerFrame == 0)
  }

  @Test("codes are four characters")
  func codes() {
    #expect(kAudioFormatLinearPCM == 0x6C70_636D)
    #expect(kAudioFormatMPEG4AAC == 0x6161_6320)
  }
}

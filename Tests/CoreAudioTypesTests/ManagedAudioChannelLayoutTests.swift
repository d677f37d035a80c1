import CoreAudioTypes
import Foundation
import Testing

@Suite struct ManagedAudioChannelLayouts {
  @Test func channels_areCountedByTagBitsOrDescriptions() {
    #expect(ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_Stereo).numberOfChannels == 2)
    var bits = ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_UseChannelBitmap)
    bits.bitmap = [.bit_Left, .bit_Right, .bit_LFEScreen]
    #expect(bits.numberOfChannels == 3 && bits.sizeInBytes == 12)
    let five = ManagedAudioChannelLayout(maximumDescriptions: 5)
    #expect(five.tag == kAudioChannelLayoutTag_UseChannelDescriptions)
    #expect(five.numberOfChannels == 5 && five.sizeInBytes == 12 + 5 * 20)
  }

  @Test func copies_areValues() {
    var layout = ManagedAudioChannelLayout(
      channelDescriptions: [kAudioChannelLabel_Left, kAudioChannelLabel_Right].map {
        AudioChannelDescription(mChannelLabel: $0, mChannelFlags: [], mCoordinates: (0, 0, 0))
      })
    let copy = layout
    layout.setAllToUnknown()
    #expect(layout.channelDescriptions.allSatisfy { $0.mChannelLabel == kAudioChannelLabel_Unknown })
    #expect(copy.channelDescriptions.map(\.mChannelLabel) == [kAudioChannelLabel_Left, kAudioChannelLabel_Right])
    #expect(layout != copy)
  }

  @Test func memory_isThatOfTheCStructure() {
    var layout = ManagedAudioChannelLayout(maximumDescriptions: 3)
    layout.withUnsafeMutablePointer { pointer in
      let channels = AudioChannelLayout.UnsafeMutablePointer(pointer)
      #expect(channels.count == 3)
      channels[2].mChannelLabel = kAudioChannelLabel_Center
      channels[2].mCoordinates.1 = 0.5
      // A count beyond the allocated memory is ignored.
      channels.count = 400
    }
    #expect(layout.channelDescriptions.count == 3)
    layout.withUnsafePointer { pointer in
      let words = UnsafeRawPointer(pointer).assumingMemoryBound(to: UInt32.self)
      #expect(words[2] == 3 && words[3 + 10] == kAudioChannelLabel_Center && words[3 + 13] == Float(0.5).bitPattern)
    }
  }

  @Test func aLayoutInMemory_isCopiedAndGivenBackOnce() {
    let memory = AudioChannelLayout.allocate(maximumDescriptions: 2)
    memory.unsafeMutablePointer.pointee.mChannelLayoutTag = kAudioChannelLayoutTag_UseChannelDescriptions
    memory.count = 2
    memory[1].mChannelLabel = kAudioChannelLabel_Right
    var calls = 0
    withoutActuallyEscaping({ (pointer: AudioChannelLayout.UnsafePointer) in
      #expect(pointer.unsafePointer == memory.unsafePointer)
      calls += 1
      free(memory.unsafeMutablePointer)
    }) { deallocator in
      let layout = ManagedAudioChannelLayout(
        audioChannelLayoutPointer: .init(memory.unsafePointer), deallocator: deallocator)
      #expect(layout.channelDescriptions[1].mChannelLabel == kAudioChannelLabel_Right)
    }
    #expect(calls == 1)
  }
}

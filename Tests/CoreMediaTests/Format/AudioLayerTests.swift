import CoreMedia
import Foundation
import Testing

@Suite struct AudioLayers {
  private func description(_ id: AudioFormatID, channels: UInt32) throws -> CMFormatDescription {
    try CMFormatDescription(
      audioStreamBasicDescription: AudioStreamBasicDescription(
        mSampleRate: 44_100, mFormatID: id, mFormatFlags: 0, mBytesPerPacket: 0, mFramesPerPacket: 2048,
        mBytesPerFrame: 0, mChannelsPerFrame: channels, mBitsPerChannel: 0, mReserved: 0))
  }

  @Test func plainAudio_isOneFormat() throws {
    let audio = try description(kAudioFormatOpus, channels: 2)
    #expect(audio.audioFormatList.map(\.mASBD) == [audio.audioStreamBasicDescription])
    #expect(audio.richestDecodableFormat?.mChannelLayoutTag == kAudioChannelLayoutTag_Stereo)
    #expect(audio.mostCompatibleFormat == audio.richestDecodableFormat)
    #expect(audio.audioChannelLayout == nil)
  }

  @Test func highEfficiencyAAC_isItsCoreToo() throws {
    let items = try description(kAudioFormatMPEG4AAC_HE, channels: 2).audioFormatList
    #expect(items.map(\.mASBD.mFormatID) == [kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC])
    #expect(items.map(\.mASBD.mSampleRate) == [44_100, 22_050])
    #expect(items.map(\.mASBD.mFramesPerPacket) == [2048, 1024])
  }

  @Test func parametricStereo_isMonoBelow() throws {
    let audio = try description(kAudioFormatMPEG4AAC_HE_V2, channels: 2)
    var size = 0
    let items = UnsafeBufferPointer(
      start: CMAudioFormatDescriptionGetFormatList(audio, sizeOut: &size),
      count: 3)
    #expect(size == 3 * MemoryLayout<AudioFormatListItem>.stride)
    #expect(items.map(\.mASBD.mChannelsPerFrame) == [2, 1, 1])
    #expect(CMAudioFormatDescriptionGetRichestDecodableFormat(audio) == items.baseAddress)
    #expect(CMAudioFormatDescriptionGetMostCompatibleFormat(audio)?.pointee.mASBD.mFormatID == kAudioFormatMPEG4AAC)
    let picture = try CMFormatDescription(videoCodecType: .h264, width: 4, height: 4)
    #expect(CMAudioFormatDescriptionGetFormatList(picture, sizeOut: &size) == nil && size == 0)
    #expect(picture.audioFormatList.isEmpty && picture.richestDecodableFormat == nil)
  }

  @Test func layouts_comeBack() throws {
    var asbd = try #require(description(kAudioFormatOpus, channels: 3).audioStreamBasicDescription)
    asbd.mChannelsPerFrame = 3
    var layout = ManagedAudioChannelLayout(maximumDescriptions: 3)
    layout.channelDescriptions[1].mChannelLabel = kAudioChannelLabel_LFEScreen
    let audio = try CMFormatDescription(audioStreamBasicDescription: asbd, layout: layout)
    #expect(audio.audioChannelLayout == layout)
    // A layout whose stated number of descriptions exceeds its bytes has those within the bytes.
    let liar = layout.withUnsafePointer { pointer in
      var bytes = Data(bytes: pointer, count: 12 + 20)
      bytes[8] = 200
      return bytes
    }
    let cut = try liar.withUnsafeBytes {
      try CMFormatDescription(
        audioStreamBasicDescription: asbd, layoutSize: 32,
        layout: $0.bindMemory(to: AudioChannelLayout.self).baseAddress, magicCookie: nil)
    }
    #expect(cut.audioChannelLayout?.channelDescriptions.count == 1)
  }
}

import CoreAudioTypes
import Foundation
import MovieExercise
import Testing

@testable import MovieFile

/// The speaker positions of channels in ISO files (ISO/IEC 14496-12, clause 12.2.4).
@Suite struct SpeakerPositionsTests {
  /// Core Audio's bitmap, and the positions in ISO's numbers.
  static let layouts: [(words: String, mask: UInt32, positions: [UInt8])] = [
    ("3.0", 0x7, [0, 1, 2]), ("quadraphonic", 0x33, [0, 1, 4, 5]), ("5.0", 0x37, [0, 1, 2, 4, 5]),
    ("5.1", 0x3f, [0, 1, 2, 3, 4, 5]), ("5.1 with sides", 0x60f, [0, 1, 2, 3, 13, 14]),
    ("6.1", 0x13f, [0, 1, 2, 3, 4, 5, 10]), ("7.1, wide", 0xff, [0, 1, 2, 3, 4, 5, 6, 7]),
    ("7.1", 0x63f, [0, 1, 2, 3, 8, 9, 4, 5]), ("5.1.2", 0x503f, [0, 1, 2, 3, 4, 5, 17, 18]),
  ]

  private func mask(_ layout: [UInt8]) -> UInt32? {
    guard layout.count == 12, layout[1] == 1 else { return nil }
    return layout[4..<8].reduce(0) { $0 << 8 | UInt32($1) }
  }

  @Test(arguments: layouts.indices) func bitmap_isAPositionAChannel_andComesBack(index: Int) throws {
    let (_, mask, positions) = Self.layouts[index]
    let written = SpeakerPositions(mask: mask, labels: [], channels: positions.count)
    #expect(written.chnl == [0, 0, 0, 0, 1, 0] + positions)
    let read = try #require(SpeakerPositions(chnl: written.chnl, channels: positions.count))
    #expect(self.mask(read.coreAudio) == mask)
  }

  @Test func channelsInAnotherOrder_keepTheirLabels() throws {
    let labels = [kAudioChannelLabel_Center, kAudioChannelLabel_Left, kAudioChannelLabel_Right]
    let written = SpeakerPositions(mask: 0, labels: labels, channels: 3)
    #expect(written.positions == [2, 0, 1])
    let layout = try #require(SpeakerPositions(chnl: written.chnl, channels: 3)).coreAudio
    #expect(layout.count == 12 + 3 * 20 && layout[0..<4] == [0, 0, 0, 0])
    #expect([15, 35, 55].map { layout[$0] } == [3, 1, 2])
  }

  @Test func channelsWithoutNames_areUnknown() {
    #expect(SpeakerPositions(mask: 0, labels: [], channels: 4).positions == [127, 127, 127, 127])
    #expect(SpeakerPositions(mask: 0x3, labels: [], channels: 3).positions == [127, 127, 127])
  }

  @Test func wholeLayouts_areReadInBothVersions() throws {
    func positions(_ bytes: [UInt8], _ channels: Int) -> [UInt8]? {
      SpeakerPositions(chnl: bytes, channels: channels)?.positions
    }
    let none: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]
    #expect(positions([0, 0, 0, 0, 1, 6] + none, 6) == [2, 0, 1, 4, 5, 3])
    // Without the low-frequency channel, and with objects.
    #expect(positions([0, 0, 0, 0, 3, 6] + [0, 0, 0, 0, 0, 0, 0, 0x20] + [9], 5) == [2, 0, 1, 4, 5])
    #expect(positions([1, 0, 0, 0, 0x10, 6, 6, 0], 6) == [2, 0, 1, 4, 5, 3])
    #expect(positions([1, 0, 0, 0, 0x10, 5, 6, 1] + [0, 0, 0, 0, 0, 0, 0, 0x20], 5) == [2, 0, 1, 4, 5])
    #expect(positions([1, 0, 0, 0, 0x10, 3, 0, 3, 0, 1, 2], 3) == [0, 1, 2])
    // One speaker with explicit angles.
    #expect(positions([0, 0, 0, 0, 1, 0, 0, 126, 0, 30, 0, 2], 3) == [0, 126, 2])
  }

  @Test(
    arguments: [
      [], [0], [0, 0, 0, 0, 2, 0, 0, 1, 2], [2, 0, 0, 0, 1, 0, 0, 1, 2], [0, 0, 0, 0, 1, 0, 0, 1], [0, 0, 0, 0, 1, 6],
      [0, 0, 0, 0, 1, 99, 0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 1, 6, 0, 0, 0, 0, 0, 0, 0, 0],
      [1, 0, 0, 0, 0x10, 3, 0, 9, 0, 1, 2], [1, 0, 0, 0, 0x10, 3, 3, 2],
    ] as [[UInt8]]) func invalidLayouts_giveNoPositions(box: [UInt8])
  {
    #expect(SpeakerPositions(chnl: box, channels: 3) == nil)
  }

  /// PCM of each layout, as a sample entry of ISO files that is read again; 96 kHz needs another version of the entry.
  @Test(arguments: layouts.indices, [48_000, 96_000])
  func entryOfStoredAudio_namesItsChannels(index: Int, rate: Double) throws {
    let (_, mask, positions) = Self.layouts[index]
    let frame = UInt32(positions.count * 3)
    let stream = AudioStreamBasicDescription(
      mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: frame,
      mFramesPerPacket: 1, mBytesPerFrame: frame, mChannelsPerFrame: UInt32(positions.count), mBitsPerChannel: 24,
      mReserved: 0)
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = kAudioChannelLayoutTag_UseChannelBitmap
    layout.mChannelBitmap = AudioChannelBitmap(rawValue: mask)
    let description = try withUnsafePointer(to: layout) { layout in
      try CMFormatDescription(audioStreamBasicDescription: stream, layoutSize: 12, layout: layout, magicCookie: nil)
    }
    let read = try SampleEntry(description, in: .mp4).formatDescription(handlerType: .audio)
    #expect(read.channelMask == mask && read.audioStreamBasicDescription == stream)
  }

  /// PCM in an ISO file: the channels are named by the source file, by the written file, and by its reader.
  @Test func storedAudio_namesItsChannels() throws {
    let folder = try TemporaryFolder()
    let (channels, mask): (Int, UInt32) = (6, 0x3f)
    let path = try Recipe(
      "a.mov", "-f lavfi -i anullsrc=channel_layout=5.1:sample_rate=48000:duration=0.1 -c:a pcm_s24le"
    ).make(in: folder)
    let source = try Movie(path: path)
    let given = try #require(try source.tracks[0].formatDescriptions().first)
    let sink = MemoryByteSink()
    try MovieCopy(source, to: .mp4).write(to: sink)
    let movie = try Movie(source: MemoryByteSource(sink.bytes))
    #expect(movie.problems == [] && movie.tracks[0].sampleDescriptions[0].format == "ipcm")
    let read = try #require(try movie.tracks[0].formatDescriptions().first)
    #expect(read.audioStreamBasicDescription?.mChannelsPerFrame == UInt32(channels))
    #expect(read.channelMask == mask && given.channelMask == mask)
    // Copied back to QuickTime, the channels are the same.
    let back = MemoryByteSink()
    try MovieCopy(movie, to: .mov).write(to: back)
    let again = try Movie(source: MemoryByteSource(back.bytes))
    #expect(try again.tracks[0].formatDescriptions().first?.channelMask == mask)
    #expect(
      try again.data(of: again.tracks[0].samples()[7], in: again.tracks[0])
        == source.data(of: source.tracks[0].samples()[7], in: source.tracks[0]))
  }
}

import Foundation
import MovieFile
import Testing

@testable import MediaSource

/// Files are opened by one table, whose rows tell them by their first bytes.
@Suite struct OpenedMediaTests {
  private static let tone = ["-f", "lavfi", "-i", "sine=duration=1:sample_rate=44100"]

  private func made(_ name: String, _ options: [String] = [], in folder: TemporaryFolder) throws -> String {
    let path = folder.file(name)
    try Oracle.make(Self.tone + options + [path])
    return path
  }

  @Test(
    arguments: [
      ("tone.m4a", MovieContainer.self as any MediaContainer.Type), ("tone.mp3", AudioFrameContainer.self),
      ("tone.aac", AudioFrameContainer.self), ("tone.caf", CoreAudioContainer.self),
      ("tone.wav", ChunkedAudioContainer.self), ("tone.aiff", ChunkedAudioContainer.self),
      ("tone.flac", DemuxedContainer.self), ("tone.ogg", InterleavedContainer.self),
      ("tone.mka", InterleavedContainer.self), ("tone.ts", InterleavedContainer.self),
      ("tone.mpg", InterleavedContainer.self), ("tone.flv", InterleavedContainer.self),
      ("tone.avi", InterleavedContainer.self), ("tone.au", DemuxedContainer.self),
    ])
  func kind_isDetectedByTheFirstBytes(name: String, kind: any MediaContainer.Type) throws {
    let folder = try TemporaryFolder()
    let path = try made(name, in: folder)
    let media = try OpenedMedia(path: path)
    #expect(type(of: media.container) == kind)
    #expect(ContainerTable.kind(of: try ProbeData(of: media.input.source)) == kind)
    let tracks = try media.container.tracks()
    #expect(tracks.map(\.attributes.mediaType) == ["soun"])
    #expect(try (tracks[0].codedTrack().length()?.sampleCount ?? 0) > 5)
  }

  /// Serial numbers are 32 bits without a sign, and are chosen at random.
  @Test func streamsOfLargeSerialNumbers_haveIDsOfTheirOwn() throws {
    let folder = try TemporaryFolder()
    let path = try made(
      "serials.ogg",
      [
        "-f", "lavfi", "-i", "testsrc=size=64x48:duration=1", "-map", "0", "-map", "1", "-c:a", "flac", "-c:v",
        "libtheora",
      ]
        + ["-fflags", "+bitexact", "-serial_offset", "2147483647"], in: folder)
    let container = try OpenedMedia(path: path).container
    #expect(try container.tracks().map(\.attributes.id) == [1, 2])
    #expect(try container.listing().entries.map(\.id) == [1, 2])
  }

  @Test func fewBytes_areUndecided() throws {
    let folder = try TemporaryFolder()
    let path = try made("tone.mp3", ["-write_xing", "0", "-id3v2_version", "0"], in: folder)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(ContainerTable.kind(of: ProbeData(Array(bytes.prefix(4)), isAll: false)) == nil)
    #expect(ContainerTable.kind(of: ProbeData(Array(bytes.prefix(4096)), isAll: false)) == nil)
    let probeData = ProbeData(bytes, isAll: false)
    #expect(ContainerTable.kind(of: probeData) == AudioFrameContainer.self)
    // A broadcast is never kept; a file, which ends, is.
    #expect(AudioFrameContainer.access(probeData, by: .stream(isEndless: true)) == .once)
    #expect(AudioFrameContainer.access(probeData, by: .stream(isEndless: false)) == .twice)
  }

  @Test func damagedBeginnings_areLeftToTheDemuxer() throws {
    let folder = try TemporaryFolder()
    let path = try made("tone.wav", in: folder)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes.replaceSubrange(12..<16, with: Data("none".utf8))
    let input = MediaInput(MemoryByteSource([UInt8](bytes)), location: nil)
    #expect(try OpenedMedia(input).container is DemuxedContainer)
    let noise = MediaInput(MemoryByteSource((0..<9000).map { UInt8(truncatingIfNeeded: $0 &* 7 / 3) }), location: nil)
    #expect(try OpenedMedia(noise).container is DemuxedContainer)
  }

  /// A source whose bytes can be read up to a place.
  private struct FailingSource: ByteSource {
    let bytes: [UInt8]
    let end: Int64
    var size: Int64 { Int64(bytes.count) }
    var name: String? { nil }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(MovieError) {
      guard offset + Int64(buffer.count) <= end else { throw MovieError(.unreadable, errno: EIO, offset: end) }
      buffer.copyBytes(from: bytes[Int(offset)..<Int(offset) + buffer.count])
    }
  }

  @Test(arguments: ["wav", "aiff", "mp3", "m4a", "caf"])
  func bytesThatCannotBeRead_areThatError_andNoOtherKindOfFile(suffix: String) throws {
    let folder = try TemporaryFolder()
    // The headers are longer than what tells the kind.
    let padding = ["-metadata", "title=" + String(repeating: "x", count: 12_000)]
    let options = padding + (suffix == "m4a" ? ["-movflags", "faststart"] : [])
    let path = try made("tone.\(suffix)", options, in: folder)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let input = MediaInput(FailingSource(bytes: bytes, end: 8192), location: nil)
    let error = #expect(throws: MovieError.self) { try OpenedMedia(input) }
    #expect(error?.systemCode == EIO)
  }

  @Test(arguments: ["mp3", "aac"])
  func audioOfAnAsset_isReadByTheTableThatGraphsRead(suffix: String) throws {
    let folder = try TemporaryFolder()
    let file = MediaFile(URL(fileURLWithPath: try made("tone.\(suffix)", in: folder)))
    let track = try #require(try file.tracks().first)
    #expect(try track.codedTrack() is AudioFileTrack)
    #expect(try file.container().isReadByTables)
  }

  @Test(arguments: [("5.1", 0x3f), ("quad", 0x33)])
  func uncompressedWave_keepsThePlacesOfItsChannels(layout: String, mask: Int) throws {
    let folder = try TemporaryFolder()
    let options = ["-af", "aformat=channel_layouts=\(layout)", "-c:a", "pcm_s16le"]
    let file = MediaFile(URL(fileURLWithPath: try made("tone.wav", options, in: folder)))
    let track = try #require(try file.tracks().first)
    let description = try #require(try track.formatDescriptions().first)
    #expect(description.channelMask == UInt32(mask))
    let format = try #require(try track.codedTrack().formats.first)
    #expect(format.caps.channelMask == UInt64(mask))
    #expect(try track.codedTrack().length()?.sampleCount == 44_100)
  }

  @Test(arguments: [
    ("a.mp4", ["-c:v", "mpeg4"]), ("b.mp4", ["-c:v", "mpeg4", "-movflags", "+faststart"]), ("a.mkv", []),
  ])
  func cutOffFile_statesItsWholeSize(name: String, options: [String]) throws {
    let folder = try TemporaryFolder()
    let path = folder.file(name)
    try Oracle.make(["-f", "lavfi", "-i", "testsrc2=size=160x96:rate=30:duration=1"] + options + [path])
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let cut = MemoryByteSource(Array(whole.prefix(whole.count / 2)))
    let stated = try #require(try ContainerTable.statedSize(of: cut))
    // The media of a movie whose header comes last end before it.
    #expect(name == "a.mp4" ? stated < Int64(whole.count) && stated > cut.size : stated == Int64(whole.count))
    let known = try ContainerTable.statedSize(of: MemoryByteSource(whole))
    #expect(known == (name == "a.mkv" ? stated : nil))
    #expect(try ContainerTable.statedSize(of: MemoryByteSource(Array(whole.prefix(10)))) == nil)
  }

  @Test(arguments: [("tone.ts", 188), ("tone.m2ts", 192), ("tone.ogg", 0), ("tone.mka", 0)])
  func timesOfDemuxers_areKnownByTheBeginning(name: String, packetSize: Int) throws {
    let folder = try TemporaryFolder()
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: made(name, ["-c:a", "libopus"], in: folder))))
    let format = try #require(DemuxedFormat.of(bytes))
    let times = format.times(bytes)
    #expect(times.beginAnywhere == (packetSize > 0))
    #expect(times.timescale == (name == "tone.mka" ? 1000 : nil))
    #expect(times.endInsidePacket == (name == "tone.ogg"))
    #expect(DemuxedContainer.match(ProbeData(bytes, isAll: true)) == .certain)
  }
}

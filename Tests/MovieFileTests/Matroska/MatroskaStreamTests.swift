import CoreAudioTypes
import Foundation
import MovieExercise
import Testing

@testable import MovieFile

/// Formats, names and flags of streams, against those of a movie with the same streams.
@Suite struct MatroskaStreamTests {
  private typealias M = MatroskaBytes
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let picture = "-f lavfi -i testsrc=size=64x48:rate=25:duration=0.4"
  private static let tone = "-f lavfi -i sine=duration=0.4:sample_rate=44100"

  @Test(arguments: [
    "-c:v libx264 -pix_fmt yuv420p -color_primaries bt709 -color_trc bt709 -colorspace bt709 -aspect 16:9",
    "-c:v libx265 -preset ultrafast -x265-params log-level=none -tag:v hvc1",
    "-c:v libvpx-vp9 -deadline realtime -cpu-used 8", "-c:v libaom-av1 -cpu-used 8 -usage realtime", "-c:v mpeg4",
  ])
  func formatOfVideo_isThatOfAMovie(options: String) throws {
    let (movie, file) = try pair("\(Self.picture) \(options)", "mp4")
    let (theirs, ours) = (
      try #require(try movie.tracks[0].formatDescriptions().first), try #require(file.streams[0].formatDescription)
    )
    #expect(ours.mediaSubType == theirs.mediaSubType)
    #expect(ours.dimensions == theirs.dimensions)
    for type: BoxType in ["avcC", "hvcC", "av1C"] {
      #expect(ours.atoms.first { $0.type == type } == theirs.atoms.first { $0.type == type })
    }
    if let box = theirs.atoms.first(where: { $0.type == "vpcC" })?.payload {
      let made = try #require(ours.atoms.first { $0.type == "vpcC" }?.payload)
      // All but the level, which only the writer knows.
      #expect(made.enumerated().allSatisfy { $0.offset == 5 || $0.element == box[$0.offset] }, "\(made) \(box)")
    }
    if let esds = theirs.atoms.first(where: { $0.type == "esds" })?.payload {
      let made = try #require(ours.atoms.first { $0.type == "esds" }?.payload)
      #expect(
        ESDescriptor(contents: made)?.decoderSpecificInfo == ESDescriptor(contents: esds)?.decoderSpecificInfo)
    }
    let isWide = options.contains("aspect")
    for key: CMFormatDescription.Extensions.Key in [
      .pixelAspectRatio, .colorPrimaries, .transferFunction, .yCbCrMatrix,
    ] {
      // A movie says too that pixels are square.
      guard let theirs = theirs.extensions[key]?.propertyListRepresentation, key != .pixelAspectRatio || isWide else {
        continue
      }
      let made = try #require(ours.extensions[key]?.propertyListRepresentation as? NSObject, "\(key)")
      #expect(made.isEqual(theirs), "\(key)")
    }
    #expect(file.streams[0].frameDuration == CMTime(value: 1, timescale: 25))
  }

  @Test(arguments: ["aac", "libmp3lame", "libopus -ar 48000", "flac -strict -2", "ac3", "eac3", "alac", "libvorbis"])
  func formatOfAudio_isThatOfAMovie(codec: String) throws {
    let (movie, file) = try pair("\(Self.tone) -c:a \(codec)", "mp4")
    try expectSameAudio(movie, file)
  }

  @Test(arguments: ["pcm_s16le", "pcm_s24le", "pcm_s32le", "pcm_f32le", "pcm_f64le", "pcm_mulaw", "pcm_alaw"])
  func formatOfUncompressedAudio_isThatOfAMovie(codec: String) throws {
    let (movie, file) = try pair("\(Self.tone) -c:a \(codec)", "mov")
    try expectSameAudio(movie, file)
  }

  private func pair(_ options: String, _ kind: String) throws -> (Movie, MatroskaFile) {
    let movie = try Recipe("a.\(kind)", options).make(in: folder)
    try Oracle.make(["-i", movie, "-c", "copy", folder.file("a.mkv")])
    return (try Movie(path: movie), try MatroskaFile(source: FileByteSource(path: folder.file("a.mkv"))))
  }

  private func expectSameAudio(_ movie: Movie, _ file: MatroskaFile) throws {
    let (theirs, ours) = (
      try #require(try movie.tracks[0].formatDescriptions().first), try #require(file.streams[0].formatDescription)
    )
    let (a, b) = (try #require(ours.audioStreamBasicDescription), try #require(theirs.audioStreamBasicDescription))
    #expect(a.mFormatID == b.mFormatID && a.mSampleRate == b.mSampleRate)
    #expect(a.mFramesPerPacket == b.mFramesPerPacket)
    // Movies state two channels, whatever the frames of these have.
    let isVague = a.mFormatID == kAudioFormatMPEGLayer3 || file.streams[0].coded?.codec == .vorbis
    #expect(a.mChannelsPerFrame == (isVague ? 1 : b.mChannelsPerFrame))
    #expect(a.mFormatFlags == b.mFormatFlags && a.mBytesPerFrame == b.mBytesPerFrame)
    if a.mFormatID != kAudioFormatMPEGLayer3, let cookie = theirs.magicCookie,
      let info = ESDescriptor(descriptor: [UInt8](cookie))
    {
      #expect(
        ours.magicCookie.flatMap { ESDescriptor(descriptor: [UInt8]($0)) }?.decoderSpecificInfo
          == info.decoderSpecificInfo)
    } else if ![kAudioFormatFLAC, kAudioFormatMPEGLayer3].contains(a.mFormatID) {
      // FLAC's comments are among its headers.
      #expect(ours.magicCookie == theirs.magicCookie)
    }
    #expect(file.streams[0].coded != nil && file.streams[0].sampleRate == Int32(b.mSampleRate))
  }

  private func stream(_ type: Int, _ codec: String, _ fields: [UInt8] = [], _ media: [UInt8] = []) throws
    -> ContainerStream
  {
    let bytes = M.header + M.segment(M.info(), M.tracks(M.track(1, type: type, codec: codec, fields)), media)
    return try MatroskaFile(source: MemoryByteSource(bytes)).streams[0]
  }

  @Test(
    arguments: [
      ("A_AAC/MPEG4/LC", [0x11, 0x90]), ("A_AAC/MPEG2/MAIN", [0x09, 0x90]),
      ("A_AAC/MPEG4/LC/SBR", [0x11, 0x90, 0x56, 0xe5, 0x80]), ("A_AAC/MPEG4/LTP", [0x21, 0x90]),
    ] as [(String, [UInt8])])
  func oldNamesOfAAC_giveAConfiguration(codec: String, config: [UInt8]) throws {
    let stream = try stream(2, codec, M.audio(48_000, channels: 2))
    #expect(stream.coded?.codec == .aac && stream.coded?.configuration == config)
    #expect(stream.formatDescription?.audioStreamBasicDescription?.mSampleRate == (config.count > 2 ? 96_000 : 48_000))
  }

  @Test(
    arguments: [
      ("S_TEXT/UTF8", "utf8"), ("S_TEXT/ASS", "ass "), ("S_TEXT/SSA", "ssa "), ("S_VOBSUB", "dvds"),
      ("S_HDMV/PGS", "pgs "), ("S_TEXT/WEBVTT", "wvtt"), ("S_DVBSUB", "dvbs"),
    ] as [(String, BoxType)])
  func subtitles_areListed(codec: String, code: BoxType) throws {
    let stream = try stream(0x11, codec)
    #expect(stream.mediaType == "sbtl" && stream.formatDescription?.mediaSubType.rawValue == code.rawValue)
    #expect(stream.coded != nil)
  }

  @Test func unknownCodec_isListedWithoutAFormat() throws {
    let stream = try stream(2, "A_NEW/CODEC", M.audio(48_000, channels: 2))
    #expect(stream.codecID == "A_NEW/CODEC" && stream.formatDescription == nil && stream.coded == nil)
    #expect(stream.mediaType == "soun")
  }

  @Test func microsoftsFormats_areThoseOfTheTable() throws {
    var header: [UInt8] = [40, 0, 0, 0, 64, 0, 0, 0, 48, 0, 0, 0, 1, 0, 24, 0]
    header += Array("XVID".utf8) + [UInt8](repeating: 0, count: 20) + [7, 8]
    let video = try stream(1, "V_MS/VFW/FOURCC", M.video(64, 48) + M.element(0x63a2, header))
    #expect(video.coded?.codec == .mpeg4 && video.coded?.configuration == [7, 8])
    let wave: [UInt8] = [0x55, 0, 2, 0, 0x44, 0xac, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]
    let audio = try stream(2, "A_MS/ACM", M.audio(44_100, channels: 2) + M.element(0x63a2, wave))
    #expect(audio.coded?.codec == .mpegAudio && audio.sampleRate == 44_100)
    let linear: [UInt8] = [1, 0, 2, 0, 0x44, 0xac, 0, 0, 0, 0, 0, 0, 4, 0, 16, 0]
    let pcm = try stream(2, "A_MS/ACM", M.audio(44_100, channels: 2) + M.element(0x63a2, linear))
    #expect(pcm.coded?.codec == .pcm && pcm.coded?.bytesPerBlock == 4)
  }

  @Test func emptyEntryOfQuickTime_hasTheSizeOfTheTrack() throws {
    let path = try Recipe("a.mkv", "\(Self.picture) -c:v cinepak").make(in: folder)
    let stream = try MatroskaFile(source: FileByteSource(path: path)).streams[0]
    #expect(
      stream.codecID == "V_QUICKTIME" && stream.formatDescription?.mediaSubType.rawValue == BoxType("cvid").rawValue)
    #expect(stream.formatDescription?.dimensions.width == 64 && stream.formatDescription?.dimensions.height == 48)
  }

  @Test func languageNameAndFlags_areTheFiles() throws {
    let path = try Recipe("a.mkv", "\(Self.tone) \(Self.tone) -map 0 -map 1 -c:a aac").make(in: folder)
    try Oracle.make(
      [
        "-i", path, "-map", "0", "-c", "copy", "-metadata:s:0", "language=ger", "-metadata:s:0", "title=Ton",
        "-disposition:0", "default", "-disposition:1", "comment+hearing_impaired", folder.file("b.mkv"),
      ])
    let streams = try MatroskaFile(source: FileByteSource(path: folder.file("b.mkv"))).streams
    #expect(streams.map(\.number) == [1, 2] && streams.map(\.language) == ["ger", nil])
    #expect(streams.map(\.name) == ["Ton", nil])
    #expect(streams[0].flags == [.enabled, .default])
    #expect(streams[1].flags.isSuperset(of: [.enabled, .commentary, .forHearingImpaired]))
  }

  /// Files of old writers have neither parameter sets in the headers nor lengths.
  @Test func startCodes_becomeLengths() throws {
    let path = try Recipe("a.h264", "\(Self.picture) -c:v libx264 -pix_fmt yuv420p -bf 0").make(in: folder)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let media = M.cluster(0, M.simple(1, 0, bytes))
    let file = try MatroskaFile(
      source: MemoryByteSource(
        M.header + M.segment(M.info(), M.tracks(M.track(1, type: 1, codec: "V_MPEG4/ISO/AVC", M.video(64, 48))), media))
    )
    let stream = file.streams[0]
    #expect(stream.coded?.nalUnitLength == 4 && stream.formatDescription?.dimensions.width == 64)
    let packet = try #require(try file.allPackets().first)
    let read = try packet.bytes.read(from: file.source)
    #expect(packet.isSync && read.count == packet.bytes.count)
    let coded = try #require(stream.coded)
    #expect(read.withUnsafeBytes { SampleInspection(coded).damage($0) } == nil)
  }

  @Test func rates_areExactWhereTheyAreUsual() throws {
    for (nanoseconds, duration) in [
      (33_366_666, CMTime(value: 1001, timescale: 30_000)), (41_708_333, CMTime(value: 1001, timescale: 24_000)),
      (40_000_000, CMTime(value: 1, timescale: 25)), (33_333_333, CMTime(value: 1, timescale: 30)),
      (12_345_000, CMTime(value: 12_345_000, timescale: 1_000_000_000)),
    ] {
      let stream = try stream(1, "V_VP8", M.video(64, 48) + M.number(0x23e383, nanoseconds))
      #expect(stream.frameDuration == duration && stream.frameDuration?.timescale == duration.timescale)
    }
  }

  /// Blocks of Microsoft's formats have the times at which frames are decoded: the frames' own order tells the others.
  @Test func picturesOfMicrosoftsFormats_areShownInTheirOwnOrder() throws {
    let folder = try TemporaryFolder()
    let options = "-c:v mpeg4 -bf 2 -b_strategy 0 -g 12"
    let movie = try Movie(path: Recipe("a.mov", "\(Recipe.picture) \(options)").make(in: folder))
    let avi = try AVIFile(
      source: FileByteSource(path: Recipe("a.avi", "\(Recipe.picture) \(options)").make(in: folder)))
    let blocks = try avi.allPackets().enumerated().flatMap { number, packet in
      MatroskaBytes.simple(1, number * 40, isKey: packet.isSync, try packet.bytes.read(from: avi.source))
    }
    let track = MatroskaBytes.track(
      1, type: 1, codec: "V_MS/VFW/FOURCC",
      MatroskaBytes.video(64, 48) + MatroskaBytes.element(0x63a2, AVIBytes.bitmap("XVID")))
    let bytes =
      MatroskaBytes.header
      + MatroskaBytes.segment(MatroskaBytes.info(), MatroskaBytes.tracks(track), MatroskaBytes.cluster(0, blocks))
    try Data(bytes).write(to: folder.url("a.mkv"))
    let file = try MatroskaFile(source: MemoryByteSource(bytes))
    // FFprobe takes them for decode times, too.
    #expect(try file.allPackets().map(\.decodeTime) == ContainerReport(folder.file("a.mkv")).packets.map(\.dts))
    #expect(try file.allPackets().allSatisfy { $0.presentationTime == nil })
    let samples = try movie.tracks[0].samples().all()
    let start = try #require(samples.map(\.presentationTime).min())
    let index = PacketIndex(file)
    for sample in samples {
      let time = (sample.presentationTime - start) * 1000 / Int64(movie.tracks[0].timescale)
      #expect(try index.packet(sample.index, of: 0)?.presentationTime == time)
    }
  }
}

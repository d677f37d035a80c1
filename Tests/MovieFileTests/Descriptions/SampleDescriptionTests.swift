import CoreAudioTypes
import CoreGraphics
import Foundation
import MovieExercise
import MovieFile
import Testing

/// Sample entries as format descriptions.
@Suite struct SampleDescriptionTests {
  private typealias B = MovieBytes

  private func description(_ entry: [UInt8], handler: String, brand: String = "isom") throws -> CMFormatDescription {
    var track = TrackBytes()
    track.handler = handler
    track.sampleDescriptions = [entry]
    track.tables = TrackBytes.tables(durations: [(1, 1000)], sizes: [1])
    let movie = try Movie(source: MemoryByteSource(TrackBytes.movie([track], brand: brand)))
    return try #require(try movie.tracks[0].formatDescriptions().first)
  }

  /// Returns the format descriptions of a movie that ffmpeg makes.
  private func descriptions(_ arguments: String, _ file: String) throws -> [CMFormatDescription] {
    let folder = try TemporaryFolder()
    return try Movie(path: Recipe(file, arguments).make(in: folder)).tracks.map { try $0.formatDescriptions()[0] }
  }

  /// The entry's field holds no rate of 65,536 Hz or more.
  @Test func vorbis_hasTheRateOfItsHeader() throws {
    let sound = "-f lavfi -i sine=sample_rate=96000:duration=0.2 -ac 2 -c:a libvorbis -ar 96000"
    let stream = try descriptions(sound, "a.mp4").first?.audioStreamBasicDescription
    #expect(stream?.mSampleRate == 96_000 && stream?.mChannelsPerFrame == 2)
  }

  @Test func video_saysShapeColourAndFields() throws {
    let boxes =
      B.box("pasp", B.u32(4, 3)) + B.box("clap", B.u32(60, 1, 40, 1, 1, 2, -3, 2))
      + B.box("colr", B.text("nclx"), B.u16(9, 16, 9), [0x80]) + B.box("fiel", [2, 6]) + B.box("mdcv", B.zeros(24))
      + B.box("clli", B.u16(1000, 400)) + B.box("btrt", B.u32(1, 2, 3))
    let video = try description(TrackBytes.plainVideo("hvc1", boxes), handler: "vide")
    #expect(video.mediaType == .video && video.mediaSubType == .hevc)
    #expect(video.dimensions.width == 64 && video.dimensions.height == 48)
    #expect(video.presentationDimensions() == CGSize(width: 80, height: 40))
    #expect(video.cleanAperture(originIsAtTopLeft: true) == CGRect(x: 2.5, y: 2.5, width: 60, height: 40))
    func text(_ key: CMFormatDescription.Extensions.Key) -> String? {
      video.extensions[key]?.propertyListRepresentation as? String
    }
    #expect(text(.colorPrimaries) == "ITU_R_2020" && text(.transferFunction) == "SMPTE_ST_2084_PQ")
    #expect(text(.fieldDetail) == "TemporalBottomFirst")
    #expect(video.extensions[.fullRangeVideo]?.propertyListRepresentation as? Bool == true)
    #expect((video.extensions[.contentLightLevelInfo]?.propertyListRepresentation as? Data)?.count == 4)
    let atoms = video.extensions[.sampleDescriptionExtensionAtoms]?.propertyListRepresentation as? [String: Data]
    #expect(atoms?["btrt"] == Data(B.u32(1, 2, 3)))
    #expect((video.extensions[.verbatimISOSampleEntry]?.propertyListRepresentation as? Data)?.count == 86 + boxes.count)
  }

  @Test func h264AndHEVC_bringTheirParameterSets() throws {
    let h264 = try descriptions("\(Recipe.picture) \(Recipe.h264)", "h264.mp4")[0]
    #expect(h264.mediaSubType == .h264 && h264.parameterSets.count == 2 && h264.nalUnitHeaderLength == 4)
    let hevc = try descriptions(
      "\(Recipe.picture) -c:v libx265 -preset ultrafast -x265-params log-level=none -tag:v hvc1", "hevc.mp4")[0]
    #expect(hevc.mediaSubType == .hevc && hevc.parameterSets.count >= 3)
  }

  private static let hdr =
    "-c:v libx265 -preset ultrafast -pix_fmt yuv420p10le -tag:v hvc1 -x265-params "
    + "log-level=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc"

  /// Returns an extension that is a string.
  private func text(_ key: CMFormatDescription.Extensions.Key, of video: CMFormatDescription) -> String? {
    video.extensions[key]?.propertyListRepresentation as? String
  }

  @Test func coloursOfTheStream_areTaken_whereTheContainerStatesNone() throws {
    let video = try descriptions("\(Recipe.picture) \(Self.hdr)", "hdr.mp4")[0]
    let atoms = try #require(
      video.extensions[.sampleDescriptionExtensionAtoms]?.propertyListRepresentation as? [String: Data])
    #expect(atoms["colr"] == nil)
    #expect(text(.colorPrimaries, of: video) == "ITU_R_2020" && text(.yCbCrMatrix, of: video) == "ITU_R_2020")
    #expect(text(.transferFunction, of: video) == "SMPTE_ST_2084_PQ")
    // The box wins.
    let boxes =
      B.box("hvcC", [UInt8](try #require(atoms["hvcC"]))) + B.box("colr", B.text("nclx"), B.u16(1, 1, 2), [0x80])
    let stated = try description(TrackBytes.plainVideo("hvc1", boxes), handler: "vide")
    #expect(text(.colorPrimaries, of: stated) == "ITU_R_709_2" && text(.transferFunction, of: stated) == "ITU_R_709_2")
    #expect(text(.yCbCrMatrix, of: stated) == "ITU_R_2020")
  }

  /// Copies have the boxes of their source.
  @Test func coloursOfTheStream_areNotWritten() throws {
    let video = try descriptions("\(Recipe.picture) \(Self.hdr)", "hdr.mp4")[0]
    let bare = try CMFormatDescription(hevcParameterSets: Array(video.parameterSets))
    #expect(text(.transferFunction, of: bare) == "SMPTE_ST_2084_PQ")
    for (description, format) in [(video, MovieFormat.mp4), (video, .mov), (bare, .mp4), (bare, .mov)] {
      let contents = try SampleEntry(description, in: format).contents
      #expect(contents.ranges(of: Array("hvcC".utf8)).count == 1 && contents.ranges(of: Array("colr".utf8)).isEmpty)
    }
    var extensions = bare.extensions
    extensions[.transferFunction] = .transferFunction(.itu_R_2100_HLG)
    let size = bare.dimensions
    let changed = try CMFormatDescription(
      videoCodecType: .hevc, width: Int(size.width), height: Int(size.height), extensions: extensions)
    #expect(try SampleEntry(changed, in: .mp4).contents.ranges(of: Array("colr".utf8)).count == 1)
  }

  @Test(
    arguments: [
      (Recipe.h264, "h264.mp4", 8), ("-c:v libx264 -preset ultrafast -pix_fmt yuv422p10le", "high.mp4", 10),
      (SampleDescriptionTests.hdr, "hevc.mp4", 10), ("-c:v prores_ks -profile:v 1", "prores.mov", 10),
      ("-c:v prores_ks -profile:v 4 -pix_fmt yuv444p10le", "4444.mov", 12),
      ("-c:v libvpx-vp9 -cpu-used 8", "vp9.mp4", 8),
      ("-c:v mpeg4", "mpeg4.mp4", nil),
    ] as [(String, String, Int?)])
  func bitsOfAComponent_areThoseOfTheConfiguration(options: String, file: String, bits: Int?) throws {
    let video = try descriptions("\(Recipe.picture) -pix_fmt yuv420p \(options)", file)[0]
    #expect(video.extensions[.bitsPerComponent]?.propertyListRepresentation as? Int == bits)
  }

  @Test func aac_bringsItsConfigurationAndLayout() throws {
    let audio = try descriptions("\(Recipe.tone) -c:a aac -ac 6", "aac.m4a")[0]
    let format = try #require(audio.audioStreamBasicDescription)
    #expect(format.mFormatID == kAudioFormatMPEG4AAC && format.mFramesPerPacket == 1024)
    let cookie = try #require(audio.magicCookie)
    let stream = try #require(ESDescriptor(descriptor: Array(cookie)))
    #expect(stream.objectType == 0x40)
    let config = try #require(AudioSpecificConfig(stream.decoderSpecificInfo))
    #expect(config.objectType == 2 && config.sampleRate == 44_100 && config.channelCount == 6 && !config.hasSBR)
    #expect(
      CMAudioFormatDescriptionGetChannelLayout(audio, sizeOut: nil)?.pointee.mChannelLayoutTag
        == kAudioChannelLayoutTag_AAC_5_1)
  }

  @Test(arguments: [
    // HE-AAC as object type 5, as an extension behind LC, and with parametric stereo.
    ([0x2b, 0x92, 0x08, 0x00], 22_050, 44_100, true, false),
    ([0x13, 0x90, 0x56, 0xe5, 0xa0], 22_050, 44_100, true, false),
    ([0xeb, 0x8a, 0x08, 0x00], 22_050, 44_100, true, true), ([0x12, 0x10], 44_100, 44_100, false, false),
  ]) func highEfficiencyAAC_isDetected(bytes: [Int], rate: Int, output: Int, sbr: Bool, ps: Bool) throws {
    let config = try #require(AudioSpecificConfig(bytes.map { UInt8($0) }))
    #expect(
      config.sampleRate == rate && config.outputSampleRate == output && config.hasSBR == sbr && config.hasPS == ps)
  }

  @Test(arguments: [
    ("pcm_s16le", "sowt", 16, kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked),
    ("pcm_s16be", "twos", 16, kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked | kAudioFormatFlagIsBigEndian),
    ("pcm_s24le", "in24", 24, kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked),
    ("pcm_s32be", "in32", 32, kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked | kAudioFormatFlagIsBigEndian),
    ("pcm_f32le", "fl32", 32, kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked),
    ("pcm_f64be", "fl64", 64, kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked | kAudioFormatFlagIsBigEndian),
    ("pcm_u8", "raw ", 8, kAudioFormatFlagIsPacked),
  ]) func pcm_saysItsSamples(coder: String, tag: String, bits: UInt32, flags: AudioFormatFlags) throws {
    let audio = try descriptions("\(Recipe.tone) -c:a \(coder) -ac 2", "pcm.mov")[0]
    let format = try #require(audio.audioStreamBasicDescription)
    #expect(format.mFormatID == kAudioFormatLinearPCM && format.mFormatFlags == flags)
    #expect(format.mBitsPerChannel == bits && format.mBytesPerFrame == bits / 4 && format.mFramesPerPacket == 1)
  }

  @Test func losslessAndOpus_bringTheirCookies() throws {
    let alac = try descriptions("\(Recipe.tone) -c:a alac", "alac.m4a")[0]
    #expect(alac.magicCookie?.count == 24 && alac.audioStreamBasicDescription?.mFramesPerPacket == 4096)
    #expect(alac.audioStreamBasicDescription?.mFormatFlags == 1)
    let flac = try descriptions("\(Recipe.tone) -c:a flac -strict -2", "flac.mp4")[0]
    #expect(flac.mediaSubType.description == "'fLaC'" || flac.mediaSubType == .flac)
    #expect(flac.audioStreamBasicDescription?.mSampleRate == 44_100)
    let opus = try descriptions("\(Recipe.tone) -c:a libopus -ar 48000", "opus.mp4")[0]
    #expect(opus.mediaSubType == .opus && (opus.magicCookie?.count ?? 0) >= 11)
  }

  @Test func timedText_saysWhereItGoes() throws {
    let fonts = B.box("ftab", B.u16(1, 1), [5], B.text("Serif"))
    let text = try description(
      B.box(
        "tx3g", B.zeros(6), B.u16(1), B.u32(0x4000_0000), [1, 0xff], B.zeros(4), B.u16(1, 2, 30, 40), B.zeros(12), fonts
      ),
      handler: "sbtl")
    #expect(text.mediaType == .subtitle && text.mediaSubType == .mobile3GPP)
    #expect(try text.displayFlags() == .forcedSubtitlesPresent)
    #expect(
      try text.defaultTextBox(originIsAtTopLeft: true, heightOfTextTrack: 48)
        == CGRect(x: 2, y: 1, width: 38, height: 29))
    #expect(try text.fontName(localFontID: 1) == "Serif")
  }

  @Test func timeCode_saysHowItCounts() throws {
    let code = try description(
      B.box(
        "tmcd", B.zeros(6), B.u16(1), B.u32(0, 3, 30_000, 1001), [30, 0], B.box("name", B.u16(4, 0), B.text("reel"))),
      handler: "tmcd", brand: "qt  ")
    #expect(code.mediaType == .timeCode && code.frameDuration == CMTime(value: 1001, timescale: 30_000))
    #expect(code.frameQuanta == 30 && code.timeCodeFlags == [.dropFrame, .twentyFourHourMax])
  }

  @Test func boxedMetadata_namesItsKeys() throws {
    let key = B.box("\0\0\0\u{1}", B.box("keyd", B.text("mdta"), B.text("com.example.tag")), B.box("dtyp", B.u32(0, 1)))
    let metadata = try description(B.box("mebx", B.zeros(6), B.u16(1), B.box("keys", key)), handler: "meta")
    #expect(metadata.mediaType == .metadata && metadata.identifiers == ["mdta/com.example.tag"])
  }

  @Test func encryptedMedia_areRecognisedAndRefused() throws {
    let folder = try TemporaryFolder()
    let path = try Recipe(
      "encrypted.mp4",
      "\(Recipe.picture) \(Recipe.tone) \(Recipe.h264) -c:a aac -encryption_scheme cenc-aes-ctr -encryption_key "
        + "76a6c65c5ea762046bd749a2e632ccbb -encryption_kid a7e61c373e219033c21091fa607bf3b8"
    ).make(in: folder)
    let movie = try Movie(path: path)
    #expect(movie.tracks.map(\.isProtected) == [true, true])
    #expect(movie.tracks.map { $0.sampleDescriptions[0].format } == ["encv", "enca"])
    #expect(movie.tracks.map { $0.sampleDescriptions[0].codec } == ["avc1", "mp4a"])
    #expect(movie.tracks.allSatisfy { $0.sampleDescriptions[0].protection?.scheme == "cenc" })
    let sample = try movie.tracks[0].samples()[0]
    let error = #expect(throws: MovieError.self) { try movie.data(of: sample, in: movie.tracks[0]) }
    #expect(error?.code == .protected && error?.message == "the media are encrypted with scheme 'cenc'")
  }
}

import CoreMedia
import TestSupport
import Testing

@Suite struct VideoFormats {
  @Test func uncompressedFrames_haveTheirPixelFormatAsCodec() throws {
    var buffer: CVPixelBuffer?
    _ = CVPixelBufferCreate(nil, 64, 48, kCVPixelFormatType_32BGRA, nil, &buffer)
    let pixels = try #require(buffer)
    CVBufferSetAttachment(
      pixels, kCVImageBufferColorPrimariesKey, kCVImageBufferColorPrimaries_ITU_R_709_2, .shouldPropagate)
    var out: CMVideoFormatDescription?
    #expect(
      CMVideoFormatDescriptionCreateForImageBuffer(
        allocator: nil, imageBuffer: pixels, formatDescriptionOut: &out) == noErr)
    let format = try #require(out)
    #expect(format.mediaType == .video && format.mediaSubType == .pixelFormat_32BGRA)
    #expect(CMFormatDescriptionGetMediaSubType(format) == kCVPixelFormatType_32BGRA)
    #expect(format.dimensions.width == 64 && format.dimensions.height == 48)
    #expect(format.extensions[.colorPrimaries]?.propertyListRepresentation as? String == "ITU_R_709_2")
    #expect(CMVideoFormatDescriptionMatchesImageBuffer(format, imageBuffer: pixels))
    CVBufferRemoveAllAttachments(pixels)
    #expect(!format.matchesImageBuffer(pixels))
  }

  @Test func presentationDimensions_forTheFourFlagCombinations() throws {
    let format = try CMFormatDescription(
      videoCodecType: .h264, width: 720, height: 576,
      extensions: [
        .pixelAspectRatio: .pixelAspectRatio(horizontalSpacing: 16, verticalSpacing: 15),
        .cleanAperture: .cleanAperture(
          width: (2109, 3), height: (576, 1), horizontalOffet: (1, 2), verticalOffset: (0, 1)),
      ])
    func size(_ ratio: Bool, _ aperture: Bool) -> CGSize {
      CMVideoFormatDescriptionGetPresentationDimensions(format, usePixelAspectRatio: ratio, useCleanAperture: aperture)
    }
    #expect(size(false, false) == CGSize(width: 720, height: 576))
    #expect(size(true, false) == CGSize(width: 768, height: 576))
    #expect(size(false, true) == CGSize(width: 703, height: 576))
    #expect(abs(size(true, true).width - 703.0 * 16 / 15) < 1e-9)
    #expect(format.presentationDimensions() == size(true, true))
    #expect(format.cleanAperture(originIsAtTopLeft: true) == CGRect(x: 9, y: 0, width: 703, height: 576))
  }

  @Test func extensionDictionaries_castAsPortedCodeExpects() throws {
    let format = try CMFormatDescription(
      videoCodecType: .h264, width: 16, height: 16,
      extensions: [
        .cleanAperture: .cleanAperture(width: 14, height: 12.5, horizontalOffet: 1, verticalOffset: -0.5)
      ])
    let plist = CMFormatDescriptionGetExtension(format, extensionKey: kCMFormatDescriptionExtension_CleanAperture)
    let aperture = try #require(plist as? [String: Any])
    #expect((aperture[kCMFormatDescriptionKey_CleanApertureWidth as String] as? NSNumber)?.doubleValue == 14)
    #expect(aperture["Height"] as? Double == 12.5)
    let all = try #require(CMFormatDescriptionGetExtensions(format) as? [String: Any])
    #expect(all.count == 1)
    #expect(format.cleanAperture(originIsAtTopLeft: false) == CGRect(x: 2, y: 2.25, width: 14, height: 12.5))
    #expect(format.cleanAperture(originIsAtTopLeft: true) == CGRect(x: 2, y: 1.25, width: 14, height: 12.5))
  }

  @Test func badSizes_areRefused() {
    #expect(throws: CMFormatDescription.Error.invalidParameter) {
      try CMFormatDescription(videoCodecType: .h264, width: -1, height: 5)
    }
    #expect(throws: CMFormatDescription.Error.invalidParameter) {
      try CMFormatDescription(videoCodecType: .h264, width: .max, height: 5)
    }
  }

  @Test func codes_printTheirCharacters() {
    #expect(CMFormatDescription.MediaSubType.h264.description == "'avc1'")
    #expect(CMFormatDescription.MediaSubType(string: "hvc1") == .hevc)
    #expect(CMFormatDescription.MediaType.video.rawValue == kCMMediaType_Video)
    #expect(CMFormatDescription.MediaSubType.pixelFormat_32ARGB.description == "32")
    #expect(kCMVideoCodecType_JPEG == 0x6A70_6567)
  }

  @Test func equality_comparesContents() throws {
    let a = try CMFormatDescription(videoCodecType: .h264, width: 16, height: 16, extensions: [.depth: .number(24)])
    let b = try CMFormatDescription(videoCodecType: .h264, width: 16, height: 16, extensions: [.depth: .number(24)])
    let c = try CMFormatDescription(videoCodecType: .h264, width: 16, height: 16, extensions: [.depth: .number(32)])
    #expect(a == b && a != c && Set([a, b, c]).count == 2)
    #expect(a.equalTo(c, extensionKeysToIgnore: [.depth]))
    #expect(CMFormatDescriptionEqual(nil, otherFormatDescription: nil))
    #expect(!CMFormatDescriptionEqual(a, otherFormatDescription: nil))
  }

  @Test func aDescription_doesNotChangeWithItsDictionary() throws {
    let dictionary: NSMutableDictionary = ["Depth": 24]
    var out: CMFormatDescription?
    CMVideoFormatDescriptionCreate(
      allocator: nil, codecType: kCMVideoCodecType_H264, width: 16, height: 16, extensions: dictionary,
      formatDescriptionOut: &out)
    dictionary["Depth"] = 32
    #expect((out?.extensions[.depth]?.propertyListRepresentation as? NSNumber)?.intValue == 24)
  }
}

@Suite struct ParameterSets {
  /// 1280 × 720, high profile, square pixels, as x264 writes it.
  private let sps = Data([
    0x67, 0x64, 0x00, 0x1f, 0xac, 0xd9, 0x40, 0x50, 0x05, 0xbb, 0x01, 0x10, 0x00, 0x00, 0x03, 0x00, 0x10, 0x00, 0x00,
    0x03, 0x03, 0xc0, 0xf1, 0x83, 0x19, 0x60,
  ])
  private let pps = Data([0x68, 0xeb, 0xe3, 0xcb, 0x22, 0xc0])

  @Test func h264_givesSizeBoxAndSetsBack() throws {
    let format = try CMFormatDescription(h264ParameterSets: [sps, pps])
    #expect(format.mediaSubType == .h264)
    #expect(format.dimensions.width == 1280 && format.dimensions.height == 720)
    #expect(Array(format.parameterSets) == [sps, pps] && format.nalUnitHeaderLength == 4)
    let atoms = format.extensions[.sampleDescriptionExtensionAtoms]?.propertyListRepresentation as? [String: Any]
    let box = try #require(atoms?["avcC"] as? Data)
    #expect(Array(box.prefix(6)) == [1, 0x64, 0, 0x1f, 0xff, 0xe1])
  }

  @Test func h264_throughTheCInterface() throws {
    var out: CMFormatDescription?
    let result = sps.withUnsafeBytes { first in
      pps.withUnsafeBytes { second in
        let pointers = [first, second].map { $0.baseAddress!.assumingMemoryBound(to: UInt8.self) }
        return CMVideoFormatDescriptionCreateFromH264ParameterSets(
          allocator: kCFAllocatorDefault, parameterSetCount: 2, parameterSetPointers: pointers,
          parameterSetSizes: [sps.count, pps.count], nalUnitHeaderLength: 4, formatDescriptionOut: &out)
      }
    }
    #expect(result == noErr)
    let format = try #require(out)
    var (size, count, header) = (0, 0, Int32(0))
    var pointer: UnsafePointer<UInt8>?
    #expect(
      CMVideoFormatDescriptionGetH264ParameterSetAtIndex(
        format, parameterSetIndex: 1, parameterSetPointerOut: &pointer, parameterSetSizeOut: &size,
        parameterSetCountOut: &count, nalUnitHeaderLengthOut: &header) == noErr)
    #expect(size == pps.count && count == 2 && header == 4)
    #expect(Data(bytes: try #require(pointer), count: size) == pps)
    #expect(
      CMVideoFormatDescriptionGetH264ParameterSetAtIndex(
        format, parameterSetIndex: 2, parameterSetPointerOut: &pointer, parameterSetSizeOut: nil,
        parameterSetCountOut: nil, nalUnitHeaderLengthOut: nil) == kCMFormatDescriptionError_InvalidParameter)
  }

  @Test func damagedSets_areRefusedAndNeverTrap() {
    #expect(throws: CMFormatDescription.Error.invalidParameter) { try CMFormatDescription(h264ParameterSets: []) }
    #expect(throws: CMFormatDescription.Error.invalidParameter) { try CMFormatDescription(h264ParameterSets: [sps]) }
    #expect(throws: CMFormatDescription.Error.invalidParameter) {
      try CMFormatDescription(h264ParameterSets: [sps.prefix(5), pps])
    }
    #expect(throws: CMFormatDescription.Error.invalidParameter) {
      try CMFormatDescription(h264ParameterSets: [sps, pps], nalUnitHeaderLength: 3)
    }
    var random = SeededGenerator(state: 11)
    for _ in 0..<20_000 {
      var bytes = sps
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 1..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      bytes = bytes.prefix(Int.random(in: 1...bytes.count, using: &random))
      _ = try? CMFormatDescription(h264ParameterSets: [bytes, pps])
      bytes[0] = 0x42
      let others = [Data([0x40, 1, 2]), Data([0x44, 1, 2])]
      _ = try? CMFormatDescription(hevcParameterSets: [bytes] + others)
    }
  }

  @Test func hevc_givesSizeBoxAndSetsBack() throws {
    // 1920 × 1080 main profile: 1088 coded rows, eight cropped.
    let vps = Data([
      0x40, 0x01, 0x0c, 0x01, 0xff, 0xff, 0x01, 0x60, 0x00, 0x00, 0x03, 0x00, 0x90, 0x00, 0x00, 0x03, 0x00, 0x00, 0x03,
      0x00, 0x78, 0x95, 0x98, 0x09,
    ])
    let sps = Data([
      0x42, 0x01, 0x01, 0x01, 0x60, 0x00, 0x00, 0x03, 0x00, 0x90, 0x00, 0x00, 0x03, 0x00, 0x00, 0x03, 0x00, 0x78, 0xa0,
      0x03, 0xc0, 0x80, 0x10, 0xe5, 0x96, 0x56, 0x69, 0x24, 0xca, 0xe0, 0x10, 0x00, 0x00, 0x03, 0x00, 0x10, 0x00, 0x00,
      0x03, 0x01, 0xe0, 0x80,
    ])
    let pps = Data([0x44, 0x01, 0xc1, 0x72, 0xb4, 0x62, 0x40])
    let format = try CMFormatDescription(hevcParameterSets: [vps, sps, pps])
    #expect(format.mediaSubType == .hevc)
    #expect(format.dimensions.width == 1920 && format.dimensions.height == 1080)
    #expect(Array(format.parameterSets) == [vps, sps, pps] && format.nalUnitHeaderLength == 4)
    #expect(throws: CMFormatDescription.Error.invalidParameter) {
      try CMFormatDescription(hevcParameterSets: [sps, pps])
    }
  }

  // 160 × 120, Main 10, PQ of BT.2020, as x265 writes it: reference sets and more are between the depth and the colours.
  private let hdr = [
    Data([
      0x40, 0x01, 0x0c, 0x01, 0xff, 0xff, 0x02, 0x20, 0x00, 0x00, 0x03, 0x00, 0x90, 0x00, 0x00, 0x03, 0x00, 0x00, 0x03,
      0x00, 0x1e, 0x95, 0x98, 0x09,
    ]),
    Data([
      0x42, 0x01, 0x01, 0x02, 0x20, 0x00, 0x00, 0x03, 0x00, 0x90, 0x00, 0x00, 0x03, 0x00, 0x00, 0x03, 0x00, 0x1e, 0xa0,
      0x14, 0x20, 0x79, 0x36, 0x59, 0x59, 0xa4, 0x93, 0x2b, 0xc0, 0x5a, 0x84, 0x88, 0x04, 0x82, 0x00, 0x00, 0x03, 0x00,
      0x02, 0x00, 0x00, 0x03, 0x00, 0x32, 0x10,
    ]),
    Data([0x44, 0x01, 0xc1, 0x72, 0xb4, 0x62, 0x40]),
  ]

  /// Returns an extension that is a string.
  private func text(_ key: CMFormatDescription.Extensions.Key, of format: CMFormatDescription) -> String? {
    format.extensions[key]?.propertyListRepresentation as? String
  }

  @Test func hevcUsability_givesShapeDepthRangeAndColours() throws {
    let format = try CMFormatDescription(hevcParameterSets: hdr)
    #expect(text(.colorPrimaries, of: format) == "ITU_R_2020" && text(.yCbCrMatrix, of: format) == "ITU_R_2020")
    #expect(text(.transferFunction, of: format) == "SMPTE_ST_2084_PQ")
    #expect(format.extensions[.bitsPerComponent]?.propertyListRepresentation as? Int == 10)
    #expect(format.extensions[.fullRangeVideo]?.propertyListRepresentation as? Bool == false)
    let ratio = format.extensions[.pixelAspectRatio]?.propertyListRepresentation as? NSDictionary
    #expect(ratio?[kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing] as? Int == 1)
  }

  @Test func givenColours_winOverThoseOfTheSets() throws {
    var given = CMFormatDescription.Extensions()
    given[.transferFunction] = .transferFunction(.itu_R_709_2)
    let format = try CMFormatDescription(hevcParameterSets: hdr, extensions: given)
    #expect(text(.transferFunction, of: format) == "ITU_R_709_2" && text(.colorPrimaries, of: format) == "ITU_R_2020")
  }

  @Test func h264Depth_isThatOfTheSet() throws {
    let format = try CMFormatDescription(h264ParameterSets: [sps, pps])
    #expect(format.extensions[.bitsPerComponent]?.propertyListRepresentation as? Int == 8)
  }
}

@Suite struct OtherFormats {
  @Test func audio_keepsFormatLayoutAndCookie() throws {
    var format = AudioStreamBasicDescription()
    format.mSampleRate = 48000
    format.mFormatID = kAudioFormatMPEG4AAC
    format.mChannelsPerFrame = 2
    format.mFramesPerPacket = 1024
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = kAudioChannelLayoutTag_Stereo
    var out: CMAudioFormatDescription?
    let cookie: [UInt8] = [0x11, 0x90]
    let result = CMAudioFormatDescriptionCreate(
      allocator: nil, asbd: &format, layoutSize: MemoryLayout<AudioChannelLayout>.size, layout: &layout,
      magicCookieSize: 2, magicCookie: cookie, extensions: nil, formatDescriptionOut: &out)
    #expect(result == noErr)
    let description = try #require(out)
    #expect(description.mediaType == .audio && description.mediaSubType == .mpeg4AAC)
    #expect(description.audioStreamBasicDescription == format)
    #expect(CMAudioFormatDescriptionGetStreamBasicDescription(description)?.pointee.mSampleRate == 48000)
    #expect(description.magicCookie == Data(cookie))
    var size = 0
    let back = CMAudioFormatDescriptionGetChannelLayout(description, sizeOut: &size)
    #expect(back?.pointee.mChannelLayoutTag == kAudioChannelLayoutTag_Stereo)
    #expect(size == MemoryLayout<AudioChannelLayout>.size)
    #expect(CMVideoFormatDescriptionGetDimensions(description).width == 0)
  }

  @Test func aLayoutCutBeforeItsDescriptions_isAccepted() throws {
    var format = AudioStreamBasicDescription()
    format.mFormatID = kAudioFormatLinearPCM
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = kAudioChannelLayoutTag_Mono
    let header = try #require(MemoryLayout<AudioChannelLayout>.offset(of: \.mChannelDescriptions))
    #expect(header == 12)
    let description = try CMFormatDescription(
      audioStreamBasicDescription: format, layoutSize: header, layout: &layout, magicCookie: nil)
    var size = 0
    let back = CMAudioFormatDescriptionGetChannelLayout(description, sizeOut: &size)
    #expect(size == 12 && back?.pointee.mChannelLayoutTag == kAudioChannelLayoutTag_Mono)
    #expect(back?.pointee.mNumberChannelDescriptions == 0)
    #expect(throws: CMFormatDescription.Error.invalidParameter) {
      try CMFormatDescription(
        audioStreamBasicDescription: format, layoutSize: 8, layout: &layout, magicCookie: nil)
    }
  }

  @Test func audioFormatsAreCompared_partByPart() throws {
    var format = AudioStreamBasicDescription()
    format.mFormatID = kAudioFormatMPEG4AAC
    let a = try CMFormatDescription(audioStreamBasicDescription: format, magicCookie: Data([1]))
    let b = try CMFormatDescription(audioStreamBasicDescription: format, magicCookie: Data([2]))
    #expect(a != b)
    #expect(a.equalTo(b, equalityMask: .streamBasicDescription).0)
    #expect(a.equalTo(b).equalityMask == [.streamBasicDescription, .channelLayout, .extensions])
  }

  @Test func timeCodes_tellHowTheyCount() throws {
    let format = try CMFormatDescription(
      timeCodeFormatType: .timeCode32, frameDuration: CMTime(value: 1001, timescale: 30000), frameQuanta: 30,
      flags: [.dropFrame, .twentyFourHourMax],
      extensions: [.sourceReferenceName: .sourceReferenceName(value: "A001", langCode: 0)])
    #expect(format.mediaType == .timeCode && format.frameQuanta == 30 && format.timeCodeFlags.contains(.dropFrame))
    #expect(CMTimeCodeFormatDescriptionGetFrameDuration(format) == CMTime(value: 1001, timescale: 30000))
    #expect(throws: CMFormatDescription.Error.invalidParameter) {
      try CMFormatDescription(timeCodeFormatType: .timeCode32, frameDuration: .zero, frameQuanta: 30, flags: [])
    }
  }

  @Test func boxedMetadata_listsItsIdentifiers() throws {
    let specification: [String: CFPropertyList] = [
      kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier as String: "mdta/com.example.tag" as NSString,
      kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType as String: kCMMetadataBaseDataType_UTF8,
    ]
    let format = try CMFormatDescription(boxedMetadataSpecifications: [specification])
    #expect(format.mediaType == .metadata && format.mediaSubType == .boxed)
    #expect(format.identifiers == ["mdta/com.example.tag"])
    #expect(format.keyWithLocalID(1) != nil && format.keyWithLocalID(2) == nil)
    let merged = try CMFormatDescription(sourceMetadata: format, otherSourceDescription: format)
    #expect(merged.identifiers == ["mdta/com.example.tag"])
    #expect(throws: CMFormatDescription.Error.invalidParameter) {
      try CMFormatDescription(boxedMetadataSpecifications: [[:]])
    }
  }

  @Test func subtitles_tellForcedOnesFromTheirFlags() throws {
    let format = try CMFormatDescription(
      mediaType: .subtitle, mediaSubType: .mobile3GPP,
      extensions: [
        .displayFlags: .textDisplayFlags([.allSubtitlesForced]),
        .defaultTextBox: .textRect(top: 10, left: 0, bottom: 60, right: 320),
      ])
    #expect(try format.displayFlags() == .allSubtitlesForced)
    #expect(
      try format.defaultTextBox(originIsAtTopLeft: true, heightOfTextTrack: 80)
        == CGRect(x: 0, y: 10, width: 320, height: 50))
    #expect(
      try format.defaultTextBox(originIsAtTopLeft: false, heightOfTextTrack: 80)
        == CGRect(x: 0, y: 20, width: 320, height: 50))
    #expect(throws: CMFormatDescription.Error.valueNotAvailable) { try format.fontName(localFontID: 1) }
  }
}

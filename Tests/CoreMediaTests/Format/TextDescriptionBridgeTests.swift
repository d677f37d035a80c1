import CoreMedia
import Testing

/// Descriptions of text made of the sample descriptions of files, and the other way.
@Suite struct TextDescriptionBridgeTests {
  /// 3GPP timed text with forced subtitles, a box, a style and a font.
  private static let timedText: [UInt8] =
    [0, 0, 0, 64, 0x74, 0x78, 0x33, 0x67, 0, 0, 0, 0, 0, 0, 0, 1, 0xc0, 0, 0, 0, 1, 0xff, 1, 2, 3, 4]
    + [0, 1, 0, 2, 0, 30, 0, 40, 0, 0, 0, 0, 0, 1, 2, 18, 0xff, 0xfe, 0xfd, 0xfc]
    + [0, 0, 0, 18] + Array("ftab".utf8) + [0, 1, 0, 1, 5] + Array("Serif".utf8)

  private func make(
    _ bytes: [UInt8], _ type: CMMediaType = kCMMediaType_Subtitle, flavor: CMTextDescriptionFlavor? = nil
  ) -> (status: OSStatus, description: CMFormatDescription?) {
    var description: CMFormatDescription?
    let status = bytes.withUnsafeBufferPointer { buffer in
      CMTextFormatDescriptionCreateFromBigEndianTextDescriptionData(
        allocator: kCFAllocatorDefault, bigEndianTextDescriptionData: buffer.baseAddress!, size: buffer.count,
        flavor: flavor, mediaType: type, formatDescriptionOut: &description)
    }
    return (status, description)
  }

  @Test func timedText_hasItsFieldsAndFonts() throws {
    let (status, made) = make(Self.timedText)
    let description = try #require(made)
    #expect(status == noErr && description.mediaType == .subtitle && description.mediaSubType == .mobile3GPP)
    #expect(try description.displayFlags() == [.forcedSubtitlesPresent, .allSubtitlesForced])
    let justification = try description.justification()
    #expect(justification.horizontal == .centered && justification.vertical == .bottom)
    let box = try description.defaultTextBox(originIsAtTopLeft: true, heightOfTextTrack: 90)
    #expect(box == CGRect(x: 2, y: 1, width: 38, height: 29))
    #expect(try description.fontName(localFontID: 1) == "Serif")
    let key = kCMTextFormatDescriptionExtension_DefaultStyle
    let style = CMFormatDescriptionGetExtension(description, extensionKey: key) as? NSDictionary
    #expect((style?[kCMTextFormatDescriptionStyle_Font] as? NSNumber)?.intValue == 1)
  }

  @Test(arguments: [nil, "QuickTimeMovie", "ISOFamily", "3GPFamily"] as [String?])
  func copies_areTheBytes_butForTheDataReference(_ flavor: String?) throws {
    let made = make(Self.timedText + [9, 9], flavor: flavor as CMTextDescriptionFlavor?).description
    let description = try #require(made)
    var block: CMBlockBuffer?
    let status = CMTextFormatDescriptionCopyAsBigEndianTextDescriptionBlockBuffer(
      allocator: kCFAllocatorDefault, textFormatDescription: description, flavor: flavor as CMTextDescriptionFlavor?,
      blockBufferOut: &block)
    var wanted = Self.timedText
    wanted.replaceSubrange(14..<16, with: [0xff, 0xff])
    let copied = try #require(block)
    #expect(status == noErr)
    #expect(try [UInt8](copied.dataBytes()) == wanted)
    var again: CMFormatDescription?
    CMTextFormatDescriptionCreateFromBigEndianTextDescriptionBlockBuffer(
      allocator: nil, bigEndianTextDescriptionBlockBuffer: copied, flavor: flavor as CMTextDescriptionFlavor?,
      mediaType: kCMMediaType_Subtitle, formatDescriptionOut: &again)
    #expect(try again?.fontName(localFontID: 1) == "Serif")
  }

  /// The fields of 3GPP's text under the name of QuickTime's, as writers of chapters make them.
  @Test func quickTimeText_isMade_alsoOfOtherFields() throws {
    var bytes = Self.timedText
    bytes.replaceSubrange(4..<8, with: Array("text".utf8))
    let (status, description) = make(bytes, kCMMediaType_Text)
    #expect(status == noErr && description?.mediaType == .text && description?.mediaSubType == .qt)
  }

  @Test func damagedBytesAndOtherTypes_areErrors() {
    for count in 1..<Self.timedText.count {
      #expect(
        make(Array(Self.timedText.prefix(count))).status
          == kCMFormatDescriptionBridgeError_InvalidSerializedSampleDescription)
    }
    for index in Self.timedText.indices {
      for value: UInt8 in [0, 1, 0x7f, 0xff] {
        var bytes = Self.timedText
        bytes[index] = value
        let (status, description) = make(bytes)
        #expect((status == noErr) == (description != nil))
      }
    }
    #expect(make(Self.timedText, kCMMediaType_Video).status == kCMFormatDescriptionBridgeError_InvalidParameter)
    #expect(
      make(Self.timedText, flavor: "VHS" as CMTextDescriptionFlavor).status
        == kCMFormatDescriptionBridgeError_UnsupportedSampleDescriptionFlavor)
  }

  /// Copies the sample description of a description that a program made.
  private func copy(
    _ type: CMFormatDescription.MediaSubType, _ extensions: CMFormatDescription.Extensions = [:]
  ) throws -> (status: OSStatus, bytes: [UInt8]?) {
    let made = try CMFormatDescription(mediaType: .text, mediaSubType: type, extensions: extensions)
    var block: CMBlockBuffer?
    let status = CMTextFormatDescriptionCopyAsBigEndianTextDescriptionBlockBuffer(
      allocator: nil, textFormatDescription: made, flavor: nil, blockBufferOut: &block)
    return (status, try block.map { try [UInt8]($0.dataBytes()) })
  }

  @Test func copiesOfExtensions_haveThem_andUsualValuesForOthers() throws {
    let (status, bytes) = try copy(
      .mobile3GPP,
      [.displayFlags: .textDisplayFlags([.allSubtitlesForced]), .fontTable: .fontTable([2: "B", 1: "A"])])
    #expect(status == noErr)
    // White text of 18 points in font 1, centred, at the lower edge of a box of no size.
    let header: [UInt8] = [0, 0, 0, 64] + Array("tx3g".utf8) + [0, 0, 0, 0, 0, 0, 0xff, 0xff]
    let fields: [UInt8] =
      [0x80, 0, 0, 0, 1, 0xff] + [UInt8](repeating: 0, count: 17) + [1, 0, 18, 0xff, 0xff, 0xff, 0xff]
    let fonts: [UInt8] = [0, 0, 0, 18] + Array("ftab".utf8) + [0, 2, 0, 1, 1, 0x41, 0, 2, 1, 0x42]
    #expect(bytes == header + fields + fonts)
    #expect(try copy(.mobile3GPP).status == noErr)
    let text = try copy(.qt, [.defaultFontName: .string("Times")])
    #expect(text.status == noErr && text.bytes?.count == 16 + 43 + 6)
    let end: [UInt8] = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 5] + Array("Times".utf8)
    #expect(text.bytes.map { Array($0.suffix(12)) } == end)
  }

  @Test func copiesOfOtherDescriptions_areErrors() throws {
    let damaged: [CMFormatDescription.Extensions] = [
      [.displayFlags: .number(1 << 32)], [.displayFlags: .number(Double.nan)], [.displayFlags: .string("1")],
      [.defaultTextBox: .textRect(top: 65_536, left: 0, bottom: 0, right: 0)], [.defaultStyle: .number(1)],
      [.fontTable: .fontTable([65_536: "A"])], [.fontTable: .fontTable([1: String(repeating: "A", count: 256)])],
    ]
    let others = try [copy(.webVTT)] + damaged.map { try copy(.mobile3GPP, $0) }
    for (status, bytes) in others {
      #expect(status == kCMFormatDescriptionBridgeError_InvalidFormatDescription && bytes == nil)
    }
  }
}

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

  @Test func copiesOfOtherDescriptions_areErrors() throws {
    let bare = try CMFormatDescription(mediaType: .text, mediaSubType: .mobile3GPP)
    var block: CMBlockBuffer?
    #expect(
      CMTextFormatDescriptionCopyAsBigEndianTextDescriptionBlockBuffer(
        allocator: nil, textFormatDescription: bare, flavor: nil, blockBufferOut: &block)
        == kCMFormatDescriptionBridgeError_InvalidFormatDescription)
    #expect(block == nil)
  }
}

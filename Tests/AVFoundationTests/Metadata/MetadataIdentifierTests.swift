import AVFoundation
import Testing

/// Returns an object as a string; nil if it is none.
func plainText(_ object: Any?) -> String? { object as? String }

@Suite struct MetadataIdentifierTests {
  @Test(arguments: [
    (AVMetadataKey.commonKeyTitle, AVMetadataKeySpace.common, "common/title"),
    (.iTunesMetadataKeySongName, .iTunes, "itsk/%A9nam"), (.iTunesMetadataKeyCoverArt, .iTunes, "itsk/covr"),
    (.id3MetadataKeyAttachedPicture, .id3, "id3/APIC"),
    (.quickTimeUserDataKeyFullName, .quickTimeUserData, "udta/%A9nam"),
    (.quickTimeMetadataKeyTitle, .quickTimeMetadata, "mdta/com.apple.quicktime.title"),
    (.metadata3GPUserDataKeyTitle, .isoUserData, "uiso/titl"),
    (AVMetadataKey("a b/c"), .iTunesFreeForm, "itlk/a%20b%2Fc"),
  ])
  func identifier_isKeySpaceAndEscapedKey(
    key: AVMetadataKey, keySpace: AVMetadataKeySpace, identifier: String
  ) throws {
    let made = AVMetadataItem.identifier(forKey: key.rawValue, keySpace: keySpace)
    #expect(made?.rawValue == identifier)
    let found = try #require(AVMetadataIdentifier(rawValue: identifier) as AVMetadataIdentifier?)
    #expect(AVMetadataItem.keySpace(forIdentifier: found) == keySpace)
    let back = try #require(AVMetadataItem.key(forIdentifier: found))
    #expect(AVMetadataItem.identifier(forKey: back, keySpace: keySpace) == made)
  }

  @Test func namedIdentifiers_areThoseOfTheirKeys() {
    #expect(AVMetadataIdentifier.commonIdentifierTitle.rawValue == "common/title")
    #expect(AVMetadataIdentifier.iTunesMetadataSongName.rawValue == "itsk/%A9nam")
    #expect(AVMetadataIdentifier.id3MetadataUserText.rawValue == "id3/TXXX")
    #expect(AVMetadataIdentifier.quickTimeUserDataLocationISO6709.rawValue == "udta/%A9xyz")
    #expect(
      AVMetadataIdentifier.quickTimeMetadataLocationISO6709.rawValue == "mdta/com.apple.quicktime.location.ISO6709")
    #expect(AVMetadataIdentifier.identifier3GPUserDataLocation.rawValue == "uiso/loci")
  }

  @Test func misspeltKey_isTheRightOneToo() {
    #expect(AVMetadataKey.id3MetadataKeyCommerical == .id3MetadataKeyCommercial)
    #expect(AVMetadataKey.id3MetadataKeyCommercial.rawValue == "COMR")
  }

  @Test(arguments: ["", "itsk", "/key", "itsk/", "itsk/%A", "itsk/%zz"])
  func whatIsNoIdentifier_hasNoParts(text: String) {
    let identifier = AVMetadataIdentifier(rawValue: text)
    #expect(AVMetadataItem.key(forIdentifier: identifier) == nil)
    #expect(AVMetadataItem.keySpace(forIdentifier: identifier) == nil)
    let item = AVMutableMetadataItem()
    item.identifier = identifier
    #expect(item.key == nil && item.keySpace == nil && item.identifier == nil)
  }

  @Test func keysOfItems_areNumbersForFourCharactersButTextInID3() {
    let item = AVMutableMetadataItem()
    item.identifier = .iTunesMetadataSongName
    #expect((item.key as? NSNumber)?.int32Value == Int32(bitPattern: 0xa96e_616d))
    item.identifier = .id3MetadataTitleDescription
    #expect(plainText(item.key) == "TIT2")
    item.identifier = .quickTimeMetadataTitle
    #expect(plainText(item.key) == "com.apple.quicktime.title")
  }

  @Test func keys_areFoundationsStringsToo() {
    let item = AVMutableMetadataItem()
    item.key = AVMetadataKey.commonKeyTitle as NSCopying & NSObjectProtocol
    #expect(plainText(item.key) == "title" && plainText(item.key) == AVMetadataKey.commonKeyTitle.rawValue)
    item.key = AVMetadataKey.commonKeyArtist as NSString
    #expect(plainText(item.key) == "artist")
  }
}

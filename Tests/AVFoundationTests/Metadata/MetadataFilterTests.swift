import AVFoundation
import Testing

private func item(
  _ keySpace: AVMetadataKeySpace, _ key: any NSCopying & NSObjectProtocol, _ value: String, _ language: String? = nil
) -> AVMetadataItem {
  let item = AVMutableMetadataItem()
  (item.keySpace, item.key, item.value) = (keySpace, key, value as NSString)
  item.extendedLanguageTag = language
  return item
}

@Suite struct MetadataFilterTests {
  static let title = Int32(bitPattern: 0xa96e_616d)

  @Test func keys_areComparedAsTextNumbersOrData() {
    let number = item(.iTunes, NSNumber(value: Self.title), "number")
    let text = item(.iTunes, "©nam" as NSString, "text")
    let data = item(.quickTimeMetadata, Data([1, 2]) as NSData, "data")
    let all = [number, text, data]
    // A four-character code matches in any form.
    for key in [AVMetadataKey.iTunesMetadataKeySongName, "©nam", NSNumber(value: Self.title), 0xa96e_616d as UInt32]
      as [Any]
    {
      #expect(AVMetadataItem.metadataItems(from: all, withKey: key, keySpace: .iTunes) == [number, text])
    }
    #expect(AVMetadataItem.metadataItems(from: all, withKey: Data([1, 2]), keySpace: .quickTimeMetadata) == [data])
    #expect(AVMetadataItem.metadataItems(from: all, withKey: Data([1]), keySpace: nil).isEmpty)
    #expect(AVMetadataItem.metadataItems(from: all, withKey: "©NAM", keySpace: .iTunes).isEmpty)
    #expect(AVMetadataItem.metadataItems(from: all, withKey: Date(), keySpace: .iTunes).isEmpty)
  }

  @Test func withoutKeyOrKeySpace_nothingIsHeldBack() {
    let (a, b) = (item(.iTunes, "©nam" as NSString, "a"), item(.quickTimeUserData, "©nam" as NSString, "b"))
    #expect(AVMetadataItem.metadataItems(from: [a, b], withKey: nil, keySpace: nil) == [a, b])
    #expect(AVMetadataItem.metadataItems(from: [a, b], withKey: nil, keySpace: .iTunes) == [a])
    #expect(AVMetadataItem.metadataItems(from: [a, b], withKey: "©nam", keySpace: nil) == [a, b])
    #expect(AVMetadataItem.metadataItems(from: [], withKey: nil, keySpace: nil).isEmpty)
  }

  @Test func identifiers_findTheirKeys_commonOnesWhatMeansTheSame() {
    let (a, b) = (item(.iTunes, "©nam" as NSString, "a"), item(.id3, "TIT2" as NSString, "b"))
    #expect(AVMetadataItem.metadataItems(from: [a, b], filteredByIdentifier: .iTunesMetadataSongName) == [a])
    #expect(AVMetadataItem.metadataItems(from: [a, b], filteredByIdentifier: .commonIdentifierTitle) == [a, b])
    #expect(AVMetadataItem.metadataItems(from: [a, b], filteredByIdentifier: AVMetadataIdentifier("none")).isEmpty)
  }

  @Test(arguments: [
    ("en", "en-US", true), ("en-US", "en", true), ("en-US", "en-GB", false), ("en_US", "en-US", true),
    ("en", "de", false), ("de", "ger", true), ("fr", "fra", true), ("zh-Hant", "zh-TW", true),
    ("zh-Hans", "zh-TW", false),
    ("zh", "zh-Hant", true), ("en", nil, false), ("und", "und", false), ("sr-Latn", "sr-Cyrl", false),
  ])
  func locales_matchUnlessTheyDiffer(wanted: String, own: String?, matches: Bool) {
    let one = item(.iTunes, "©nam" as NSString, "a", own)
    let found = AVMetadataItem.metadataItems(from: [one], with: Locale(identifier: wanted))
    #expect(found == (matches ? [one] : []))
  }

  @Test func preferredLanguages_sortWhatTheyFind() {
    let german = item(.iTunes, "©nam" as NSString, "Titel", "de")
    let british = item(.iTunes, "©nam" as NSString, "Colour", "en-GB")
    let american = item(.iTunes, "©nam" as NSString, "Color", "en-US")
    let french = item(.iTunes, "©nam" as NSString, "Titre", "fr")
    let unknown = item(.iTunes, "©nam" as NSString, "?")
    let all = [german, british, american, french, unknown]
    func sorted(_ languages: String...) -> [AVMetadataItem] {
      AVMetadataItem.metadataItems(from: all, filteredAndSortedAccordingToPreferredLanguages: languages)
    }
    #expect(sorted("en-US", "de") == [american, german])
    #expect(sorted("en", "de") == [british, american, german])
    #expect(sorted("fr-CA", "en-GB") == [french, british])
    #expect(sorted("it").isEmpty)
  }

  @Test func sharing_holdsBackPlacesPeopleAndPrograms() {
    let open = [
      item(.iTunes, "©nam" as NSString, "title"), item(.id3, "TPE1" as NSString, "artist"),
      item(.quickTimeMetadata, "com.apple.quicktime.software" as NSString, "Reel"),
      item(.iTunesFreeForm, "com.apple.iTunes.iTunSMPB" as NSString, " 0"),
      item(.quickTimeUserData, "©nam" as NSString, "title"), item(.isoUserData, "titl" as NSString, "title"),
    ]
    let secret = [
      item(.common, AVMetadataKey.commonKeyLocation as NSString, "+48.2+016.3/"),
      item(.quickTimeUserData, "©xyz" as NSString, "+48.2+016.3/"), item(.isoUserData, "loci" as NSString, ""),
      item(.quickTimeMetadata, "com.apple.quicktime.location.name" as NSString, "home"),
      item(.quickTimeMetadata, "com.apple.quicktime.direction.facing" as NSString, "north"),
      item(.iTunes, "apID" as NSString, "me@example.org"), item(.id3, "PRIV" as NSString, ""),
      item(.iTunesFreeForm, "org.example.user" as NSString, "me"),
      item(.quickTimeUserData, "XMP_" as NSString, "GPSLatitude"),
    ]
    let filter = AVMetadataItemFilter.forSharing()
    #expect(AVMetadataItem.metadataItems(from: secret + open, filteredBy: filter) == open)
  }
}

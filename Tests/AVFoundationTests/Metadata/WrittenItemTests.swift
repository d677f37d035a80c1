import Foundation
import MovieExercise
import MovieFile
import Testing

@testable import AVFoundation

/// Items made by programs, as written to files of each format.
@Suite struct WrittenItemTests {
  private func item(
    _ keySpace: AVMetadataKeySpace, _ key: AVMetadataKey, _ value: any NSCopying & NSObjectProtocol,
    language: String? = nil
  ) -> AVMutableMetadataItem {
    let item = AVMutableMetadataItem()
    (item.keySpace, item.key, item.value) = (keySpace, key as NSString, value)
    item.extendedLanguageTag = language
    return item
  }

  @Test(arguments: [
    (MovieFormat.mp4, "itsk/%A9nam"), (.m4a, "itsk/%A9nam"), (.mov, "mdta/com.apple.quicktime.title"),
    (.threeGP, "uiso/titl"),
  ])
  func commonKeys_areTranslatedIntoTheFilesOwn(format: MovieFormat, identifier: String) throws {
    let title = try #require(item(.common, .commonKeyTitle, "Spring" as NSString).fileItem)
    let (items, left) = MetadataTranslator(format).items([title])
    #expect(items.map(\.identifier) == [identifier] && left.isEmpty)
    #expect(items.map(\.value.text) == ["Spring"])
  }

  @Test func keysOfTheFile_stayAsTheyAre() throws {
    let own = try #require(item(.iTunes, .iTunesMetadataKeySongName, "Spring" as NSString).fileItem)
    #expect(MetadataTranslator(.mp4).items([own]).items == [own])
    #expect(own.key == .code(0xa96e_616d) && own.value == .text("Spring", .utf8))
    let translated = MetadataTranslator(.mov).items([
      try #require(item(.id3, .id3MetadataKeyLeadPerformer, "A" as NSString).fileItem)
    ])
    #expect(translated.items.map(\.identifier) == ["mdta/com.apple.quicktime.artist"])
  }

  @Test func place_isTranslatedIntoThreeGPPs() throws {
    let place = try #require(item(.common, .commonKeyLocation, "+48.1875+016.3750+171.000/" as NSString).fileItem)
    let mobile = MetadataTranslator(.threeGP).items([place]).items
    #expect(mobile.map(\.identifier) == ["uiso/loci"])
    #expect(AVMetadataItem(mobile[0]).stringValue == "+48.1875+016.3750+171.000/")
  }

  @Test func values_haveAFormThatFilesHold() throws {
    let png = Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])
    let date = Date(timeIntervalSince1970: 1_000_000_000)
    #expect(item(.common, .commonKeyArtwork, png as NSData).fileItem?.value == .image(.png, Array(png)))
    #expect(
      item(.common, .commonKeyCreationDate, date as NSDate).fileItem?.value == .text("2001-09-09T01:46:40Z", .utf8))
    #expect(
      item(.iTunes, .iTunesMetadataKeyBeatsPerMin, 120 as NSNumber).fileItem?.value == .integer(120, byteCount: 1))
    #expect(item(.common, .commonKeyTitle, NSArray()).fileItem == nil)
    #expect(AVMutableMetadataItem().fileItem == nil)
    #expect(item(.common, .commonKeyTitle, "T" as NSString, language: "de-AT").fileItem?.language == .tag("deu"))
  }

  @Test func itemsOfAFile_areTheSameOnTheWayBack() throws {
    let bytes = TrackBytes.movie(
      [TrackBytes()], brand: "M4A ",
      extra: MovieBytes.iTunesList(
        MovieBytes.box("©nam", MovieBytes.data(1, MovieBytes.text("Spring"))),
        MovieBytes.box("trkn", MovieBytes.data(0, [0, 0, 0, 3, 0, 12, 0, 0])),
        MovieBytes.box("cpil", MovieBytes.data(21, [1]))))
    let folder = try TemporaryFolder()
    let url = try folder.write(bytes, to: "list.m4a")
    var stored = try Movie(path: url.path).metadata().items
    for index in stored.indices { stored[index].source = nil }
    #expect(AVURLAsset(url: url).metadata.map(\.fileItem) == stored)
  }
}

import AVFoundation
import MovieFile
import Testing

@Suite struct CommonKeyTests {
  /// Every common key, and its keys in each key space, the one to write first.
  static let keys: [(AVMetadataKey, [AVMetadataKeySpace: [String]])] = [
    (
      .commonKeyTitle,
      [
        .iTunes: ["©nam"], .quickTimeUserData: ["©nam", "tnam", "name"],
        .quickTimeMetadata: ["com.apple.quicktime.title", "com.apple.quicktime.displayname"], .isoUserData: ["titl"],
        .id3: ["TIT2", "TT2"], .vorbisComment: ["TITLE", "Title"], .matroska: ["TITLE"],
      ]
    ),
    (
      .commonKeyCreator,
      [
        .iTunes: ["©wrt"], .quickTimeUserData: ["©com", "©wrt"], .quickTimeMetadata: ["com.apple.quicktime.composer"],
        .id3: ["TCOM"], .vorbisComment: ["COMPOSER"], .matroska: ["COMPOSER"],
      ]
    ),
    (.commonKeySubject, [.iTunes: ["©grp"], .quickTimeMetadata: ["com.apple.quicktime.keywords"], .id3: ["TIT1"]]),
    (
      .commonKeyDescription,
      [
        .iTunes: ["desc", "ldes", "©des"], .quickTimeUserData: ["©des"], .isoUserData: ["dscp"], .id3: ["TIT3"],
        .quickTimeMetadata: ["com.apple.quicktime.description"], .vorbisComment: ["DESCRIPTION"],
        .matroska: ["DESCRIPTION"],
      ]
    ),
    (.commonKeyPublisher, [.iTunes: ["©pub"], .id3: ["TPUB"], .vorbisComment: ["ORGANIZATION"]]),
    (.commonKeyContributor, [.iTunes: ["©prf"], .id3: ["TOPE"], .vorbisComment: ["PERFORMER"]]),
    (
      .commonKeyCreationDate,
      [
        .iTunes: ["©day"], .quickTimeUserData: ["©day"], .isoUserData: ["yrrc"], .id3: ["TDRC", "TYER"],
        .quickTimeMetadata: ["com.apple.quicktime.creationdate", "com.apple.quicktime.year"],
        .vorbisComment: ["DATE"], .matroska: ["DATE_RELEASED", "DATE_RECORDED"],
      ]
    ),
    (.commonKeyLastModifiedDate, [.id3: ["TDTG"], .matroska: ["DATE_TAGGED"]]),
    (
      .commonKeyType,
      [.iTunes: ["©gen", "gnre"], .isoUserData: ["gnre"], .id3: ["TCON"], .vorbisComment: ["GENRE"]]
    ),
    (.commonKeyFormat, [.quickTimeUserData: ["©fmt"], .id3: ["TFLT"]]),
    (.commonKeyIdentifier, [.quickTimeMetadata: ["com.apple.quicktime.content.identifier"], .id3: ["UFID"]]),
    (.commonKeySource, [.quickTimeUserData: ["©src"], .id3: ["WOAS"]]),
    (.commonKeyLanguage, [.id3: ["TLAN"], .vorbisComment: ["LANGUAGE"]]),
    (
      .commonKeyLocation,
      [
        .quickTimeUserData: ["©xyz", "loci"], .quickTimeMetadata: ["com.apple.quicktime.location.ISO6709"],
        .isoUserData: ["loci"], .iTunes: ["©xyz"], .vorbisComment: ["LOCATION"], .matroska: ["RECORDING_LOCATION"],
      ]
    ),
    (
      .commonKeyCopyrights,
      [
        .iTunes: ["cprt"], .quickTimeUserData: ["©cpy"], .isoUserData: ["cprt"], .id3: ["TCOP"],
        .matroska: ["COPYRIGHT"],
      ]
    ),
    (.commonKeyAlbumName, [.iTunes: ["©alb"], .isoUserData: ["albm"], .id3: ["TALB"], .vorbisComment: ["ALBUM"]]),
    (.commonKeyAuthor, [.iTunes: ["©aut"], .isoUserData: ["auth"], .id3: ["TEXT"], .vorbisComment: ["LYRICIST"]]),
    (
      .commonKeyArtist,
      [.iTunes: ["©ART"], .isoUserData: ["perf"], .id3: ["TPE1"], .vorbisComment: ["ARTIST", "Artist"]]
    ),
    (
      .commonKeyArtwork,
      [.iTunes: ["covr"], .quickTimeMetadata: ["com.apple.quicktime.artwork"], .id3: ["APIC", "PIC"]]
    ),
    (.commonKeyMake, [.quickTimeUserData: ["©mak"], .quickTimeMetadata: ["com.apple.quicktime.make"]]),
    (.commonKeyModel, [.quickTimeUserData: ["©mod"], .quickTimeMetadata: ["com.apple.quicktime.model"]]),
    (.commonKeySoftware, [.iTunes: ["©too"], .quickTimeUserData: ["©swr"], .id3: ["TSSE"], .matroska: ["ENCODER"]]),
  ]

  @Test(arguments: keys)
  func keysOfAllFormats_haveTheirCommonKey(common: AVMetadataKey, spaces: [AVMetadataKeySpace: [String]]) {
    for (keySpace, names) in spaces {
      for name in names {
        let item = AVMutableMetadataItem()
        (item.keySpace, item.key) = (keySpace, name as NSString)
        #expect(item.commonKey == common, "\(keySpace) \(name)")
        #expect(
          AVMetadataItem.metadataItems(from: [item], withKey: common, keySpace: .common) == [item],
          "\(keySpace) \(name)")
      }
    }
  }

  @Test(arguments: keys)
  func commonKeys_areWrittenAsTheFormatsFirstKey(common: AVMetadataKey, spaces: [AVMetadataKeySpace: [String]]) throws {
    for (keySpace, names) in spaces {
      let space = MetadataKeySpace(rawValue: keySpace.rawValue)
      let key = try #require(CommonMetadataKey(rawValue: common.rawValue)?.key(in: space), "\(keySpace)")
      #expect(key == space.key(names[0]), "\(keySpace)")
    }
  }

  @Test func allCommonKeys_areThere_butForRelation() {
    let known = Set(Self.keys.map(\.0.rawValue))
    #expect(CommonMetadataKey.allCases.map(\.rawValue).filter { !known.contains($0) } == ["relation"])
    #expect(CommonMetadataKey.allCases.count == 23)
  }

  @Test func whatIsWritten_isReadBack_inEveryKeySpace() {
    for keySpace in [
      MetadataKeySpace.iTunes, .quickTimeUserData, .quickTimeMetadata, .isoUserData, .id3, .vorbisComment, .matroska,
      .common,
    ] {
      for common in CommonMetadataKey.allCases {
        guard let key = common.key(in: keySpace) else { continue }
        #expect(CommonMetadataKey(key, in: keySpace) == common, "\(keySpace.rawValue) \(key)")
      }
    }
  }

  @Test func keysWithoutACommonMeaning_haveNoCommonKey() {
    for (keySpace, key) in [
      (AVMetadataKeySpace.iTunes, "trkn"), (.id3, "PRIV"), (.quickTimeUserData, "tagc"), (.common, "unheard of"),
    ] {
      let item = AVMutableMetadataItem()
      (item.keySpace, item.key) = (keySpace, key as NSString)
      #expect(item.commonKey == nil)
    }
  }
}

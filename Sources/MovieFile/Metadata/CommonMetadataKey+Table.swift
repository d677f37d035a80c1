extension CommonMetadataKey {
  struct Entry {
    let common: CommonMetadataKey
    let key: MetadataKey
    /// True if the key is only read, because another one is better for writing.
    let isReadOnly: Bool
  }

  /// The keys of each key space. A line has the common key, the key to write, and then others of the same meaning; a
  /// line with keys after `<` has none to write. `.title` is short for `com.apple.quicktime.title`, `_` for a space in
  /// APE's and Core Audio's names.
  static let table: [MetadataKeySpace: [Entry]] = [
    .iTunes: """
    title ©nam
    creator ©wrt
    subject ©grp grup
    description desc ldes ©des
    publisher ©pub
    contributor ©prf ©ope
    creationDate ©day
    type ©gen gnre
    location ©xyz
    copyrights cprt ©cpy
    albumName ©alb
    author ©aut
    artist ©ART
    artwork covr
    model ©mod
    software ©too ©swr
    """,
    .quickTimeUserData: """
    title ©nam name tnam titl
    creator ©com ©wrt
    subject ©key kywd
    description ©des ©inf dscp
    publisher ©pub
    contributor ©prf ©ope
    creationDate ©day yrrc
    type ©gen gnre
    format ©fmt
    source ©src
    location ©xyz loci
    copyrights ©cpy cprt
    albumName ©alb albm
    author ©aut auth
    artist ©ART perf
    make ©mak manu
    model ©mod modl
    software ©swr ©too
    """,
    .quickTimeMetadata: """
    title .title .displayname title
    creator .composer composer
    subject .keywords keywords
    description .description .information description
    publisher .publisher publisher
    contributor .performer .originalartist performer
    creationDate .creationdate .year date
    type .genre genre
    identifier .content.identifier
    source .credits
    location .location.ISO6709 location
    copyrights .copyright copyright
    albumName .album album
    author .author author
    artist .artist artist
    artwork .artwork
    make .make make
    model .model model
    software .software encoder
    """,
    .isoUserData: """
    title titl
    subject kywd
    description dscp
    creationDate yrrc
    type gnre
    location loci
    copyrights cprt
    albumName albm
    author auth
    artist perf
    """,
    .id3: """
    title TIT2 TT2
    creator TCOM TCM
    subject TIT1 TT1
    description TIT3 TT3
    publisher TPUB TPB
    contributor TOPE TOA
    creationDate TDRC TYER TYE TDRL
    lastModifiedDate TDTG
    type TCON TCO
    format TFLT TFT
    identifier UFID UFI
    source WOAS WAS
    language TLAN TLA
    copyrights TCOP TCR
    albumName TALB TAL
    author TEXT TXT
    artist TPE1 TP1
    artwork APIC PIC
    software TSSE TSS
    """,
    .vorbisComment: """
    title TITLE
    creator COMPOSER
    subject GROUPING SUBJECT
    description DESCRIPTION
    publisher ORGANIZATION PUBLISHER LABEL
    contributor PERFORMER
    creationDate DATE YEAR
    type GENRE
    identifier < ISRC
    source SOURCE
    language LANGUAGE
    location LOCATION
    copyrights COPYRIGHT LICENSE
    albumName ALBUM
    author LYRICIST AUTHOR
    artist ARTIST
    artwork METADATA_BLOCK_PICTURE COVERART
    software ENCODER ENCODED-BY
    """,
    .matroska: """
    title TITLE
    creator COMPOSER
    subject SUBJECT KEYWORDS
    description DESCRIPTION SUMMARY SYNOPSIS
    publisher PUBLISHER LABEL
    contributor LEAD_PERFORMER ACTOR
    creationDate DATE_RELEASED DATE_RECORDED DATE DATE_WRITTEN DATEUTC
    lastModifiedDate DATE_TAGGED
    type GENRE
    identifier < ISRC
    source ORIGINAL_MEDIA_TYPE
    location RECORDING_LOCATION
    copyrights COPYRIGHT
    albumName ALBUM
    author WRITTEN_BY LYRICIST
    artist ARTIST
    artwork COVER
    software ENCODER
    """,
    .ape: """
    title TITLE
    creator COMPOSER
    subject GROUPING SUBJECT
    description COMMENT
    publisher PUBLISHER LABEL
    contributor PERFORMER
    creationDate YEAR
    type GENRE
    identifier < ISRC
    source MEDIA
    language LANGUAGE
    location RECORD_LOCATION
    copyrights COPYRIGHT
    albumName ALBUM
    author LYRICIST
    artist ARTIST
    artwork COVER_ART_(FRONT) COVER_ART_(BACK)
    software ENCODER
    """,
    .audioFile: """
    title info-title
    creator info-composer
    subject info-subject
    description info-description
    publisher info-publisher
    contributor info-performer
    creationDate info-recorded_date info-year info-date
    type info-genre
    identifier < info-ISRC
    language info-language
    location info-location
    copyrights info-copyright
    albumName info-album
    author info-author info-lyricist
    artist info-artist
    make info-make
    model info-model
    software info-encoding_application info-source_encoder info-encoder
    """,
  ].reduce(into: [:]) { result, space in result[space.key] = entries(space.value, space.key) }

  private static func entries(_ text: String, _ keySpace: MetadataKeySpace) -> [Entry] {
    text.split(separator: "\n").flatMap { line -> [Entry] in
      let words = line.split(separator: " ").map(String.init)
      guard let common = CommonMetadataKey(rawValue: words[0]) else { return [] }
      let keys = words.dropFirst().filter { $0 != "<" }
      return keys.enumerated().map { index, name in
        let isApple = keySpace == .quickTimeMetadata && name.hasPrefix(".")
        let name = keySpace == .ape || keySpace == .audioFile ? name.replacing("_", with: " ") : name
        return Entry(
          common: common, key: keySpace.key(isApple ? "com.apple.quicktime" + name : name),
          isReadOnly: index > 0 || words.contains("<"))
      }
    }
  }
}

// Frames of ID3 tags (ID3v2.3 and ID3v2.4, "Declared ID3v2 frames").
extension AVMetadataIdentifier {
  /// Audio encryption: `AENC`.
  public static let id3MetadataAudioEncryption = AVMetadataIdentifier(.id3MetadataKeyAudioEncryption, .id3)
  /// Attached picture: `APIC`.
  public static let id3MetadataAttachedPicture = AVMetadataIdentifier(.id3MetadataKeyAttachedPicture, .id3)
  /// Audio seek point index: `ASPI`.
  public static let id3MetadataAudioSeekPointIndex = AVMetadataIdentifier(.id3MetadataKeyAudioSeekPointIndex, .id3)
  /// Comments: `COMM`.
  public static let id3MetadataComments = AVMetadataIdentifier(.id3MetadataKeyComments, .id3)
  /// Commercial: `COMR`.
  public static let id3MetadataCommercial = AVMetadataIdentifier(.id3MetadataKeyCommercial, .id3)
  /// Encryption: `ENCR`.
  public static let id3MetadataEncryption = AVMetadataIdentifier(.id3MetadataKeyEncryption, .id3)
  /// Equalization: `EQUA`.
  public static let id3MetadataEqualization = AVMetadataIdentifier(.id3MetadataKeyEqualization, .id3)
  /// Equalization2: `EQU2`.
  public static let id3MetadataEqualization2 = AVMetadataIdentifier(.id3MetadataKeyEqualization2, .id3)
  /// Event timing codes: `ETCO`.
  public static let id3MetadataEventTimingCodes = AVMetadataIdentifier(.id3MetadataKeyEventTimingCodes, .id3)
  /// General encapsulated object: `GEOB`.
  public static let id3MetadataGeneralEncapsulatedObject = AVMetadataIdentifier(
    .id3MetadataKeyGeneralEncapsulatedObject, .id3)
  /// Group identifier: `GRID`.
  public static let id3MetadataGroupIdentifier = AVMetadataIdentifier(.id3MetadataKeyGroupIdentifier, .id3)
  /// Link: `LINK`.
  public static let id3MetadataLink = AVMetadataIdentifier(.id3MetadataKeyLink, .id3)
  /// Music CD identifier: `MCDI`.
  public static let id3MetadataMusicCDIdentifier = AVMetadataIdentifier(.id3MetadataKeyMusicCDIdentifier, .id3)
  /// MPEG location lookup table: `MLLT`.
  public static let id3MetadataMPEGLocationLookupTable = AVMetadataIdentifier(
    .id3MetadataKeyMPEGLocationLookupTable, .id3)
  /// Ownership: `OWNE`.
  public static let id3MetadataOwnership = AVMetadataIdentifier(.id3MetadataKeyOwnership, .id3)
  /// Private: `PRIV`.
  public static let id3MetadataPrivate = AVMetadataIdentifier(.id3MetadataKeyPrivate, .id3)
  /// Play counter: `PCNT`.
  public static let id3MetadataPlayCounter = AVMetadataIdentifier(.id3MetadataKeyPlayCounter, .id3)
  /// Popularimeter: `POPM`.
  public static let id3MetadataPopularimeter = AVMetadataIdentifier(.id3MetadataKeyPopularimeter, .id3)
  /// Position synchronization: `POSS`.
  public static let id3MetadataPositionSynchronization = AVMetadataIdentifier(
    .id3MetadataKeyPositionSynchronization, .id3)
  /// Recommended buffer size: `RBUF`.
  public static let id3MetadataRecommendedBufferSize = AVMetadataIdentifier(.id3MetadataKeyRecommendedBufferSize, .id3)
  /// Relative volume adjustment: `RVAD`.
  public static let id3MetadataRelativeVolumeAdjustment = AVMetadataIdentifier(
    .id3MetadataKeyRelativeVolumeAdjustment, .id3)
  /// Relative volume adjustment2: `RVA2`.
  public static let id3MetadataRelativeVolumeAdjustment2 = AVMetadataIdentifier(
    .id3MetadataKeyRelativeVolumeAdjustment2, .id3)
  /// Reverb: `RVRB`.
  public static let id3MetadataReverb = AVMetadataIdentifier(.id3MetadataKeyReverb, .id3)
  /// Seek: `SEEK`.
  public static let id3MetadataSeek = AVMetadataIdentifier(.id3MetadataKeySeek, .id3)
  /// Signature: `SIGN`.
  public static let id3MetadataSignature = AVMetadataIdentifier(.id3MetadataKeySignature, .id3)
  /// Synchronized lyric: `SYLT`.
  public static let id3MetadataSynchronizedLyric = AVMetadataIdentifier(.id3MetadataKeySynchronizedLyric, .id3)
  /// Synchronized tempo codes: `SYTC`.
  public static let id3MetadataSynchronizedTempoCodes = AVMetadataIdentifier(
    .id3MetadataKeySynchronizedTempoCodes, .id3)
  /// Album title: `TALB`.
  public static let id3MetadataAlbumTitle = AVMetadataIdentifier(.id3MetadataKeyAlbumTitle, .id3)
  /// Beats per minute: `TBPM`.
  public static let id3MetadataBeatsPerMinute = AVMetadataIdentifier(.id3MetadataKeyBeatsPerMinute, .id3)
  /// Composer: `TCOM`.
  public static let id3MetadataComposer = AVMetadataIdentifier(.id3MetadataKeyComposer, .id3)
  /// Content type: `TCON`.
  public static let id3MetadataContentType = AVMetadataIdentifier(.id3MetadataKeyContentType, .id3)
  /// Copyright: `TCOP`.
  public static let id3MetadataCopyright = AVMetadataIdentifier(.id3MetadataKeyCopyright, .id3)
  /// Date: `TDAT`.
  public static let id3MetadataDate = AVMetadataIdentifier(.id3MetadataKeyDate, .id3)
  /// Encoding time: `TDEN`.
  public static let id3MetadataEncodingTime = AVMetadataIdentifier(.id3MetadataKeyEncodingTime, .id3)
  /// Playlist delay: `TDLY`.
  public static let id3MetadataPlaylistDelay = AVMetadataIdentifier(.id3MetadataKeyPlaylistDelay, .id3)
  /// Original release time: `TDOR`.
  public static let id3MetadataOriginalReleaseTime = AVMetadataIdentifier(.id3MetadataKeyOriginalReleaseTime, .id3)
  /// Recording time: `TDRC`.
  public static let id3MetadataRecordingTime = AVMetadataIdentifier(.id3MetadataKeyRecordingTime, .id3)
  /// Release time: `TDRL`.
  public static let id3MetadataReleaseTime = AVMetadataIdentifier(.id3MetadataKeyReleaseTime, .id3)
  /// Tagging time: `TDTG`.
  public static let id3MetadataTaggingTime = AVMetadataIdentifier(.id3MetadataKeyTaggingTime, .id3)
  /// Encoded by: `TENC`.
  public static let id3MetadataEncodedBy = AVMetadataIdentifier(.id3MetadataKeyEncodedBy, .id3)
  /// Lyricist: `TEXT`.
  public static let id3MetadataLyricist = AVMetadataIdentifier(.id3MetadataKeyLyricist, .id3)
  /// File type: `TFLT`.
  public static let id3MetadataFileType = AVMetadataIdentifier(.id3MetadataKeyFileType, .id3)
  /// Time: `TIME`.
  public static let id3MetadataTime = AVMetadataIdentifier(.id3MetadataKeyTime, .id3)
  /// Involved people list in ID3v2.4: `TIPL`.
  public static let id3MetadataInvolvedPeopleList_v24 = AVMetadataIdentifier(
    .id3MetadataKeyInvolvedPeopleList_v24, .id3)
  /// Content group description: `TIT1`.
  public static let id3MetadataContentGroupDescription = AVMetadataIdentifier(
    .id3MetadataKeyContentGroupDescription, .id3)
  /// Title description: `TIT2`.
  public static let id3MetadataTitleDescription = AVMetadataIdentifier(.id3MetadataKeyTitleDescription, .id3)
  /// Sub title: `TIT3`.
  public static let id3MetadataSubTitle = AVMetadataIdentifier(.id3MetadataKeySubTitle, .id3)
  /// Initial key: `TKEY`.
  public static let id3MetadataInitialKey = AVMetadataIdentifier(.id3MetadataKeyInitialKey, .id3)
  /// Language: `TLAN`.
  public static let id3MetadataLanguage = AVMetadataIdentifier(.id3MetadataKeyLanguage, .id3)
  /// Length: `TLEN`.
  public static let id3MetadataLength = AVMetadataIdentifier(.id3MetadataKeyLength, .id3)
  /// Musician credits list: `TMCL`.
  public static let id3MetadataMusicianCreditsList = AVMetadataIdentifier(.id3MetadataKeyMusicianCreditsList, .id3)
  /// Media type: `TMED`.
  public static let id3MetadataMediaType = AVMetadataIdentifier(.id3MetadataKeyMediaType, .id3)
  /// Mood: `TMOO`.
  public static let id3MetadataMood = AVMetadataIdentifier(.id3MetadataKeyMood, .id3)
  /// Original album title: `TOAL`.
  public static let id3MetadataOriginalAlbumTitle = AVMetadataIdentifier(.id3MetadataKeyOriginalAlbumTitle, .id3)
  /// Original filename: `TOFN`.
  public static let id3MetadataOriginalFilename = AVMetadataIdentifier(.id3MetadataKeyOriginalFilename, .id3)
  /// Original lyricist: `TOLY`.
  public static let id3MetadataOriginalLyricist = AVMetadataIdentifier(.id3MetadataKeyOriginalLyricist, .id3)
  /// Original artist: `TOPE`.
  public static let id3MetadataOriginalArtist = AVMetadataIdentifier(.id3MetadataKeyOriginalArtist, .id3)
  /// Original release year: `TORY`.
  public static let id3MetadataOriginalReleaseYear = AVMetadataIdentifier(.id3MetadataKeyOriginalReleaseYear, .id3)
  /// File owner: `TOWN`.
  public static let id3MetadataFileOwner = AVMetadataIdentifier(.id3MetadataKeyFileOwner, .id3)
  /// Lead performer: `TPE1`.
  public static let id3MetadataLeadPerformer = AVMetadataIdentifier(.id3MetadataKeyLeadPerformer, .id3)
  /// Band: `TPE2`.
  public static let id3MetadataBand = AVMetadataIdentifier(.id3MetadataKeyBand, .id3)
  /// Conductor: `TPE3`.
  public static let id3MetadataConductor = AVMetadataIdentifier(.id3MetadataKeyConductor, .id3)
  /// Modified by: `TPE4`.
  public static let id3MetadataModifiedBy = AVMetadataIdentifier(.id3MetadataKeyModifiedBy, .id3)
  /// Part of a set: `TPOS`.
  public static let id3MetadataPartOfASet = AVMetadataIdentifier(.id3MetadataKeyPartOfASet, .id3)
  /// Produced notice: `TPRO`.
  public static let id3MetadataProducedNotice = AVMetadataIdentifier(.id3MetadataKeyProducedNotice, .id3)
  /// Publisher: `TPUB`.
  public static let id3MetadataPublisher = AVMetadataIdentifier(.id3MetadataKeyPublisher, .id3)
  /// Track number: `TRCK`.
  public static let id3MetadataTrackNumber = AVMetadataIdentifier(.id3MetadataKeyTrackNumber, .id3)
  /// Recording dates: `TRDA`.
  public static let id3MetadataRecordingDates = AVMetadataIdentifier(.id3MetadataKeyRecordingDates, .id3)
  /// Internet radio station name: `TRSN`.
  public static let id3MetadataInternetRadioStationName = AVMetadataIdentifier(
    .id3MetadataKeyInternetRadioStationName, .id3)
  /// Internet radio station owner: `TRSO`.
  public static let id3MetadataInternetRadioStationOwner = AVMetadataIdentifier(
    .id3MetadataKeyInternetRadioStationOwner, .id3)
  /// Size: `TSIZ`.
  public static let id3MetadataSize = AVMetadataIdentifier(.id3MetadataKeySize, .id3)
  /// Album sort order: `TSOA`.
  public static let id3MetadataAlbumSortOrder = AVMetadataIdentifier(.id3MetadataKeyAlbumSortOrder, .id3)
  /// Performer sort order: `TSOP`.
  public static let id3MetadataPerformerSortOrder = AVMetadataIdentifier(.id3MetadataKeyPerformerSortOrder, .id3)
  /// Title sort order: `TSOT`.
  public static let id3MetadataTitleSortOrder = AVMetadataIdentifier(.id3MetadataKeyTitleSortOrder, .id3)
  /// Encoded with: `TSSE`.
  public static let id3MetadataEncodedWith = AVMetadataIdentifier(.id3MetadataKeyEncodedWith, .id3)
  /// Set subtitle: `TSST`.
  public static let id3MetadataSetSubtitle = AVMetadataIdentifier(.id3MetadataKeySetSubtitle, .id3)
  /// Year: `TYER`.
  public static let id3MetadataYear = AVMetadataIdentifier(.id3MetadataKeyYear, .id3)
  /// User text: `TXXX`.
  public static let id3MetadataUserText = AVMetadataIdentifier(.id3MetadataKeyUserText, .id3)
  /// Unique file identifier: `UFID`.
  public static let id3MetadataUniqueFileIdentifier = AVMetadataIdentifier(.id3MetadataKeyUniqueFileIdentifier, .id3)
  /// Terms of use: `USER`.
  public static let id3MetadataTermsOfUse = AVMetadataIdentifier(.id3MetadataKeyTermsOfUse, .id3)
  /// Unsynchronized lyric: `USLT`.
  public static let id3MetadataUnsynchronizedLyric = AVMetadataIdentifier(.id3MetadataKeyUnsynchronizedLyric, .id3)
  /// Commercial information: `WCOM`.
  public static let id3MetadataCommercialInformation = AVMetadataIdentifier(.id3MetadataKeyCommercialInformation, .id3)
  /// Copyright information: `WCOP`.
  public static let id3MetadataCopyrightInformation = AVMetadataIdentifier(.id3MetadataKeyCopyrightInformation, .id3)
  /// Official audio file webpage: `WOAF`.
  public static let id3MetadataOfficialAudioFileWebpage = AVMetadataIdentifier(
    .id3MetadataKeyOfficialAudioFileWebpage, .id3)
  /// Official artist webpage: `WOAR`.
  public static let id3MetadataOfficialArtistWebpage = AVMetadataIdentifier(.id3MetadataKeyOfficialArtistWebpage, .id3)
  /// Official audio source webpage: `WOAS`.
  public static let id3MetadataOfficialAudioSourceWebpage = AVMetadataIdentifier(
    .id3MetadataKeyOfficialAudioSourceWebpage, .id3)
  /// Official internet radio station homepage: `WORS`.
  public static let id3MetadataOfficialInternetRadioStationHomepage = AVMetadataIdentifier(
    .id3MetadataKeyOfficialInternetRadioStationHomepage, .id3)
  /// Payment: `WPAY`.
  public static let id3MetadataPayment = AVMetadataIdentifier(.id3MetadataKeyPayment, .id3)
  /// Official publisher webpage: `WPUB`.
  public static let id3MetadataOfficialPublisherWebpage = AVMetadataIdentifier(
    .id3MetadataKeyOfficialPublisherWebpage, .id3)
  /// User URL: `WXXX`.
  public static let id3MetadataUserURL = AVMetadataIdentifier(.id3MetadataKeyUserURL, .id3)
  /// Involved people list in ID3v2.3: `IPLS`.
  public static let id3MetadataInvolvedPeopleList_v23 = AVMetadataIdentifier(
    .id3MetadataKeyInvolvedPeopleList_v23, .id3)
  /// International standard recording code: `TSRC`.
  public static let id3MetadataInternationalStandardRecordingCode = AVMetadataIdentifier(
    .id3MetadataKeyInternationalStandardRecordingCode, .id3)
}

// Frames of ID3 tags (ID3v2.3 and ID3v2.4, "Declared ID3v2 frames").
extension AVMetadataKey {
  /// Audio encryption: `AENC`.
  public static let id3MetadataKeyAudioEncryption = AVMetadataKey("AENC")
  /// Attached picture: `APIC`.
  public static let id3MetadataKeyAttachedPicture = AVMetadataKey("APIC")
  /// Audio seek point index: `ASPI`.
  public static let id3MetadataKeyAudioSeekPointIndex = AVMetadataKey("ASPI")
  /// Comments: `COMM`.
  public static let id3MetadataKeyComments = AVMetadataKey("COMM")
  /// Commercial: `COMR`, as Apple's headers misspell it.
  public static let id3MetadataKeyCommerical = AVMetadataKey("COMR")
  /// Commercial: `COMR`.
  public static let id3MetadataKeyCommercial = AVMetadataKey("COMR")
  /// Encryption: `ENCR`.
  public static let id3MetadataKeyEncryption = AVMetadataKey("ENCR")
  /// Equalization: `EQUA`.
  public static let id3MetadataKeyEqualization = AVMetadataKey("EQUA")
  /// Equalization2: `EQU2`.
  public static let id3MetadataKeyEqualization2 = AVMetadataKey("EQU2")
  /// Event timing codes: `ETCO`.
  public static let id3MetadataKeyEventTimingCodes = AVMetadataKey("ETCO")
  /// General encapsulated object: `GEOB`.
  public static let id3MetadataKeyGeneralEncapsulatedObject = AVMetadataKey("GEOB")
  /// Group identifier: `GRID`.
  public static let id3MetadataKeyGroupIdentifier = AVMetadataKey("GRID")
  /// Link: `LINK`.
  public static let id3MetadataKeyLink = AVMetadataKey("LINK")
  /// Music CD identifier: `MCDI`.
  public static let id3MetadataKeyMusicCDIdentifier = AVMetadataKey("MCDI")
  /// MPEG location lookup table: `MLLT`.
  public static let id3MetadataKeyMPEGLocationLookupTable = AVMetadataKey("MLLT")
  /// Ownership: `OWNE`.
  public static let id3MetadataKeyOwnership = AVMetadataKey("OWNE")
  /// Private: `PRIV`.
  public static let id3MetadataKeyPrivate = AVMetadataKey("PRIV")
  /// Play counter: `PCNT`.
  public static let id3MetadataKeyPlayCounter = AVMetadataKey("PCNT")
  /// Popularimeter: `POPM`.
  public static let id3MetadataKeyPopularimeter = AVMetadataKey("POPM")
  /// Position synchronization: `POSS`.
  public static let id3MetadataKeyPositionSynchronization = AVMetadataKey("POSS")
  /// Recommended buffer size: `RBUF`.
  public static let id3MetadataKeyRecommendedBufferSize = AVMetadataKey("RBUF")
  /// Relative volume adjustment: `RVAD`.
  public static let id3MetadataKeyRelativeVolumeAdjustment = AVMetadataKey("RVAD")
  /// Relative volume adjustment2: `RVA2`.
  public static let id3MetadataKeyRelativeVolumeAdjustment2 = AVMetadataKey("RVA2")
  /// Reverb: `RVRB`.
  public static let id3MetadataKeyReverb = AVMetadataKey("RVRB")
  /// Seek: `SEEK`.
  public static let id3MetadataKeySeek = AVMetadataKey("SEEK")
  /// Signature: `SIGN`.
  public static let id3MetadataKeySignature = AVMetadataKey("SIGN")
  /// Synchronized lyric: `SYLT`.
  public static let id3MetadataKeySynchronizedLyric = AVMetadataKey("SYLT")
  /// Synchronized tempo codes: `SYTC`.
  public static let id3MetadataKeySynchronizedTempoCodes = AVMetadataKey("SYTC")
  /// Album title: `TALB`.
  public static let id3MetadataKeyAlbumTitle = AVMetadataKey("TALB")
  /// Beats per minute: `TBPM`.
  public static let id3MetadataKeyBeatsPerMinute = AVMetadataKey("TBPM")
  /// Composer: `TCOM`.
  public static let id3MetadataKeyComposer = AVMetadataKey("TCOM")
  /// Content type: `TCON`.
  public static let id3MetadataKeyContentType = AVMetadataKey("TCON")
  /// Copyright: `TCOP`.
  public static let id3MetadataKeyCopyright = AVMetadataKey("TCOP")
  /// Date: `TDAT`.
  public static let id3MetadataKeyDate = AVMetadataKey("TDAT")
  /// Encoding time: `TDEN`.
  public static let id3MetadataKeyEncodingTime = AVMetadataKey("TDEN")
  /// Playlist delay: `TDLY`.
  public static let id3MetadataKeyPlaylistDelay = AVMetadataKey("TDLY")
  /// Original release time: `TDOR`.
  public static let id3MetadataKeyOriginalReleaseTime = AVMetadataKey("TDOR")
  /// Recording time: `TDRC`.
  public static let id3MetadataKeyRecordingTime = AVMetadataKey("TDRC")
  /// Release time: `TDRL`.
  public static let id3MetadataKeyReleaseTime = AVMetadataKey("TDRL")
  /// Tagging time: `TDTG`.
  public static let id3MetadataKeyTaggingTime = AVMetadataKey("TDTG")
  /// Encoded by: `TENC`.
  public static let id3MetadataKeyEncodedBy = AVMetadataKey("TENC")
  /// Lyricist: `TEXT`.
  public static let id3MetadataKeyLyricist = AVMetadataKey("TEXT")
  /// File type: `TFLT`.
  public static let id3MetadataKeyFileType = AVMetadataKey("TFLT")
  /// Time: `TIME`.
  public static let id3MetadataKeyTime = AVMetadataKey("TIME")
  /// Involved people list in ID3v2.4: `TIPL`.
  public static let id3MetadataKeyInvolvedPeopleList_v24 = AVMetadataKey("TIPL")
  /// Content group description: `TIT1`.
  public static let id3MetadataKeyContentGroupDescription = AVMetadataKey("TIT1")
  /// Title description: `TIT2`.
  public static let id3MetadataKeyTitleDescription = AVMetadataKey("TIT2")
  /// Sub title: `TIT3`.
  public static let id3MetadataKeySubTitle = AVMetadataKey("TIT3")
  /// Initial key: `TKEY`.
  public static let id3MetadataKeyInitialKey = AVMetadataKey("TKEY")
  /// Language: `TLAN`.
  public static let id3MetadataKeyLanguage = AVMetadataKey("TLAN")
  /// Length: `TLEN`.
  public static let id3MetadataKeyLength = AVMetadataKey("TLEN")
  /// Musician credits list: `TMCL`.
  public static let id3MetadataKeyMusicianCreditsList = AVMetadataKey("TMCL")
  /// Media type: `TMED`.
  public static let id3MetadataKeyMediaType = AVMetadataKey("TMED")
  /// Mood: `TMOO`.
  public static let id3MetadataKeyMood = AVMetadataKey("TMOO")
  /// Original album title: `TOAL`.
  public static let id3MetadataKeyOriginalAlbumTitle = AVMetadataKey("TOAL")
  /// Original filename: `TOFN`.
  public static let id3MetadataKeyOriginalFilename = AVMetadataKey("TOFN")
  /// Original lyricist: `TOLY`.
  public static let id3MetadataKeyOriginalLyricist = AVMetadataKey("TOLY")
  /// Original artist: `TOPE`.
  public static let id3MetadataKeyOriginalArtist = AVMetadataKey("TOPE")
  /// Original release year: `TORY`.
  public static let id3MetadataKeyOriginalReleaseYear = AVMetadataKey("TORY")
  /// File owner: `TOWN`.
  public static let id3MetadataKeyFileOwner = AVMetadataKey("TOWN")
  /// Lead performer: `TPE1`.
  public static let id3MetadataKeyLeadPerformer = AVMetadataKey("TPE1")
  /// Band: `TPE2`.
  public static let id3MetadataKeyBand = AVMetadataKey("TPE2")
  /// Conductor: `TPE3`.
  public static let id3MetadataKeyConductor = AVMetadataKey("TPE3")
  /// Modified by: `TPE4`.
  public static let id3MetadataKeyModifiedBy = AVMetadataKey("TPE4")
  /// Part of a set: `TPOS`.
  public static let id3MetadataKeyPartOfASet = AVMetadataKey("TPOS")
  /// Produced notice: `TPRO`.
  public static let id3MetadataKeyProducedNotice = AVMetadataKey("TPRO")
  /// Publisher: `TPUB`.
  public static let id3MetadataKeyPublisher = AVMetadataKey("TPUB")
  /// Track number: `TRCK`.
  public static let id3MetadataKeyTrackNumber = AVMetadataKey("TRCK")
  /// Recording dates: `TRDA`.
  public static let id3MetadataKeyRecordingDates = AVMetadataKey("TRDA")
  /// Internet radio station name: `TRSN`.
  public static let id3MetadataKeyInternetRadioStationName = AVMetadataKey("TRSN")
  /// Internet radio station owner: `TRSO`.
  public static let id3MetadataKeyInternetRadioStationOwner = AVMetadataKey("TRSO")
  /// Size: `TSIZ`.
  public static let id3MetadataKeySize = AVMetadataKey("TSIZ")
  /// Album sort order: `TSOA`.
  public static let id3MetadataKeyAlbumSortOrder = AVMetadataKey("TSOA")
  /// Performer sort order: `TSOP`.
  public static let id3MetadataKeyPerformerSortOrder = AVMetadataKey("TSOP")
  /// Title sort order: `TSOT`.
  public static let id3MetadataKeyTitleSortOrder = AVMetadataKey("TSOT")
  /// Encoded with: `TSSE`.
  public static let id3MetadataKeyEncodedWith = AVMetadataKey("TSSE")
  /// Set subtitle: `TSST`.
  public static let id3MetadataKeySetSubtitle = AVMetadataKey("TSST")
  /// Year: `TYER`.
  public static let id3MetadataKeyYear = AVMetadataKey("TYER")
  /// User text: `TXXX`.
  public static let id3MetadataKeyUserText = AVMetadataKey("TXXX")
  /// Unique file identifier: `UFID`.
  public static let id3MetadataKeyUniqueFileIdentifier = AVMetadataKey("UFID")
  /// Terms of use: `USER`.
  public static let id3MetadataKeyTermsOfUse = AVMetadataKey("USER")
  /// Unsynchronized lyric: `USLT`.
  public static let id3MetadataKeyUnsynchronizedLyric = AVMetadataKey("USLT")
  /// Commercial information: `WCOM`.
  public static let id3MetadataKeyCommercialInformation = AVMetadataKey("WCOM")
  /// Copyright information: `WCOP`.
  public static let id3MetadataKeyCopyrightInformation = AVMetadataKey("WCOP")
  /// Official audio file webpage: `WOAF`.
  public static let id3MetadataKeyOfficialAudioFileWebpage = AVMetadataKey("WOAF")
  /// Official artist webpage: `WOAR`.
  public static let id3MetadataKeyOfficialArtistWebpage = AVMetadataKey("WOAR")
  /// Official audio source webpage: `WOAS`.
  public static let id3MetadataKeyOfficialAudioSourceWebpage = AVMetadataKey("WOAS")
  /// Official internet radio station homepage: `WORS`.
  public static let id3MetadataKeyOfficialInternetRadioStationHomepage = AVMetadataKey("WORS")
  /// Payment: `WPAY`.
  public static let id3MetadataKeyPayment = AVMetadataKey("WPAY")
  /// Official publisher webpage: `WPUB`.
  public static let id3MetadataKeyOfficialPublisherWebpage = AVMetadataKey("WPUB")
  /// User URL: `WXXX`.
  public static let id3MetadataKeyUserURL = AVMetadataKey("WXXX")
  /// Involved people list in ID3v2.3: `IPLS`.
  public static let id3MetadataKeyInvolvedPeopleList_v23 = AVMetadataKey("IPLS")
  /// International standard recording code: `TSRC`.
  public static let id3MetadataKeyInternationalStandardRecordingCode = AVMetadataKey("TSRC")
}

// Written by constants.py.

import AVFoundation

extension ConstantValues {
  mutating func readMetadataIdentifiers() {
    module = "AVFoundation"
    add(
      "AVMetadataIdentifier.commonIdentifierAccessibilityDescription",
      AVMetadataIdentifier.commonIdentifierAccessibilityDescription)
    add("AVMetadataIdentifier.commonIdentifierAlbumName", AVMetadataIdentifier.commonIdentifierAlbumName)
    add("AVMetadataIdentifier.commonIdentifierArtist", AVMetadataIdentifier.commonIdentifierArtist)
    add("AVMetadataIdentifier.commonIdentifierArtwork", AVMetadataIdentifier.commonIdentifierArtwork)
    add("AVMetadataIdentifier.commonIdentifierAssetIdentifier", AVMetadataIdentifier.commonIdentifierAssetIdentifier)
    add("AVMetadataIdentifier.commonIdentifierAuthor", AVMetadataIdentifier.commonIdentifierAuthor)
    add("AVMetadataIdentifier.commonIdentifierContributor", AVMetadataIdentifier.commonIdentifierContributor)
    add("AVMetadataIdentifier.commonIdentifierCopyrights", AVMetadataIdentifier.commonIdentifierCopyrights)
    add("AVMetadataIdentifier.commonIdentifierCreationDate", AVMetadataIdentifier.commonIdentifierCreationDate)
    add("AVMetadataIdentifier.commonIdentifierCreator", AVMetadataIdentifier.commonIdentifierCreator)
    add("AVMetadataIdentifier.commonIdentifierDescription", AVMetadataIdentifier.commonIdentifierDescription)
    add("AVMetadataIdentifier.commonIdentifierFormat", AVMetadataIdentifier.commonIdentifierFormat)
    add("AVMetadataIdentifier.commonIdentifierIdentifier", AVMetadataIdentifier.commonIdentifierIdentifier)
    add("AVMetadataIdentifier.commonIdentifierLanguage", AVMetadataIdentifier.commonIdentifierLanguage)
    add("AVMetadataIdentifier.commonIdentifierLastModifiedDate", AVMetadataIdentifier.commonIdentifierLastModifiedDate)
    add("AVMetadataIdentifier.commonIdentifierLocation", AVMetadataIdentifier.commonIdentifierLocation)
    add("AVMetadataIdentifier.commonIdentifierMake", AVMetadataIdentifier.commonIdentifierMake)
    add("AVMetadataIdentifier.commonIdentifierModel", AVMetadataIdentifier.commonIdentifierModel)
    add("AVMetadataIdentifier.commonIdentifierPublisher", AVMetadataIdentifier.commonIdentifierPublisher)
    add("AVMetadataIdentifier.commonIdentifierRelation", AVMetadataIdentifier.commonIdentifierRelation)
    add("AVMetadataIdentifier.commonIdentifierSoftware", AVMetadataIdentifier.commonIdentifierSoftware)
    add("AVMetadataIdentifier.commonIdentifierSource", AVMetadataIdentifier.commonIdentifierSource)
    add("AVMetadataIdentifier.commonIdentifierSubject", AVMetadataIdentifier.commonIdentifierSubject)
    add("AVMetadataIdentifier.commonIdentifierTitle", AVMetadataIdentifier.commonIdentifierTitle)
    add("AVMetadataIdentifier.commonIdentifierType", AVMetadataIdentifier.commonIdentifierType)
    add("AVMetadataIdentifier.iTunesMetadataAccountKind", AVMetadataIdentifier.iTunesMetadataAccountKind)
    add("AVMetadataIdentifier.iTunesMetadataAcknowledgement", AVMetadataIdentifier.iTunesMetadataAcknowledgement)
    add("AVMetadataIdentifier.iTunesMetadataAlbum", AVMetadataIdentifier.iTunesMetadataAlbum)
    add("AVMetadataIdentifier.iTunesMetadataAlbumArtist", AVMetadataIdentifier.iTunesMetadataAlbumArtist)
    add("AVMetadataIdentifier.iTunesMetadataAppleID", AVMetadataIdentifier.iTunesMetadataAppleID)
    add("AVMetadataIdentifier.iTunesMetadataArranger", AVMetadataIdentifier.iTunesMetadataArranger)
    add("AVMetadataIdentifier.iTunesMetadataArtDirector", AVMetadataIdentifier.iTunesMetadataArtDirector)
    add("AVMetadataIdentifier.iTunesMetadataArtist", AVMetadataIdentifier.iTunesMetadataArtist)
    add("AVMetadataIdentifier.iTunesMetadataArtistID", AVMetadataIdentifier.iTunesMetadataArtistID)
    add("AVMetadataIdentifier.iTunesMetadataAuthor", AVMetadataIdentifier.iTunesMetadataAuthor)
    add("AVMetadataIdentifier.iTunesMetadataBeatsPerMin", AVMetadataIdentifier.iTunesMetadataBeatsPerMin)
    add("AVMetadataIdentifier.iTunesMetadataComposer", AVMetadataIdentifier.iTunesMetadataComposer)
    add("AVMetadataIdentifier.iTunesMetadataConductor", AVMetadataIdentifier.iTunesMetadataConductor)
    add("AVMetadataIdentifier.iTunesMetadataContentRating", AVMetadataIdentifier.iTunesMetadataContentRating)
    add("AVMetadataIdentifier.iTunesMetadataCopyright", AVMetadataIdentifier.iTunesMetadataCopyright)
    add("AVMetadataIdentifier.iTunesMetadataCoverArt", AVMetadataIdentifier.iTunesMetadataCoverArt)
    add("AVMetadataIdentifier.iTunesMetadataCredits", AVMetadataIdentifier.iTunesMetadataCredits)
    add("AVMetadataIdentifier.iTunesMetadataDescription", AVMetadataIdentifier.iTunesMetadataDescription)
    add("AVMetadataIdentifier.iTunesMetadataDirector", AVMetadataIdentifier.iTunesMetadataDirector)
    add("AVMetadataIdentifier.iTunesMetadataDiscCompilation", AVMetadataIdentifier.iTunesMetadataDiscCompilation)
    add("AVMetadataIdentifier.iTunesMetadataDiscNumber", AVMetadataIdentifier.iTunesMetadataDiscNumber)
    add("AVMetadataIdentifier.iTunesMetadataEQ", AVMetadataIdentifier.iTunesMetadataEQ)
    add("AVMetadataIdentifier.iTunesMetadataEncodedBy", AVMetadataIdentifier.iTunesMetadataEncodedBy)
    add("AVMetadataIdentifier.iTunesMetadataEncodingTool", AVMetadataIdentifier.iTunesMetadataEncodingTool)
    add("AVMetadataIdentifier.iTunesMetadataExecProducer", AVMetadataIdentifier.iTunesMetadataExecProducer)
    add("AVMetadataIdentifier.iTunesMetadataGenreID", AVMetadataIdentifier.iTunesMetadataGenreID)
    add("AVMetadataIdentifier.iTunesMetadataGrouping", AVMetadataIdentifier.iTunesMetadataGrouping)
    add("AVMetadataIdentifier.iTunesMetadataLinerNotes", AVMetadataIdentifier.iTunesMetadataLinerNotes)
    add("AVMetadataIdentifier.iTunesMetadataLyrics", AVMetadataIdentifier.iTunesMetadataLyrics)
    add("AVMetadataIdentifier.iTunesMetadataOnlineExtras", AVMetadataIdentifier.iTunesMetadataOnlineExtras)
    add("AVMetadataIdentifier.iTunesMetadataOriginalArtist", AVMetadataIdentifier.iTunesMetadataOriginalArtist)
    add("AVMetadataIdentifier.iTunesMetadataPerformer", AVMetadataIdentifier.iTunesMetadataPerformer)
    add("AVMetadataIdentifier.iTunesMetadataPhonogramRights", AVMetadataIdentifier.iTunesMetadataPhonogramRights)
    add("AVMetadataIdentifier.iTunesMetadataPlaylistID", AVMetadataIdentifier.iTunesMetadataPlaylistID)
    add("AVMetadataIdentifier.iTunesMetadataPredefinedGenre", AVMetadataIdentifier.iTunesMetadataPredefinedGenre)
    add("AVMetadataIdentifier.iTunesMetadataProducer", AVMetadataIdentifier.iTunesMetadataProducer)
    add("AVMetadataIdentifier.iTunesMetadataPublisher", AVMetadataIdentifier.iTunesMetadataPublisher)
    add("AVMetadataIdentifier.iTunesMetadataRecordCompany", AVMetadataIdentifier.iTunesMetadataRecordCompany)
    add("AVMetadataIdentifier.iTunesMetadataReleaseDate", AVMetadataIdentifier.iTunesMetadataReleaseDate)
    add("AVMetadataIdentifier.iTunesMetadataSoloist", AVMetadataIdentifier.iTunesMetadataSoloist)
    add("AVMetadataIdentifier.iTunesMetadataSongID", AVMetadataIdentifier.iTunesMetadataSongID)
    add("AVMetadataIdentifier.iTunesMetadataSongName", AVMetadataIdentifier.iTunesMetadataSongName)
    add("AVMetadataIdentifier.iTunesMetadataSoundEngineer", AVMetadataIdentifier.iTunesMetadataSoundEngineer)
    add("AVMetadataIdentifier.iTunesMetadataThanks", AVMetadataIdentifier.iTunesMetadataThanks)
    add("AVMetadataIdentifier.iTunesMetadataTrackNumber", AVMetadataIdentifier.iTunesMetadataTrackNumber)
    add("AVMetadataIdentifier.iTunesMetadataTrackSubTitle", AVMetadataIdentifier.iTunesMetadataTrackSubTitle)
    add("AVMetadataIdentifier.iTunesMetadataUserComment", AVMetadataIdentifier.iTunesMetadataUserComment)
    add("AVMetadataIdentifier.iTunesMetadataUserGenre", AVMetadataIdentifier.iTunesMetadataUserGenre)
    add("AVMetadataIdentifier.icyMetadataStreamTitle", AVMetadataIdentifier.icyMetadataStreamTitle)
    add("AVMetadataIdentifier.icyMetadataStreamURL", AVMetadataIdentifier.icyMetadataStreamURL)
    add("AVMetadataIdentifier.id3MetadataAlbumSortOrder", AVMetadataIdentifier.id3MetadataAlbumSortOrder)
    add("AVMetadataIdentifier.id3MetadataAlbumTitle", AVMetadataIdentifier.id3MetadataAlbumTitle)
    add("AVMetadataIdentifier.id3MetadataAttachedPicture", AVMetadataIdentifier.id3MetadataAttachedPicture)
    add("AVMetadataIdentifier.id3MetadataAudioEncryption", AVMetadataIdentifier.id3MetadataAudioEncryption)
    add("AVMetadataIdentifier.id3MetadataAudioSeekPointIndex", AVMetadataIdentifier.id3MetadataAudioSeekPointIndex)
    add("AVMetadataIdentifier.id3MetadataBand", AVMetadataIdentifier.id3MetadataBand)
    add("AVMetadataIdentifier.id3MetadataBeatsPerMinute", AVMetadataIdentifier.id3MetadataBeatsPerMinute)
    add("AVMetadataIdentifier.id3MetadataComments", AVMetadataIdentifier.id3MetadataComments)
    add("AVMetadataIdentifier.id3MetadataCommercial", AVMetadataIdentifier.id3MetadataCommercial)
    add("AVMetadataIdentifier.id3MetadataCommercialInformation", AVMetadataIdentifier.id3MetadataCommercialInformation)
    add("AVMetadataIdentifier.id3MetadataComposer", AVMetadataIdentifier.id3MetadataComposer)
    add("AVMetadataIdentifier.id3MetadataConductor", AVMetadataIdentifier.id3MetadataConductor)
    add(
      "AVMetadataIdentifier.id3MetadataContentGroupDescription", AVMetadataIdentifier.id3MetadataContentGroupDescription
    )
    add("AVMetadataIdentifier.id3MetadataContentType", AVMetadataIdentifier.id3MetadataContentType)
    add("AVMetadataIdentifier.id3MetadataCopyright", AVMetadataIdentifier.id3MetadataCopyright)
    add("AVMetadataIdentifier.id3MetadataCopyrightInformation", AVMetadataIdentifier.id3MetadataCopyrightInformation)
    add("AVMetadataIdentifier.id3MetadataDate", AVMetadataIdentifier.id3MetadataDate)
    add("AVMetadataIdentifier.id3MetadataEncodedBy", AVMetadataIdentifier.id3MetadataEncodedBy)
    add("AVMetadataIdentifier.id3MetadataEncodedWith", AVMetadataIdentifier.id3MetadataEncodedWith)
    add("AVMetadataIdentifier.id3MetadataEncodingTime", AVMetadataIdentifier.id3MetadataEncodingTime)
    add("AVMetadataIdentifier.id3MetadataEncryption", AVMetadataIdentifier.id3MetadataEncryption)
    add("AVMetadataIdentifier.id3MetadataEqualization", AVMetadataIdentifier.id3MetadataEqualization)
    add("AVMetadataIdentifier.id3MetadataEqualization2", AVMetadataIdentifier.id3MetadataEqualization2)
    add("AVMetadataIdentifier.id3MetadataEventTimingCodes", AVMetadataIdentifier.id3MetadataEventTimingCodes)
    add("AVMetadataIdentifier.id3MetadataFileOwner", AVMetadataIdentifier.id3MetadataFileOwner)
    add("AVMetadataIdentifier.id3MetadataFileType", AVMetadataIdentifier.id3MetadataFileType)
    add(
      "AVMetadataIdentifier.id3MetadataGeneralEncapsulatedObject",
      AVMetadataIdentifier.id3MetadataGeneralEncapsulatedObject)
    add("AVMetadataIdentifier.id3MetadataGroupIdentifier", AVMetadataIdentifier.id3MetadataGroupIdentifier)
    add("AVMetadataIdentifier.id3MetadataInitialKey", AVMetadataIdentifier.id3MetadataInitialKey)
    add(
      "AVMetadataIdentifier.id3MetadataInternationalStandardRecordingCode",
      AVMetadataIdentifier.id3MetadataInternationalStandardRecordingCode)
    add(
      "AVMetadataIdentifier.id3MetadataInternetRadioStationName",
      AVMetadataIdentifier.id3MetadataInternetRadioStationName)
    add(
      "AVMetadataIdentifier.id3MetadataInternetRadioStationOwner",
      AVMetadataIdentifier.id3MetadataInternetRadioStationOwner)
    add(
      "AVMetadataIdentifier.id3MetadataInvolvedPeopleList_v23", AVMetadataIdentifier.id3MetadataInvolvedPeopleList_v23)
    add(
      "AVMetadataIdentifier.id3MetadataInvolvedPeopleList_v24", AVMetadataIdentifier.id3MetadataInvolvedPeopleList_v24)
    add("AVMetadataIdentifier.id3MetadataLanguage", AVMetadataIdentifier.id3MetadataLanguage)
    add("AVMetadataIdentifier.id3MetadataLeadPerformer", AVMetadataIdentifier.id3MetadataLeadPerformer)
    add("AVMetadataIdentifier.id3MetadataLength", AVMetadataIdentifier.id3MetadataLength)
    add("AVMetadataIdentifier.id3MetadataLink", AVMetadataIdentifier.id3MetadataLink)
    add("AVMetadataIdentifier.id3MetadataLyricist", AVMetadataIdentifier.id3MetadataLyricist)
    add(
      "AVMetadataIdentifier.id3MetadataMPEGLocationLookupTable", AVMetadataIdentifier.id3MetadataMPEGLocationLookupTable
    )
    add("AVMetadataIdentifier.id3MetadataMediaType", AVMetadataIdentifier.id3MetadataMediaType)
    add("AVMetadataIdentifier.id3MetadataModifiedBy", AVMetadataIdentifier.id3MetadataModifiedBy)
    add("AVMetadataIdentifier.id3MetadataMood", AVMetadataIdentifier.id3MetadataMood)
    add("AVMetadataIdentifier.id3MetadataMusicCDIdentifier", AVMetadataIdentifier.id3MetadataMusicCDIdentifier)
    add("AVMetadataIdentifier.id3MetadataMusicianCreditsList", AVMetadataIdentifier.id3MetadataMusicianCreditsList)
    add("AVMetadataIdentifier.id3MetadataOfficialArtistWebpage", AVMetadataIdentifier.id3MetadataOfficialArtistWebpage)
    add(
      "AVMetadataIdentifier.id3MetadataOfficialAudioFileWebpage",
      AVMetadataIdentifier.id3MetadataOfficialAudioFileWebpage)
    add(
      "AVMetadataIdentifier.id3MetadataOfficialAudioSourceWebpage",
      AVMetadataIdentifier.id3MetadataOfficialAudioSourceWebpage)
    add(
      "AVMetadataIdentifier.id3MetadataOfficialInternetRadioStationHomepage",
      AVMetadataIdentifier.id3MetadataOfficialInternetRadioStationHomepage)
    add(
      "AVMetadataIdentifier.id3MetadataOfficialPublisherWebpage",
      AVMetadataIdentifier.id3MetadataOfficialPublisherWebpage)
    add("AVMetadataIdentifier.id3MetadataOriginalAlbumTitle", AVMetadataIdentifier.id3MetadataOriginalAlbumTitle)
    add("AVMetadataIdentifier.id3MetadataOriginalArtist", AVMetadataIdentifier.id3MetadataOriginalArtist)
    add("AVMetadataIdentifier.id3MetadataOriginalFilename", AVMetadataIdentifier.id3MetadataOriginalFilename)
    add("AVMetadataIdentifier.id3MetadataOriginalLyricist", AVMetadataIdentifier.id3MetadataOriginalLyricist)
    add("AVMetadataIdentifier.id3MetadataOriginalReleaseTime", AVMetadataIdentifier.id3MetadataOriginalReleaseTime)
    add("AVMetadataIdentifier.id3MetadataOriginalReleaseYear", AVMetadataIdentifier.id3MetadataOriginalReleaseYear)
    add("AVMetadataIdentifier.id3MetadataOwnership", AVMetadataIdentifier.id3MetadataOwnership)
    add("AVMetadataIdentifier.id3MetadataPartOfASet", AVMetadataIdentifier.id3MetadataPartOfASet)
    add("AVMetadataIdentifier.id3MetadataPayment", AVMetadataIdentifier.id3MetadataPayment)
    add("AVMetadataIdentifier.id3MetadataPerformerSortOrder", AVMetadataIdentifier.id3MetadataPerformerSortOrder)
    add("AVMetadataIdentifier.id3MetadataPlayCounter", AVMetadataIdentifier.id3MetadataPlayCounter)
    add("AVMetadataIdentifier.id3MetadataPlaylistDelay", AVMetadataIdentifier.id3MetadataPlaylistDelay)
    add("AVMetadataIdentifier.id3MetadataPopularimeter", AVMetadataIdentifier.id3MetadataPopularimeter)
    add(
      "AVMetadataIdentifier.id3MetadataPositionSynchronization", AVMetadataIdentifier.id3MetadataPositionSynchronization
    )
    add("AVMetadataIdentifier.id3MetadataPrivate", AVMetadataIdentifier.id3MetadataPrivate)
    add("AVMetadataIdentifier.id3MetadataProducedNotice", AVMetadataIdentifier.id3MetadataProducedNotice)
    add("AVMetadataIdentifier.id3MetadataPublisher", AVMetadataIdentifier.id3MetadataPublisher)
    add("AVMetadataIdentifier.id3MetadataRecommendedBufferSize", AVMetadataIdentifier.id3MetadataRecommendedBufferSize)
    add("AVMetadataIdentifier.id3MetadataRecordingDates", AVMetadataIdentifier.id3MetadataRecordingDates)
    add("AVMetadataIdentifier.id3MetadataRecordingTime", AVMetadataIdentifier.id3MetadataRecordingTime)
    add(
      "AVMetadataIdentifier.id3MetadataRelativeVolumeAdjustment",
      AVMetadataIdentifier.id3MetadataRelativeVolumeAdjustment)
    add(
      "AVMetadataIdentifier.id3MetadataRelativeVolumeAdjustment2",
      AVMetadataIdentifier.id3MetadataRelativeVolumeAdjustment2)
    add("AVMetadataIdentifier.id3MetadataReleaseTime", AVMetadataIdentifier.id3MetadataReleaseTime)
    add("AVMetadataIdentifier.id3MetadataReverb", AVMetadataIdentifier.id3MetadataReverb)
    add("AVMetadataIdentifier.id3MetadataSeek", AVMetadataIdentifier.id3MetadataSeek)
    add("AVMetadataIdentifier.id3MetadataSetSubtitle", AVMetadataIdentifier.id3MetadataSetSubtitle)
    add("AVMetadataIdentifier.id3MetadataSignature", AVMetadataIdentifier.id3MetadataSignature)
    add("AVMetadataIdentifier.id3MetadataSize", AVMetadataIdentifier.id3MetadataSize)
    add("AVMetadataIdentifier.id3MetadataSubTitle", AVMetadataIdentifier.id3MetadataSubTitle)
    add("AVMetadataIdentifier.id3MetadataSynchronizedLyric", AVMetadataIdentifier.id3MetadataSynchronizedLyric)
    add(
      "AVMetadataIdentifier.id3MetadataSynchronizedTempoCodes", AVMetadataIdentifier.id3MetadataSynchronizedTempoCodes)
    add("AVMetadataIdentifier.id3MetadataTaggingTime", AVMetadataIdentifier.id3MetadataTaggingTime)
    add("AVMetadataIdentifier.id3MetadataTermsOfUse", AVMetadataIdentifier.id3MetadataTermsOfUse)
    add("AVMetadataIdentifier.id3MetadataTime", AVMetadataIdentifier.id3MetadataTime)
    add("AVMetadataIdentifier.id3MetadataTitleDescription", AVMetadataIdentifier.id3MetadataTitleDescription)
    add("AVMetadataIdentifier.id3MetadataTitleSortOrder", AVMetadataIdentifier.id3MetadataTitleSortOrder)
    add("AVMetadataIdentifier.id3MetadataTrackNumber", AVMetadataIdentifier.id3MetadataTrackNumber)
    add("AVMetadataIdentifier.id3MetadataUniqueFileIdentifier", AVMetadataIdentifier.id3MetadataUniqueFileIdentifier)
    add("AVMetadataIdentifier.id3MetadataUnsynchronizedLyric", AVMetadataIdentifier.id3MetadataUnsynchronizedLyric)
    add("AVMetadataIdentifier.id3MetadataUserText", AVMetadataIdentifier.id3MetadataUserText)
    add("AVMetadataIdentifier.id3MetadataUserURL", AVMetadataIdentifier.id3MetadataUserURL)
    add("AVMetadataIdentifier.id3MetadataYear", AVMetadataIdentifier.id3MetadataYear)
    add(
      "AVMetadataIdentifier.identifier3GPUserDataAlbumAndTrack", AVMetadataIdentifier.identifier3GPUserDataAlbumAndTrack
    )
    add("AVMetadataIdentifier.identifier3GPUserDataAuthor", AVMetadataIdentifier.identifier3GPUserDataAuthor)
    add("AVMetadataIdentifier.identifier3GPUserDataCollection", AVMetadataIdentifier.identifier3GPUserDataCollection)
    add("AVMetadataIdentifier.identifier3GPUserDataCopyright", AVMetadataIdentifier.identifier3GPUserDataCopyright)
    add("AVMetadataIdentifier.identifier3GPUserDataDescription", AVMetadataIdentifier.identifier3GPUserDataDescription)
    add("AVMetadataIdentifier.identifier3GPUserDataGenre", AVMetadataIdentifier.identifier3GPUserDataGenre)
    add("AVMetadataIdentifier.identifier3GPUserDataKeywordList", AVMetadataIdentifier.identifier3GPUserDataKeywordList)
    add("AVMetadataIdentifier.identifier3GPUserDataLocation", AVMetadataIdentifier.identifier3GPUserDataLocation)
    add(
      "AVMetadataIdentifier.identifier3GPUserDataMediaClassification",
      AVMetadataIdentifier.identifier3GPUserDataMediaClassification)
    add("AVMetadataIdentifier.identifier3GPUserDataMediaRating", AVMetadataIdentifier.identifier3GPUserDataMediaRating)
    add("AVMetadataIdentifier.identifier3GPUserDataPerformer", AVMetadataIdentifier.identifier3GPUserDataPerformer)
    add(
      "AVMetadataIdentifier.identifier3GPUserDataRecordingYear", AVMetadataIdentifier.identifier3GPUserDataRecordingYear
    )
    add("AVMetadataIdentifier.identifier3GPUserDataThumbnail", AVMetadataIdentifier.identifier3GPUserDataThumbnail)
    add("AVMetadataIdentifier.identifier3GPUserDataTitle", AVMetadataIdentifier.identifier3GPUserDataTitle)
    add("AVMetadataIdentifier.identifier3GPUserDataUserRating", AVMetadataIdentifier.identifier3GPUserDataUserRating)
    add(
      "AVMetadataIdentifier.isoUserDataAccessibilityDescription",
      AVMetadataIdentifier.isoUserDataAccessibilityDescription)
    add("AVMetadataIdentifier.isoUserDataCopyright", AVMetadataIdentifier.isoUserDataCopyright)
    add("AVMetadataIdentifier.isoUserDataDate", AVMetadataIdentifier.isoUserDataDate)
    add("AVMetadataIdentifier.isoUserDataTaggedCharacteristic", AVMetadataIdentifier.isoUserDataTaggedCharacteristic)
    add(
      "AVMetadataIdentifier.quickTimeMetadataAccessibilityDescription",
      AVMetadataIdentifier.quickTimeMetadataAccessibilityDescription)
    add("AVMetadataIdentifier.quickTimeMetadataAlbum", AVMetadataIdentifier.quickTimeMetadataAlbum)
    add("AVMetadataIdentifier.quickTimeMetadataArranger", AVMetadataIdentifier.quickTimeMetadataArranger)
    add("AVMetadataIdentifier.quickTimeMetadataArtist", AVMetadataIdentifier.quickTimeMetadataArtist)
    add("AVMetadataIdentifier.quickTimeMetadataArtwork", AVMetadataIdentifier.quickTimeMetadataArtwork)
    add("AVMetadataIdentifier.quickTimeMetadataAuthor", AVMetadataIdentifier.quickTimeMetadataAuthor)
    add("AVMetadataIdentifier.quickTimeMetadataAutoLivePhoto", AVMetadataIdentifier.quickTimeMetadataAutoLivePhoto)
    add(
      "AVMetadataIdentifier.quickTimeMetadataCameraFrameReadoutTime",
      AVMetadataIdentifier.quickTimeMetadataCameraFrameReadoutTime)
    add(
      "AVMetadataIdentifier.quickTimeMetadataCameraIdentifier", AVMetadataIdentifier.quickTimeMetadataCameraIdentifier)
    add("AVMetadataIdentifier.quickTimeMetadataCollectionUser", AVMetadataIdentifier.quickTimeMetadataCollectionUser)
    add("AVMetadataIdentifier.quickTimeMetadataComment", AVMetadataIdentifier.quickTimeMetadataComment)
    add("AVMetadataIdentifier.quickTimeMetadataComposer", AVMetadataIdentifier.quickTimeMetadataComposer)
    add(
      "AVMetadataIdentifier.quickTimeMetadataContentIdentifier", AVMetadataIdentifier.quickTimeMetadataContentIdentifier
    )
    add("AVMetadataIdentifier.quickTimeMetadataCopyright", AVMetadataIdentifier.quickTimeMetadataCopyright)
    add("AVMetadataIdentifier.quickTimeMetadataCreationDate", AVMetadataIdentifier.quickTimeMetadataCreationDate)
    add("AVMetadataIdentifier.quickTimeMetadataCredits", AVMetadataIdentifier.quickTimeMetadataCredits)
    add("AVMetadataIdentifier.quickTimeMetadataDescription", AVMetadataIdentifier.quickTimeMetadataDescription)
    add("AVMetadataIdentifier.quickTimeMetadataDetectedCatBody", AVMetadataIdentifier.quickTimeMetadataDetectedCatBody)
    add("AVMetadataIdentifier.quickTimeMetadataDetectedDogBody", AVMetadataIdentifier.quickTimeMetadataDetectedDogBody)
    add("AVMetadataIdentifier.quickTimeMetadataDetectedFace", AVMetadataIdentifier.quickTimeMetadataDetectedFace)
    add(
      "AVMetadataIdentifier.quickTimeMetadataDetectedHumanBody", AVMetadataIdentifier.quickTimeMetadataDetectedHumanBody
    )
    add(
      "AVMetadataIdentifier.quickTimeMetadataDetectedSalientObject",
      AVMetadataIdentifier.quickTimeMetadataDetectedSalientObject)
    add("AVMetadataIdentifier.quickTimeMetadataDirectionFacing", AVMetadataIdentifier.quickTimeMetadataDirectionFacing)
    add("AVMetadataIdentifier.quickTimeMetadataDirectionMotion", AVMetadataIdentifier.quickTimeMetadataDirectionMotion)
    add("AVMetadataIdentifier.quickTimeMetadataDirector", AVMetadataIdentifier.quickTimeMetadataDirector)
    add("AVMetadataIdentifier.quickTimeMetadataDisplayName", AVMetadataIdentifier.quickTimeMetadataDisplayName)
    add("AVMetadataIdentifier.quickTimeMetadataEncodedBy", AVMetadataIdentifier.quickTimeMetadataEncodedBy)
    add("AVMetadataIdentifier.quickTimeMetadataGenre", AVMetadataIdentifier.quickTimeMetadataGenre)
    add("AVMetadataIdentifier.quickTimeMetadataInformation", AVMetadataIdentifier.quickTimeMetadataInformation)
    add("AVMetadataIdentifier.quickTimeMetadataIsMontage", AVMetadataIdentifier.quickTimeMetadataIsMontage)
    add("AVMetadataIdentifier.quickTimeMetadataKeywords", AVMetadataIdentifier.quickTimeMetadataKeywords)
    add(
      "AVMetadataIdentifier.quickTimeMetadataLivePhotoVitalityScore",
      AVMetadataIdentifier.quickTimeMetadataLivePhotoVitalityScore)
    add(
      "AVMetadataIdentifier.quickTimeMetadataLivePhotoVitalityScoringVersion",
      AVMetadataIdentifier.quickTimeMetadataLivePhotoVitalityScoringVersion)
    add("AVMetadataIdentifier.quickTimeMetadataLocationBody", AVMetadataIdentifier.quickTimeMetadataLocationBody)
    add("AVMetadataIdentifier.quickTimeMetadataLocationDate", AVMetadataIdentifier.quickTimeMetadataLocationDate)
    add(
      "AVMetadataIdentifier.quickTimeMetadataLocationHorizontalAccuracyInMeters",
      AVMetadataIdentifier.quickTimeMetadataLocationHorizontalAccuracyInMeters)
    add("AVMetadataIdentifier.quickTimeMetadataLocationISO6709", AVMetadataIdentifier.quickTimeMetadataLocationISO6709)
    add("AVMetadataIdentifier.quickTimeMetadataLocationName", AVMetadataIdentifier.quickTimeMetadataLocationName)
    add("AVMetadataIdentifier.quickTimeMetadataLocationNote", AVMetadataIdentifier.quickTimeMetadataLocationNote)
    add("AVMetadataIdentifier.quickTimeMetadataLocationRole", AVMetadataIdentifier.quickTimeMetadataLocationRole)
    add("AVMetadataIdentifier.quickTimeMetadataMake", AVMetadataIdentifier.quickTimeMetadataMake)
    add("AVMetadataIdentifier.quickTimeMetadataModel", AVMetadataIdentifier.quickTimeMetadataModel)
    add("AVMetadataIdentifier.quickTimeMetadataOriginalArtist", AVMetadataIdentifier.quickTimeMetadataOriginalArtist)
    add("AVMetadataIdentifier.quickTimeMetadataPerformer", AVMetadataIdentifier.quickTimeMetadataPerformer)
    add("AVMetadataIdentifier.quickTimeMetadataPhonogramRights", AVMetadataIdentifier.quickTimeMetadataPhonogramRights)
    add(
      "AVMetadataIdentifier.quickTimeMetadataPreferredAffineTransform",
      AVMetadataIdentifier.quickTimeMetadataPreferredAffineTransform)
    add("AVMetadataIdentifier.quickTimeMetadataProducer", AVMetadataIdentifier.quickTimeMetadataProducer)
    add("AVMetadataIdentifier.quickTimeMetadataPublisher", AVMetadataIdentifier.quickTimeMetadataPublisher)
    add("AVMetadataIdentifier.quickTimeMetadataRatingUser", AVMetadataIdentifier.quickTimeMetadataRatingUser)
    add("AVMetadataIdentifier.quickTimeMetadataSoftware", AVMetadataIdentifier.quickTimeMetadataSoftware)
    add(
      "AVMetadataIdentifier.quickTimeMetadataSpatialOverCaptureQualityScore",
      AVMetadataIdentifier.quickTimeMetadataSpatialOverCaptureQualityScore)
    add(
      "AVMetadataIdentifier.quickTimeMetadataSpatialOverCaptureQualityScoringVersion",
      AVMetadataIdentifier.quickTimeMetadataSpatialOverCaptureQualityScoringVersion)
    add("AVMetadataIdentifier.quickTimeMetadataTitle", AVMetadataIdentifier.quickTimeMetadataTitle)
    add(
      "AVMetadataIdentifier.quickTimeMetadataVideoOrientation", AVMetadataIdentifier.quickTimeMetadataVideoOrientation)
    add("AVMetadataIdentifier.quickTimeMetadataYear", AVMetadataIdentifier.quickTimeMetadataYear)
    add("AVMetadataIdentifier.quickTimeMetadataiXML", AVMetadataIdentifier.quickTimeMetadataiXML)
    add(
      "AVMetadataIdentifier.quickTimeUserDataAccessibilityDescription",
      AVMetadataIdentifier.quickTimeUserDataAccessibilityDescription)
    add("AVMetadataIdentifier.quickTimeUserDataAlbum", AVMetadataIdentifier.quickTimeUserDataAlbum)
    add("AVMetadataIdentifier.quickTimeUserDataArranger", AVMetadataIdentifier.quickTimeUserDataArranger)
    add("AVMetadataIdentifier.quickTimeUserDataArtist", AVMetadataIdentifier.quickTimeUserDataArtist)
    add("AVMetadataIdentifier.quickTimeUserDataAuthor", AVMetadataIdentifier.quickTimeUserDataAuthor)
    add("AVMetadataIdentifier.quickTimeUserDataChapter", AVMetadataIdentifier.quickTimeUserDataChapter)
    add("AVMetadataIdentifier.quickTimeUserDataComment", AVMetadataIdentifier.quickTimeUserDataComment)
    add("AVMetadataIdentifier.quickTimeUserDataComposer", AVMetadataIdentifier.quickTimeUserDataComposer)
    add("AVMetadataIdentifier.quickTimeUserDataCopyright", AVMetadataIdentifier.quickTimeUserDataCopyright)
    add("AVMetadataIdentifier.quickTimeUserDataCreationDate", AVMetadataIdentifier.quickTimeUserDataCreationDate)
    add("AVMetadataIdentifier.quickTimeUserDataCredits", AVMetadataIdentifier.quickTimeUserDataCredits)
    add("AVMetadataIdentifier.quickTimeUserDataDescription", AVMetadataIdentifier.quickTimeUserDataDescription)
    add("AVMetadataIdentifier.quickTimeUserDataDirector", AVMetadataIdentifier.quickTimeUserDataDirector)
    add("AVMetadataIdentifier.quickTimeUserDataDisclaimer", AVMetadataIdentifier.quickTimeUserDataDisclaimer)
    add("AVMetadataIdentifier.quickTimeUserDataEncodedBy", AVMetadataIdentifier.quickTimeUserDataEncodedBy)
    add("AVMetadataIdentifier.quickTimeUserDataFullName", AVMetadataIdentifier.quickTimeUserDataFullName)
    add("AVMetadataIdentifier.quickTimeUserDataGenre", AVMetadataIdentifier.quickTimeUserDataGenre)
    add("AVMetadataIdentifier.quickTimeUserDataHostComputer", AVMetadataIdentifier.quickTimeUserDataHostComputer)
    add("AVMetadataIdentifier.quickTimeUserDataInformation", AVMetadataIdentifier.quickTimeUserDataInformation)
    add("AVMetadataIdentifier.quickTimeUserDataKeywords", AVMetadataIdentifier.quickTimeUserDataKeywords)
    add("AVMetadataIdentifier.quickTimeUserDataLocationISO6709", AVMetadataIdentifier.quickTimeUserDataLocationISO6709)
    add("AVMetadataIdentifier.quickTimeUserDataMake", AVMetadataIdentifier.quickTimeUserDataMake)
    add("AVMetadataIdentifier.quickTimeUserDataModel", AVMetadataIdentifier.quickTimeUserDataModel)
    add("AVMetadataIdentifier.quickTimeUserDataOriginalArtist", AVMetadataIdentifier.quickTimeUserDataOriginalArtist)
    add("AVMetadataIdentifier.quickTimeUserDataOriginalFormat", AVMetadataIdentifier.quickTimeUserDataOriginalFormat)
    add("AVMetadataIdentifier.quickTimeUserDataOriginalSource", AVMetadataIdentifier.quickTimeUserDataOriginalSource)
    add("AVMetadataIdentifier.quickTimeUserDataPerformers", AVMetadataIdentifier.quickTimeUserDataPerformers)
    add("AVMetadataIdentifier.quickTimeUserDataPhonogramRights", AVMetadataIdentifier.quickTimeUserDataPhonogramRights)
    add("AVMetadataIdentifier.quickTimeUserDataProducer", AVMetadataIdentifier.quickTimeUserDataProducer)
    add("AVMetadataIdentifier.quickTimeUserDataProduct", AVMetadataIdentifier.quickTimeUserDataProduct)
    add("AVMetadataIdentifier.quickTimeUserDataPublisher", AVMetadataIdentifier.quickTimeUserDataPublisher)
    add("AVMetadataIdentifier.quickTimeUserDataSoftware", AVMetadataIdentifier.quickTimeUserDataSoftware)
    add(
      "AVMetadataIdentifier.quickTimeUserDataSpecialPlaybackRequirements",
      AVMetadataIdentifier.quickTimeUserDataSpecialPlaybackRequirements)
    add(
      "AVMetadataIdentifier.quickTimeUserDataTaggedCharacteristic",
      AVMetadataIdentifier.quickTimeUserDataTaggedCharacteristic)
    add("AVMetadataIdentifier.quickTimeUserDataTrack", AVMetadataIdentifier.quickTimeUserDataTrack)
    add("AVMetadataIdentifier.quickTimeUserDataTrackName", AVMetadataIdentifier.quickTimeUserDataTrackName)
    add("AVMetadataIdentifier.quickTimeUserDataURLLink", AVMetadataIdentifier.quickTimeUserDataURLLink)
    add("AVMetadataIdentifier.quickTimeUserDataWarning", AVMetadataIdentifier.quickTimeUserDataWarning)
    add("AVMetadataIdentifier.quickTimeUserDataWriter", AVMetadataIdentifier.quickTimeUserDataWriter)
  }
}

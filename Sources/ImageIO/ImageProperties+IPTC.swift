import CoreGraphics

// Keys of the IPTC dictionary, which is read of JPEG files and written to them.

/// The dictionary of IPTC properties.
public nonisolated(unsafe) let kCGImagePropertyIPTCDictionary: CFString = "{IPTC}"
/// Object name.
public nonisolated(unsafe) let kCGImagePropertyIPTCObjectName: CFString = "ObjectName"
/// Category.
public nonisolated(unsafe) let kCGImagePropertyIPTCCategory: CFString = "Category"
/// Supplemental category.
public nonisolated(unsafe) let kCGImagePropertyIPTCSupplementalCategory: CFString = "SupplementalCategory"
/// Urgency.
public nonisolated(unsafe) let kCGImagePropertyIPTCUrgency: CFString = "Urgency"
/// Keywords.
public nonisolated(unsafe) let kCGImagePropertyIPTCKeywords: CFString = "Keywords"
/// Special instructions.
public nonisolated(unsafe) let kCGImagePropertyIPTCSpecialInstructions: CFString = "SpecialInstructions"
/// Date created.
public nonisolated(unsafe) let kCGImagePropertyIPTCDateCreated: CFString = "DateCreated"
/// Time created.
public nonisolated(unsafe) let kCGImagePropertyIPTCTimeCreated: CFString = "TimeCreated"
/// Byline.
public nonisolated(unsafe) let kCGImagePropertyIPTCByline: CFString = "Byline"
/// Byline title.
public nonisolated(unsafe) let kCGImagePropertyIPTCBylineTitle: CFString = "BylineTitle"
/// City.
public nonisolated(unsafe) let kCGImagePropertyIPTCCity: CFString = "City"
/// Sub location.
public nonisolated(unsafe) let kCGImagePropertyIPTCSubLocation: CFString = "SubLocation"
/// Headline.
public nonisolated(unsafe) let kCGImagePropertyIPTCHeadline: CFString = "Headline"
/// Credit.
public nonisolated(unsafe) let kCGImagePropertyIPTCCredit: CFString = "Credit"
/// Source.
public nonisolated(unsafe) let kCGImagePropertyIPTCSource: CFString = "Source"
/// Copyright notice.
public nonisolated(unsafe) let kCGImagePropertyIPTCCopyrightNotice: CFString = "CopyrightNotice"
/// Contact.
public nonisolated(unsafe) let kCGImagePropertyIPTCContact: CFString = "Contact"
/// Object type reference.
public nonisolated(unsafe) let kCGImagePropertyIPTCObjectTypeReference: CFString = "ObjectTypeReference"
/// Object attribute reference.
public nonisolated(unsafe) let kCGImagePropertyIPTCObjectAttributeReference: CFString = "ObjectAttributeReference"
/// Edit status.
public nonisolated(unsafe) let kCGImagePropertyIPTCEditStatus: CFString = "EditStatus"
/// Editorial update.
public nonisolated(unsafe) let kCGImagePropertyIPTCEditorialUpdate: CFString = "EditorialUpdate"
/// Subject reference.
public nonisolated(unsafe) let kCGImagePropertyIPTCSubjectReference: CFString = "SubjectReference"
/// Fixture identifier.
public nonisolated(unsafe) let kCGImagePropertyIPTCFixtureIdentifier: CFString = "FixtureIdentifier"
/// Content location code.
public nonisolated(unsafe) let kCGImagePropertyIPTCContentLocationCode: CFString = "ContentLocationCode"
/// Content location name.
public nonisolated(unsafe) let kCGImagePropertyIPTCContentLocationName: CFString = "ContentLocationName"
/// Release date.
public nonisolated(unsafe) let kCGImagePropertyIPTCReleaseDate: CFString = "ReleaseDate"
/// Release time.
public nonisolated(unsafe) let kCGImagePropertyIPTCReleaseTime: CFString = "ReleaseTime"
/// Expiration date.
public nonisolated(unsafe) let kCGImagePropertyIPTCExpirationDate: CFString = "ExpirationDate"
/// Expiration time.
public nonisolated(unsafe) let kCGImagePropertyIPTCExpirationTime: CFString = "ExpirationTime"
/// Action advised.
public nonisolated(unsafe) let kCGImagePropertyIPTCActionAdvised: CFString = "ActionAdvised"
/// Reference service.
public nonisolated(unsafe) let kCGImagePropertyIPTCReferenceService: CFString = "ReferenceService"
/// Reference date.
public nonisolated(unsafe) let kCGImagePropertyIPTCReferenceDate: CFString = "ReferenceDate"
/// Reference number.
public nonisolated(unsafe) let kCGImagePropertyIPTCReferenceNumber: CFString = "ReferenceNumber"
/// Digital creation date.
public nonisolated(unsafe) let kCGImagePropertyIPTCDigitalCreationDate: CFString = "DigitalCreationDate"
/// Digital creation time.
public nonisolated(unsafe) let kCGImagePropertyIPTCDigitalCreationTime: CFString = "DigitalCreationTime"
/// Originating program.
public nonisolated(unsafe) let kCGImagePropertyIPTCOriginatingProgram: CFString = "OriginatingProgram"
/// Program version.
public nonisolated(unsafe) let kCGImagePropertyIPTCProgramVersion: CFString = "ProgramVersion"
/// Object cycle.
public nonisolated(unsafe) let kCGImagePropertyIPTCObjectCycle: CFString = "ObjectCycle"
/// Original transmission reference.
public nonisolated(unsafe) let kCGImagePropertyIPTCOriginalTransmissionReference: CFString =
  "OriginalTransmissionReference"
/// Image type.
public nonisolated(unsafe) let kCGImagePropertyIPTCImageType: CFString = "ImageType"
/// Image orientation.
public nonisolated(unsafe) let kCGImagePropertyIPTCImageOrientation: CFString = "ImageOrientation"
/// Language identifier.
public nonisolated(unsafe) let kCGImagePropertyIPTCLanguageIdentifier: CFString = "LanguageIdentifier"
/// Star rating.
public nonisolated(unsafe) let kCGImagePropertyIPTCStarRating: CFString = "StarRating"
/// Creator contact info.
public nonisolated(unsafe) let kCGImagePropertyIPTCCreatorContactInfo: CFString = "CreatorContactInfo"
/// Scene.
public nonisolated(unsafe) let kCGImagePropertyIPTCScene: CFString = "Scene"
/// Province or state.
public nonisolated(unsafe) let kCGImagePropertyIPTCProvinceState: CFString = "Province/State"
/// Caption.
public nonisolated(unsafe) let kCGImagePropertyIPTCCaptionAbstract: CFString = "Caption/Abstract"
/// Writer of the caption.
public nonisolated(unsafe) let kCGImagePropertyIPTCWriterEditor: CFString = "Writer/Editor"
/// Country, as a code.
public nonisolated(unsafe) let kCGImagePropertyIPTCCountryPrimaryLocationCode: CFString = "Country/PrimaryLocationCode"
/// Country, as a name.
public nonisolated(unsafe) let kCGImagePropertyIPTCCountryPrimaryLocationName: CFString = "Country/PrimaryLocationName"
/// Terms of use.
public nonisolated(unsafe) let kCGImagePropertyIPTCRightsUsageTerms: CFString = "UsageTerms"

// MARK: Contact of the creator

/// Contact info city.
public nonisolated(unsafe) let kCGImagePropertyIPTCContactInfoCity: CFString = "CiAdrCity"
/// Contact info country.
public nonisolated(unsafe) let kCGImagePropertyIPTCContactInfoCountry: CFString = "CiAdrCtry"
/// Contact info address.
public nonisolated(unsafe) let kCGImagePropertyIPTCContactInfoAddress: CFString = "CiAdrExtadr"
/// Contact info postal code.
public nonisolated(unsafe) let kCGImagePropertyIPTCContactInfoPostalCode: CFString = "CiAdrPcode"
/// Contact info state province.
public nonisolated(unsafe) let kCGImagePropertyIPTCContactInfoStateProvince: CFString = "CiAdrRegion"
/// Contact info emails.
public nonisolated(unsafe) let kCGImagePropertyIPTCContactInfoEmails: CFString = "CiEmailWork"
/// Contact info phones.
public nonisolated(unsafe) let kCGImagePropertyIPTCContactInfoPhones: CFString = "CiTelWork"
/// Contact info web UR ls.
public nonisolated(unsafe) let kCGImagePropertyIPTCContactInfoWebURLs: CFString = "CiUrlWork"

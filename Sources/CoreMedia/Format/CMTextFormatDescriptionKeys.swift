import CoreGraphics

// Keys of the extensions of text, time code and metadata descriptions.

/// The display flags of text, a number.
public nonisolated(unsafe) let kCMTextFormatDescriptionExtension_DisplayFlags: CFString = "DisplayFlags"
/// The colour behind the text, a dictionary.
public nonisolated(unsafe) let kCMTextFormatDescriptionExtension_BackgroundColor: CFString = "BackgroundColor"
/// The text box, a dictionary of four edges.
public nonisolated(unsafe) let kCMTextFormatDescriptionExtension_DefaultTextBox: CFString = "DefaultTextBox"
/// The default style of text, a dictionary.
public nonisolated(unsafe) let kCMTextFormatDescriptionExtension_DefaultStyle: CFString = "DefaultStyle"
/// Left, centre or right, a number.
public nonisolated(unsafe) let kCMTextFormatDescriptionExtension_HorizontalJustification: CFString =
  "HorizontalJustification"
/// Top, centre or bottom, a number.
public nonisolated(unsafe) let kCMTextFormatDescriptionExtension_VerticalJustification: CFString =
  "VerticalJustification"
/// Font names by number, a dictionary.
public nonisolated(unsafe) let kCMTextFormatDescriptionExtension_FontTable: CFString = "FontTable"
/// QuickTime's justification, a number.
public nonisolated(unsafe) let kCMTextFormatDescriptionExtension_TextJustification: CFString = "TextJustification"
/// The font's name, a string.
public nonisolated(unsafe) let kCMTextFormatDescriptionExtension_DefaultFontName: CFString = "DefaultFontName"

// Keys inside the dictionaries of text descriptions.

/// The upper edge.
public nonisolated(unsafe) let kCMTextFormatDescriptionRect_Top: CFString = "Top"
/// The left edge.
public nonisolated(unsafe) let kCMTextFormatDescriptionRect_Left: CFString = "Left"
/// The lower edge.
public nonisolated(unsafe) let kCMTextFormatDescriptionRect_Bottom: CFString = "Bottom"
/// The right edge.
public nonisolated(unsafe) let kCMTextFormatDescriptionRect_Right: CFString = "Right"
/// The first character a style is for.
public nonisolated(unsafe) let kCMTextFormatDescriptionStyle_StartChar: CFString = "StartChar"
/// The character after the last.
public nonisolated(unsafe) let kCMTextFormatDescriptionStyle_EndChar: CFString = "EndChar"
/// The number of the font in the font table.
public nonisolated(unsafe) let kCMTextFormatDescriptionStyle_Font: CFString = "Font"
/// Bold, italic, underline: flags.
public nonisolated(unsafe) let kCMTextFormatDescriptionStyle_FontFace: CFString = "FontFace"
/// The size, in points.
public nonisolated(unsafe) let kCMTextFormatDescriptionStyle_FontSize: CFString = "FontSize"
/// The colour of the text, a dictionary.
public nonisolated(unsafe) let kCMTextFormatDescriptionStyle_ForegroundColor: CFString = "ForegroundColor"
/// The height of a line.
public nonisolated(unsafe) let kCMTextFormatDescriptionStyle_Height: CFString = "Height"
/// The ascent of the font.
public nonisolated(unsafe) let kCMTextFormatDescriptionStyle_Ascent: CFString = "Ascent"
/// 0 to 255, or 65 535 in QuickTime text.
public nonisolated(unsafe) let kCMTextFormatDescriptionColor_Red: CFString = "Red"
/// 0 to 255, or 65 535 in QuickTime text.
public nonisolated(unsafe) let kCMTextFormatDescriptionColor_Green: CFString = "Green"
/// 0 to 255, or 65 535 in QuickTime text.
public nonisolated(unsafe) let kCMTextFormatDescriptionColor_Blue: CFString = "Blue"
/// 0 to 255.
public nonisolated(unsafe) let kCMTextFormatDescriptionColor_Alpha: CFString = "Alpha"

// Time codes.

/// The name of the source, a dictionary of a string and a language.
public nonisolated(unsafe) let kCMTimeCodeFormatDescriptionExtension_SourceReferenceName: CFString =
  "SourceReferenceName"
/// The name as a string.
public nonisolated(unsafe) let kCMTimeCodeFormatDescriptionKey_Value: CFString = "Value"
/// The language as a QuickTime code.
public nonisolated(unsafe) let kCMTimeCodeFormatDescriptionKey_LangCode: CFString = "LangCode"

// Metadata.

/// The keys of boxed metadata, by local identifier.
public nonisolated(unsafe) let kCMFormatDescriptionExtensionKey_MetadataKeyTable: CFString = "MetadataKeyTable"
/// The space of a key, a number.
public nonisolated(unsafe) let kCMMetadataFormatDescriptionKey_Namespace: CFString = "MetadataKeyNamespace"
/// The key, as data.
public nonisolated(unsafe) let kCMMetadataFormatDescriptionKey_Value: CFString = "MetadataKeyValue"
/// The number that samples use for the key.
public nonisolated(unsafe) let kCMMetadataFormatDescriptionKey_LocalID: CFString = "MetadataKeyLocalID"
/// The type of the values, as data.
public nonisolated(unsafe) let kCMMetadataFormatDescriptionKey_DataType: CFString = "MetadataKeyDataType"
/// The space of the type.
public nonisolated(unsafe) let kCMMetadataFormatDescriptionKey_DataTypeNamespace: CFString =
  "MetadataKeyDataTypeNameSpace"
/// Types the values also conform to.
public nonisolated(unsafe) let kCMMetadataFormatDescriptionKey_ConformingDataTypes: CFString =
  "MetadataKeyConformingDataTypes"
/// The language, a BCP 47 string.
public nonisolated(unsafe) let kCMMetadataFormatDescriptionKey_LanguageTag: CFString = "MetadataKeyLanguageTag"
/// The structural dependency of the values.
public nonisolated(unsafe) let kCMMetadataFormatDescriptionKey_StructuralDependency: CFString =
  "MetadataKeyStructuralDependency"
/// Data to set up a reader.
public nonisolated(unsafe) let kCMMetadataFormatDescriptionKey_SetupData: CFString = "MetadataKeySetupData"
/// The identifier of items, such as `mdta/com.example.tag`.
public nonisolated(unsafe) let kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier: CFString =
  "MetadataIdentifier"
/// The type of the values, a string.
public nonisolated(unsafe) let kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType: CFString =
  "MetadataDataType"
/// The language, a BCP 47 string.
public nonisolated(unsafe) let kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag: CFString =
  "MetadataExtendedLanguageTag"
/// The structural dependency of the values.
public nonisolated(unsafe) let kCMMetadataFormatDescriptionMetadataSpecificationKey_StructuralDependency: CFString =
  "StructuralDependency"
/// Data to set up a reader.
public nonisolated(unsafe) let kCMMetadataFormatDescriptionMetadataSpecificationKey_SetupData: CFString =
  "MetadataKeySetupData"

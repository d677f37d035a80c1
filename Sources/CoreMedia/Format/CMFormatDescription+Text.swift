import CoreGraphics
import Foundation

extension CMFormatDescription.Extensions.Value {
  /// The display flags of text.
  public struct TextDisplayFlags: OptionSet, Hashable, Sendable {
    /// The flags as 3GPP timed text stores them.
    public let rawValue: UInt32

    /// Creates flags from bits.
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// Text scrolls into view.
    public static let scrollIn = TextDisplayFlags(rawValue: 0x20)
    /// Text scrolls out of view.
    public static let scrollOut = TextDisplayFlags(rawValue: 0x40)
    /// The bits of the scroll direction.
    public static let scrollDirectionMask = TextDisplayFlags(rawValue: 0x180)
    /// Text scrolls upwards: no bits.
    public static let scrollDirection_bottomToTop: TextDisplayFlags = []
    /// Text scrolls to the left.
    public static let scrollDirection_rightToLeft = TextDisplayFlags(rawValue: 0x80)
    /// Text scrolls downwards.
    public static let scrollDirection_topToBottom = TextDisplayFlags(rawValue: 0x100)
    /// Text scrolls to the right.
    public static let scrollDirection_leftToRight = TextDisplayFlags(rawValue: 0x180)
    /// Highlighted text stays highlighted.
    public static let continuousKaraoke = TextDisplayFlags(rawValue: 0x800)
    /// Text is written from top to bottom.
    public static let writeTextVertically = TextDisplayFlags(rawValue: 0x20000)
    /// The whole text box is filled with the background colour.
    public static let fillTextRegion = TextDisplayFlags(rawValue: 0x40000)
    /// Positions and styles of subtitles count.
    public static let obeySubtitleFormatting = TextDisplayFlags(rawValue: 0x2000_0000)
    /// Some subtitles are shown even when subtitles are off.
    public static let forcedSubtitlesPresent = TextDisplayFlags(rawValue: 0x4000_0000)
    /// All subtitles are shown even when subtitles are off.
    public static let allSubtitlesForced = TextDisplayFlags(rawValue: 0x8000_0000)

    /// The bits of the scroll direction.
    public var scrollDirection: TextDisplayFlags { intersection(.scrollDirectionMask) }
  }

  /// The justification of text in its box.
  public struct TextJustification: RawRepresentable, Hashable, Sendable {
    /// The place as 3GPP timed text stores it.
    public let rawValue: Int8

    /// Creates a place from its number.
    public init(rawValue: Int8) {
      self.rawValue = rawValue
    }

    /// At the left edge.
    public static let left = TextJustification(rawValue: 0)
    /// At the upper edge.
    public static let top = TextJustification(rawValue: 0)
    /// In the middle.
    public static let centered = TextJustification(rawValue: 1)
    /// At the lower edge.
    public static let bottom = TextJustification(rawValue: -1)
    /// At the right edge.
    public static let right = TextJustification(rawValue: -1)
  }

  /// Returns the display flags of text as a number.
  public static func textDisplayFlags(_ textDisplayFlags: Set<TextDisplayFlags>) -> CMFormatDescription.Extensions.Value
  {
    .number(textDisplayFlags.reduce(0) { $0 | $1.rawValue })
  }

  /// Returns the justification of text in its box as a number.
  public static func textJustification(_ textJustification: TextJustification) -> CMFormatDescription.Extensions.Value {
    .number(textJustification.rawValue)
  }
}

extension CMFormatDescription {
  /// Returns the display flags of text.
  ///
  /// - Throws: `valueNotAvailable` if the description has none.
  public func displayFlags() throws -> Extensions.Value.TextDisplayFlags {
    guard let flags = numberExtension(.displayFlags) else { throw Error.valueNotAvailable }
    return .init(rawValue: flags.uint32Value)
  }

  /// Returns the justification of text in its box.
  ///
  /// - Throws: `valueNotAvailable` if the description has none.
  public func justification() throws -> (
    horizontal: Extensions.Value.TextJustification, vertical: Extensions.Value.TextJustification
  ) {
    guard let horizontal = numberExtension(.horizontalJustification),
      let vertical = numberExtension(.verticalJustification)
    else { throw Error.valueNotAvailable }
    return (.init(rawValue: horizontal.int8Value), .init(rawValue: vertical.int8Value))
  }

  /// Returns the text box, in pixels.
  ///
  /// - Parameters:
  ///   - originIsAtTopLeft: True to count y from the upper edge; otherwise from the lower one.
  ///   - heightOfTextTrack: The height of the track, to count from its lower edge.
  /// - Throws: `valueNotAvailable` if the description has none.
  public func defaultTextBox(originIsAtTopLeft: Bool, heightOfTextTrack: CGFloat) throws -> CGRect {
    guard let box = dictionaryExtension(.defaultTextBox), let top = box.number(kCMTextFormatDescriptionRect_Top),
      let left = box.number(kCMTextFormatDescriptionRect_Left),
      let bottom = box.number(kCMTextFormatDescriptionRect_Bottom),
      let right = box.number(kCMTextFormatDescriptionRect_Right)
    else { throw Error.valueNotAvailable }
    return CGRect(
      x: left, y: originIsAtTopLeft ? top : Double(heightOfTextTrack) - bottom, width: right - left,
      height: bottom - top)
  }

  /// The name of a font of the font table.
  ///
  /// - Throws: `valueNotAvailable` if there is no such font.
  public func fontName(localFontID: Int) throws -> String {
    let table = dictionaryExtension(.fontTable)
    guard let name = table?.object(forKey: String(localFontID) as NSString) as? String else {
      throw Error.valueNotAvailable
    }
    return name
  }

  private func numberExtension(_ key: Extensions.Key) -> NSNumber? {
    extensions[key]?.propertyListRepresentation as? NSNumber
  }
}

/// The display flags of text as a number; see `CMFormatDescription.Extensions.Value.TextDisplayFlags`.
public typealias CMTextDisplayFlags = UInt32

/// Some subtitles are shown even when subtitles are off.
public var kCMTextDisplayFlag_forcedSubtitlesPresent: CMTextDisplayFlags { 0x4000_0000 }
/// All subtitles are shown even when subtitles are off.
public var kCMTextDisplayFlag_allSubtitlesForced: CMTextDisplayFlags { 0x8000_0000 }

/// Returns the display flags of text; an error if the description has none.
@discardableResult
public func CMTextFormatDescriptionGetDisplayFlags(
  _ desc: CMFormatDescription, flagsOut: UnsafeMutablePointer<CMTextDisplayFlags>
) -> OSStatus {
  status(orElse: kCMFormatDescriptionError_ValueNotAvailable) {
    flagsOut.pointee = try desc.displayFlags().rawValue
  }
}

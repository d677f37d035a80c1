import CoreMedia
import Foundation

extension Movie {
  /// Returns the media characteristics of a track, by the names of Apple's `AVMediaCharacteristic`: first the inferred
  /// ones, then its tags (QuickTime user data `tagc`), which add to them and never contradict.
  public func characteristics(of track: Track) throws(MovieError) -> [String] {
    let inferred = try track.inferredCharacteristics()
    // Tags cannot set characteristics of the format.
    let tags = try metadata(of: track).taggedCharacteristics.filter { !$0.hasPrefix("AVMediaCharacteristic") }
    var result = inferred
    for tag in tags where !result.contains(tag) { result.append(tag) }
    if !result.contains("public.auxiliary-content") { result.append("public.main-program-content") }
    // A tag for the opposite does not make the track both.
    return result.filter { $0 != "public.main-program-content" || !result.contains("public.auxiliary-content") }
  }
}

extension Track {
  /// Infers characteristics from the media type, the subtitle format, and the exclusion from automatic selection.
  fileprivate func inferredCharacteristics() throws(MovieError) -> [String] {
    var result: [String] = []
    switch handlerType {
    case .video: result = ["AVMediaCharacteristicVisual", "AVMediaCharacteristicFrameBased"]
    case .audio: result = ["AVMediaCharacteristicAudible"]
    case "text", "sbtl", "subt", "subp", "clcp":
      result = ["AVMediaCharacteristicLegible"]
      let flags = try formatDescriptions().compactMap { description in
        (description.extensions[.displayFlags]?.propertyListRepresentation as? NSNumber)?.uint32Value
      }
      if !flags.isEmpty, flags.allSatisfy({ $0 & kCMTextDisplayFlag_allSubtitlesForced != 0 }) {
        result.append("public.subtitles.forced-only")
      }
    default: break
    }
    if isExcludedFromAutoselection, header.alternateGroup != 0 { result.append("public.auxiliary-content") }
    return result
  }
}

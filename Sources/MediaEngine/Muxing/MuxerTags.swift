internal import GStreamer
internal import CGStreamer
import MovieFile

/// The values of a track's tags.
struct MuxerTags {
  private var language: MediaLanguage?
  private var languageTag: String?
  private var name: String?
  private var orientation: String?

  mutating func read(_ event: Event) {
    var list: UnsafeMutablePointer<GstTagList>?
    gst_event_parse_tag(event.event, &list)
    guard let list else { return }
    if let code = Self.text("language-code", list) {
      let letters = gst_tag_get_language_code_iso_639_2T(code).map { String(cString: $0) }
      language = MediaLanguage(iso639: letters ?? code)
    }
    languageTag = Self.text(StreamTags.languageTagName, list) ?? languageTag
    name = Self.text(StreamTags.trackName, list) ?? name
    orientation = Self.text("image-orientation", list) ?? orientation
  }

  private static func text(_ name: String, _ list: UnsafeMutablePointer<GstTagList>) -> String? {
    var value: UnsafeMutablePointer<gchar>?
    guard gst_tag_list_get_string(list, name, &value) != 0, let value else { return nil }
    defer { g_free(value) }
    return String(cString: value)
  }

  /// Sets the language and the name of a track.
  func describe(_ draft: inout TrackDraft) {
    (draft.language, draft.extendedLanguageTag, draft.name) = (language, languageTag, name)
  }

  /// Returns the matrix of the display orientation.
  func matrix(width: Int, height: Int) -> MovieMatrix {
    let (w, h) = (Int32(clamping: width << 16), Int32(clamping: height << 16))
    let (one, unit): (Int32, Int32) = (0x10000, 0x4000_0000)
    func matrix(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32, _ x: Int32, _ y: Int32) -> MovieMatrix {
      MovieMatrix(rawValues: [a, b, 0, c, d, 0, x, y, unit])
    }
    switch orientation {
    case "rotate-90": return matrix(0, one, -one, 0, h, 0)
    case "rotate-180": return matrix(-one, 0, 0, -one, w, h)
    case "rotate-270": return matrix(0, -one, one, 0, 0, w)
    case "flip-rotate-0": return matrix(-one, 0, 0, one, w, 0)
    case "flip-rotate-90": return matrix(0, -one, -one, 0, h, w)
    case "flip-rotate-180": return matrix(one, 0, 0, -one, 0, h)
    case "flip-rotate-270": return matrix(0, one, one, 0, 0, 0)
    default: return .identity
    }
  }
}

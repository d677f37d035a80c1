internal import CGStreamer
internal import CReel
internal import GStreamer
package import MediaSource

/// The orientation, language and name of a stream, which sources send as tags.
package struct StreamTags: Hashable, Sendable {
  /// The way in which frames are to be turned, as the value of `image-orientation`; nil if they are upright.
  package var orientation: String?
  /// The language by three letters of ISO 639-2/T; nil if it is not stated.
  package var language: String?
  /// A BCP 47 tag with more than the language, such as a region.
  package var languageTag: String?
  /// The name of the track, for people.
  package var name: String?

  package init() {}

  /// Creates the tags of a container's track, without its orientation.
  package init(_ track: any ContainerTrack) {
    let tag = track.attributes.extendedLanguageTag.flatMap { $0.isEmpty ? nil : $0 }
    let first = tag?.split(separator: "-").first.map(String.init)
    language = track.attributes.languageCode ?? first.flatMap { LanguageCode.threeLetter($0) }
    // Three letters say nothing of a region or script.
    if let tag, tag.contains("-") || language == nil { languageTag = tag }
    name = track.name
  }

  /// Returns the tags that several tracks have in common.
  package static func common(of tracks: [StreamTags]) -> StreamTags {
    guard var common = tracks.first else { return StreamTags() }
    for other in tracks.dropFirst() {
      if other.orientation != common.orientation { common.orientation = nil }
      if other.language != common.language { common.language = nil }
      if other.languageTag != common.languageTag || common.language == nil { common.languageTag = nil }
      if other.name != common.name { common.name = nil }
    }
    return common
  }

  /// The event that tells elements downstream; nil if there is nothing to say.
  var event: Event? {
    let texts: [(name: String, value: String?)] = [
      ("image-orientation", orientation), ("language-code", language), (Self.languageTagName, languageTag),
      (Self.trackName, name),
    ]
    guard texts.contains(where: { $0.value != nil }), let list = gst_tag_list_new_empty() else { return nil }
    for case (let name, let text?) in texts {
      var value = GValue()
      g_value_init(&value, creel_type_string())
      g_value_set_string(&value, text)
      gst_tag_list_add_value(list, GST_TAG_MERGE_REPLACE, name, &value)
      g_value_unset(&value)
    }
    return gst_event_new_tag(list).map { Event(adopting: $0) }
  }

  /// GStreamer has no tags for these; those of a title are of the whole file to many elements.
  static let languageTagName = registered("reel-language-tag", "a BCP 47 tag of the language")
  static let trackName = registered("reel-track-name", "the name of a track")

  private static func registered(_ name: String, _ summary: String) -> String {
    gst_tag_register(name, GST_TAG_FLAG_META, creel_type_string(), name, summary, nil)
    return name
  }
}

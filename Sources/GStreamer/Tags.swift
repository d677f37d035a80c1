package import CGStreamer
internal import CReel

/// The tags of a stream: title, language, codec, bit rate.
package struct Tags: Equatable, Sendable {
  /// The values by GStreamer's tag name (`title`, `language-code`), in order; without pictures.
  package var values: [String: [FieldValue]]

  /// Reads and frees a GstTagList.
  package init(adopting list: UnsafeMutablePointer<GstTagList>) {
    defer { creel_mini_unref(list) }
    var values: [String: [FieldValue]] = [:]
    for index in 0..<gst_tag_list_n_tags(list) {
      guard let name = gst_tag_list_nth_tag_name(list, guint(index)) else { continue }
      let found: [FieldValue] = (0..<gst_tag_list_get_tag_size(list, name)).compactMap {
        guard let value = gst_tag_list_get_value_index(list, name, $0) else { return nil }
        // Pictures would be serialised byte by byte, which takes seconds for those of megabytes.
        return creel_value_type(value) == gst_sample_get_type() ? nil : FieldValue(value)
      }
      if !found.isEmpty { values[String(cString: name)] = found }
    }
    self.values = values
  }

  /// The first value of a tag, as text.
  package subscript(tag: String) -> String? {
    switch values[tag]?.first {
    case .string(let text), .text(let text): text
    case .int(let number): String(number)
    case .double(let number): String(number)
    case .bool(let flag): String(flag)
    default: nil
    }
  }
}

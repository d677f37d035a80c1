internal import CGStreamer

/// The reason why two caps do not intersect: both sides, and the first field with disjoint values.
package struct CapsConflict: Equatable, Sendable {
  /// The field, such as `width` or `format`; `media type` or `memory` if the conflict precedes the fields.
  package var field: String
  /// The field's value at the output end and at the input end.
  package var source: String
  package var sink: String
  /// All caps that each end accepts.
  package var sourceCaps: Caps
  package var sinkCaps: Caps
}

extension CapsConflict: CustomStringConvertible {
  package var description: String { "\(field) is \(source) at the output and \(sink) at the input" }
}

extension Caps {
  /// Returns the first field without a common value, or `nil` if the caps intersect.
  ///
  /// Of all pairs of alternatives with equal media types, the one with the fewest conflicts is reported.
  package func firstConflictingField(with sink: Caps) -> CapsConflict? {
    if canIntersect(sink) { return nil }
    func conflict(_ field: String, _ a: String, _ b: String) -> CapsConflict {
      CapsConflict(field: field, source: a, sink: b, sourceCaps: self, sinkCaps: sink)
    }
    if isEmpty || sink.isEmpty {
      return conflict("media type", isEmpty ? "nothing" : mediaTypes, sink.isEmpty ? "nothing" : sink.mediaTypes)
    }
    var best: (count: Int, conflict: CapsConflict)?
    for i in 0..<gst_caps_get_size(caps) {
      for j in 0..<gst_caps_get_size(sink.caps) {
        let (a, b) = (gst_caps_get_structure(caps, i)!, gst_caps_get_structure(sink.caps, j)!)
        guard gst_structure_get_name_id(a) == gst_structure_get_name_id(b) else { continue }
        let fields = conflictingFields(a, b)
        if let first = fields.first {
          if fields.count < best?.count ?? .max { best = (fields.count, conflict(first.name, first.a, first.b)) }
        } else if best == nil {
          best = (.max - 1, conflict("memory", features(i), sink.features(j)))
        }
      }
    }
    return best?.conflict ?? conflict("media type", mediaTypes, sink.mediaTypes)
  }

  private func features(_ index: guint) -> String {
    takeText(gst_caps_features_to_string(gst_caps_get_features(caps, index))) ?? "memory:SystemMemory"
  }

  private var mediaTypes: String {
    var names: [String] = []
    for i in 0..<gst_caps_get_size(caps) {
      let name = String(cString: gst_structure_get_name(gst_caps_get_structure(caps, i)))
      if !names.contains(name) { names.append(name) }
    }
    return oneOf(names)
  }
}

private func conflictingFields(
  _ a: UnsafePointer<GstStructure>, _ b: UnsafePointer<GstStructure>
) -> [(name: String, a: String, b: String)] {
  var conflicts: [(name: String, a: String, b: String)] = []
  for index in 0..<gst_structure_n_fields(a) {
    let name = String(cString: gst_structure_nth_field_name(a, guint(index)))
    guard let left = gst_structure_get_value(a, name), let right = gst_structure_get_value(b, name) else { continue }
    // gst_value_can_intersect only checks that the types are comparable.
    if gst_value_intersect(nil, left, right) == 0 {
      conflicts.append((name, FieldValue.text(of: left) ?? "", FieldValue.text(of: right) ?? ""))
    }
  }
  return conflicts
}

internal import CoreMedia
import Foundation
internal import MediaGraph

/// Times, markers and the frame rate.
extension OTIOReader {
  /// - Throws: `Diagnostic` for a time before zero, which a timeline does not have.
  func time(_ time: ExactTime, _ child: OTIOObject) throws -> MediaTime {
    guard let result = OTIOTime.mediaTime(time) else {
      throw Diagnostic("\(child.place) has a time before zero", kind: .input)
    }
    return result
  }

  /// The markers of an object that begins at a time; those before zero are left out.
  func markers(of object: OTIOObject, from start: ExactTime) throws -> [Timeline.Marker] {
    try object.objects("markers").compactMap { marker in
      guard let range = try marker.range("marked_range"), let at = OTIOTime.mediaTime(start + range.start),
        let duration = OTIOTime.mediaTime(range.duration)
      else { return nil }
      let (name, comment, color) = (marker.text("name"), marker.text("comment"), marker.text("color").lowercased())
      // Defaults are left out, as in a description.
      return Timeline.Marker {
        $0.at = at
        if range.duration > .zero { $0.duration = duration }
        if !name.isEmpty { $0.name = name }
        if !comment.isEmpty { $0.comment = comment }
        if !color.isEmpty, color != $0.color { $0.color = color }
      }
    }
  }

  private static let usualRates =
    [(24000, 1001), (30000, 1001), (60000, 1001), (120000, 1001)].compactMap {
      FrameRate($0.0, $0.1)
    } + [12, 15, 24, 25, 30, 48, 50, 60, 100, 120].compactMap { FrameRate($0) }

  /// The rate of the first time that counts frames.
  func rate(of object: OTIOObject) throws -> FrameRate? {
    for child in try object.objects("children") {
      if child.schema == "Clip", let range = try child.object("source_range"),
        let length = try range.object("duration"),
        let rate = (length.fields["rate"] as? NSNumber)?.doubleValue, rate > 0, rate <= 240
      {
        let exact = OTIOTime.rate(rate)
        // Times of audio and of other programs count anything.
        if let found = Self.usualRates.first(where: {
          Int128($0.numerator) == exact.numerator && Int128($0.denominator) == exact.denominator
        }) {
          return found
        }
      }
      if let found = try self.rate(of: child) { return found }
    }
    return nil
  }
}

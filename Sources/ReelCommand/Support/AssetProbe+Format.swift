internal import MediaSource
import Foundation
import MediaEngine

/// Formats a track's profile, pixels, colours and channels as people know them from ffprobe.
extension AssetProbe.Track {
  /// A line of what is coded, and one for each message of HDR video.
  var formatLines: [String] {
    var facts: [String] = []
    if let pixelFormat {
      let details = [color.rangeText, color.text, mayBeInterlaced == true ? "interlaced" : nil].compactMap { $0 }
      facts.append(details.isEmpty ? pixelFormat : "\(pixelFormat) (\(details.joined(separator: ", ")))")
    } else if let text = color.text {
      facts.append(text)
    }
    if let channelLayout { facts.append(channelLayout) }
    if let bitsPerSample { facts.append("\(bitsPerSample) bits") }
    // The codec's own name has it already, for some.
    if let profile, codec?.contains(profile) != true {
      facts.append(profile.hasPrefix("Profile ") ? "profile \(profile.dropFirst(8))" : "profile \(profile)")
    }
    if let level { facts.append("level \(level)") }
    if let ratio = pixelAspectRatio, ratio.horizontal != ratio.vertical { facts.append("pixels \(ratio.text)") }
    var lines = facts.isEmpty ? [] : ["format: \(facts.joined(separator: ", "))"]
    if let display = masteringDisplay { lines.append("HDR: mastered on \(display.text)") }
    if let light = contentLight {
      lines.append("HDR: at most \(light.maximum) cd/m², on average \(light.maximumAverage) cd/m²")
    }
    return lines.map(\.visible)
  }
}

extension AssetProbe.Color {
  /// `tv` or `pc`, as FFmpeg names the ranges of levels.
  var rangeText: String? { isFullRange.map { $0 ? "pc" : "tv" } }

  /// The matrix, the primaries and the transfer function; one name, if they have the same.
  fileprivate var text: String? {
    let names = [matrix, primaries, transfer]
    guard names.contains(where: { $0 != nil }) else { return nil }
    if Set(names).count == 1 { return matrix }
    return names.map { $0 ?? "unknown" }.joined(separator: "/")
  }
}

extension AssetProbe.PixelAspectRatio {
  var text: String { "\(horizontal):\(vertical)" }
}

extension AssetProbe.MasteringDisplay {
  fileprivate var text: String {
    func number(_ value: Double) -> String { String(format: "%.6g", value) }
    func point(_ name: String, _ point: Point) -> String { "\(name) \(number(point.x)) \(number(point.y))" }
    let points = [point("red", red), point("green", green), point("blue", blue), point("white", whitePoint)]
    return points.joined(separator: ", ")
      + "; \(number(minimumLuminance)) to \(number(maximumLuminance)) cd/m²"
  }
}

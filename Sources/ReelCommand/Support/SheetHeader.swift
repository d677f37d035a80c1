internal import MediaSource
import Foundation
import MediaEngine
import MediaGraph

/// The text above a sheet of images.
enum SheetHeader {
  /// Returns the name of a file; its size and duration; and its tracks. What cannot be read is left out.
  static func lines(of location: Location) async -> [String] {
    let path = location.path ?? location.text
    let url = location.path == nil ? URL(string: path) : URL(fileURLWithPath: path)
    var lines = [(url?.lastPathComponent ?? path).visible]
    var facts: [String] = []
    if let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int {
      facts.append(size.sizeText)
    }
    if let probe = try? await AssetProbe.probe(location) {
      if probe.duration.isNumeric { facts.append(probe.duration.clockText) }
      facts += [probe.container].compactMap { $0 }
      let tracks = probe.tracks.filter { $0.kind == .video || $0.kind == .audio }
      // A sheet has room for the first tracks.
      lines += [facts, tracks.prefix(3).map(\.shortText)].filter { !$0.isEmpty }.map { $0.joined(separator: "  ·  ") }
    } else if !facts.isEmpty {
      lines.append(facts.joined(separator: "  ·  "))
    }
    return lines
  }
}

extension AssetProbe.Track {
  /// The codec and the format in a few words: `H.264 1280x720 25 fps`.
  fileprivate var shortText: String {
    [
      codec ?? format, pixelSize?.text, rateText, sampleRate.map { "\($0) Hz" },
      channelLayout ?? channels.map { $0 == 1 ? "1 channel" : "\($0) channels" },
    ].compactMap { $0?.visible }.joined(separator: " ")
  }
}

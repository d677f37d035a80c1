internal import GStreamer
internal import MediaSource
package import CoreMedia
package import MediaGraph

/// The media that files can hold.
package enum MuxerSupport {
  /// True if the files of a muxer hold what an encoder gives.
  package static func holds(_ encoder: any Node, in muxer: any Node.Type) -> Bool {
    guard let encoder = encoder as? any EncodingNode, let muxer = muxer as? any MuxingNode.Type else { return false }
    return (try? muxer.holds(encoder.codedCaps)) ?? false
  }

  /// True if an encoder is installed.
  package static func isInstalled(_ encoder: any Node) -> Bool {
    guard let encoder = encoder as? any ElementNode else { return false }
    return encoder.elements.allSatisfy { choice in
      choice.candidates.contains { (try? ElementFactory.find($0.factory)) ?? nil != nil }
    }
  }

  /// True if the files of a muxer hold samples of a format as they are.
  package static func holds(_ format: CMFormatDescription, in muxer: any Node.Type) -> Bool {
    guard let muxer = muxer as? any MuxingNode.Type, let coded = try? CodedFormat(format) else { return false }
    return (try? muxer.holds(coded.caps.text)) ?? false
  }

  /// Returns the reason why a file cannot be written; nil if nothing is in the way. Nothing is written.
  package static func problem(writingTo path: String) -> Diagnostic? {
    OutputFile(Location(path), overwrite: false).problem(at: nil)
  }
}

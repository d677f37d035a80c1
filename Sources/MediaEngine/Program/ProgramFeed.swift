internal import GStreamer
internal import MediaSource
package import CoreMedia
package import MediaGraph
package import MovieFile

/// A ``ProgramSource`` of any medium, for programs that put in samples whether there is room for them or not.
package protocol ProgramFeed: Sendable {
  /// True if the graph has room for a sample.
  var isReady: Bool { get }
  /// ``isReady`` now and whenever it changes; it ends with the run.
  var readiness: AsyncStream<Bool> { get }
  /// The number of samples that wait.
  var waitingCount: Int { get }

  /// - Throws: `Diagnostic` when the samples have been finished, or the run is over.
  func push(_ sample: CMSampleBuffer) throws(Diagnostic)
  func push(_ packet: DataPacket) throws(Diagnostic)
  func push(_ sessions: ProgramSessions) throws(Diagnostic)
  func finish()
}

extension ProgramSource: ProgramFeed {}

extension ProgramSource where M == MediaGraph.Metadata {
  /// A source of what a file says about itself.
  package init(metadata name: String) { self.init(name, format: PacketFormat(MetadataObject.caps)) }
}

extension DataPacket {
  /// Makes the packet of a metadata item; nil for an item that no text can name.
  package init?(_ item: MetadataItem) throws {
    guard let packet = try MetadataObject(item, of: nil)?.packet(at: nil) else { return nil }
    self = packet
  }
}

/// What files can hold.
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

package import CoreMedia
package import MediaGraph
package import MediaSource
package import MovieFile

/// A ``ProgramSource`` of any medium, for programs that put in samples whether there is room for them or not.
package protocol ProgramFeed: Sendable {
  /// True if the graph has room for a sample.
  var isReady: Bool { get }
  /// ``isReady`` now and whenever it changes; it ends with the run.
  var readiness: AsyncStream<Bool> { get }
  /// The number of samples that wait.
  var waitingCount: Int { get }

  /// Returns the number of the first of some samples for which there is room.
  func room(for samples: ArraySlice<CMSampleBuffer>) -> Int

  /// - Parameter offset: Added to the times of the sample.
  /// - Throws: `Diagnostic` when the samples have been finished, or the run is over.
  func push(_ sample: CMSampleBuffer, movedBy offset: CMTime) throws(Diagnostic)
  func push(_ samples: [CMSampleBuffer], movedBy offset: CMTime) throws(Diagnostic)
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
  /// Makes the packets of a file's chapters.
  ///
  /// - Parameter range: The part of the file that is read: chapters are those in it, at their times in it.
  package static func chapters(of file: MediaFile, in range: CMTimeRange) throws -> [DataPacket] {
    try file.wholeChapters().flatMap { list in
      try list.part(range).chapters.map { chapter in
        try MetadataObject(chapter, language: list.language).packet(at: chapter.timeRange)
      }
    }
  }
}

import MovieFile

/// The kinds of files that can be read, in the order in which a file's first bytes are compared with them.
package enum ContainerTable {
  /// A row for each kind; the last takes whatever no other has taken.
  package static let rows: [any MediaContainer.Type] = [
    PlaylistContainer.self,
    CoreAudioContainer.self,
    ChunkedAudioContainer.self,
    MovieContainer.self,
    AudioFrameContainer.self,
    InterleavedContainer.self,
    DemuxedContainer.self,
  ]

  /// The kind of a file by its first bytes alone; nil if more of them have to come.
  package static func kind(of probeData: ProbeData) -> (any MediaContainer.Type)? {
    for row in rows {
      switch row.match(probeData) {
      case .certain: return row
      case .undecided: return nil
      case .possible, .none: continue
      }
    }
    return DemuxedContainer.self
  }

  /// The size of the whole file, by its headers; nil if they don't state it. A file with fewer bytes was cut off.
  ///
  /// - Throws: Read errors of the source.
  package static func statedSize(of source: any ByteSource) throws(MovieError) -> Int64? {
    try kind(of: ProbeData(of: source))?.statedSize(of: source)
  }

  /// Opens a file: by a kind whose beginning it certainly has, otherwise by one that may begin so.
  ///
  /// - Throws: `MovieError` when it is damaged, or its bytes cannot be read.
  package static func open(_ input: MediaInput) throws -> any MediaContainer {
    let probeData = try ProbeData(of: input.source)
    for match in [ContainerMatch.certain, .possible] {
      for row in rows where row.match(probeData) == match {
        if let container = try row.open(input) { return container }
      }
    }
    return DemuxedContainer(input)
  }
}

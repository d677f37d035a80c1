import CoreMedia

/// An AVI file: RIFF or RIFX, with an index, OpenDML's indexes or none ("AVI RIFF File Reference", Microsoft; "OpenDML
/// AVI File Format Extensions", 1.02).
///
///     RIFF 'AVI '  hdrl: headers, indx of each stream
///                  movi: chunks, ix00 …             idx1: an index of all chunks
///     RIFF 'AVIX'  movi: more chunks, ix00 …
///
/// Files have decode times only; those of presentation come of the frames' own order (`AVIPresentation`).
package struct AVIFile: InterleavedFile {
  package let source: any ByteSource
  package var streams: [ContainerStream]
  package let statedDuration: CMTime?
  private let layout: AVILayout
  private let checkpoints: WalkCheckpoints<AVIWalkState>

  /// True if bytes begin like a file of this kind.
  package static func matches(_ bytes: some Collection<UInt8>) -> Bool {
    let kind = Array(bytes.dropFirst(8).prefix(4))
    return (bytes.starts(with: "RIFF".utf8) || bytes.starts(with: "RIFX".utf8))
      && ["AVI ", "AVIX", "AVI\u{19}"].contains { kind.elementsEqual($0.utf8) }
  }

  /// Opens a file.
  ///
  /// - Throws: `notAMovie` if it is no file of this kind, `malformed` if it has no streams or no data; read errors of
  ///   the source.
  package init(source: any ByteSource) throws(MovieError) {
    self.source = source
    try source.checkSize()
    let head = try source.bytes(at: 0, count: Int(min(12, source.size)))
    guard Self.matches(head) else {
      throw MovieError(.notAMovie, "it is no AVI file", offset: 0, file: source.name)
    }
    let isBigEndian = head[3] == UInt8(ascii: "X")
    let windows = AVIWindows(
      near: RIFFReader(source, capacity: 16_384, isBigEndian: isBigEndian),
      far: RIFFReader(source, capacity: 512, isBigEndian: isBigEndian))
    let headers = try AVIHeaders(windows.near)
    let cursor = try headers.cursor(windows)
    var heads = AVIStreamHeads(cursor, headers.streams)
    try heads.read(windows)
    var (streams, plans): ([ContainerStream], [AVIStreamPlan]) = ([], [])
    for (index, header) in headers.streams.enumerated() {
      let plan = AVIStreamPlan(header, head: heads.heads[index], microseconds: headers.microseconds)
      streams.append(plan.stream(number: index + 1, header, head: heads.heads[index]))
      plans.append(plan)
    }
    for index in plans.indices { plans[index].take(streams[index].coded) }
    self.streams = streams
    checkpoints = WalkCheckpoints(streamCount: streams.count)
    layout = AVILayout(cursor: cursor, isBigEndian: isBigEndian, plans: plans)
    statedDuration = streams.compactMap(\.statedDuration).max()
  }

  package func packets(from place: PacketPlace?) throws(MovieError) -> any PacketWalker {
    try AVIWalker(source: source, layout, checkpoints, at: place)
  }

  /// Nil: an index is walked from its beginning, without the chunks.
  package func place(of stream: Int, atOrBefore time: Int64) throws(MovieError) -> PacketPlace? { nil }
}

/// The parts of a file that walks need.
struct AVILayout: Sendable {
  /// The chunks from the first on.
  let cursor: any AVIChunkCursor
  let isBigEndian: Bool
  let plans: [AVIStreamPlan]
}

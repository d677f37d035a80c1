import CoreMedia

/// An Ogg file: pages of interleaved streams (RFC 3533) of Vorbis, Opus, FLAC, Speex, Theora or VP8, one after the other
/// in a chain too.
///
/// Opening reads the headers and the last pages. Times count samples and frames from the beginning of the first link,
/// what is not heard included; links follow each other without a gap. Skeletons and unknown streams are passed over.
package struct OggFile: InterleavedFile {
  package let source: any ByteSource
  package var streams: [ContainerStream]
  package let statedDuration: CMTime?
  let links: [OggLink]
  /// The headers of each stream, by which later links continue it.
  let headers: [OggChain.Headers]
  let checkpoints: WalkCheckpoints<OggWalkState>

  /// True if bytes begin like a file of this kind.
  package static func matches(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: "OggS".utf8) }

  /// Opens a file.
  ///
  /// - Throws: `notAMovie` if it is no file of this kind; `unsupported` if it has no stream of a known codec; read
  ///   errors of the source.
  package init(source: any ByteSource) throws(MovieError) {
    self.source = source
    try source.checkSize()
    guard source.size >= 4, Self.matches(try source.bytes(at: 0, count: 4)) else {
      throw MovieError(.notAMovie, "it is no Ogg file", offset: 0, file: source.name)
    }
    let found = try OggChain(OggPages(source))
    guard !found.streams.isEmpty else {
      throw MovieError(.unsupported, "the file has no stream of a known codec", offset: 0, file: source.name)
    }
    (streams, links, headers) = (found.streams, found.links, found.headers)
    checkpoints = WalkCheckpoints(streamCount: found.links.map(\.streams.count).max() ?? 0)
    statedDuration = found.end > .zero ? found.end : nil
  }

  package func packets(from place: PacketPlace?) throws(MovieError) -> any PacketWalker {
    try OggWalker(self, at: place)
  }

  package func place(of stream: Int, atOrBefore time: Int64) throws(MovieError) -> PacketPlace? {
    guard streams.indices.contains(stream) else { return nil }
    let search = OggSearch(OggPages(source))
    // The link that is played at the time, or the first with the stream.
    let all = links.compactMap { link in link.streams.first { $0.index == stream }.map { (link, $0) } }
    guard let (link, found) = all.last(where: { $0.1.base <= time }) ?? all.first else { return nil }
    let (local, overflow) = time.subtractingReportingOverflow(found.base)
    let tick = overflow ? Int64.max : local / found.mapping.step
    var page = try search.page(of: found, in: link, endingAtOrBefore: tick)
    if let last = page, let key = found.mapping.keyTick(last.granule) {
      page = try search.page(of: found, in: link, endingAtOrBefore: key)
    }
    guard let page else { return PacketPlace(offset: link.start) }
    return PacketPlace(offset: page.end, reference: page.offset)
  }
}

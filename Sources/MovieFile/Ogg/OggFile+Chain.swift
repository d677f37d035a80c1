// The streams of a chain whose headers change from one link to the next.

extension ContainerStream {
  /// True if another stream is decoded to media of the same format: as many channels, or frames of the same size.
  package func hasSameShape(as other: ContainerStream) -> Bool {
    guard let own = formatDescription, let other = other.formatDescription else { return false }
    if let audio = own.audioStreamBasicDescription {
      return audio.mChannelsPerFrame == other.audioStreamBasicDescription?.mChannelsPerFrame
    }
    return CMVideoFormatDescriptionGetDimensions(own) == CMVideoFormatDescriptionGetDimensions(other)
  }
}

extension OggFile {
  /// The stream that goes on where each stream ends, with other headers; nil for those that nothing continues.
  ///
  /// A stream is continued by that of the same kind and rate, and in the same place among these, in the link behind its
  /// last one.
  package var successors: [Int?] {
    var successors: [Int?] = streams.map { _ in nil }
    var (first, last) = (streams.map { _ in links.count }, streams.map { _ in -1 })
    for (number, link) in links.enumerated() {
      for stream in link.streams {
        first[stream.index] = min(first[stream.index], number)
        last[stream.index] = number
      }
    }
    for (number, link) in links.enumerated().dropFirst() {
      var before = links[number - 1].streams[...]
      for stream in link.streams {
        guard let place = before.firstIndex(where: { Self.isAlike($0, stream) }) else { continue }
        let earlier = before.remove(at: place).index
        if first[stream.index] == number, last[earlier] == number - 1 { successors[earlier] = stream.index }
      }
    }
    return successors
  }

  /// True if a stream begins in a later link than the first.
  package func isLater(_ stream: Int) -> Bool { !(links.first?.streams.contains { $0.index == stream } ?? false) }

  static func isAlike(_ a: OggLink.Stream, _ b: OggLink.Stream) -> Bool {
    a.mapping.kind == b.mapping.kind && a.mapping.timescale == b.mapping.timescale
  }
}

import CoreMedia
import MovieFile

extension ListedTrack {
  /// Lists a stream of a file whose packets lie interleaved, with their sizes there. Finds all packets.
  ///
  /// - Parameter position: The position in the file's streams.
  init(_ position: Int, of index: PacketIndex, id: UInt32) throws {
    let stream = index.file.streams[position]
    let track = try InterleavedTrack(position, of: index, mayLackDecoder: true)
    let edits = track.edits.map { edit in
      Edit(
        duration: edit.duration.isNumeric ? edit.duration.value : 0, mediaTime: edit.mediaStart,
        rate: FixedPoint(edit.rate, fractionBits: 16))
    }
    var lead: Int64 = 0
    try track.forEachSample { lead = max(lead, $0.decodeTime - $0.presentationTime) }
    let count = try track.length()?.sampleCount ?? 0
    let name = stream.formatDescription.map { BoxType(rawValue: $0.mediaSubType.rawValue).text }
    self.init(
      id: id, mediaType: stream.mediaType, codec: name ?? stream.codecID, timescale: track.timescale,
      sampleCount: count,
      timeline: TrackTimeline(
        edits: edits, mediaEnd: try track.presentationEnd(), timescale: track.timescale,
        movieTimescale: track.timescale),
      timelineScale: track.timescale
    ) { [lead] body in
      var walker = try index.file.packets(from: nil)
      var next = try track.firstSample()
      while let sample = next, let packet = try walker.next() {
        guard packet.stream == position else { continue }
        next = try track.sample(after: sample)
        // A packet in pieces has no place.
        let isWhole = packet.bytes.pieces.count == 1 && packet.storedSize == nil
        try body(
          ListedSample(
            index: sample.index, presentationTime: sample.presentationTime, decodeTime: sample.decodeTime - lead,
            duration: sample.duration, size: packet.storedSize ?? packet.bytes.count,
            offset: isWhole ? packet.bytes.offset : nil, kind: sample.isSync ? .sync : .other))
      }
    }
  }
}

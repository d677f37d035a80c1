/// A typed reference to other tracks (ISO/IEC 14496-12, clause 8.3.3, 'tref').
public struct TrackReference: Hashable, Sendable {
  /// The type: `chap` for chapters, `tmcd` for timecode, `cdsc` for the subject of metadata, `sbtl`, `forc`, `folw`,
  /// `hint` etc.
  public let type: BoxType
  /// The identifiers of the tracks, in the order of the file; invalid ones (0) are left out.
  public let trackIDs: [UInt32]

  public init(type: BoxType, trackIDs: [UInt32]) {
    self.type = type
    self.trackIDs = trackIDs
  }

  static func list(in tref: Box, window: ByteWindow) throws(MovieError) -> [TrackReference] {
    var children = BoxSequence(in: tref, window: window)
    var list: [TrackReference] = []
    while let child = try children.next() {
      let limit: Int64 = 65_536
      guard child.payloadSize / 4 <= limit, list.count < limit else {
        throw .excessive("'tref' has over \(limit) entries", in: child)
      }
      var reader = PayloadReader(child, window: window)
      var ids: [UInt32] = []
      while reader.remaining >= 4 {
        let id = try reader.u32()
        if id != 0 { ids.append(id) }
      }
      list.append(TrackReference(type: child.type, trackIDs: ids))
    }
    return list
  }
}

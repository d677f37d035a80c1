/// IDs of the elements that structure a Matroska file (RFC 9559, section 5.1, and RFC 8794, section 11).
enum MatroskaID {
  static let header: UInt32 = 0x1a45_dfa3
  static let documentType: UInt32 = 0x4282
  static let void: UInt32 = 0xec
  static let checksum: UInt32 = 0xbf

  static let segment: UInt32 = 0x1853_8067
  static let seekHead: UInt32 = 0x114d_9b74
  static let info: UInt32 = 0x1549_a966
  static let tracks: UInt32 = 0x1654_ae6b
  static let cues: UInt32 = 0x1c53_bb6b
  static let tags: UInt32 = 0x1254_c367
  static let attachments: UInt32 = 0x1941_a469
  static let chapters: UInt32 = 0x1043_a770

  static let cluster: UInt32 = 0x1f43_b675
  static let timestamp: UInt32 = 0xe7
  static let position: UInt32 = 0xa7
  static let previousSize: UInt32 = 0xab
  static let silentTracks: UInt32 = 0x5854
  static let simpleBlock: UInt32 = 0xa3
  static let blockGroup: UInt32 = 0xa0
  static let encryptedBlock: UInt32 = 0xaf

  /// True for the parts of a segment, which end an element of unknown size.
  static func isPart(_ id: UInt32) -> Bool {
    [seekHead, info, tracks, cues, tags, attachments, chapters, cluster].contains(id)
  }

  /// True for elements that begin a file or a segment.
  static func isOutermost(_ id: UInt32) -> Bool { id == header || id == segment }

  /// True for the elements of a cluster besides `void` and `checksum`.
  static func isInCluster(_ id: UInt32) -> Bool {
    [timestamp, position, previousSize, silentTracks, simpleBlock, blockGroup, encryptedBlock].contains(id)
  }
}

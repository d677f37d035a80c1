/// One access unit or audio frame of a container's stream, whole.
///
/// Times are in units of the stream's timescale, as the container has them.
package struct ContainerPacket: Hashable, Sendable {
  /// The position in the file's `streams`.
  package var stream: Int
  /// The presentation time; nil if the container has none.
  package var presentationTime: Int64?
  /// The decode time; nil if the container has none.
  package var decodeTime: Int64?
  /// The duration; nil if the container has none.
  package var duration: Int64?
  /// True for sync samples by the container, and by the sample where it can be told: an I-frame that is neither an IDR
  /// picture nor a recovery point is none. True for all packets of audio and text.
  package var isSync: Bool
  /// The decoded samples that are not heard; nil if the container states none.
  package var discardPadding: DiscardPadding?
  /// True for the first packet of a later link of a chain: its decoder begins anew.
  package var beginsLink = false
  /// The facts of the stream from this packet on; nil where they stay as they are.
  package var parameters: LinkParameters?
  /// The bytes where they are.
  package var bytes: PacketBytes
  /// The number of bytes in the container, if it stores the packet in another form: with start codes or frame headers.
  package var storedSize: Int?

  package init(
    stream: Int, presentationTime: Int64? = nil, decodeTime: Int64? = nil, duration: Int64? = nil, isSync: Bool,
    discardPadding: DiscardPadding? = nil, bytes: PacketBytes
  ) {
    self.stream = stream
    self.presentationTime = presentationTime
    self.decodeTime = decodeTime
    self.duration = duration
    self.isSync = isSync
    self.discardPadding = discardPadding
    self.bytes = bytes
  }
}

/// The facts of a stream in a later link of a chain, equal to itself only: few packets have one.
package final class LinkParameters: Hashable, Sendable {
  package let stream: ContainerStream

  init(_ stream: ContainerStream) { self.stream = stream }

  package static func == (a: LinkParameters, b: LinkParameters) -> Bool { a === b }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

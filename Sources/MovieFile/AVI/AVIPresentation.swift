/// Gives frames the presentation times that AVI files do not have: the n-th frame in order of presentation takes the
/// n-th decode time.
///
///     decoded      I0  P3  B1  B2  P6  B4  B5
///     presented    I0  B1  B2  P3  B4  B5  P6      a frame leaves when its place is known
struct AVIPresentation: Sendable {
  private var reader: PictureOrder.Reader
  /// Frames in decoding order, from the first that is still here on.
  private var queue: ArraySlice<ContainerPacket> = []
  /// The number of the first frame in the queue.
  private var first = 0
  /// The decode times that no frame has taken.
  private var slots: ArraySlice<Int64> = []
  /// The reference frame that is presented when the next one is decoded.
  private var held: Int?
  /// The frames of a group that begins with an IDR picture, by their counts.
  private var group: PresentationWindow

  /// The largest number of frames that wait for the reference frame before them.
  private static let limit = 128

  /// Nil for codecs whose frames are presented as they are decoded.
  init?(_ coded: CodedStream) {
    guard let reader = PictureOrder.Reader(coded) else { return nil }
    self.reader = reader
    group = PresentationWindow(depth: coded.codec.reorderDepth)
  }

  /// Takes the next frame in decoding order.
  ///
  /// - Parameter head: Its first bytes.
  mutating func push(_ packet: ContainerPacket, head: [UInt8]) {
    let number = first + queue.count
    queue.append(packet)
    slots.append(packet.decodeTime ?? 0)
    switch head.withUnsafeBytes({ reader.place(of: $0) }) {
    case .reference:
      if let held { present(held) }
      held = number
    case .immediate: present(number)
    case .count(let count, let startsGroup):
      if startsGroup { closeGroup() }
      if let next = group.push(number, at: Int64(count)) { present(next) }
    case nil:
      closeGroup()
      present(number)
    }
    // No encoder puts that many between references: the stream is damaged.
    if queue.count > Self.limit { closeGroup() }
  }

  /// The offset of the first frame that waits; nil if none does.
  var firstPart: Int64? { queue.first?.bytes.offset }

  /// Gives the last frames their places, at the end of the stream.
  mutating func finish() { closeGroup() }

  /// Removes and returns the next frame in decoding order, if its presentation time is known.
  mutating func pop() -> ContainerPacket? {
    guard let next = queue.first, next.presentationTime != nil else { return nil }
    first += 1
    return queue.popFirst()
  }

  private mutating func closeGroup() {
    if let held { present(held) }
    held = nil
    while let next = group.pop() { present(next) }
  }

  private mutating func present(_ number: Int) {
    let index = queue.startIndex + number - first
    guard queue.indices.contains(index), let slot = slots.popFirst() else { return }
    queue[index].presentationTime = slot
  }
}

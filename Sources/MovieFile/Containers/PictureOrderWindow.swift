/// Puts pictures without presentation times into the order of presentation, by their own headers.
struct PictureOrderWindow: Sendable {
  /// A picture that has its place.
  struct Picture: Sendable {
    let number: Int
    let hasTime: Bool
  }

  private var reader: PictureOrder.Reader
  private var window: PresentationWindow
  private let isWholeNeeded: Bool
  /// The reference picture that is presented when the next one is decoded (MPEG-1, MPEG-2, MPEG-4).
  private var held: Picture?
  private var timed: Set<Int> = []

  /// The bytes at the beginning of a picture of MPEG-1, MPEG-2 or MPEG-4 that tell.
  private static let inspectedSize = 4096
  private static let largest = 16 << 20

  /// Nil for codecs whose pictures do not tell their order.
  init?(_ stream: CodedStream) {
    guard let reader = PictureOrder.Reader(stream) else { return nil }
    self.reader = reader
    window = PresentationWindow(depth: stream.codec.reorderDepth)
    isWholeNeeded = stream.nalUnitLength != nil
  }

  /// The position in decoding order of the first picture that has no place yet; nil if all have one.
  var firstWaiting: Int? {
    let (reference, counted) = (held?.number, window.first)
    return reference.map { min($0, counted ?? $0) } ?? counted
  }

  /// Reads the bytes of a packet that tell its place.
  ///
  /// - Throws: Read errors of the source.
  func head(of packet: ContainerPacket, _ source: any ByteSource) throws(MovieError) -> [UInt8] {
    try packet.bytes.read(from: source, limit: isWholeNeeded ? Self.largest : Self.inspectedSize)
  }

  /// Takes the next packet in decoding order with its `head`; returns the pictures whose places are known now, in order.
  mutating func push(_ number: Int, _ packet: ContainerPacket, head: [UInt8]) -> [Picture] {
    let picture = Picture(number: number, hasTime: packet.presentationTime != nil)
    switch head.withUnsafeBytes({ reader.place(of: $0) }) {
    case .immediate?, nil: return [picture]
    case .reference?:
      let before = held
      held = picture
      return before.map { [$0] } ?? []
    case .count(let count, let startsGroup)?:
      var pictures = startsGroup ? closeGroup() : []
      if picture.hasTime { timed.insert(number) }
      if let next = window.push(number, at: Int64(count)) { pictures.append(known(next)) }
      return pictures
    }
  }

  /// Returns the pictures that have no place at the end of the stream, in order.
  mutating func finish() -> [Picture] {
    defer { held = nil }
    return closeGroup() + (held.map { [$0] } ?? [])
  }

  private mutating func closeGroup() -> [Picture] {
    var pictures: [Picture] = []
    while let number = window.pop() { pictures.append(known(number)) }
    return pictures
  }

  private mutating func known(_ number: Int) -> Picture {
    Picture(number: number, hasTime: timed.remove(number) != nil)
  }
}

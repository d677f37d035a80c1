/// Audio for the element `pitch` at a speed, with more of it at both ends, so that what comes out is at its place and ends with its
/// last sample.
///
///     ◁ lead │ audio                              │ tail ▷      each mirrors the audio beside it
///
/// SoundTouch lays pieces of the audio over each other, which play at their own speed: at a low one, each goes on until long behind the
/// audio of its place. With the lead, the middle of each piece is at its place instead of its beginning. The pieces at the end go on
/// into the tail; without one, they would go on into silence.
///
/// Source: SoundTouch's `TDStretch::calcSeqParameters` for the lengths of pieces.
package struct StretchEdges {
  /// In bytes.
  private let lead: Int
  private let tail: Int
  private let bytesPerFrame: Int
  /// The first samples, which wait until they are enough for the lead; nil behind it.
  private var first: [UInt8]? = []
  /// The last samples so far, at most as many as the tail has.
  private var last: [UInt8] = []

  package init(speed: Double, rate: Int, bytesPerFrame: Int) {
    self.bytesPerFrame = bytesPerFrame
    // Pieces are shorter at high speeds, and overlap by 8 ms.
    let piece = 0.09 - (min(max(speed, 0.5), 2) - 0.5) / 1.5 * 0.05 - 0.008
    lead = Int(max(0, 1 - speed) * piece / 2 * Double(rate)) * bytesPerFrame
    // A piece, and the 20 ms in which its beginning is looked for.
    tail = rate / 8 * bytesPerFrame
  }

  /// Returns what the element gets for some audio: none until there is enough for the lead.
  package mutating func audio(_ bytes: [UInt8]) -> [UInt8] {
    last = bytes.count < tail ? Array((last + bytes).suffix(tail)) : Array(bytes.suffix(tail))
    guard let waiting = first else { return bytes }
    let audio = waiting + bytes
    first = audio.count < lead ? audio : nil
    return first == nil ? mirrored(audio.prefix(lead)) + audio : []
  }

  /// Returns what the element gets behind all of the audio.
  package mutating func end() -> [UInt8] {
    defer { (first, last) = (nil, []) }
    let audio = first ?? []
    return mirrored(audio.prefix(lead)) + audio + mirrored(last[...])
  }

  /// Samples in the other direction.
  private func mirrored(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    stride(from: bytes.endIndex - bytesPerFrame, through: bytes.startIndex, by: -bytesPerFrame)
      .flatMap { bytes[$0..<$0 + bytesPerFrame] }
  }
}

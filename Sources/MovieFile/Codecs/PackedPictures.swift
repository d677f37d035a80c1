/// Undoes how DivX and XviD put B-pictures into AVI files, whose players give a picture for each sample they get.
///
/// A sample holds a reference picture and the B-picture that is shown before it. The place where the reference picture would have
/// been has a sample that is not coded, which makes such a player show what it kept back:
///
///     samples   [I] [P B] [B] [-] [P B] [B] [-]
///     pictures   I   B     B   P   B     B   P     as they are shown
///
/// Parsers take the pairs apart, and make up a time for the second picture.
package enum PackedPictures {
  /// The pictures that stay, by their positions, and the times at which they are decoded: those of the file's samples, in their order.
  ///
  /// - Returns: Nil if nothing is packed.
  package static func unpacked(_ pictures: [StampedPicture]) -> (kept: [Int], times: [Int64])? {
    var kept: [Int] = []
    var (paired, replaced) = (0, 0)
    var times: [Int64] = []
    for (index, picture) in pictures.enumerated() {
      guard let time = picture.decode ?? picture.presentation else { return nil }
      // A made-up time is that of the sample after it.
      if let last = times.last, time <= last { paired += 1 } else { times.append(time) }
      if picture.isUncoded, replaced < paired { replaced += 1 } else { kept.append(index) }
    }
    guard replaced > 0, kept.count <= times.count else { return nil }
    return (kept, Array(times.prefix(kept.count)))
  }
}

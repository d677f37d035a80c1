/// Undoes the packed bitstream of DivX and XviD in AVI files, whose players show one picture for each sample.
///
/// A sample holds a reference picture and the B-picture that is presented before it. In place of the reference picture
/// is a sample without a coded picture, at which such a player shows the one it held back:
///
///     samples   [I] [P B] [B] [-] [P B] [B] [-]
///     pictures   I   B     B   P   B     B   P     in order of presentation
///
/// Parsers split the pairs, and invent a time for the second picture.
package enum PackedPictures {
  /// Returns the indices of the pictures that are kept, and their decode times: those of the file's samples, in order.
  ///
  /// - Returns: Nil if no sample is packed.
  package static func unpacked(_ pictures: [StampedPicture]) -> (kept: [Int], times: [Int64])? {
    var kept: [Int] = []
    var (paired, replaced) = (0, 0)
    var times: [Int64] = []
    for (index, picture) in pictures.enumerated() {
      guard let time = picture.decode ?? picture.presentation else { return nil }
      // An invented time is that of the next sample.
      if let last = times.last, time <= last { paired += 1 } else { times.append(time) }
      if picture.isUncoded, replaced < paired { replaced += 1 } else { kept.append(index) }
    }
    guard replaced > 0, kept.count <= times.count else { return nil }
    return (kept, Array(times.prefix(kept.count)))
  }
}

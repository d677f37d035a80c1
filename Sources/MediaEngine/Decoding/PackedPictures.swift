/// Undoes how DivX and XviD put B-pictures into AVI files, whose players give a picture for each sample they get.
///
/// A sample holds a reference picture and the B-picture that is shown before it. The place where the reference picture would have
/// been has a sample that is not coded, which makes such a player show what it kept back:
///
///     samples   [I] [P B] [B] [-] [P B] [B] [-]
///     pictures   I   B     B   P   B     B   P     as they are shown
///
/// Parsers take the pairs apart, and make up a time for the second picture.
enum PackedPictures {
  /// Entries without the samples that stand for others, at the times of the file's samples; nil if nothing is packed.
  static func unpacked(_ entries: [ParsedTrackBuilder.Entry]) -> [ParsedTrackBuilder.Entry]? {
    var kept: [ParsedTrackBuilder.Entry] = []
    var (paired, replaced) = (0, 0)
    var slots: [ClockTime] = []
    for entry in entries {
      guard let time = entry.decode ?? entry.presentation else { return nil }
      // A made-up time is that of the sample after it.
      if let last = slots.last, time <= last { paired += 1 } else { slots.append(time) }
      if entry.isUncoded, replaced < paired { replaced += 1 } else { kept.append(entry) }
    }
    guard replaced > 0, kept.count <= slots.count else { return nil }
    for index in kept.indices {
      (kept[index].presentation, kept[index].decode, kept[index].sample.index) = (nil, slots[index], index)
    }
    return kept
  }
}

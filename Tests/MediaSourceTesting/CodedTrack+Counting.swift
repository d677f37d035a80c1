import MediaSource
import Testing

// Tests know the tracks that they read to their end.

extension CodedTrack {
  /// The number of samples; 0 if it cannot be known.
  package var count: Int { (try? length())?.sampleCount ?? 0 }

  /// The sample with a number.
  package func sample(_ index: Int) throws -> CodedSample {
    if let table = self as? any IndexedTrack { return try table.sample(index) }
    var found: CodedSample?
    try forEachSample { if $0.index == index { found = $0 } }
    return try #require(found)
  }

  /// The number of samples that are shown before one.
  package func rank(of index: Int) throws -> Int {
    let place = try sample(index).place
    var rank = 0
    try forEachSample { if $0.place < place { rank += 1 } }
    return rank
  }
}

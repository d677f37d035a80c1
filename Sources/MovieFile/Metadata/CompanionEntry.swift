/// An entry of a tag beside an ID3 tag, as stored.
struct CompanionEntry: Hashable, Sendable {
  var name: String
  var flags: UInt32 = 0
  var bytes: [UInt8]
}

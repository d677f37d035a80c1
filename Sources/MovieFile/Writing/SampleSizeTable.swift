/// The sizes of samples ('stsz', ISO/IEC 14496-12, clause 8.7.3): one for all, as long as they are equal.
struct SampleSizeTable {
  private var sizes = Sizes.none
  private(set) var count = 0

  private enum Sizes {
    case none
    case constant(UInt32)
    case table(WordTable)
  }

  /// The size of all samples; nil if they differ, or there are none.
  var onlySize: UInt32? { if case .constant(let size) = sizes { size } else { nil } }

  /// Adds samples of one size.
  mutating func append(_ size: UInt32, count new: Int) {
    switch sizes {
    case .none: sizes = .constant(size)
    case .constant(size): break
    case .constant(let other):
      var table = WordTable()
      for _ in 0..<count { table.append(other) }
      for _ in 0..<new { table.append(size) }
      sizes = .table(table)
    case .table(var table):
      // The table's storage must be uniquely referenced while it grows.
      sizes = .none
      for _ in 0..<new { table.append(size) }
      sizes = .table(table)
    }
    count += new
  }

  /// - Parameter packet: The frames per sample of QuickTime audio that counts frames as samples.
  func write(to stbl: inout BoxWriter, packet: Int?) {
    stbl.fullBox("stsz") { box in
      switch sizes {
      case _ where packet != nil:
        box.u32(1)
        box.u32(UInt32(count * (packet ?? 1)))
      case .none:
        box.u32(0)
        box.u32(0)
      // 0 stands for a table.
      case .constant(let size) where size > 0:
        box.u32(size)
        box.u32(UInt32(count))
      case .constant:
        box.u32(0)
        box.u32(UInt32(count))
        box.zeros(4 * count)
      case .table(let table):
        box.u32(0)
        box.u32(UInt32(count))
        box.table(table)
      }
    }
  }
}

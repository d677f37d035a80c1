/// Cuts a byte stream of H.264 or HEVC into access units (ITU-T H.264, 7.4.1.2.3 and annex B; H.265, 7.4.2.4.4).
///
/// The two fields of an H.264 frame are one unit, as in movies (ISO/IEC 14496-15, 5.3.2).
struct NALUnitSplitter: StreamSplitter {
  private enum Limit {
    static let sets = 64
    /// The largest access unit that levels allow, and then some.
    static let unitSize: Int64 = 64 << 20
    static let unitCount = 65_536
  }

  private let isHEVC: Bool
  private var scanner: StartCodeScanner
  private var reader: NALUnitReader
  /// The access unit that is being collected, and the first field of a frame before it.
  private var current: Draft?
  private var firstField: Draft?
  private var complete: ArraySlice<StreamUnit> = []
  private var sets: [[UInt8]] = []
  private var hasPicture = false
  /// The start code of the current NAL unit.
  private var start: (position: Int64, hasZeroBefore: Bool)?
  private var isKept = false
  /// The start code and the ranges of units that belong to the slice behind them.
  private var slicePrefix: (start: (position: Int64, hasZeroBefore: Bool), units: [Range<Int64>])?
  private var isSlicePrefix = false
  private var position: Int64 = 0

  private struct Draft {
    var range: Range<Int64>
    let stampPosition: Int64
    var units: [Range<Int64>] = []
    /// The first slice of H.264, and true if there is a slice of any kind.
    var slice: H264Slice?
    var hasPicture = false
    var hasFirstSlice = false
    var isPaired = false
    var isKey = false
    var isRecoveryPoint = false
    var place: PictureOrder?
    var duration: UnitDuration?
  }

  init(isHEVC: Bool) {
    self.isHEVC = isHEVC
    reader = NALUnitReader(isHEVC: isHEVC)
    scanner = StartCodeScanner { [isHEVC] first in NALUnitReader.wanted(first, isHEVC: isHEVC) }
  }

  var headers: StreamHeaders { sets.isEmpty ? .none : .parameterSets(sets) }

  var pending: Int64 {
    firstField?.range.lowerBound ?? current?.range.lowerBound ?? slicePrefix?.start.position ?? start?.position
      ?? position
  }

  mutating func adopt(_ headers: StreamHeaders) {
    guard case .parameterSets(let known) = headers else { return }
    (sets, hasPicture) = (known, true)
    for set in known { reader.note(set) }
  }

  mutating func beginPayload(at position: Int64) {}
  mutating func endPayload(at position: Int64) {}

  mutating func take(_ bytes: UnsafeRawBufferPointer, at position: Int64) {
    handle(scanner.take(bytes, at: position))
    self.position = position + Int64(bytes.count)
    // No picture is that large: the stream is damaged.
    if let draft = current,
      self.position - draft.range.lowerBound > Limit.unitSize || draft.units.count > Limit.unitCount
    {
      (current, firstField) = (nil, nil)
    }
  }

  mutating func finish() {
    handle(scanner.finish())
    if let draft = current { close(draft, at: position) }
    current = nil
    if let field = firstField { complete.append(unit(field)) }
    (firstField, start, isKept) = (nil, nil, false)
    (slicePrefix, isSlicePrefix) = (nil, false)
  }

  mutating func next() -> StreamUnit? { complete.popFirst() }

  private mutating func handle(_ events: [StartCodeScanner.Event]) {
    for event in events {
      switch event {
      case .began(let position, let hasZeroBefore): start = (position, hasZeroBefore)
      case .head(let head): begin(head)
      case .ended(let end):
        guard let start, isKept || isSlicePrefix, end > start.position + 3 else { continue }
        if isSlicePrefix {
          slicePrefix?.units.append(start.position + 3..<end)
        } else {
          current?.units.append(start.position + 3..<end)
        }
        (isKept, isSlicePrefix) = (false, false)
      }
    }
  }

  /// Takes the beginning of a NAL unit: it begins an access unit, or belongs to the last one.
  private mutating func begin(_ head: [UInt8]) {
    (isKept, isSlicePrefix) = (false, false)
    guard let start, head.count >= (isHEVC ? 2 : 1) else { return }
    let kind = reader.kind(of: head)
    let prefix = slicePrefix
    slicePrefix = nil
    let begins: Bool
    switch kind {
    case .slicePrefix:
      // One at most is before a slice: those before it are damage.
      (slicePrefix, isSlicePrefix) = ((start, []), true)
      return
    case .picture(let slice, let isFirst):
      guard let draft = current, draft.hasPicture else {
        // A stream that begins within a picture.
        guard current != nil || isFirst else { return }
        begins = current == nil
        break
      }
      if let slice, let last = draft.slice {
        begins = slice.beginsPicture(after: last) || slice.firstMacroblock == 0 && draft.hasFirstSlice
      } else {
        begins = isFirst
      }
    case .prefix: begins = current?.hasPicture ?? true
    case .suffix:
      guard current != nil else { return }
      begins = false
    }
    if begins {
      let first = prefix?.start ?? start
      let begin = first.position - (first.hasZeroBefore ? 1 : 0)
      if let draft = current { close(draft, at: begin) }
      current = Draft(range: begin..<begin, stampPosition: first.position)
    }
    if let prefix { current?.units += prefix.units }
    isKept = true
    note(head, kind)
  }

  private mutating func note(_ head: [UInt8], _ kind: NALUnitReader.Kind) {
    switch kind {
    case .picture(let slice, let isFirst):
      // Streams may begin with pictures whose parameter sets are lost.
      if !sets.isEmpty { hasPicture = true }
      if isFirst { current?.hasFirstSlice = true }
      guard var draft = current, !draft.hasPicture else { return }
      draft.hasPicture = true
      draft.slice = slice
      draft.isKey = reader.isKey(head, slice, isRecoveryPoint: draft.isRecoveryPoint)
      draft.place = reader.place(of: head, slice)
      draft.duration = slice.flatMap { reader.frameDuration($0) }
      current = draft
      joinFields()
    case .prefix(let content):
      switch content {
      case .parameterSet:
        reader.note(head)
        if !sets.contains(head), sets.count < Limit.sets, !hasPicture { sets.append(head) }
      case .recoveryPoint: current?.isRecoveryPoint = true
      case .other: break
      }
    case .slicePrefix, .suffix: break
    }
  }

  /// Continues the frame of the first field with the second one, or gives the first one out.
  private mutating func joinFields() {
    guard let field = firstField else { return }
    firstField = nil
    guard let second = current, let slice = second.slice, let first = field.slice, slice.completes(first) else {
      complete.append(unit(field))
      return
    }
    var frame = field
    frame.units += second.units
    frame.slice = slice
    frame.isPaired = true
    frame.hasFirstSlice = second.hasFirstSlice
    current = frame
  }

  private mutating func close(_ draft: Draft, at end: Int64) {
    // The next unit of an unfinished pair has no picture at all.
    guard draft.hasPicture else { return }
    if let field = firstField {
      complete.append(unit(field))
      firstField = nil
    }
    var draft = draft
    draft.range = draft.range.lowerBound..<max(end, draft.range.lowerBound)
    if draft.slice?.isField == true, !draft.isPaired {
      firstField = draft
    } else {
      complete.append(unit(draft))
    }
  }

  private func unit(_ draft: Draft) -> StreamUnit {
    StreamUnit(
      range: draft.range, stampPosition: draft.stampPosition, contents: .nalUnits(draft.units), isSync: draft.isKey,
      duration: draft.duration, place: draft.place, countsFields: !isHEVC)
  }
}

/// All boxes of a file, in the order of the file, with nested boxes.
public struct BoxTree {
  /// An entry of a walk.
  public enum Entry: Sendable {
    /// A box, and the number of boxes around it.
    case box(Box, depth: Int)
    /// Bytes in place of a box that are none; the walk continues after the enclosing box.
    case problem(MovieError, depth: Int)
  }

  /// The deepest level of nesting that is walked.
  static let deepest = 32

  private let window: ByteWindow
  /// The handler of the current track, which decides the layout of its sample entries.
  private var handlerType: BoxType = "\0\0\0\0"

  public init(_ source: any ByteSource) {
    window = ByteWindow(source, capacity: 4096)
  }

  /// Calls a body with all boxes.
  ///
  /// - Throws: Read errors of the file, and errors of the body; damage is an entry.
  public mutating func walk(_ body: (Entry) throws -> Void) throws {
    try walk(BoxSequence(topLevelOf: window), depth: 0, body)
  }

  private mutating func walk(_ boxes: BoxSequence, depth: Int, _ body: (Entry) throws -> Void) throws {
    var boxes = boxes
    while true {
      let next: Result<Box?, MovieError>
      do throws(MovieError) {
        next = .success(try boxes.next())
      } catch {
        next = .failure(error)
      }
      switch next {
      case .success(nil): return
      case .success(let box?):
        try body(.box(box, depth: depth))
        if depth < Self.deepest, let children = try contents(of: box) { try walk(children, depth: depth + 1, body) }
      case .failure(let error):
        guard error.code == .malformed else { throw error }
        return try body(.problem(error, depth: depth))
      }
    }
  }

  /// Returns the boxes inside a box; nil if it holds other contents.
  private mutating func contents(of box: Box) throws(MovieError) -> BoxSequence? {
    switch box.type {
    case _ where Self.containers.contains(box.type): return BoxSequence(in: box, window: window)
    case "hdlr":
      // A track's handler, not that of metadata.
      if box.path.steps.dropLast().last?.type == "mdia", box.payloadSize >= 12 {
        handlerType = BoxType(rawValue: try window.u32(at: box.start + 8))
      }
      return nil
    case "meta":
      // A full box in ISO files, a plain one in QuickTime's: the type of its first box shows which.
      guard box.payloadSize >= 8 else { return nil }
      let isPlain = BoxType(rawValue: try window.u32(at: box.start + 4)) == "hdlr"
      return BoxSequence(in: box, skipping: isPlain ? 0 : 4, window: window)
    case "stsd", "dref": return BoxSequence(in: box, skipping: 8, window: window)
    default: break
    }
    let parent = box.path.steps.dropLast().last?.type
    if parent == "stsd" { return try boxes(inSampleEntry: box) }
    // Metadata items and the keys of boxed metadata.
    return parent == "ilst" || parent == "keys" && box.path.steps.contains { $0.type == "stsd" }
      ? BoxSequence(in: box, window: window) : nil
  }

  private func boxes(inSampleEntry box: Box) throws(MovieError) -> BoxSequence? {
    let fields: Int64? =
      switch handlerType {
      case .video: SampleDescription.videoFieldsSize
      case .audio: try? SampleDescription.audioFieldsSize(box, tableVersion: 0, window: window)
      case "tmcd": 26
      case "sbtl", "text": box.type == "tx3g" ? 38 : box.type == "wvtt" ? 8 : nil
      case "meta": box.type == "mebx" ? 8 : nil
      default: nil
      }
    return fields.map { BoxSequence(in: box, skipping: $0, window: window) }
  }

  private static let containers: Set<BoxType> = [
    "moov", "trak", "mdia", "minf", "stbl", "dinf", "edts", "udta", "tref", "gmhd", "mvex", "moof", "traf", "mfra",
    "sinf", "schi", "rinf", "wave", "ilst", "iprp", "ipco", "meco", "strk", "strd", "clip", "matt", "tapt", "hnti",
    "hinf", "trgr", "cmov", "rmra", "rmda",
  ]
}

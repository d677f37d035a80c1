extension Movie {
  /// The size that a movie file states: the end of the media or the header that is cut off; nil if neither is.
  ///
  /// Reads the headers of a few boxes only, so that it is known of a file without its `moov`, too.
  ///
  /// - Throws: Read errors of the source.
  public static func statedSize(of source: any ByteSource) throws(MovieError) -> Int64? {
    let window = ByteWindow(source, capacity: 64)
    var boxes = BoxSequence(topLevelOf: window)
    do throws(MovieError) {
      // A movie has few top-level boxes unless it is fragmented.
      for _ in 0..<64 {
        guard let box = try boxes.next() else { return nil }
        guard box.isCut else { continue }
        guard box.type == "mdat" || box.type == "moov" else { return nil }
        let small = try window.u32(at: box.offset)
        let size = small == 1 ? Int64(clamping: try window.u64(at: box.offset + 8)) : Int64(small)
        let (end, overflow) = box.offset.addingReportingOverflow(size)
        return overflow ? nil : end
      }
      return nil
    } catch {
      guard error.code == .malformed else { throw error }
      return nil
    }
  }
}

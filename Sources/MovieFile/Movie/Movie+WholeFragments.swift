extension Movie {
  /// Returns the number of bytes of a fragmented file up to the end of its last complete fragment.
  ///
  /// A file that a killed program left behind, or that a full disk cut off, can be truncated to this size.
  /// - Returns: 0 if no fragment is complete, or the file is not fragmented.
  /// - Throws: Read errors of the file.
  public static func wholeByteCount(of source: any ByteSource) throws(MovieError) -> Int64 {
    var boxes = BoxSequence(topLevelOf: ByteWindow(source))
    var whole: Int64 = 0
    var hasMovie = false
    var isFragmentOpen = false
    do throws(MovieError) {
      while let box = try boxes.next(), !box.isCut {
        switch box.type {
        case .moov: hasMovie = true
        case .moof: isFragmentOpen = hasMovie
        case .mdat where isFragmentOpen:
          (whole, isFragmentOpen) = (box.end, false)
        // An index of complete fragments.
        case "mfra" where whole > 0: whole = box.end
        default: break
        }
      }
    } catch {
      guard error.code == .malformed else { throw error }
    }
    return whole
  }
}

extension Movie {
  /// How many bytes of a file in fragments make a file that is whole: up to the end of the last fragment of which all is there.
  ///
  /// What a program leaves that was killed while it wrote, or that found the disk full, can be cut there.
  /// - Returns: 0 if no fragment is whole, or the file is none in fragments.
  /// - Throws: What reading the file throws.
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
        // An index of fragments that are there.
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

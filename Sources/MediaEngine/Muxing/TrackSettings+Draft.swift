internal import CGStreamer
import CoreMedia
import MediaGraph
import MovieFile

extension TrackSettings {
  /// Sets what a file says about a track.
  ///
  /// - Parameter number: The number of the track's input, from 1, which is its identifier.
  /// - Throws: `notStorable` for values that the format cannot hold.
  func apply(to draft: inout TrackDraft, number: Int, in file: WritableFormat) throws(MovieError) {
    if let reason = unsupportedReason(in: file) { throw MovieError(.notStorable, reason) }
    draft.id = UInt32(clamping: number)
    draft.isEnabled = enabled
    draft.layer = Int16(clamping: layer)
    draft.alternateGroup = Int16(clamping: alternateGroup)
    draft.chunkDuration = chunk?.time()
    if let alignment { draft.chunkAlignment = try Self.powerOfTwo(alignment) }
    if draft.handlerType == "soun" {
      draft.volume = FixedPoint(Int32((volume * 256).rounded()), fractionBits: 8)
    }
    if let language { try apply(language, to: &draft) }
    if let matrix { draft.matrix = matrix }
    if let shown { (draft.width, draft.height) = shown }
    draft.references += try references.map { reference throws(MovieError) in
      guard let type = BoxType(letters: reference.kind) else {
        throw MovieError(.notStorable, "'\(reference.kind)' is no kind of reference: it has four letters")
      }
      return TrackReference(type: type, trackIDs: [UInt32(clamping: reference.track)])
    }
    if case .movie(let format) = file { draft.boxes += try boxes(in: format, name: draft.name) }
  }

  private static func powerOfTwo(_ number: Int) throws(MovieError) -> Int64 {
    guard number > 0, number.nonzeroBitCount == 1 else {
      throw MovieError(.notStorable, "chunks begin at multiples of a power of two, not of \(number)")
    }
    return Int64(number)
  }

  /// Returns the reason why a kind of file cannot hold these properties; nil if it can.
  ///
  /// Matroska has the language, the rotation, the clean aperture, and tracks that are the default. A group of alternatives is all of its
  /// tracks of a type.
  func unsupportedReason(in file: WritableFormat) -> String? {
    let isMatroska: Bool
    switch file {
    case .movie(.threeGP) where timed: return "\(file.name) has no place for metadata that belong to times"
    case .movie(let format): return unsupportedMetadata(in: format)
    case .matroska: isMatroska = true
    case .audio: isMatroska = false
    }
    return unsupportedReason(inFilesCalled: file.name, isMatroska: isMatroska)
  }

  /// Returns the reason why files other than movies cannot hold these properties; nil if they can.
  func unsupportedReason(inFilesCalled name: String, isMatroska: Bool) -> String? {
    let usual = TrackSettings()
    let others: [(Bool, String)] = [
      (size != usual.size, "the size at which frames are shown"), (volume != usual.volume, "the volume"),
      (layer != usual.layer, "the layer"), (!references.isEmpty, "references to other tracks"),
      (metadata != usual.metadata || !items.isEmpty, "the track's metadata"), (timed, "metadata that belong to times"),
      (first, "data of a track before those of others"), (chunk != nil, "chunks of a duration"),
      (alignment != nil, "chunks at multiples of a number of bytes"),
    ]
    let matroskas: [(Bool, String)] = [
      (language != nil, "the language"), (enabled != usual.enabled, "whether a track is enabled"),
      (timescale != nil, "units of time"), (alternateGroup != 0, "a group of alternatives"),
      (!transform.isEmpty, "a transformation of frames"), (!cleanAperture.isEmpty, "a clean aperture"),
    ]
    if let (_, property) = (others + (isMatroska ? [] : matroskas)).first(where: { $0.0 }) {
      return "\(name) has no place for \(property)"
    }
    return isMatroska && !isRotation ? "\(name) has no place for a transformation of frames other than a rotation" : nil
  }

  /// True if frames are turned by a multiple of 90 degrees and no more, wherever that moves them.
  private var isRotation: Bool {
    transform.isEmpty
      || [[1, 0, 0, 1], [0, 1, -1, 0], [-1, 0, 0, -1], [0, -1, 1, 0]].contains(Array(transform.prefix(4)))
  }

  private func apply(_ language: String, to draft: inout TrackDraft) throws(MovieError) {
    draft.extendedLanguageTag = nil
    if let letters = MediaLanguage(iso639: language) {
      draft.language = letters
      return
    }
    let first = String(language.prefix { $0 != "-" && $0 != "_" })
    if let letters = gst_tag_get_language_code_iso_639_2T(first) {
      draft.language = MediaLanguage(iso639: String(cString: letters))
    }
    draft.extendedLanguageTag = language
  }

  var matrix: MovieMatrix? {
    guard transform.count == 6 else { return nil }
    func number(_ value: Double) -> Int32 {
      let scaled = (value * 65_536).rounded()
      return scaled.isFinite ? Int32(max(Double(Int32.min), min(Double(Int32.max), scaled))) : 0
    }
    let (n, unit) = (transform.map(number), Int32(0x4000_0000))
    return MovieMatrix(rawValues: [n[0], n[1], 0, n[2], n[3], 0, n[4], n[5], unit])
  }

  /// The display size; nil for that of the frames.
  private var shown: (FixedPoint, FixedPoint)? {
    size.map { size in
      (
        FixedPoint(Int32(clamping: size.width << 16), fractionBits: 16),
        FixedPoint(Int32(clamping: size.height << 16), fractionBits: 16)
      )
    }
  }
}

extension BoxType {
  /// - Returns: Nil unless there are four characters of one byte each.
  fileprivate init?(letters: String) {
    let bytes = Array(letters.utf8)
    guard bytes.count == 4 else { return nil }
    self.init(rawValue: bytes.reduce(0) { $0 << 8 | UInt32($1) })
  }
}

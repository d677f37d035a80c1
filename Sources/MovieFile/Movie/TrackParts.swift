/// The contents of a track's boxes.
struct TrackParts {
  let box: Box
  let movieTimescale: Int32
  let isQuickTime: Bool
  let isFragmented: Bool
  let header: TrackHeader
  var mediaHeader: MediaHeader
  var handlerType: BoxType = "\0\0\0\0"
  var handlerName = ""
  var edits: [Edit]?
  var references: [TrackReference] = []
  var dataReferences: [DataReference] = []
  var sampleDescriptions: [SampleDescription] = []
  var extendedLanguageTag: String?
  var isExcludedFromAutoselection = false
  var apertures: TrackApertures?
  var sampleTable: Box?

  /// - Throws: `malformed` if one of the track's headers is missing.
  init(
    _ trak: Box, movieTimescale: Int32, isQuickTime: Bool, isFragmented: Bool, window: ByteWindow
  ) throws(MovieError) {
    box = trak
    self.movieTimescale = movieTimescale
    self.isQuickTime = isQuickTime
    self.isFragmented = isFragmented
    var header: TrackHeader?
    var media: Box?
    var children = BoxSequence(in: trak, window: window)
    while let child = try children.next() {
      switch child.type {
      case "tkhd": header = try TrackHeader(child, window: window)
      case "mdia": media = child
      case "edts": edits = try Edit.list(in: child, window: window)
      case "tapt": apertures = try TrackApertures(in: child, window: window)
      case "txas": isExcludedFromAutoselection = true
      case "tref": references = try TrackReference.list(in: child, window: window)
      default: break
      }
    }
    guard let header else { throw .malformed("the track has no 'tkhd'", in: trak) }
    guard let media else { throw .malformed("the track has no 'mdia'", in: trak) }
    self.header = header
    var boxes = BoxSequence(in: media, window: window)
    guard let mdhd = try boxes.first("mdhd") else { throw .malformed("the track has no 'mdhd'", in: media) }
    mediaHeader = try MediaHeader(mdhd, window: window)
    try readMedia(media, window)
  }

  private mutating func readMedia(_ media: Box, _ window: ByteWindow) throws(MovieError) {
    var boxes = BoxSequence(in: media, window: window)
    while let child = try boxes.next() {
      switch child.type {
      case "hdlr": (handlerType, handlerName) = try Self.handler(child, window)
      case "elng":
        var reader = PayloadReader(child, window: window)
        _ = try reader.versionAndFlags()
        let bytes = try reader.rest(limit: 1024).prefix { $0 != 0 }
        extendedLanguageTag = bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
      case "minf": try readInformation(child, window)
      default: break
      }
    }
    guard let sampleTable else { return }
    var tables = BoxSequence(in: sampleTable, window: window)
    if let stsd = try tables.first("stsd") {
      sampleDescriptions = try SampleDescription.list(
        in: stsd, handlerType: handlerType, isQuickTime: isQuickTime, window: window)
    }
  }

  private mutating func readInformation(_ minf: Box, _ window: ByteWindow) throws(MovieError) {
    var boxes = BoxSequence(in: minf, window: window)
    while let child = try boxes.next() {
      switch child.type {
      case "dinf": dataReferences = try DataReference.list(in: child, window: window)
      case "stbl": sampleTable = child
      default: break
      }
    }
  }

  /// Reads type and name; QuickTime's names begin with their length, ISO's end with a zero.
  private static func handler(_ box: Box, _ window: ByteWindow) throws(MovieError) -> (BoxType, String) {
    var reader = PayloadReader(box, window: window)
    _ = try reader.versionAndFlags()
    let component = try reader.boxType()
    let type = try reader.boxType()
    try reader.skip(min(12, reader.remaining))
    var name = try reader.bytes(Int(min(reader.remaining, 1024)))[...]
    if component != "\0\0\0\0", let length = name.first, Int(length) == name.count - 1 || length < 32 {
      name = name.dropFirst().prefix(Int(length))
    }
    return (type, String(decoding: name.prefix { $0 != 0 }, as: UTF8.self))
  }
}

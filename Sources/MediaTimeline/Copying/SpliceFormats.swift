internal import CoreMedia
internal import MediaEngine
internal import MediaGraph
internal import MediaSource
import MovieFile

/// The formats of a spliced track: those of the sources, which also have the parameter sets of what is encoded among their samples.
struct SpliceFormats {
  private(set) var formats: [CodedFormat] = []
  /// The positions of each source's formats.
  private var positions: [String: [Int]] = [:]
  /// The parameter sets that sync samples of each source's formats get; empty where descriptions have them.
  private var sets: [String: [[UInt8]]] = [:]
  /// The settings of each kind of frames, and the position of their format.
  private var encoded: [String: (settings: FrameEncoder.Settings, format: Int, sets: [[UInt8]])] = [:]

  private let codec: Codec
  private let hasOneDescription: Bool

  /// The source of frames that are encoded: those of one track have one format.
  static func key(of piece: CopyPiece) -> String {
    piece.source.map { "\($0.opened.location.text)#\($0.attributes.id)" } ?? "timeline"
  }

  /// - Parameters:
  ///   - pieces: The pieces of the track.
  ///   - encoder: Makes a run of a piece's frames with some settings; called for the first piece of each source.
  init(_ track: CopyTrack, _ encoder: (CopyPiece, FrameEncoder.Settings) throws -> EncodedRun) throws {
    (codec, hasOneDescription) = (track.codec, !track.isMovie)
    var stored: [(key: String, formats: [CodedFormat])] = []
    for piece in track.pieces {
      guard case .samples = piece.content, let source = piece.source else { continue }
      let key = Self.key(of: piece)
      if !stored.contains(where: { $0.key == key }) { stored.append((key, source.track.formats)) }
    }
    let configurations = stored.flatMap(\.formats).compactMap {
      $0.stream.configuration.flatMap { H264Configuration($0) }
    }
    var used = codec == .h264 ? Set(configurations.flatMap(\.numbers)) : []
    var settings = FrameEncoder.Settings(codec: codec)
    if codec == .h264 { settings.profile = configurations.first.flatMap(Self.profile) }
    if codec == .hevc {
      settings.pictureBuffer = HEVCPictureBuffer(
        stored.flatMap(\.formats).compactMap(\.description).flatMap { $0.parameterSets.map { [UInt8]($0) } })
    }
    (settings.rateCount, settings.rateSeconds) = (track.plan.frameRate.numerator, track.plan.frameRate.denominator)
    var made: [(key: String, settings: FrameEncoder.Settings, sets: [[UInt8]])] = []
    for piece in track.pieces {
      let key = Self.key(of: piece)
      guard piece.isEncoded, !made.contains(where: { $0.key == key }) else { continue }
      settings.setNumber = (0..<32).first { !used.contains($0) } ?? 31
      // Frames of one size and colour make the same sets with the same number.
      if let last = made.last?.settings.setNumber {
        var same = settings
        same.setNumber = last
        let sets = try encoder(piece, same).parameterSets()
        if sets == made.last?.sets {
          made.append((key, same, sets))
          continue
        }
      }
      let sets = try encoder(piece, settings).parameterSets()
      made.append((key, settings, sets))
      used.insert(settings.setNumber)
    }
    try put(stored, made, settings.pictureBuffer)
  }

  /// The positions of a source's formats.
  func positions(of piece: CopyPiece) -> [Int] { positions[Self.key(of: piece)] ?? [] }

  /// The settings of a piece's frames, and the position of their format.
  func encoded(_ piece: CopyPiece) -> (settings: FrameEncoder.Settings, format: Int, sets: [[UInt8]])? {
    encoded[Self.key(of: piece)]
  }

  /// The parameter sets that a source's sync samples get.
  func sets(of piece: CopyPiece) -> [[UInt8]] { sets[Self.key(of: piece)] ?? [] }

  private mutating func put(
    _ stored: [(key: String, formats: [CodedFormat])],
    _ made: [(key: String, settings: FrameEncoder.Settings, sets: [[UInt8]])], _ pictureBuffer: HEVCPictureBuffer?
  ) throws {
    var added: [[UInt8]] = []
    for set in made.flatMap(\.sets) where !added.contains(set) { added.append(set) }
    var first: CodedFormat?
    var isMixed = codec == .hevc && !stored.isEmpty && !made.isEmpty
    for (key, list) in stored {
      for format in list {
        var merged = format
        if codec == .h264, let known = format.stream.configuration.flatMap({ H264Configuration($0) }) {
          guard let configuration = known.adding(added) else {
            throw MediaError(.unsupported, "its samples have too many parameter sets", family: .encoding)
          }
          merged = added.isEmpty ? format : try format.replacingConfiguration("avcC", configuration.bytes)
        }
        // Players take the first description's reordering for that of the whole track.
        if let pictureBuffer, let known = format.stream.configuration {
          let declared = pictureBuffer.declared(inConfiguration: known)
          if declared != known { merged = try format.replacingConfiguration("hvcC", declared) }
        }
        if let first, first.stream.configuration != merged.stream.configuration { isMixed = true }
        first = first ?? merged
        positions[key, default: []].append(formats.count)
        formats.append(merged)
      }
    }
    let isInline = hasOneDescription && isMixed
    for (key, settings, sets) in made {
      let format: CodedFormat
      if let first, codec == .h264 || isInline {
        format = first
      } else {
        format = try Self.format(of: sets, settings)
      }
      encoded[key] = (settings, formats.count, isInline && codec == .hevc ? sets : [])
      formats.append(format)
    }
    try nameAlike()
    guard isInline, let first else { return }
    for (key, list) in stored {
      guard list.count == 1, let format = list.first else {
        throw MediaError(.unsupported, "a source has several sample descriptions", family: .encoding)
      }
      sets[key] =
        format.description.map { $0.parameterSets.map { pictureBuffer?.declared(in: [UInt8]($0)) ?? [UInt8]($0) } }
        ?? []
      for position in positions[key] ?? [] { formats[position] = first }
    }
  }

  /// Gives all descriptions one name: players know one of a track. The one that allows parameter sets among samples holds for all.
  private mutating func nameAlike() throws {
    let names: [BoxType] = codec == .hevc ? ["hev1", "hvc1"] : codec == .h264 ? ["avc3", "avc1"] : []
    func name(_ format: CodedFormat) -> BoxType? {
      format.description.map { BoxType(rawValue: $0.mediaSubType.rawValue) }
    }
    guard names.count == 2, formats.contains(where: { name($0) == names[0] }) else { return }
    for index in formats.indices where name(formats[index]) == names[1] {
      if let description = formats[index].description {
        formats[index] = try CodedFormat(description.replacingType(names[0]), frameRate: formats[index].frameRate)
      }
    }
  }

  /// The format of frames that stand alone.
  private static func format(of sets: [[UInt8]], _ settings: FrameEncoder.Settings) throws -> CodedFormat {
    let stream = sets.reduce(into: [UInt8]()) { $0 += [0, 0, 0, 1] + $1 }
    guard let description = ByteStreamConversion.description(of: stream, isHEVC: settings.codec == .hevc) else {
      throw MediaError(.failed, "the encoder's parameter sets are missing", family: .encoding)
    }
    return try CodedFormat(description)
  }

  /// The profile of the frames that are encoded, which the samples' profile includes; nil for the high ones, of which the encoder takes the
  /// least that has the frames' chroma and depth: samples of High 4:4:4 Predictive may be 4:2:0 (ITU-T H.264, clause A.2.7).
  private static func profile(_ configuration: H264Configuration) -> String? {
    switch configuration.profile {
    case 66: "constrained-baseline"
    case 77: "main"
    default: nil
    }
  }
}

extension CopyPiece {
  var isEncoded: Bool {
    switch content {
    case .frames, .rendered: true
    case .samples, .empty: false
    }
  }
}

extension CodedFormat {
  /// The same with another 'avcC' or 'hvcC'.
  fileprivate func replacingConfiguration(_ type: BoxType, _ bytes: [UInt8]) throws -> CodedFormat {
    guard let description else {
      throw MediaError(.unsupported, "its samples have no description", family: .encoding)
    }
    return try CodedFormat(description.replacingConfiguration(type, with: bytes), frameRate: frameRate)
  }

  fileprivate var frameRate: (Int, Int)? {
    guard case .fraction(let count, let seconds)? = caps.first?["framerate"], count > 0 else { return nil }
    return (Int(count), Int(seconds))
  }
}

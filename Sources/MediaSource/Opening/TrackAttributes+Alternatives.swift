internal import GStreamer
import MovieFile

extension TrackAttributes {
  /// The media characteristics that follow from the media type alone.
  var inferredCharacteristics: [String] {
    switch mediaType {
    case "vide": ["AVMediaCharacteristicVisual", "AVMediaCharacteristicFrameBased"]
    case "soun": ["AVMediaCharacteristicAudible"]
    case "sbtl", "clcp": ["AVMediaCharacteristicLegible"]
    default: []
    }
  }
}

extension TrackAttributes {
  /// - Parameter id: The track's number in the file, or its index among the tracks.
  package init(id: Int32, of stream: ContainerHeaders.Stream, _ mediaType: String, _ purpose: MatroskaTrack?) {
    self.init(id: id, mediaType: mediaType)
    // If a file has the language in two forms, the tag is more specific.
    let tag = purpose?.languageTag.flatMap { $0 == "und" ? nil : $0 }
    let language = stream.language.flatMap { $0 == "und" ? nil : $0 }
    languageCode = (tag.flatMap { $0.split(separator: "-").first.map(String.init) } ?? language)
      .flatMap { LanguageCode.threeLetter($0) }
    extendedLanguageTag = tag ?? language.flatMap { LanguageCode.shortest($0) }
    isEnabled = purpose.map { $0.isEnabled && $0.isDefault } ?? true
  }
}

extension TrackAttributes {
  /// Creates the attributes of a container's stream.
  init(_ stream: ContainerStream, id: Int32) {
    self.init(id: id, mediaType: stream.mediaType)
    languageCode = stream.language.flatMap { $0.split(separator: "-").first }.flatMap {
      LanguageCode.threeLetter(String($0))
    }
    extendedLanguageTag = stream.language.flatMap { $0.count == 3 ? LanguageCode.shortest($0) : $0 }
    isEnabled = stream.flags.isSuperset(of: [.enabled, .default])
    isProtected = stream.problem?.code == .protected
    lacksAlpha = stream.lacksAlpha
    if stream.turn != PictureTurn(), let format = stream.formatDescription {
      let size = CMVideoFormatDescriptionGetPresentationDimensions(
        format, usePixelAspectRatio: true, useCleanAperture: true)
      transform = stream.turn.transform(size)
    }
  }
}

extension PictureTurn {
  /// Returns the transform of frames of a size, which stay where they are with their new upper left corner.
  fileprivate func transform(_ size: CGSize) -> CGAffineTransform {
    let (width, height) = (size.width, size.height)
    let turned =
      switch degrees {
      case 90: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: height, ty: 0)
      case 180: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: width, ty: height)
      case 270: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: width)
      default: CGAffineTransform.identity
      }
    return isMirrored ? CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: width, ty: 0).concatenating(turned) : turned
  }
}

extension [TrackAttributes] {
  /// Groups tracks as alternatives, which only MPEG-4 and QuickTime files mark as such: elsewhere players choose one
  /// track of each type (RFC 9559, section 18.1), and subtitles are optional.
  ///
  /// Of a group of audio or video tracks one is enabled: the first one that the file prefers. A single track is always
  /// enabled.
  mutating func markAlternatives() {
    for (group, type) in ["vide", "soun", "sbtl"].enumerated() {
      let members = indices.filter { self[$0].mediaType == type }
      guard members.count > (type == "sbtl" ? 0 : 1) else {
        for index in members { self[index].isEnabled = true }
        continue
      }
      let chosen = members.first { self[$0].isEnabled } ?? (type == "sbtl" ? nil : members.first)
      for index in members {
        self[index].alternateGroup = group + 1
        self[index].isEnabled = index == chosen
      }
    }
  }
}

extension MatroskaTrack {
  /// Returns the media characteristics of its flags.
  package func characteristics(mediaType: String) -> [String] {
    var result: [String] = [isCommentary ? "public.auxiliary-content" : "public.main-program-content"]
    if isForced, mediaType == "sbtl" { result.append("public.subtitles.forced-only") }
    if isForHearingImpaired {
      result += ["public.accessibility.transcribes-spoken-dialog", "public.accessibility.describes-music-and-sound"]
    }
    if isForVisuallyImpaired { result.append("public.accessibility.describes-video") }
    if isOriginal { result.append("public.original-content") }
    return result
  }
}

extension StreamFlags {
  /// Creates the purpose that media characteristics tell.
  package init(characteristics: [String]) {
    let purposes: [(String, StreamFlags)] = [
      ("public.auxiliary-content", .commentary), ("public.subtitles.forced-only", .forced),
      ("public.accessibility.transcribes-spoken-dialog", .forHearingImpaired),
      ("public.accessibility.describes-video", .forVisuallyImpaired), ("public.original-content", .original),
    ]
    self = []
    for (characteristic, purpose) in purposes where characteristics.contains(characteristic) { insert(purpose) }
  }

  /// Returns the media characteristics of the purpose.
  func characteristics(mediaType: String) -> [String] {
    var result: [String] = [contains(.commentary) ? "public.auxiliary-content" : "public.main-program-content"]
    if contains(.forced), mediaType == "sbtl" { result.append("public.subtitles.forced-only") }
    if contains(.forHearingImpaired) {
      result += ["public.accessibility.transcribes-spoken-dialog", "public.accessibility.describes-music-and-sound"]
    }
    if contains(.forVisuallyImpaired) { result.append("public.accessibility.describes-video") }
    if contains(.original) { result.append("public.original-content") }
    return result
  }
}

internal import MediaSource
internal import MediaEngine
internal import MovieFile

/// A file format that assets can be read from: its names, and the codecs that it may hold.
struct FileFormat: Sendable {
  let types: [AVFileType]
  let extensions: [String]
  let mimeTypes: [String]
  /// True for the codecs that it may hold; nil for any.
  var holds: (@Sendable (Codec) -> Bool)?

  /// Returns true if QuickTime files, MPEG-4 files or those made like them hold a codec.
  private static func inMovies(_ codec: Codec) -> Bool {
    // MPEG-4 calls Vorbis mp4a.dd: its bare name belongs to Ogg and WebM.
    codec !== Codec.vorbis && codec.entries.contains { !$0.movies.isDisjoint(with: [.mov, .mp4]) }
  }

  private static func inside(_ container: Codec.Container) -> @Sendable (Codec) -> Bool {
    { $0.containers.contains(container) }
  }

  /// All formats that can be read. A test opens a file of each.
  static let all: [FileFormat] = [
    FileFormat(types: [.mov], extensions: ["mov", "qt"], mimeTypes: ["video/quicktime"], holds: inMovies),
    FileFormat(
      types: [.mp4], extensions: ["mp4", "mpg4"], mimeTypes: ["video/mp4", "audio/mp4", "application/mp4"],
      holds: inMovies),
    FileFormat(
      types: [.m4v, AVFileType("com.apple.mpeg-4-video")], extensions: ["m4v"],
      mimeTypes: ["video/x-m4v", "video/m4v"],
      holds: inMovies),
    FileFormat(
      types: [.m4a], extensions: ["m4a"], mimeTypes: ["audio/x-m4a", "audio/m4a"], holds: inMovies),
    FileFormat(
      types: [.mobile3GPP], extensions: ["3gp", "3gpp", "sdv"], mimeTypes: ["video/3gpp", "audio/3gpp"],
      holds: inMovies),
    FileFormat(
      types: [AVFileType("public.3gpp2")], extensions: ["3g2"], mimeTypes: ["video/3gpp2", "audio/3gpp2"],
      holds: inMovies),
    FileFormat(
      types: [.mp3], extensions: ["mp3"], mimeTypes: ["audio/mpeg", "audio/mp3", "audio/x-mp3", "audio/x-mpeg"],
      holds: inside(.mp3)),
    FileFormat(
      types: [AVFileType("public.aac-audio")], extensions: ["aac", "adts"],
      mimeTypes: ["audio/aac", "audio/aacp", "audio/x-aac"], holds: inside(.adts)),
    FileFormat(types: [.caf], extensions: ["caf"], mimeTypes: ["audio/x-caf"]),
    FileFormat(
      types: [.wav], extensions: ["wav", "wave", "bwf"],
      mimeTypes: ["audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave"], holds: inside(.wave)),
    FileFormat(
      types: [.aiff], extensions: ["aif", "aiff"], mimeTypes: ["audio/aiff", "audio/x-aiff"], holds: inside(.aiff)),
    FileFormat(types: [.aifc], extensions: ["aifc", "cdda"], mimeTypes: ["audio/x-aifc"], holds: inside(.aifc)),
    FileFormat(
      types: [.amr], extensions: ["amr"], mimeTypes: ["audio/amr", "audio/amr-wb"], holds: inside(.amr)),
    FileFormat(
      types: [AVFileType("org.xiph.flac")], extensions: ["flac"], mimeTypes: ["audio/flac", "audio/x-flac"],
      holds: inside(.flac)),
    FileFormat(
      types: [AVFileType("org.xiph.ogg"), AVFileType("org.xiph.opus")], extensions: ["ogg", "oga", "ogv", "opus"],
      mimeTypes: ["audio/ogg", "video/ogg", "application/ogg", "audio/opus"],
      holds: inside(.ogg)),
    FileFormat(
      types: [AVFileType("org.matroska.mkv"), AVFileType("org.matroska.mka")], extensions: ["mkv", "mka"],
      mimeTypes: ["video/x-matroska", "audio/x-matroska", "video/matroska", "audio/matroska"]),
    FileFormat(
      types: [AVFileType("org.webmproject.webm")], extensions: ["webm"], mimeTypes: ["video/webm", "audio/webm"],
      holds: inside(.webm)),
    FileFormat(
      types: [AVFileType("public.mpeg-2-transport-stream")], extensions: ["ts", "m2ts"], mimeTypes: ["video/mp2t"]),
    FileFormat(types: [AVFileType("public.mpeg")], extensions: ["mpg", "mpeg"], mimeTypes: ["video/mpeg"]),
    FileFormat(
      types: [AVFileType("public.avi")], extensions: ["avi"],
      mimeTypes: ["video/avi", "video/x-msvideo", "video/msvideo"]),
    FileFormat(types: [AVFileType("com.adobe.flash.video")], extensions: ["flv"], mimeTypes: ["video/x-flv"]),
    FileFormat(
      types: [AVFileType("public.ac3-audio")], extensions: ["ac3"], mimeTypes: ["audio/ac3"], holds: inside(.ac3)),
    FileFormat(
      types: [AVFileType("public.m3u-playlist")], extensions: ["m3u8"],
      mimeTypes: ["application/vnd.apple.mpegurl", "application/x-mpegurl", "audio/mpegurl", "audio/x-mpegurl"]),
  ]
}

extension AVURLAsset {
  /// The file name extensions of readable formats, in lower case.
  package static var fileExtensions: Set<String> { Set(FileFormat.all.flatMap(\.extensions)) }

  /// Returns the uniform type identifiers of readable formats.
  public class func audiovisualTypes() -> [AVFileType] { FileFormat.all.flatMap(\.types) }

  /// Returns the MIME types of readable formats.
  public class func audiovisualMIMETypes() -> [String] { FileFormat.all.flatMap(\.mimeTypes) }

  /// True if files of a MIME type, with the codecs in its parameter `codecs` (RFC 6381), can be played here.
  ///
  /// Without that parameter the type alone decides. `video/mp4; codecs="avc1.42E01E, mp4a.40.2"`.
  public class func isPlayableExtendedMIMEType(_ extendedMIMEType: String) -> Bool {
    let parts = extendedMIMEType.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    let type = (parts.first ?? "").trimmingCharacters(in: .whitespaces).lowercased()
    guard let format = FileFormat.all.first(where: { $0.mimeTypes.contains(type) }) else { return false }
    guard parts.count > 1, let list = codecs(inParameters: String(parts[1])) else { return true }
    let codecs = list.split(separator: ",").map { CodecString($0.trimmingCharacters(in: .whitespaces)) }
    guard !codecs.isEmpty else { return true }
    return codecs.allSatisfy { codec in
      guard codec.isDecodable, format.holds.map({ codec.isOne(where: $0) }) ?? true else { return false }
      return codec.kind != .video || !type.hasPrefix("audio/")
    }
  }

  /// Returns the value of the parameter `codecs`, with or without quotes.
  private class func codecs(inParameters text: String) -> String? {
    var rest = text[...]
    while let equals = rest.firstIndex(of: "=") {
      let name = rest[..<equals].trimmingCharacters(in: CharacterSet(charactersIn: "; \t")).lowercased()
      rest = rest[rest.index(after: equals)...].drop { $0 == " " }
      let isQuoted = rest.first == "\""
      if isQuoted { rest = rest.dropFirst() }
      let end = rest.firstIndex(of: isQuoted ? "\"" : ";") ?? rest.endIndex
      if name == "codecs" { return String(rest[..<end]) }
      rest = rest[end...].dropFirst()
    }
    return nil
  }
}

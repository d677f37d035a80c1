import Foundation

/// The known types: their extensions, MIME types and supertypes.
///
/// Apple's identifiers are in the table below; of other types, shared-mime-info knows extensions and MIME types.
struct KnownTypes: Sendable {
  struct Entry: Sendable {
    var identifier: String
    var extensions: [String] = []
    var mimeTypes: [String] = []
    var supertypes: [String] = []
  }

  static let shared = KnownTypes()

  private(set) var entries: [String: Entry] = [:]
  private(set) var byExtension: [String: String] = [:]
  private(set) var byMIMEType: [String: String] = [:]
  /// The MIME types of extensions, from shared-mime-info.
  private(set) var sharedMIMETypes: [String: String] = [:]
  private(set) var sharedExtensions: [String: String] = [:]

  /// The beginning of identifiers of types that only shared-mime-info knows.
  static let dynamicPrefix = "dyn.mime."

  private init() {
    for line in Self.table.split(separator: "\n") {
      let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      func list(_ index: Int) -> [String] { fields[index].split(separator: ",").map(String.init) }
      let entry = Entry(identifier: fields[0], extensions: list(1), mimeTypes: list(2), supertypes: list(3))
      entries[entry.identifier] = entry
      for name in entry.extensions where byExtension[name] == nil { byExtension[name] = entry.identifier }
      for type in entry.mimeTypes where byMIMEType[type] == nil { byMIMEType[type] = entry.identifier }
    }
    readSharedTypes()
  }

  /// Reads `globs2`: lines of a weight, a MIME type and a pattern, the most important first.
  private mutating func readSharedTypes() {
    let folders = ProcessInfo.processInfo.environment["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share"
    for folder in folders.split(separator: ":") {
      guard let text = try? String(contentsOfFile: "\(folder)/mime/globs2", encoding: .utf8) else { continue }
      for line in text.split(separator: "\n") where !line.hasPrefix("#") {
        let fields = line.split(separator: ":")
        guard fields.count >= 3, fields[2].hasPrefix("*."), !fields[2].dropFirst(2).contains("*") else { continue }
        let (type, name) = (String(fields[1]), fields[2].dropFirst(2).lowercased())
        if sharedMIMETypes[name] == nil { sharedMIMETypes[name] = type }
        if sharedExtensions[type] == nil { sharedExtensions[type] = name }
      }
    }
  }

  /// Returns the entry of an identifier; nil if nothing is known of it.
  func entry(_ identifier: String) -> Entry? {
    if let entry = entries[identifier] { return entry }
    guard identifier.hasPrefix(Self.dynamicPrefix) else { return nil }
    let type = identifier.dropFirst(Self.dynamicPrefix.count).replacingOccurrences(of: "%2F", with: "/")
    let kind = type.split(separator: "/").first.map(String.init) ?? ""
    let supertype = ["image": "public.image", "video": "public.movie", "audio": "public.audio", "text": "public.text"][
      kind]
    return Entry(
      identifier: identifier, extensions: sharedExtensions[type].map { [$0] } ?? [], mimeTypes: [type],
      supertypes: [supertype ?? "public.data"])
  }

  /// Returns the identifier of an extension; nil for unknown ones.
  func identifier(ofExtension name: String) -> String? {
    let name = name.lowercased()
    if let known = byExtension[name] { return known }
    guard let type = sharedMIMETypes[name] else { return nil }
    return identifier(ofMIMEType: type)
  }

  /// Returns the identifier of a MIME type; nil for what is none.
  func identifier(ofMIMEType type: String) -> String? {
    let type = type.lowercased()
    if let known = byMIMEType[type] { return known }
    return sharedExtensions[type] == nil
      ? nil : Self.dynamicPrefix + type.replacingOccurrences(of: "/", with: "%2F")
  }

  /// Returns all types that an identifier conforms to, without itself.
  func ancestors(of identifier: String) -> Set<String> {
    var (found, open) = (Set<String>(), entry(identifier)?.supertypes ?? [])
    while let next = open.popLast() {
      if found.insert(next).inserted { open += entry(next)?.supertypes ?? [] }
    }
    return found
  }

  private static let table = """
    public.item|||
    public.content|||
    public.composite-content|||public.content
    public.data|||public.item
    public.directory|||public.item
    public.folder|||public.directory
    public.url|||public.data
    public.file-url|||public.url
    public.text|||public.data,public.content
    public.plain-text|txt,text|text/plain|public.text
    public.utf8-plain-text|||public.plain-text
    public.html|html,htm|text/html|public.text
    public.xml|xml|application/xml,text/xml|public.text
    public.json|json|application/json|public.text
    public.yaml|yml,yaml|application/x-yaml|public.text
    public.comma-separated-values-text|csv|text/csv|public.text
    com.adobe.pdf|pdf|application/pdf|public.data,public.composite-content
    public.archive|||public.data
    public.zip-archive|zip|application/zip|public.archive
    org.gnu.gnu-zip-archive|gz,gzip|application/gzip|public.archive
    public.image|||public.data,public.content
    public.jpeg|jpeg,jpg,jpe|image/jpeg|public.image
    public.png|png|image/png|public.image
    public.tiff|tiff,tif|image/tiff|public.image
    com.compuserve.gif|gif|image/gif|public.image
    com.microsoft.bmp|bmp|image/bmp|public.image
    com.microsoft.ico|ico|image/vnd.microsoft.icon|public.image
    org.webmproject.webp|webp|image/webp|public.image
    public.heif|heif,hif|image/heif|public.heif-standard
    public.heif-standard||image/heif|public.image
    public.heic|heic|image/heic|public.heif-standard
    public.heics|heics|image/heic-sequence|public.heif-standard
    public.avif|avif|image/avif|public.image
    public.camera-raw-image|||public.image
    com.adobe.raw-image|dng|image/x-adobe-dng|public.camera-raw-image
    public.svg-image|svg|image/svg+xml|public.image,public.xml
    public.audiovisual-content|||public.data,public.content
    public.movie|||public.audiovisual-content
    public.video|||public.movie
    public.audio|||public.audiovisual-content
    com.apple.quicktime-movie|mov,qt|video/quicktime|public.movie
    public.mpeg|mpg,mpeg,mpe,m75,m15|video/mpeg|public.movie
    public.mpeg-2-video|m2v|video/mpeg2|public.video
    public.mpeg-2-transport-stream|ts|video/mp2t|public.movie
    public.mpeg-4|mp4,mpg4|video/mp4|public.movie
    public.mpeg-4-audio|mp4|audio/mp4|public.mpeg-4,public.audio
    com.apple.m4v-video|m4v|video/x-m4v|public.mpeg-4
    com.apple.m4a-audio|m4a|audio/x-m4a|public.audio
    com.apple.protected-mpeg-4-audio|m4p|audio/x-m4p|public.audio
    public.3gpp|3gp,3gpp|video/3gpp|public.movie
    public.3gpp2|3g2,3gp2|video/3gpp2|public.movie
    public.avi|avi|video/avi,video/x-msvideo|public.movie
    org.matroska.mkv|mkv|video/x-matroska,video/matroska|public.movie
    org.webmproject.webm|webm|video/webm|public.movie
    com.adobe.flash.video|flv|video/x-flv|public.movie
    public.mp3|mp3|audio/mpeg|public.audio
    public.aiff-audio|aif,aiff|audio/aiff,audio/x-aiff|public.aifc-audio
    public.aifc-audio|aifc|audio/x-aifc|public.audio
    com.microsoft.waveform-audio|wav,wave|audio/vnd.wave,audio/wav,audio/x-wav|public.audio
    com.apple.coreaudio-format|caf|audio/x-caf|public.audio
    public.aac-audio|aac,adts|audio/aac|public.audio
    public.ac3-audio|ac3|audio/ac3|public.audio
    public.enhanced-ac3-audio|eac3|audio/eac3|public.audio
    public.au-audio|au,snd|audio/basic|public.audio
    org.3gpp.adaptive-multi-rate-audio|amr|audio/amr|public.audio
    org.xiph.flac|flac|audio/flac|public.audio
    org.xiph.ogg|ogg|audio/ogg|public.audio
    org.xiph.opus|opus|audio/opus|public.audio
    public.midi-audio|midi,mid|audio/midi|public.audio
    public.playlist|||public.data
    public.m3u-playlist|m3u,m3u8|audio/mpegurl,application/x-mpegurl,application/vnd.apple.mpegurl|public.text,public.playlist
    com.scenarist.closed-caption|scc||public.data
    com.apple.itunes-timed-text|itt||public.xml
    """
}

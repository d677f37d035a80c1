import AVFoundation

extension UTType {
  /// public.item
  public static let item = UTType(known: "public.item")
  /// public.content
  public static let content = UTType(known: "public.content")
  /// public.composite-content
  public static let compositeContent = UTType(known: "public.composite-content")
  /// public.data
  public static let data = UTType(known: "public.data")
  /// public.directory
  public static let directory = UTType(known: "public.directory")
  /// public.folder
  public static let folder = UTType(known: "public.folder")
  /// public.url
  public static let url = UTType(known: "public.url")
  /// public.file-url
  public static let fileURL = UTType(known: "public.file-url")
  /// public.text
  public static let text = UTType(known: "public.text")
  /// public.plain-text
  public static let plainText = UTType(known: "public.plain-text")
  /// public.utf8-plain-text
  public static let utf8PlainText = UTType(known: "public.utf8-plain-text")
  /// public.html
  public static let html = UTType(known: "public.html")
  /// public.xml
  public static let xml = UTType(known: "public.xml")
  /// public.json
  public static let json = UTType(known: "public.json")
  /// public.yaml
  public static let yaml = UTType(known: "public.yaml")
  /// public.comma-separated-values-text
  public static let commaSeparatedText = UTType(known: "public.comma-separated-values-text")
  /// com.adobe.pdf
  public static let pdf = UTType(known: "com.adobe.pdf")
  /// public.archive
  public static let archive = UTType(known: "public.archive")
  /// public.zip-archive
  public static let zip = UTType(known: "public.zip-archive")
  /// org.gnu.gnu-zip-archive
  public static let gzip = UTType(known: "org.gnu.gnu-zip-archive")
  /// public.image
  public static let image = UTType(known: "public.image")
  /// public.jpeg
  public static let jpeg = UTType(known: "public.jpeg")
  /// public.png
  public static let png = UTType(known: "public.png")
  /// public.tiff
  public static let tiff = UTType(known: "public.tiff")
  /// com.compuserve.gif
  public static let gif = UTType(known: "com.compuserve.gif")
  /// com.microsoft.bmp
  public static let bmp = UTType(known: "com.microsoft.bmp")
  /// com.microsoft.ico
  public static let ico = UTType(known: "com.microsoft.ico")
  /// org.webmproject.webp
  public static let webP = UTType(known: "org.webmproject.webp")
  /// public.heif
  public static let heif = UTType(known: "public.heif")
  /// public.heic
  public static let heic = UTType(known: "public.heic")
  /// public.heics
  public static let heics = UTType(known: "public.heics")
  /// public.camera-raw-image
  public static let rawImage = UTType(known: "public.camera-raw-image")
  /// com.adobe.raw-image
  public static let dng = UTType(known: "com.adobe.raw-image")
  /// public.svg-image
  public static let svg = UTType(known: "public.svg-image")
  /// public.audiovisual-content
  public static let audiovisualContent = UTType(known: "public.audiovisual-content")
  /// public.movie
  public static let movie = UTType(known: "public.movie")
  /// public.video
  public static let video = UTType(known: "public.video")
  /// public.audio
  public static let audio = UTType(known: "public.audio")
  /// public.mpeg
  public static let mpeg = UTType(known: "public.mpeg")
  /// public.mpeg-2-video
  public static let mpeg2Video = UTType(known: "public.mpeg-2-video")
  /// public.mpeg-2-transport-stream
  public static let mpeg2TransportStream = UTType(known: "public.mpeg-2-transport-stream")
  /// public.mpeg-4-audio
  public static let mpeg4Audio = UTType(known: "public.mpeg-4-audio")
  /// com.apple.m4v-video
  public static let appleProtectedMPEG4Video = UTType(known: "com.apple.m4v-video")
  /// com.apple.protected-mpeg-4-audio
  public static let appleProtectedMPEG4Audio = UTType(known: "com.apple.protected-mpeg-4-audio")
  /// public.avi
  public static let avi = UTType(known: "public.avi")
  /// public.mp3
  public static let mp3 = UTType(known: "public.mp3")
  /// public.aiff-audio
  public static let aiff = UTType(known: "public.aiff-audio")
  /// com.microsoft.waveform-audio
  public static let wav = UTType(known: "com.microsoft.waveform-audio")
  /// public.midi-audio
  public static let midi = UTType(known: "public.midi-audio")
  /// public.playlist
  public static let playlist = UTType(known: "public.playlist")
  /// public.m3u-playlist
  public static let m3uPlaylist = UTType(known: "public.m3u-playlist")

  private init(known identifier: String) {
    // No identifier of the list is empty.
    self = UTType(identifier) ?? .mpeg4Movie
  }
}

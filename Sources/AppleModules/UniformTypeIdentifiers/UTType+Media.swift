import AVFoundation

/// Types of images, movies and audio.
extension UTType {
  /// public.image
  public static let image = UTType(known: "public.image")
  /// public.jpeg
  public static let jpeg = UTType(known: "public.jpeg")
  /// public.tiff
  public static let tiff = UTType(known: "public.tiff")
  /// com.compuserve.gif
  public static let gif = UTType(known: "com.compuserve.gif")
  /// public.png
  public static let png = UTType(known: "public.png")
  /// com.apple.icns
  public static let icns = UTType(known: "com.apple.icns")
  /// com.microsoft.bmp
  public static let bmp = UTType(known: "com.microsoft.bmp")
  /// com.microsoft.ico
  public static let ico = UTType(known: "com.microsoft.ico")
  /// public.camera-raw-image
  public static let rawImage = UTType(known: "public.camera-raw-image")
  /// com.adobe.raw-image
  public static let dng = UTType(known: "com.adobe.raw-image")
  /// public.svg-image
  public static let svg = UTType(known: "public.svg-image")
  /// com.apple.live-photo
  public static let livePhoto = UTType(known: "com.apple.live-photo")
  /// public.heif
  public static let heif = UTType(known: "public.heif")
  /// public.heic
  public static let heic = UTType(known: "public.heic")
  /// public.heics
  public static let heics = UTType(known: "public.heics")
  /// org.webmproject.webp
  public static let webP = UTType(known: "org.webmproject.webp")
  /// com.ilm.openexr-image
  public static let exr = UTType(known: "com.ilm.openexr-image")
  /// public.3d-content
  public static let threeDContent = UTType(known: "public.3d-content")
  /// com.pixar.universal-scene-description
  public static let usd = UTType(known: "com.pixar.universal-scene-description")
  /// com.pixar.universal-scene-description-mobile
  public static let usdz = UTType(known: "com.pixar.universal-scene-description-mobile")
  /// com.apple.reality
  public static let realityFile = UTType(known: "com.apple.reality")
  /// com.apple.scenekit.scene
  public static let sceneKitScene = UTType(known: "com.apple.scenekit.scene")
  /// com.apple.arobject
  public static let arReferenceObject = UTType(known: "com.apple.arobject")
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
  /// com.apple.protected-mpeg-4-audio
  public static let appleProtectedMPEG4Audio = UTType(known: "com.apple.protected-mpeg-4-audio")
  /// com.apple.protected-mpeg-4-video
  public static let appleProtectedMPEG4Video = UTType(known: "com.apple.protected-mpeg-4-video")
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
}

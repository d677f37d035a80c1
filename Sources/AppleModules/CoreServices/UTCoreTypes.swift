import CoreGraphics

// The identifiers of types. Source: UTCoreTypes.h.

/// public.item
public nonisolated(unsafe) let kUTTypeItem: CFString = "public.item"
/// public.content
public nonisolated(unsafe) let kUTTypeContent: CFString = "public.content"
/// public.composite-content
public nonisolated(unsafe) let kUTTypeCompositeContent: CFString = "public.composite-content"
/// public.data
public nonisolated(unsafe) let kUTTypeData: CFString = "public.data"
/// public.directory
public nonisolated(unsafe) let kUTTypeDirectory: CFString = "public.directory"
/// public.folder
public nonisolated(unsafe) let kUTTypeFolder: CFString = "public.folder"
/// public.url
public nonisolated(unsafe) let kUTTypeURL: CFString = "public.url"
/// public.file-url
public nonisolated(unsafe) let kUTTypeFileURL: CFString = "public.file-url"
/// public.text
public nonisolated(unsafe) let kUTTypeText: CFString = "public.text"
/// public.plain-text
public nonisolated(unsafe) let kUTTypePlainText: CFString = "public.plain-text"
/// public.utf8-plain-text
public nonisolated(unsafe) let kUTTypeUTF8PlainText: CFString = "public.utf8-plain-text"
/// public.html
public nonisolated(unsafe) let kUTTypeHTML: CFString = "public.html"
/// public.xml
public nonisolated(unsafe) let kUTTypeXML: CFString = "public.xml"
/// public.json
public nonisolated(unsafe) let kUTTypeJSON: CFString = "public.json"
/// public.comma-separated-values-text
public nonisolated(unsafe) let kUTTypeCommaSeparatedText: CFString = "public.comma-separated-values-text"
/// com.adobe.pdf
public nonisolated(unsafe) let kUTTypePDF: CFString = "com.adobe.pdf"
/// public.archive
public nonisolated(unsafe) let kUTTypeArchive: CFString = "public.archive"
/// public.zip-archive
public nonisolated(unsafe) let kUTTypeZipArchive: CFString = "public.zip-archive"
/// org.gnu.gnu-zip-archive
public nonisolated(unsafe) let kUTTypeGNUZipArchive: CFString = "org.gnu.gnu-zip-archive"
/// public.image
public nonisolated(unsafe) let kUTTypeImage: CFString = "public.image"
/// public.jpeg
public nonisolated(unsafe) let kUTTypeJPEG: CFString = "public.jpeg"
/// public.png
public nonisolated(unsafe) let kUTTypePNG: CFString = "public.png"
/// public.tiff
public nonisolated(unsafe) let kUTTypeTIFF: CFString = "public.tiff"
/// com.compuserve.gif
public nonisolated(unsafe) let kUTTypeGIF: CFString = "com.compuserve.gif"
/// com.microsoft.bmp
public nonisolated(unsafe) let kUTTypeBMP: CFString = "com.microsoft.bmp"
/// com.microsoft.ico
public nonisolated(unsafe) let kUTTypeICO: CFString = "com.microsoft.ico"
/// public.camera-raw-image
public nonisolated(unsafe) let kUTTypeRawImage: CFString = "public.camera-raw-image"
/// public.svg-image
public nonisolated(unsafe) let kUTTypeScalableVectorGraphics: CFString = "public.svg-image"
/// public.audiovisual-content
public nonisolated(unsafe) let kUTTypeAudiovisualContent: CFString = "public.audiovisual-content"
/// public.movie
public nonisolated(unsafe) let kUTTypeMovie: CFString = "public.movie"
/// public.video
public nonisolated(unsafe) let kUTTypeVideo: CFString = "public.video"
/// public.audio
public nonisolated(unsafe) let kUTTypeAudio: CFString = "public.audio"
/// com.apple.quicktime-movie
public nonisolated(unsafe) let kUTTypeQuickTimeMovie: CFString = "com.apple.quicktime-movie"
/// public.mpeg
public nonisolated(unsafe) let kUTTypeMPEG: CFString = "public.mpeg"
/// public.mpeg-2-video
public nonisolated(unsafe) let kUTTypeMPEG2Video: CFString = "public.mpeg-2-video"
/// public.mpeg-4
public nonisolated(unsafe) let kUTTypeMPEG4: CFString = "public.mpeg-4"
/// public.mpeg-4-audio
public nonisolated(unsafe) let kUTTypeMPEG4Audio: CFString = "public.mpeg-4-audio"
/// com.apple.protected-mpeg-4-audio
public nonisolated(unsafe) let kUTTypeAppleProtectedMPEG4Audio: CFString = "com.apple.protected-mpeg-4-audio"
/// com.apple.protected-mpeg-4-video
public nonisolated(unsafe) let kUTTypeAppleProtectedMPEG4Video: CFString = "com.apple.protected-mpeg-4-video"
/// com.apple.live-photo
public nonisolated(unsafe) let kUTTypeLivePhoto: CFString = "com.apple.live-photo"
/// public.avi
public nonisolated(unsafe) let kUTTypeAVIMovie: CFString = "public.avi"
/// public.mp3
public nonisolated(unsafe) let kUTTypeMP3: CFString = "public.mp3"
/// public.aiff-audio
public nonisolated(unsafe) let kUTTypeAudioInterchangeFileFormat: CFString = "public.aiff-audio"
/// com.microsoft.waveform-audio
public nonisolated(unsafe) let kUTTypeWaveformAudio: CFString = "com.microsoft.waveform-audio"
/// public.midi-audio
public nonisolated(unsafe) let kUTTypeMIDIAudio: CFString = "public.midi-audio"
/// public.playlist
public nonisolated(unsafe) let kUTTypePlaylist: CFString = "public.playlist"
/// public.m3u-playlist
public nonisolated(unsafe) let kUTTypeM3UPlaylist: CFString = "public.m3u-playlist"

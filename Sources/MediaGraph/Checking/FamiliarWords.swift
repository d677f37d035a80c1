/// The words by which users of other programs know what a node does, and what Reel has for it.
///
/// A word is one of FFmpeg's filters, one of GStreamer's elements, or what people say: `fade`, `videoscale`, `watermark`.
struct FamiliarWords {
  /// The types of nodes that do it; empty if none does yet.
  let types: [NodeType]
  /// One sentence, without a capital and a full stop.
  let advice: String

  /// Returns the entry of a word; nil if the table does not have it. Case, `-` and `_` do not matter.
  static func entry(of word: String) -> FamiliarWords? { table[normalized(word)] }

  /// The words of the table, in order.
  static var words: [String] { table.keys.sorted() }

  /// The types that the table names, for tests.
  static var namedTypes: Set<NodeType> { Set(table.values.flatMap(\.types)) }

  private static func normalized(_ word: String) -> String {
    word.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
  }

  private static let table: [String: FamiliarWords] = {
    var table: [String: FamiliarWords] = [:]
    func add(_ words: String, _ types: [NodeType], _ advice: String) {
      for word in words.split(separator: " ") {
        table[String(word)] = FamiliarWords(types: types, advice: advice)
      }
    }
    for (words, type, details) in replacements {
      add(words, [type], "use '\(type)'" + (details.isEmpty ? "" : " \(details)"))
    }
    for (words, types, advice) in otherWays { add(words, types, advice) }
    for (words, name, element) in missing {
      let way = element.map { "; GStreamer's is { use: gst, with: { \($0) } }" } ?? ""
      add(words, [], "Reel has no \(name) yet" + way)
    }
    return table
  }()

  /// Words for what one node does.
  private static let replacements: [(words: String, type: NodeType, details: String)] = [
    ("scale resize videoscale zscale size shrink", "video.scale", ""),
    ("crop videocrop", "video.crop", ""),
    ("volume gain loudness louder mute", "audio.volume", ""),
    ("rotate transpose flip hflip vflip videoflip mirror autorotate orientation", "video.orient", ""),
    ("fps framerate videorate rate", "video.rate", ""),
    ("format videoconvert pixelformat pixfmt", "video.convert", ""),
    (
      "resample aresample audioresample audioconvert aformat downmix upmix remix pan channelmap samplerate",
      "audio.convert", ""
    ),
    ("mix amix amerge audiomixer adder sum", "audio.mix", ""),
    ("loudnorm normalize normalise dynaudnorm replaygain rgvolume r128", "audio.loudness", ""),
    ("ebur128 level meter vumeter astats volumedetect", "audio.level", ""),
    ("atempo scaletempo pitch tempo", "audio.tempo", ""),
    (
      "text drawtext textoverlay title burnin timecode clockoverlay timeoverlay", "video.text", ""
    ),
    ("subtitle subtitles subtitleoverlay captions subparse srt", "video.text", "with text.read linked to 'subtitles'"),
    ("eq brightness contrast saturation videobalance grade colorcorrect colourcorrect", "video.grade", ""),
    ("colorspace colormatrix colorimetry", "video.color", ""),
    ("tile contactsheet sheet", "video.tile", ""),
    ("thumbnail thumbnails thumbnailer screenshot snapshot", "asset.frames", "with image.render and image.write"),
    (
      "overlay compositor videomixer pip pictureinpicture watermark logo hstack vstack xstack stack sidebyside mosaic",
      "video.composite", "with layers: [{}, { x: 20, y: 20 }], a place for each input"
    ),
    ("pad letterbox pillarbox videobox canvas", "video.composite", "with the size of the canvas and layers"),
    ("filesrc filesource readfile", "file.read", "for bytes, 'asset.read' for media"),
    (
      "source src input read open load import demux decodebin uridecodebin qtdemux matroskademux parsebin urisourcebin",
      "asset.read", ""
    ),
    ("sink filesink output write save export", "file.write", "behind a muxer such as mux.mp4"),
    ("videotestsrc testsrc testsrc2 smptebars colorbars testpattern", "test.video", ""),
    ("audiotestsrc sine tone noise anoisesrc anullsrc silence beep", "test.audio", ""),
    ("camera webcam v4l2src", "capture.video", ""),
    ("microphone mic pulsesrc alsasrc autoaudiosrc", "capture.audio", ""),
    ("autovideosink xvimagesink glimagesink ximagesink window screen preview", "display.video", ""),
    ("autoaudiosink pulsesink alsasink speakers headphones", "speaker", ""),
    ("fakesink nullsink anullsink discard", "null", ""),
    ("x264 x264enc libx264 avc openh264enc", "video.encode.h264", ""),
    ("x265 x265enc libx265 h265", "video.encode.hevc", ""),
    ("svtav1 libsvtav1 libaom svtav1enc av1enc rav1e", "video.encode.av1", ""),
    ("libvpx vp8enc", "video.encode.vp8", ""),
    ("libvpxvp9 vp9enc", "video.encode.vp9", ""),
    ("avencaac fdkaac fdkaacenc libfdkaac voaacenc", "audio.encode.aac", ""),
    ("lame lamemp3enc libmp3lame", "audio.encode.mp3", ""),
    ("opusenc libopus", "audio.encode.opus", ""),
    ("vorbisenc libvorbis", "audio.encode.vorbis", ""),
    ("pngenc png", "image.encode.png", ""),
    ("jpegenc jpeg jpg", "image.encode.jpeg", "for a picture, 'video.encode.mjpeg' for video"),
    ("multifilesink", "image.write", ""),
    ("mp4mux isomp4mux m4v", "mux.mp4", ""),
    ("qtmux quicktime", "mux.mov", ""),
    ("matroskamux matroska", "mux.mkv", ""),
    ("webmmux", "mux.webm", ""),
    ("mpegtsmux mpegts", "mux.ts", ""),
    ("oggmux", "mux.ogg", ""),
    ("wavenc wave", "mux.wav", ""),
    ("hls hlssink hlssink2 m3u8", "hls.write", ""),
  ]

  /// Words for what is done in another way than by a node of that purpose.
  private static let otherWays: [(words: String, types: [NodeType], advice: String)] = [
    (
      "fade fadein fadeout afade", ["timeline"],
      "a fade is a ramp of a clip of 'timeline': opacity: { 0s: 0, 1s: 1 }, for sound volume: { 0s: 0, 1s: 1 }"
    ),
    (
      "crossfade xfade acrossfade dissolve transition wipe slide push", ["timeline"],
      "transitions stand between two clips of 'timeline': { transition: crossfade, duration: 1s }"
    ),
    (
      "concat concatenate join append sequence playlist splice edit compose", ["timeline", "timeline.copy"],
      "'timeline' shows clips one after the other: items: [{ clip: a.mp4 }, { clip: b.mp4 }]; 'reel join' does so too"
    ),
    (
      "trim atrim cut clip subclip excerpt part range seek", ["asset.read", "timeline"],
      "'asset.read' and the clips of 'timeline' take a part: { from: 10s, to: 20s }; 'reel cut' does so too"
    ),
    (
      "segment segments ssegment splitmuxsink segmenter", ["hls.write", "asset.read"],
      "'hls.write' and 'reel hls' write segments for streaming; 'asset.read' and 'reel cut' take a part of a file"
    ),
    (
      "channelsplit deinterleave splitchannels", ["audio.convert"],
      "'audio.convert' takes the channel of one speaker: { speakers: [front_left] }; one for each reads the same output"
    ),
    (
      "sidechaincompress sidechaingate sidechain duck ducking autoduck", [],
      "the plugin Plugins/Ducking has audio.duck, which lowers music while a voice speaks: Pipelines/ducking.yaml"
    ),
    (
      "showwavespic showwaves waveform wavescope", [],
      "'reel waveform' draws the waveform of sound, as a picture or as numbers"
    ),
    (
      "silencedetect detectsilence", ["audio.level"],
      "Reel has no detection of silence yet; 'audio.level' measures loudness and peaks, and 'reel waveform IN -o OUT.json' "
        + "has the peaks along the sound"
    ),
    (
      "drawbox fillborders", ["video.composite"],
      "a box is a layer of 'video.composite': black or white of 'test.video', or a picture of 'image.read'"
    ),
    (
      "image2 imagesequence imagesequencesrc multifilesrc numberedimages", ["video.decode"],
      "Reel reads no numbered images yet; GStreamer's element is { use: gst, with: { element: imagesequencesrc, to: "
        + "video/coded, properties: { location: im-%03d.png, start-index: 1, framerate: 25/1 } } }, before 'video.decode'"
    ),
    (
      "reverse areverse backwards backward rewind", ["timeline"],
      "a clip of 'timeline' is played backwards with reverse: true"
    ),
    (
      "speed setpts asetpts slowmotion slowmo timelapse fast slow", ["timeline", "audio.tempo"],
      "a clip of 'timeline' is slower or faster with duration: and what it should last; 'audio.tempo' changes sound alone"
    ),
    (
      "zoom zoompan kenburns panandzoom move animate opacity alpha", ["timeline"],
      "pictures move and grow by ramps of a clip of 'timeline': transform: { 0s: { a: 1, d: 1 }, 5s: { a: 2, d: 2 } }"
    ),
    (
      "split asplit tee duplicate fork", [],
      "no node is needed: an output may be read by any number of nodes, each of which names it after in:"
    ),
    (
      "queue queue2 multiqueue buffer", [],
      "no node is needed: queues are put where the graph needs them, and 'reel explain' shows them"
    ),
    ("capsfilter caps", ["video.convert", "audio.convert"], "use 'video.convert' or 'audio.convert'"),
    (
      "copy streamcopy remux passthrough", ["asset.copy", "timeline.copy"],
      "use 'asset.copy', the output samples of 'asset.read', or 'reel remux'"
    ),
    ("loop aloop repeat", ["timeline"], "Reel has no loop yet; a clip may stand in 'timeline' several times"),
    ("mux muxer container", [], "each kind of file has a muxer, such as mux.mp4"),
    ("encode encoder codec", [], "each codec has an encoder, such as video.encode.h264"),
  ]

  /// Operations that Reel has no node for, with GStreamer's element for each.
  private static let missing: [(words: String, name: String, element: String?)] = [
    ("blur boxblur gblur gaussianblur", "blur", "element: gaussianblur, type: video/raw"),
    ("sharpen unsharp", "sharpening", "element: gaussianblur, properties: { sigma: -1 }, type: video/raw"),
    ("deinterlace yadif bwdif", "deinterlacing", "element: deinterlace, type: video/raw"),
    ("denoise hqdn3d nlmeans noisereduction", "noise reduction", nil),
    (
      "chromakey colorkey greenscreen bluescreen", "chroma key",
      "element: alpha, properties: { method: green }, type: video/raw"
    ),
    ("lut lut3d lut1d cube", "lookup tables of colours", nil),
    ("tonemap tonemapping hdrtosdr", "tone mapping", nil),
    ("stabilize stabilise vidstab deshake", "stabilisation", nil),
    ("minterpolate interpolate opticalflow", "interpolation of frames", nil),
    ("equalizer equaliser superequalizer bass treble", "equalizer", "element: equalizer-10bands, type: audio/raw"),
    ("compressor acompressor limiter alimiter", "compressor", "element: audiodynamic, type: audio/raw"),
    ("reverb freeverb", "reverberation", "element: freeverb, type: audio/raw"),
    ("echo aecho audioecho", "echo", "element: audioecho, type: audio/raw"),
    ("highpass lowpass bandpass", "filter of frequencies", "element: audiocheblimit, type: audio/raw"),
    ("delay adelay", "delay", nil),
    (
      "silenceremove removesilence", "removal of silence",
      "element: removesilence, type: audio/raw, properties: { remove: true, squash: true }"
    ),
    ("palettegen paletteuse gif gifenc", "GIF writing", nil),
    ("dash mpd dashsink", "DASH", nil),
    ("rtmp rtsp rtp udp webrtc whip stream streaming", "streaming to servers", nil),
  ]
}

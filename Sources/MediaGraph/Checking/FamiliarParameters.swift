/// The words by which users of other programs know a parameter of a node, such as `crf`, and the remedy for those that a node of that
/// kind does not have.
enum FamiliarParameters {
  /// Returns the remedy for an unknown parameter of a node, without a full stop; nil for a word of no known meaning.
  static func advice(on word: String, of declaration: NodeDeclaration) -> String? {
    let word = word.lowercased().filter { $0 != "_" && $0 != "-" }
    if let name = names[word], declaration.parameter(name) != nil { return "did you mean '\(name)'?" }
    return others.first { declaration.type.name.hasPrefix($0.nodes) && $0.words.contains(word) }?.advice
  }

  private static let names: [String: String] = {
    var names: [String: String] = [:]
    for (words, name) in [
      ("crf cq cqlevel qp q qscale quantizer", "quality"), ("preset speedpreset", "speed"),
      ("b bv vb ba ab br targetbitrate", "bitrate"), ("g gop gopsize keyint keyintmax", "key_frame_interval"),
      ("bf", "b_frames"), ("pass multipass", "passes"), ("fps r framerate", "frame_rate"), ("ac", "channels"),
      ("ar samplerate", "rate"), ("src path file filename location uri input output", "url"),
    ] {
      for word in words.split(separator: " ") { names[String(word)] = name }
    }
    return names
  }()

  /// The parameters that encoders leave to a node before them.
  private static let others: [(nodes: String, words: Set<String>, advice: String)] = [
    (
      "audio.encode.", ["channels", "ac", "channellayout", "layout"],
      "'audio.convert' before it changes the channels; 'reel transcode --channels' does so too"
    ),
    (
      "audio.encode.", ["rate", "samplerate", "ar"],
      "'audio.convert' before it changes the sample rate; 'reel transcode --sample-rate' does so too"
    ),
    (
      "video.encode.", ["framerate", "fps", "r", "rate"],
      "'video.rate' before it changes the frame rate; 'reel transcode --frame-rate' does so too"
    ),
    (
      "video.encode.", ["size", "s", "width", "height", "scale"],
      "'video.scale' before it changes the size; 'reel transcode --size' does so too"
    ),
    ("video.encode.", ["pixfmt", "pixelformat", "format"], "'video.convert' before it changes the pixel format"),
  ]
}

/// A file of the matrix: a flash and a beep once a second, with some codecs in some container.
struct Clip: Hashable, Sendable {
  var container: Container
  var video: VideoCodec = .none
  var frames: FrameTrait = .plain
  var audio: AudioCodec = .none
  var speakers: Speakers = .stereo
  var timing: Timing = .whole
  var maker: Maker = .ffmpeg

  /// The name, without default values: `mkv-h264-bframes-aac-late`, `mp4-gst-novideo-aac-mono`.
  var name: String {
    var words = [container.rawValue]
    if maker != .ffmpeg { words.append(maker.rawValue) }
    words.append(video == .none ? "novideo" : video.rawValue)
    if frames != .plain { words.append(frames.rawValue) }
    words.append(audio == .none ? "noaudio" : audio.rawValue)
    if speakers != .stereo { words.append(speakers.word) }
    if timing != .whole { words.append(timing.rawValue) }
    return words.joined(separator: "-")
  }
}

extension Clip {
  /// - Parameter name: A name as of `name`; nil if it is invalid.
  init?(name: Substring) {
    var words = name.split(separator: "-")[...]
    func take<Value: RawRepresentable>(_ word: (Value) -> String) -> Value?
    where Value: CaseIterable, Value.RawValue == String {
      guard let value = Value.allCases.first(where: { word($0) == words.first.map(String.init) }) else { return nil }
      words.removeFirst()
      return value
    }
    guard let container: Container = take(\.rawValue) else { return nil }
    self.init(container: container)
    maker = take(\.rawValue) ?? maker
    guard let video: VideoCodec = take({ $0 == .none ? "novideo" : $0.rawValue }) else { return nil }
    self.video = video
    frames = take(\.rawValue) ?? frames
    guard let audio: AudioCodec = take({ $0 == .none ? "noaudio" : $0.rawValue }) else { return nil }
    self.audio = audio
    speakers = take(\.word) ?? speakers
    timing = take(\.rawValue) ?? timing
    guard words.isEmpty else { return nil }
  }
}

/// A file, the operation on it, and its access.
struct Cell: Hashable, Sendable {
  var clip: Clip
  var operation: Operation
  var access: Access

  /// `mkv-h264-bframes-aac-late.transcode.pipe`
  var name: String { "\(clip.name).\(operation.rawValue).\(access.rawValue)" }
}

extension Cell {
  /// - Parameter name: A name as of `name`; nil if it is invalid.
  init?(name: String) {
    let parts = name.split(separator: ".")
    guard parts.count == 3, let clip = Clip(name: parts[0]), let operation = Operation(rawValue: String(parts[1])),
      let access = Access(rawValue: String(parts[2]))
    else { return nil }
    self.init(clip: clip, operation: operation, access: access)
  }
}

/// Captures video from a camera.
public struct CaptureVideo: Node {
  public static let type: NodeType = "capture.video"
  public static let summary = "Gives what a camera sees, in real time."

  @Port(out: "out", "The pictures.") public var output: Output<RawVideo>
  @Parameter("The camera: camera:0 is the first one, /dev/video2 a device by its path.") public var device: Device =
    "camera:0"
  @Parameter("Width and height; without it, the camera's own choice.") public var size: PixelSize?
  @Parameter("Frames a second; without it, the camera's own choice.") public var frameRate: FrameRate?

  public init() {}
}

/// Captures audio from a microphone.
public struct CaptureAudio: Node {
  public static let type: NodeType = "capture.audio"
  public static let summary = "Gives what a microphone hears, in real time."

  @Port(out: "out", "The sound.") public var output: Output<RawAudio>
  @Parameter("The microphone: microphone:0 is the default one; any other by the sound server's name.")
  public var device: Device = "microphone:0"
  @Parameter("Samples a second.", unit: "Hz", in: 8000...192000) public var rate = 48000
  @Parameter("The number of channels.", in: 1...8) public var channels = 2

  public init() {}
}

/// Captures a screen of the X Window System.
public struct CaptureScreen: Node {
  public static let type: NodeType = "capture.screen"
  public static let summary = "Gives what a screen of X11 shows, in real time."

  @Port(out: "out", "The pictures.") public var output: Output<RawVideo>
  @Parameter("The display, such as :0 or :0.1; without it, the one that DISPLAY names.") public var display: String?
  @Parameter("Frames a second.") public var frameRate: FrameRate = FrameRate(30) ?? FrameRate()
  @Parameter("The region's distance from the left edge.", unit: "pixels", in: 0...32767) public var left = 0
  @Parameter("The region's distance from the top.", unit: "pixels", in: 0...32767) public var top = 0
  @Parameter("Width and height of the region; without it, all that is right of and below its corner.")
  public var size: PixelSize?
  @Parameter("True to show the pointer.") public var cursor = true

  public init() {}
}

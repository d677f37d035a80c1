import MediaEngine
import MediaGraph

/// Generates frames that show their numbers.
public struct CounterVideo: ClosureNode {
  public static let type: NodeType = "counter.video"
  public static let summary = "Makes pictures each of which shows its number as black and white cells."

  @Port(out: "out", "The pictures, each at its number divided by the frame rate.") public var output: Output<RawVideo>
  @Parameter("Width and height, at least 32x20.") public var size = PixelSize(width: 640, height: 360)
  @Parameter("Pictures a second.") public var frameRate: FrameRate = .init(30) ?? FrameRate()
  @Parameter("The duration.") public var duration: MediaTime = .seconds(10)
  @Parameter("The number of the first picture.", in: 0...NumberGrid.limit - 1) public var first = 0

  public init() {}

  public func makeClosure() throws -> VideoSource {
    guard size.width >= 32, size.height >= 20 else {
      throw CountingError("size is \(size.text), but the cells of a number need 32x20 at least")
    }
    let count = try duration.count(at: frameRate, of: "pictures")
    guard first + count <= NumberGrid.limit else {
      throw CountingError("numbers end at \(NumberGrid.limit - 1): there are too many pictures")
    }
    return VideoSource(format: .i420, size: size, frameRate: frameRate) { [first] frame, index in
      if index >= count { return false }
      frame.draw(number: first + index)
      return true
    }
  }
}

extension VideoFrame {
  /// Draws the cells of a number in video-range black and white; the frame is I420.
  mutating func draw(number: Int) {
    let cells = NumberGrid.cells(of: number)
    withMutablePlane(0) { luma in
      let (width, height) = (luma.width, luma.height)
      for row in 0..<NumberGrid.rows {
        let values = cells[row * NumberGrid.columns..<(row + 1) * NumberGrid.columns].map { $0 ? 235 : 16 as UInt8 }
        let ends = (1...NumberGrid.columns).map { NumberGrid.start($0, of: NumberGrid.columns, in: width) }
        let top = NumberGrid.start(row, of: NumberGrid.rows, in: height)
        for y in top..<NumberGrid.start(row + 1, of: NumberGrid.rows, in: height) {
          luma.withRow(y) { pixels in
            var x = 0
            for (value, end) in zip(values, ends) {
              while x < end {
                pixels[x] = value
                x += 1
              }
            }
          }
        }
      }
    }
    withMutablePlane(1) { $0.fill(128) }
    withMutablePlane(2) { $0.fill(128) }
  }
}

/// Generates audio whose samples encode their indices.
public struct CounterAudio: ClosureNode {
  public static let type: NodeType = "counter.audio"
  public static let summary = "Makes noise each sample of which tells its index."

  @Port(out: "out", "The sound, in 16 bits.") public var output: Output<RawAudio>
  @Parameter("Samples a second.", unit: "Hz", in: 8000...192000) public var rate = 48000
  @Parameter("The number of channels; the index is whole with two, modulo 65536 with one.", in: 1...2) public
    var channels =
    2
  @Parameter("The duration.") public var duration: MediaTime = .seconds(10)
  @Parameter("The index of the first sample.", in: 0...Int(UInt32.max)) public var first = 0

  public init() {}

  public func makeClosure() throws -> AudioSource {
    guard let rate = Int32(exactly: rate), let unit = FrameRate(rate) else { throw CountingError("rate is too high") }
    let count = Int64(try duration.count(at: unit, of: "samples"))
    return AudioSource(format: .s16, rate: self.rate, channels: channels) { [first = Int64(first)] block in
      let position = block.samplePosition ?? 0
      let (frames, channels) = (min(Int64(block.frameCount), max(0, count - position)), block.channels)
      block.withMutableSamples(as: Int16.self) { samples in
        for frame in 0..<Int(frames) {
          let (left, right) = SampleCode.samples(of: first + position + Int64(frame), channels: channels)
          samples[frame * channels] = left
          if channels > 1 { samples[frame * channels + 1] = right }
        }
      }
      return Int(frames)
    }
  }
}

/// Generates video and audio of equal duration.
public struct CounterClip: TemplateNode {
  public static let type: NodeType = "counter.clip"
  public static let summary = "Makes numbered pictures and indexed sound of the same length."

  @Port(out: "video", "The pictures.") public var video: Output<RawVideo>
  @Port(out: "audio", "The sound, in 16 bits.") public var audio: Output<RawAudio>
  @Parameter("Width and height, at least 32x20.") public var size = PixelSize(width: 640, height: 360)
  @Parameter("Pictures a second.") public var frameRate: FrameRate = .init(30) ?? FrameRate()
  @Parameter("The duration of both.") public var duration: MediaTime = .seconds(10)
  @Parameter("Samples a second.", unit: "Hz", in: 8000...192000) public var rate = 48000

  public init() {}

  public func build(_ template: inout Template) {
    let pictures = template.add(
      "pictures",
      CounterVideo {
        $0.size = size
        $0.frameRate = frameRate
        $0.duration = duration
      })
    let sound = template.add(
      "sound",
      CounterAudio {
        $0.rate = rate
        $0.duration = duration
      })
    template.connect(pictures.output, to: video)
    template.connect(sound.output, to: audio)
  }
}

extension MediaTime {
  /// Returns the number of frames or samples that begin before the time.
  func count(at rate: FrameRate, of things: String) throws -> Int {
    guard let time = time(at: rate), time.isNumeric, time.value >= 0 else {
      throw CountingError("duration must be a time")
    }
    let units = CMTimeMultiplyByRatio(time, multiplier: rate.numerator, divisor: rate.denominator)
    let count = units.convertScale(1, method: .roundTowardPositiveInfinity).value
    guard count <= Int64(UInt32.max) else { throw CountingError("there are too many \(things)") }
    return Int(count)
  }
}

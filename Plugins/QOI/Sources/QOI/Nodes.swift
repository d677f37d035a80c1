import MediaEngine
import MediaGraph

/// The media type of the codec's packets.
let qoi: PacketFormat = "image/x-qoi"

/// Encodes frames losslessly as QOI.
public struct EncodeQOI: ClosureNode {
  public static let type: NodeType = "video.encode.qoi"
  public static let summary = "Encodes pictures losslessly as QOI, each by itself."

  @Port(in: "in", "Pictures.") public var input: Input<RawVideo>
  @Port(out: "out", "Coded pictures.") public var output: Output<Coded<Video>>

  public init() {}

  public func makeClosure() -> Transform<RawVideo, Coded<Video>> {
    Transform(from: .frames([.rgb, .rgba]), to: .packets(qoi)) { frame, output in
      let hasAlpha = frame.pixelFormat == .rgba
      let step = hasAlpha ? 4 : 3
      var encoder = QOIEncoder(width: frame.width, height: frame.height, hasAlpha: hasAlpha)
      frame.withPlane(0) { plane in
        for y in 0..<plane.height {
          plane.withRow(y) { row in
            for x in stride(from: 0, to: row.count - step + 1, by: step) {
              encoder.add(
                QOIPixel(red: row[x], green: row[x + 1], blue: row[x + 2], alpha: hasAlpha ? row[x + 3] : 255))
            }
          }
        }
      }
      try output.send(DataPacket(encoder.finish(), at: frame.presentationTime, duration: frame.duration))
    }
  }
}

/// Decodes QOI images.
public struct DecodeQOI: ClosureNode {
  public static let type: NodeType = "video.decode.qoi"
  public static let summary = "Decodes QOI pictures."

  @Port(in: "in", "Coded pictures.") public var input: Input<Coded<Video>>
  @Port(out: "out", "Pictures.") public var output: Output<RawVideo>

  public init() {}

  public func makeClosure() -> Transform<Coded<Video>, RawVideo> {
    Transform(from: .packets(qoi), to: .frames(.rgb, .rgba)) { packet, output in
      var decoder = try QOIDecoder([UInt8](packet.data))
      let header = decoder.header
      let step = header.hasAlpha ? 4 : 3
      try output.draw(
        width: header.width, height: header.height, format: header.hasAlpha ? .rgba : .rgb,
        at: packet.presentationTime, duration: packet.duration
      ) { frame in
        try frame.withMutablePlane(0) { plane throws(QOIError) in
          for y in 0..<plane.height {
            try plane.withRow(y) { row throws(QOIError) in
              for x in stride(from: 0, to: row.count - step + 1, by: step) {
                let pixel = try decoder.next()
                (row[x], row[x + 1], row[x + 2]) = (pixel.red, pixel.green, pixel.blue)
                if header.hasAlpha { row[x + 3] = pixel.alpha }
              }
            }
          }
        }
      }
      try decoder.finish()
    }
  }
}

/// Concatenates QOI images: the form of a file, which `ffmpeg -f qoi_pipe` reads.
public struct JoinQOI: ClosureNode {
  public static let type: NodeType = "qoi.join"
  public static let summary = "Puts QOI pictures one behind the other, as the bytes of a file."

  @Port(in: "in", "Coded pictures.") public var input: Input<Coded<Video>>
  @Port(out: "out", "The bytes.") public var output: Output<Bytes>

  public init() {}

  public func makeClosure() -> Transform<Coded<Video>, Bytes> {
    Transform(from: .packets(qoi), to: .packets(.bytes)) { packet, output in
      try output.send(DataPacket(packet.data, at: packet.presentationTime, duration: packet.duration))
    }
  }
}

/// Splits bytes into QOI images; image n is presented at n divided by the frame rate.
public struct SplitQOI: ClosureNode {
  public static let type: NodeType = "qoi.split"
  public static let summary = "Takes QOI pictures that stand one behind the other out of bytes."

  @Port(in: "in", "The bytes, in pieces of any size.") public var input: Input<Bytes>
  @Port(out: "out", "Coded pictures.") public var output: Output<Coded<Video>>
  @Parameter("Pictures a second.") public var frameRate: FrameRate = .init(25) ?? FrameRate()

  public init() {}

  private struct Stream {
    var splitter = QOISplitter()
    var count: Int64 = 0
  }

  public func makeClosure() -> Transform<Bytes, Coded<Video>> {
    let rate = frameRate
    let format = PacketFormat("\(qoi.caps), framerate=(fraction)\(rate.numerator)/\(rate.denominator)")
    return Transform(from: .packets(nil), to: .packets(format), state: { Stream() }) { stream, bytes, output in
      for picture in try stream.splitter.add(bytes.data) {
        let time = CMTime(value: stream.count * Int64(rate.denominator), timescale: Int32(rate.numerator))
        let duration = CMTime(value: Int64(rate.denominator), timescale: Int32(rate.numerator))
        try output.send(DataPacket(Data(picture), at: time, duration: duration))
        stream.count += 1
      }
    } finish: { stream, _ in
      try stream.splitter.finish()
    }
  }
}

@_cdecl("reel_plugin_register")
public func register(host: UnsafeRawPointer, abi: Int32) -> Int32 {
  PluginHost.register(host: host, abi: abi) { registry in
    try registry.register(EncodeQOI.self)
    try registry.register(DecodeQOI.self)
    try registry.register(JoinQOI.self)
    try registry.register(SplitQOI.self)
  }
}

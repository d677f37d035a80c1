internal import MediaSource
internal import GStreamer
internal import CGStreamer
import CoreMedia

/// The output of a `Transform` for compressed media, text, metadata or bytes. Valid only during the call that receives
/// it.
public struct PacketOutput: ~Copyable {
  private let stream: TransformOutputStream
  private let description: PacketDescription

  init(stream: TransformOutputStream, format: PacketFormat, inherited: [String]) {
    self.stream = stream
    description = PacketDescription(format, inherited: inherited)
  }

  /// Sets the format of the following packets, if it is known only now: a header, a level.
  public borrowing func describe(_ format: PacketFormat) { description.format = format }

  /// Sends a packet; blocks while the next node is busy. Times are on the input's timeline.
  ///
  /// - Throws: An error when the stream is being torn down; rethrow it.
  public borrowing func send(_ packet: DataPacket) throws {
    try stream.announce(description.caps(stream.inputFormat))
    try stream.push(
      Buffer(packet), at: packet.presentationTime, decodeTime: packet.decodeTime, duration: packet.duration)
  }
}

/// The format of an output's packets.
final class PacketDescription {
  var format: PacketFormat { didSet { if format != oldValue { known = nil } } }
  /// The fields that packets inherit from the input.
  private let inherited: [String]
  private var known: (input: String?, caps: Caps)?

  init(_ format: PacketFormat, inherited: [String]) {
    self.format = format
    self.inherited = inherited
  }

  fileprivate func caps(_ input: Structure?) throws -> Caps {
    if let known, known.input == input?.text { return known.caps }
    let caps = try format.gstCaps(inheriting: inherited, from: input)
    known = (input?.text, caps)
    return caps
  }
}

extension PacketFormat {
  /// Returns the caps with the header, and with the inherited fields of the input.
  func gstCaps(inheriting inherited: [String] = [], from input: Structure? = nil) throws -> Caps {
    let declared = try Caps(caps)
    guard let first = declared.first, declared.structures.count == 1 else { throw GStreamerError.badCaps(caps) }
    var text = first.text.hasSuffix(";") ? String(first.text.dropLast()) : first.text
    for field in inherited where first[field] == nil {
      if let value = input?[field]?.capsText { text += ", \(field)=\(value)" }
    }
    if let header {
      let digits = Array("0123456789abcdef")
      text += ", codec_data=(buffer)" + String(header.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
    return try Caps(text)
  }
}

extension Buffer {
  /// Creates a buffer with a copy of a packet's bytes, its times and flags.
  convenience init(_ packet: DataPacket) {
    self.init(copying: packet.bytes)
    presentationTime = .stamp(packet.presentationTime)
    decodeTime = .stamp(packet.decodeTime)
    duration = .stamp(packet.duration)
    if !packet.isSync { setFlags(.deltaUnit) }
  }
}

import CoreAudioTypes
import CoreGraphics
import Foundation

/// The fixed fields of an audio sample entry (ISO/IEC 14496-12, clause 12.2.3; QuickTime's versions 0 to 2).
struct AudioSampleFields {
  var channels: UInt32
  var bits: UInt32
  var sampleRate: Double
  /// The packet of QuickTime's versions 1 and 2; 0 in others.
  var framesPerPacket: UInt32 = 0
  var bytesPerPacket: UInt32 = 0
  var bytesPerFrame: UInt32 = 0
  /// Core Audio's flags of PCM in version 2.
  var linearFlags: UInt32?
  /// The offset of the boxes in the file; 0 for fields of another container.
  let end: Int64

  /// Creates the fields of another container's headers.
  init(channels: Int, sampleRate: Double, bits: Int = 16) {
    self.channels = UInt32(clamping: channels)
    self.sampleRate = sampleRate
    self.bits = UInt32(clamping: bits)
    end = 0
  }

  init(_ reader: inout PayloadReader, tableVersion: UInt8) throws(MovieError) {
    let version = try reader.u16()
    try reader.skip(6)
    channels = UInt32(try reader.u16())
    bits = UInt32(try reader.u16())
    try reader.skip(4)
    sampleRate = Double(try reader.u32()) / 65_536
    // In a table of version 1, version 1 is ISO's and adds no fields.
    switch tableVersion == 0 ? version : 0 {
    case 1:
      framesPerPacket = try reader.u32()
      bytesPerPacket = try reader.u32()
      bytesPerFrame = try reader.u32()
      try reader.skip(4)
    case 2:
      try reader.skip(4)
      sampleRate = Double(bitPattern: try reader.u64())
      channels = try reader.u32()
      try reader.skip(4)
      bits = try reader.u32()
      linearFlags = try reader.u32()
      bytesPerPacket = try reader.u32()
      framesPerPacket = try reader.u32()
    default: break
    }
    guard sampleRate.isFinite, (0...100_000_000).contains(sampleRate), channels <= 65_536 else {
      throw .malformed("sound has \(channels) channels at \(sampleRate) Hz", in: reader.box)
    }
    end = reader.position
  }
}

extension SampleDescription {
  /// Returns the size of an audio sample entry's fields before its boxes, without size and format.
  static func audioFieldsSize(_ entry: Box, tableVersion: UInt8, window: ByteWindow) throws(MovieError) -> Int64 {
    var reader = PayloadReader(entry, window: window)
    try reader.skip(8)
    return try AudioSampleFields(&reader, tableVersion: tableVersion).end - entry.start
  }

  /// Returns the packet of a QuickTime sound description, version 1; nil if each frame is a packet.
  func audioPacketLayout(_ window: ByteWindow) throws(MovieError) -> SampleTableBoxes.AudioPacketLayout? {
    guard isQuickTime, protection == nil else { return nil }
    var reader = PayloadReader(box, window: window)
    try reader.skip(8)
    let fields = try AudioSampleFields(&reader, tableVersion: tableVersion)
    guard fields.linearFlags == nil, fields.framesPerPacket > 1, fields.bytesPerFrame > 0 else { return nil }
    return .init(frames: Int(fields.framesPerPacket), bytes: Int(fields.bytesPerFrame))
  }

  func audioDescription(
    _ reader: inout PayloadReader, _ window: ByteWindow, _ extensions: CMFormatDescription.Extensions,
    channels: UInt32?
  ) throws -> CMFormatDescription {
    var fields = try AudioSampleFields(&reader, tableVersion: tableVersion)
    fields.channels = channels ?? fields.channels
    let boxes = try SampleEntryBoxes(in: box, from: fields.end, window: window)
    // QuickTime wraps the decoder configuration.
    let wave = try boxes.box("wave").map { try SampleEntryBoxes(in: $0, from: $0.start, window: window) }
    var extensions = extensions
    extensions.addAtoms(boxes.atoms)
    let audio = AudioSampleEntryFormat(codec: codec, fields: fields) { boxes[$0] ?? wave?[$0] }
    return try audio.withLayout { layout, size in
      try CMFormatDescription(
        audioStreamBasicDescription: audio.description, layoutSize: size, layout: layout,
        magicCookie: audio.cookie.map { Data($0) }, extensions: extensions)
    }
  }
}

import Foundation
import TestSupport
import Testing

@testable import MovieFile

/// The frames that decoders of HEVC hold, as parameter sets declare them.
@Suite struct HEVCPictureBufferTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// Encodes a stream with start codes.
  private func stream(_ name: String, _ options: String) throws -> (path: String, units: [[UInt8]]) {
    let path = folder.file(name)
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=30", "-frames:v", "12", "-pix_fmt", "yuv420p", "-c:v", "libx265",
      "-preset", "ultrafast", "-x265-params", "log-level=none:\(options)", path,
    ])
    return (path, StartCodes.units(in: [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))).map { Array($0) })
  }

  /// Fields of the parameter sets as ffmpeg reads them, each with its value.
  private func fields(_ path: String) throws -> [String] {
    try Oracle.text(
      "ffmpeg",
      ["-nostdin", "-v", "trace", "-i", path, "-c", "copy", "-bsf:v", "trace_headers", "-f", "null", "-"],
      withErrors: true
    ).split(separator: "\n").compactMap { line -> String? in
      let words = line.split(separator: " ")
      guard line.contains("trace_headers"), words.count > 3, let value = words.last,
        let name = words.first(where: { $0.contains("_") && !$0.contains("trace_headers") })
      else { return nil }
      return "\(name) \(value)"
    }
  }

  @Test func largerReordering_isDeclared_andAllElseIsAsItWas() throws {
    let plain = try stream("plain.hevc", "bframes=0:level-idc=2")
    let deep = try stream("deep.hevc", "bframes=4:b-pyramid=1:b-adapt=0:level-idc=4")
    let buffer = try #require(HEVCPictureBuffer(deep.units))
    #expect(buffer.reordered == 2 && buffer.level == 120)
    let path = folder.file("declared.hevc")
    let units = plain.units.map { buffer.declared(in: $0) }
    #expect(units != plain.units && HEVCPictureBuffer(units) == buffer)
    try Data(units.flatMap { [0, 0, 0, 1] + $0 }).write(to: URL(fileURLWithPath: path))
    let (before, after) = (try fields(plain.path), try fields(path))
    #expect(before.count > 100)
    let changed = after.difference(from: before).insertions.compactMap { change in
      if case .insert(_, let field, _) = change { field } else { nil }
    }
    #expect(
      Set(changed) == [
        "general_level_idc 120", "vps_max_dec_pic_buffering_minus1[0] \(buffer.held)",
        "vps_max_num_reorder_pics[0] 2", "sps_max_dec_pic_buffering_minus1[0] \(buffer.held)",
        "sps_max_num_reorder_pics[0] 2",
      ])
    // Sets that declare as much already stay as they are.
    #expect(deep.units.map { buffer.declared(in: $0) } == deep.units)
    let less = try #require(HEVCPictureBuffer(plain.units))
    #expect(deep.units.map { less.declared(in: $0) } == deep.units)
  }

  @Test func damagedSets_stayAsTheyAre() throws {
    let deep = try stream("deep.hevc", "bframes=4:b-adapt=0")
    let buffer = try #require(HEVCPictureBuffer(deep.units))
    for unit in deep.units where unit[0] >> 1 & 0x3f == 33 {
      for count in 0..<20 { #expect(buffer.declared(in: Array(unit.prefix(count))) == Array(unit.prefix(count))) }
    }
    // Of this one the stop bit and all before it are gone, up to what is declared.
    let cut: [UInt8] = [
      0x40, 1, 0x0c, 1, 0xff, 0xff, 1, 0x60, 0, 0, 3, 0, 0x90, 0, 0, 3, 0, 0, 3, 0, 0x1e, 0x92, 0x80,
    ]
    #expect(HEVCPictureBuffer([cut])?.level == 30 && buffer.declared(in: cut) == cut)
    #expect(HEVCPictureBuffer([[], [0x40], [0x42, 1], [0x44, 1, 0xff]]) == nil)
    for count in 0..<40 {
      let box = [UInt8](repeating: 0xff, count: count)
      #expect(buffer.declared(inConfiguration: box) == box)
    }
  }
}

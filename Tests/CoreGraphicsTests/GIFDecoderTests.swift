import CoreGraphics
import Foundation
import Testing

/// Composes GIF files by hand, so that each pixel is known. Files of ffmpeg are compared with ffmpeg's frames in
/// ReelCommandTests.
@Suite struct GIFDecoderTests {
  private static let palette: [UInt8] = [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255]
  private static let (black, red, green, blue) = (
    0xff00_0000 as UInt32, 0xffff_0000 as UInt32, 0xff00_ff00 as UInt32, 0xff00_00ff as UInt32
  )
  private static let clear: UInt32 = 0x00ff_ffff

  private static func header(_ width: UInt8, _ height: UInt8, background: UInt8 = 0) -> [UInt8] {
    Array("GIF89a".utf8) + [width, 0, height, 0, 0x81, background, 0] + palette
  }

  /// A control extension with a treatment and a transparent colour.
  private static func control(_ disposal: UInt8, transparent: UInt8? = nil, delay: UInt8 = 4) -> [UInt8] {
    [0x21, 0xf9, 4, disposal << 2 | (transparent == nil ? 0 : 1), delay, 0, transparent ?? 0, 0]
  }

  /// An image of numbers below 4: each has a code of three bits, after a code that keeps the table from growing.
  private static func image(
    _ left: UInt8, _ top: UInt8, _ width: UInt8, _ height: UInt8, _ pixels: [UInt8], flags: UInt8 = 0,
    palette: [UInt8] = []
  ) -> [UInt8] {
    let codes: [UInt8] = pixels.flatMap { [4, $0] as [UInt8] } + [5]
    var (bytes, bits, count): ([UInt8], UInt32, UInt32) = ([], 0, 0)
    for code in codes {
      bits |= UInt32(code) << count
      count += 3
      while count >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: bits))
        (bits, count) = (bits >> 8, count - 8)
      }
    }
    bytes.append(UInt8(truncatingIfNeeded: bits))
    return [0x2c, left, 0, top, 0, width, 0, height, 0, flags] + palette + [2, UInt8(bytes.count)] + bytes + [0]
  }

  private func decode(_ packets: [UInt8]...) throws -> [[UInt32]] {
    var decoder = GIFDecoder()
    var frames: [[UInt32]] = []
    for packet in packets {
      let isWhole = try draws(packet, &decoder)
      #expect(isWhole)
      frames.append(decoder.canvas)
    }
    return frames
  }

  /// Returns true if a packet's image has all of its pixels.
  private func draws(_ packet: [UInt8], _ decoder: inout GIFDecoder) throws -> Bool {
    try packet.withUnsafeBytes { try decoder.decode($0) }
  }

  @Test func images_areDrawnOverEachOther_andTransparentPixelsStay() throws {
    let frames = try decode(
      Self.header(2, 2) + Self.control(1) + Self.image(0, 0, 2, 2, [1, 1, 1, 1]),
      Self.control(1, transparent: 3) + Self.image(0, 1, 2, 1, [2, 3]))
    #expect(frames == [[Self.red, Self.red, Self.red, Self.red], [Self.red, Self.red, Self.green, Self.red]])
  }

  @Test func disposal_goesBackToTheBackgroundOrToThePixelsBefore() throws {
    let first = Self.header(2, 1, background: 3) + Self.control(0) + Self.image(0, 0, 2, 1, [1, 1])
    let previous = try decode(
      first, Self.control(3) + Self.image(1, 0, 1, 1, [2]), Self.control(0) + Self.image(0, 0, 1, 1, [0]))
    #expect(previous == [[Self.red, Self.red], [Self.red, Self.green], [Self.black, Self.red]])
    let background = try decode(
      first, Self.control(2) + Self.image(1, 0, 1, 1, [2]), Self.control(0) + Self.image(0, 0, 1, 1, [0]))
    #expect(background.last == [Self.black, Self.blue])
    let clear = try decode(
      first, Self.control(2, transparent: 0) + Self.image(1, 0, 1, 1, [2]),
      Self.control(0) + Self.image(0, 0, 1, 1, [0]))
    #expect(clear.last == [Self.black, Self.clear])
  }

  @Test func uncoveredPlaces_haveTheBackgroundsColour_unlessTheFirstImageIsTransparent() throws {
    #expect(try decode(Self.header(2, 1, background: 2) + Self.image(0, 0, 1, 1, [1])) == [[Self.red, Self.green]])
    #expect(
      try decode(Self.header(2, 1, background: 2) + Self.control(0, transparent: 3) + Self.image(0, 0, 1, 1, [1]))
        == [[Self.red, Self.clear]])
  }

  @Test func interlacedRows_areInTheirPlaces() throws {
    // Rows 0 and 8, 4, 2 and 6, then the odd ones.
    let order: [Int] = [0, 8, 4, 2, 6, 1, 3, 5, 7]
    let colors: [UInt8] = [0, 1, 2, 3, 1, 2, 3, 0, 1]
    let frames = try decode(Self.header(1, 9) + Self.image(0, 0, 1, 9, order.map { colors[$0] }, flags: 0x40))
    let all = [Self.black, Self.red, Self.green, Self.blue]
    #expect(frames == [colors.map { all[Int($0)] }])
  }

  @Test func ownPalettes_countForTheirImage_andPartsOutsideAreLeftOut() throws {
    let own: [UInt8] = [1, 2, 3, 4, 5, 6]
    let frames = try decode(
      Self.header(2, 2) + Self.image(1, 1, 2, 2, [1, 0, 0, 0], flags: 0x80, palette: own))
    #expect(frames == [[Self.black, Self.black, Self.black, 0xff04_0506]])
  }

  @Test func wrongImages_areErrors_andThoseAfterThemGoOn() throws {
    var decoder = GIFDecoder()
    func isWhole(_ bytes: [UInt8]) throws -> Bool { try draws(bytes, &decoder) }
    #expect(throws: GIFError("the header is missing")) { try isWhole(Self.image(0, 0, 1, 1, [1])) }
    #expect(try isWhole(Self.header(2, 1) + Self.image(0, 0, 2, 1, [1, 1])))
    #expect(throws: GIFError("its image lies outside of the screen")) { try isWhole(Self.image(2, 0, 1, 1, [1])) }
    #expect(try !isWhole(Self.image(0, 0, 2, 1, [2])), "a pixel is missing")
    #expect(decoder.canvas == [Self.green, Self.red])
    #expect(try isWhole(Self.image(1, 0, 1, 1, [3])))
    #expect(decoder.canvas == [Self.green, Self.blue])
  }

  @Test func smallFiles_cannotDemandMuch() throws {
    let huge = Array("GIF89a".utf8) + [255, 255, 255, 255, 0x80, 0, 0] + Self.palette + Self.image(0, 0, 1, 1, [1])
    var decoder = GIFDecoder()
    let error = #expect(throws: GIFError.self) { try draws(huge, &decoder) }
    #expect(error?.description == "a screen of 65535 by 65535 pixels is more than the file can fill")
  }

  @Test func damage_isAnErrorOrAFrame_whateverByteIsWrong() throws {
    let file =
      Self.header(9, 9) + Self.control(3, transparent: 1) + Self.image(0, 0, 9, 9, (0..<81).map { $0 % 4 }, flags: 0x40)
      + Self.control(2) + Self.image(2, 3, 5, 4, (0..<20).map { $0 % 3 }, flags: 0x80, palette: [1, 2, 3, 4, 5, 6])
      + Self.control(0) + Self.image(1, 1, 3, 3, [0, 1, 2, 3, 0, 1, 2, 3, 0]) + [0x3b]
    func exercise(_ bytes: [UInt8]) {
      guard let animation = GIFAnimation(Data(bytes)) else { return }
      var decoder = GIFDecoder()
      for image in animation.images.prefix(20) {
        bytes[image.bytes].withUnsafeBytes { bytes in _ = try? decoder.decode(bytes) }
        #expect(decoder.canvas.count == (decoder.screen.map { $0.width * $0.height } ?? 0))
      }
    }
    #expect(GIFAnimation(Data(file))?.images.count == 3)
    for place in file.indices {
      for value in [0, 1, 0x3b, 0x7f, 0x80, 0xff] as [UInt8] {
        var bytes = file
        // Screens stay small, so that this is quick.
        if [7, 9].contains(place), value > 1 { continue }
        bytes[place] = value
        exercise(bytes)
      }
      exercise(Array(file[..<place]))
    }
  }
}

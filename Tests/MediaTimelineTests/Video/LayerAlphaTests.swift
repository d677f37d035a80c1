import CoreGraphics
import Foundation
import GStreamer
import MediaGraph
import MediaSource
import MediaSourceTesting
import MediaTimeline
import Testing

/// Layers with alpha over canvases of every format.
struct LayerAlphaTests {
  @Test(arguments: CanvasKind.allCases)
  func alpha_mixesByItsPart(_ kind: CanvasKind) throws {
    let (width, height) = (48, 32)
    let below = TestPicture.noise(width, height, kind, seed: 3)
    let caps = try kind.caps(width, height)
    let format = try CanvasFormat(caps)
    // Blue, green, red of one colour, and alpha that grows to the right, in steps that chroma sees.
    let color = (blue: 40.0, green: 200.0, red: 90.0)
    func alpha(_ x: Int) -> Int { min(255, x / 8 * 51) }
    var bytes: [UInt8] = []
    for _ in 0..<height { for x in 0..<width { bytes += [40, 200, 90, UInt8(alpha(x))] } }
    let source = try Caps("video/x-raw,format=BGRA,width=\(width),height=\(height),framerate=0/1")
    for isPortable in [false, true] {
      let importer = FrameImporter(format)
      let layer = FrameLayer(.frame(try importer.frame(Buffer(copying: bytes), source)), opacity: 0.75)
      let bottom = FrameLayer(.frame(try importer.frame(try below.buffer(caps, kind), caps)))
      let composer = try FrameComposer(format, isPortable: isPortable)
      let result = try TestPicture(
        try composer.compose([.layer(bottom), .layer(layer)], background: RGBColor()), caps, kind)
      // BT.709, limited range.
      let (r, g, b) = (color.red / 255, color.green / 255, color.blue / 255)
      let unit = kind.depth == 8 ? 1.0 : 4
      let luma = 0.2126 * r + 0.7152 * g + 0.0722 * b
      let values = [
        (16 + 219 * luma) * unit, (128 + 224 * (b - luma) / 1.8556) * unit, (128 + 224 * (r - luma) / 1.5748) * unit,
      ]
      for (plane, size) in result.sizes.enumerated() {
        for y in 0..<size.height {
          for x in 0..<size.width {
            let column = plane == 0 ? x : 2 * x
            // At a step, chroma is between both.
            if plane > 0, column % 8 == 0, column > 0 { continue }
            let weight = Double(alpha(column)) / 255 * 0.75
            let expected = below.at(plane, x, y) * (1 - weight) + values[plane] * weight
            #expect(abs(result.at(plane, x, y) - expected) <= 1.6, "\(kind) \(plane) \(x) \(y)")
          }
        }
      }
    }
  }

  @Test func turnedAndScaledAlpha_hasNoFringe() throws {
    let caps = try CanvasKind.i420.caps(64, 64)
    let format = try CanvasFormat(caps)
    let importer = FrameImporter(format)
    // White on transparent black: a fringe would be dark.
    var bytes: [UInt8] = []
    for y in 0..<20 {
      for x in 0..<20 {
        let isInside = (5..<15).contains(x) && (5..<15).contains(y)
        bytes += isInside ? [255, 255, 255, 255] : [0, 0, 0, 0]
      }
    }
    let source = try Caps("video/x-raw,format=BGRA,width=20,height=20,framerate=0/1")
    let transform = CGAffineTransform(translationX: -10, y: -10)
      .concatenating(CGAffineTransform(rotationAngle: 0.3)).concatenating(CGAffineTransform(scaleX: 2.3, y: 2.3))
      .concatenating(CGAffineTransform(translationX: 32, y: 32))
    let layer = FrameLayer(.frame(try importer.frame(Buffer(copying: bytes), source)), transform: transform)
    let composer = try FrameComposer(format)
    let result = try TestPicture(
      try composer.compose([.layer(layer)], background: .white), caps, .i420)
    #expect(result.planes[0].allSatisfy { abs($0 - 235) <= 1 })
  }
  @Test func alphaOfOtherPrimaries_isConvertedInLinearLight() throws {
    let caps = try CanvasKind.i420.caps(16, 16, colorimetry: "bt2020-10")
    let format = try CanvasFormat(caps, convertsColors: true)
    // The red of sRGB; a transparent row, so that the frame has alpha.
    var bytes: [UInt8] = []
    for y in 0..<16 { for _ in 0..<16 { bytes += y == 15 ? [0, 0, 0, 0] : [0, 0, 255, 255] } }
    let source = try Caps("video/x-raw,format=BGRA,width=16,height=16,framerate=0/1,colorimetry=sRGB")
    let layer = FrameLayer(.frame(try FrameImporter(format).frame(Buffer(copying: bytes), source)))
    let result = try TestPicture(
      try FrameComposer(format).compose([.layer(layer)], background: RGBColor()), caps, .i420)
    // ITU-R BT.2087, matrix M2, and the curve of BT.2020.
    func curve(_ light: Double) -> Double { light < 0.018 ? 4.5 * light : 1.099 * pow(light, 0.45) - 0.099 }
    let luma = 0.2627 * curve(0.6274) + 0.6780 * curve(0.0691) + 0.0593 * curve(0.0164)
    #expect(abs(result.at(0, 8, 8) - (16 + 219 * luma)) <= 2, "\(result.at(0, 8, 8))")
    #expect(result.at(0, 8, 15) == 16)
  }
}

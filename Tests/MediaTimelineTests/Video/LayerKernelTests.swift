import CoreGraphics
import Foundation
import GStreamer
import MediaGraph
import MediaSource
import MediaSourceTesting
import MediaTimeline
import Testing

/// Layers on canvases of every format, against a slow reference of double precision.
struct LayerKernelTests {
  /// A layer of noise drawn on noise by both kernels, and by the reference.
  private struct Trial {
    let kernel: TestPicture
    let portable: TestPicture
    let reference: TestPicture
  }

  private func trial(
    _ kind: CanvasKind, canvas: (Int, Int), source: (Int, Int), _ transform: CGAffineTransform = .identity,
    seen: CGRect? = nil, clip: CGRect? = nil, opacity: Double = 1, sites: (String, String) = ("mpeg2", "mpeg2")
  ) throws -> Trial {
    let below = TestPicture.noise(canvas.0, canvas.1, kind, seed: 7)
    let above = TestPicture.noise(source.0, source.1, kind, seed: 8)
    let canvasCaps = try kind.caps(canvas.0, canvas.1, site: sites.0)
    let sourceCaps = try kind.caps(source.0, source.1, site: sites.1)
    let format = try CanvasFormat(canvasCaps)
    func drawn(isPortable: Bool) throws -> TestPicture {
      let importer = FrameImporter(format)
      let bottom = FrameLayer(.frame(try importer.frame(try below.buffer(canvasCaps, kind), canvasCaps)))
      var layer = FrameLayer(
        .frame(try importer.frame(try above.buffer(sourceCaps, kind), sourceCaps)), transform: transform, seen: seen,
        opacity: opacity)
      layer.clip = clip
      let composer = try FrameComposer(format, isPortable: isPortable)
      let result = try composer.compose([.layer(bottom), .layer(layer)], background: RGBColor())
      return try TestPicture(result, canvasCaps, kind)
    }
    func site(_ name: String) -> (x: Double, y: Double) { name == "jpeg" ? (1, 1) : (0.5, 1) }
    var reference = below
    ReferenceLayer(
      picture: above, transform: transform, seen: seen, clip: clip, opacity: opacity, site: site(sites.1)
    ).draw(on: &reference, site: site(sites.0))
    return Trial(kernel: try drawn(isPortable: false), portable: try drawn(isPortable: true), reference: reference)
  }

  @Test(arguments: CanvasKind.allCases)
  func copy_isExact(_ kind: CanvasKind) throws {
    for size in [(64, 48), (37, 21), (1, 1), (2, 3), (130, 7)] {
      let trial = try trial(kind, canvas: size, source: size)
      #expect(trial.kernel == trial.reference && trial.portable == trial.reference, "\(size)")
    }
  }

  @Test(arguments: CanvasKind.allCases)
  func blend_isWithinHalfAUnit(_ kind: CanvasKind) throws {
    for (size, opacity) in [((64, 48), 0.5), ((37, 21), 0.25), ((131, 9), 0.999), ((5, 5), 0.004)] {
      let trial = try trial(kind, canvas: size, source: size, opacity: opacity)
      #expect(trial.kernel == trial.portable)
      #expect(trial.kernel.largestDifference(trial.reference) <= 0.52, "\(size) \(opacity)")
    }
  }

  @Test(arguments: CanvasKind.allCases)
  func moveByPixels_isExact_andByOddOnesMovesChromaByHalf(_ kind: CanvasKind) throws {
    let even = try trial(kind, canvas: (64, 48), source: (30, 20), CGAffineTransform(translationX: 12, y: 6))
    #expect(even.kernel == even.reference && even.portable == even.reference)
    let odd = try trial(kind, canvas: (64, 48), source: (31, 19), CGAffineTransform(translationX: 13, y: -5))
    #expect(odd.kernel == odd.portable)
    #expect(odd.kernel.planes[0] == odd.reference.planes[0])
    #expect(odd.kernel.largestDifference(odd.reference) <= 1)
  }

  @Test(arguments: CanvasKind.allCases)
  func scale_isWithinAUnit(_ kind: CanvasKind) throws {
    // Up, down, both, odd, tiny, mirrored, and by more than half, where all covered pixels count.
    let cases: [((Int, Int), (Int, Int), CGAffineTransform)] = [
      ((96, 54), (32, 18), CGAffineTransform(scaleX: 3, y: 3)),
      ((97, 55), (33, 17), CGAffineTransform(scaleX: 97.0 / 33, y: 55.0 / 17)),
      ((50, 40), (100, 80), CGAffineTransform(scaleX: 0.5, y: 0.5)),
      ((167, 20), (335, 41), CGAffineTransform(scaleX: 0.5, y: 0.5)),
      ((200, 30), (320, 60), CGAffineTransform(a: 0.5, b: 0, c: 0, d: 0.5, tx: 13.25, ty: -3.5)),
      ((64, 64), (100, 30), CGAffineTransform(scaleX: 0.64, y: 2.1)),
      ((40, 30), (160, 120), CGAffineTransform(scaleX: 0.25, y: 0.25)),
      ((41, 31), (163, 127), CGAffineTransform(scaleX: 41.0 / 163, y: 31.0 / 127)),
      ((60, 40), (33, 170), CGAffineTransform(scaleX: 1.7, y: 0.2)),
      ((20, 20), (3, 2), CGAffineTransform(scaleX: 6, y: 9)),
      ((20, 20), (1, 1), CGAffineTransform(scaleX: 20, y: 20)),
      ((64, 48), (80, 40), CGAffineTransform(a: -0.8, b: 0, c: 0, d: 1.2, tx: 64, ty: 0)),
      ((64, 48), (30, 20), CGAffineTransform(a: 1.3, b: 0, c: 0, d: 1.1, tx: 7.25, ty: 3.6)),
    ]
    for (canvas, source, transform) in cases {
      let trial = try trial(kind, canvas: canvas, source: source, transform)
      #expect(trial.kernel == trial.portable, "\(canvas) \(source)")
      #expect(trial.kernel.largestDifference(trial.reference) <= 1.01, "\(canvas) \(source)")
    }
  }

  @Test(arguments: CanvasKind.allCases)
  func eightOrientations_areExactToTheBit(_ kind: CanvasKind) throws {
    let quarters: [(Double, Double, Double, Double)] = [
      (1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0), (-1, 0, 0, 1), (1, 0, 0, -1), (0, 1, 1, 0),
      (0, -1, -1, 0),
    ]
    for (width, height) in [(32, 20), (33, 19), (71, 34)] {
      for (a, b, c, d) in quarters {
        let linear = CGAffineTransform(a: a, b: b, c: c, d: d, tx: 0, ty: 0)
        let box = CGRect(x: 0, y: 0, width: width, height: height).applying(linear)
        let transform = linear.concatenating(CGAffineTransform(translationX: -box.minX, y: -box.minY))
        let size = (Int(box.width), Int(box.height))
        let trial = try trial(kind, canvas: size, source: (width, height), transform)
        let source = TestPicture.noise(width, height, kind, seed: 8)
        // Samples are only moved, in each plane.
        let moved = TestPicture(size.0, size.1) { plane, x, y in
          let (w, h) = source.sizes[plane]
          let u = a != 0 ? (a > 0 ? x : w - 1 - x) : (b > 0 ? y : w - 1 - y)
          let v = d != 0 ? (d > 0 ? y : h - 1 - y) : (c > 0 ? x : h - 1 - x)
          return source.at(plane, u, v)
        }
        #expect(trial.kernel == moved, "\(width)x\(height) \(a) \(b) \(c) \(d)")
        #expect(trial.portable == moved, "\(width)x\(height) \(a) \(b) \(c) \(d)")
      }
    }
  }

  @Test(arguments: CanvasKind.allCases)
  func rotation_isWithin45Decibels(_ kind: CanvasKind) throws {
    for (degrees, scale) in [(7.0, 1.0), (-7, 1.6), (97, 0.9), (45, 1), (181, 0.6), (0.05, 1)] {
      let angle = degrees * .pi / 180
      let transform = CGAffineTransform(translationX: -40.5, y: -30.5)
        .concatenating(CGAffineTransform(scaleX: scale, y: scale))
        .concatenating(CGAffineTransform(rotationAngle: angle))
        .concatenating(CGAffineTransform(translationX: 64.3, y: 48.2))
      let trial = try trial(kind, canvas: (128, 97), source: (81, 61), transform, opacity: degrees == 45 ? 0.7 : 1)
      #expect(trial.kernel == trial.portable, "\(degrees)")
      let psnr = trial.kernel.psnr(trial.reference, largest: kind.largest)
      #expect(psnr > 45, "\(degrees) \(psnr)")
    }
  }

  @Test(arguments: CanvasKind.allCases)
  func shear_isWithin45Decibels(_ kind: CanvasKind) throws {
    let transform = CGAffineTransform(a: 1, b: 0.1, c: 0.4, d: 0.9, tx: 3, ty: 2)
    let trial = try trial(kind, canvas: (100, 80), source: (60, 50), transform)
    #expect(trial.kernel == trial.portable)
    #expect(trial.kernel.psnr(trial.reference, largest: kind.largest) > 45)
  }

  @Test(arguments: CanvasKind.allCases)
  func cropAndClip_coverEdgePixelsInPart(_ kind: CanvasKind) throws {
    let trial = try trial(
      kind, canvas: (64, 48), source: (64, 48), seen: CGRect(x: 3.25, y: 2.5, width: 40.5, height: 30.25),
      clip: CGRect(x: 10, y: 0, width: 20.75, height: 48))
    #expect(trial.kernel == trial.portable)
    #expect(trial.kernel.largestDifference(trial.reference) <= 0.52)
  }

  @Test(arguments: CanvasKind.allCases)
  func chromaSites_thatDifferAreMoved(_ kind: CanvasKind) throws {
    let trial = try trial(kind, canvas: (64, 48), source: (64, 48), sites: ("mpeg2", "jpeg"))
    #expect(trial.kernel == trial.portable)
    #expect(trial.kernel.planes[0] == trial.reference.planes[0])
    #expect(trial.kernel.largestDifference(trial.reference) <= 1)
  }

  @Test func transformsBeyondAllBounds_showNothing() {
    let transforms = [
      CGAffineTransform(a: -1e308, b: 0, c: 0, d: 1, tx: 0, ty: 0),
      CGAffineTransform(a: 1e308, b: 1e308, c: -1e308, d: 1e308, tx: 1e308, ty: -1e308),
      CGAffineTransform(a: 1e12, b: 0, c: 0, d: 1e12, tx: 0, ty: 0),
      CGAffineTransform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0),
      CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: .infinity, ty: 0),
    ]
    for transform in transforms {
      #expect(!FrameLayer(.color(RGBColor(), width: 64, height: 48), transform: transform).coversCanvas((64, 48)))
    }
    let seen = CGRect(x: CGFloat.nan, y: 0, width: 10, height: 10)
    #expect(!FrameLayer(.color(RGBColor(), width: 64, height: 48), seen: seen).coversCanvas((64, 48)))
  }

  @Test func framesThatCannotBeDrawn_areRefused() throws {
    func refuses(_ canvas: String, _ source: String) throws {
      let importer = FrameImporter(try CanvasFormat(try Caps("video/x-raw,framerate=25/1," + canvas)))
      #expect(throws: DecoderError.self) {
        try importer.frame(
          Buffer(copying: [UInt8](repeating: 0, count: 1)), try Caps("video/x-raw,framerate=25/1," + source))
      }
    }
    try refuses("format=I420,width=64,height=48", "format=I420,width=17000,height=2")
    try refuses("format=I420_10LE,width=64,height=48,colorimetry=bt2100-pq", "format=RGB,width=64,height=48")
  }
}

import CoreMedia
import Foundation
import Testing

@testable import MediaSource

@Suite struct ImageGeometryTests {
  private func geometry(
    _ width: Int, _ height: Int, clean: CGRect? = nil, shape: (Int, Int) = (1, 1), _ settings: ImageSettings
  ) -> ImageGeometry {
    ImageGeometry(width: width, height: height, cleanAperture: clean, pixelShape: shape, settings)
  }

  @Test func cleanAperture_isCutAndMadeSquare() {
    // A digital Betacam frame: 720 by 486, with a clean aperture of 704 by 480.
    let clean = CGRect(x: 8, y: 4, width: 704, height: 480)
    var found = geometry(720, 486, clean: clean, shape: (10, 11), ImageSettings())
    #expect(found.area == .init(x: 8, y: 4, width: 704, height: 480))
    #expect((found.width, found.height) == (640, 480))
    found = geometry(720, 486, clean: clean, shape: (10, 11), ImageSettings(aperture: .production))
    #expect(found.area.width == 720 && (found.width, found.height) == (655, 486))
    found = geometry(720, 486, clean: clean, shape: (10, 11), ImageSettings(aperture: .encoded))
    #expect((found.width, found.height) == (720, 486))
  }

  @Test func maximumSize_isThatOfTheAperture() {
    let clean = CGRect(x: 0, y: 60, width: 640, height: 360)
    let box = CGSize(width: 320, height: 320)
    #expect(geometry(640, 480, clean: clean, ImageSettings(maximumSize: box)).height == 180)
    #expect(geometry(640, 480, clean: clean, ImageSettings(aperture: .production, maximumSize: box)).height == 240)
  }

  @Test func senselessApertures_areIgnored() {
    let whole = FrameAttributes.Area(x: 0, y: 0, width: 64, height: 48)
    for clean in [
      CGRect(x: 100, y: 0, width: 10, height: 10), CGRect(x: 0, y: 0, width: 0, height: 0),
      CGRect(x: Double.nan, y: 0, width: 10, height: 10), CGRect(x: 1e300, y: 0, width: 10, height: 10),
    ] { #expect(geometry(64, 48, clean: clean, ImageSettings()).area == whole) }
    // An aperture beyond the edges is cropped to them.
    let large = geometry(64, 48, clean: CGRect(x: -8, y: -8, width: 80, height: 64), ImageSettings())
    #expect(large.area == whole && large.width == 64)
  }

  @Test func extremeSizesAndMatrices_neverTrap() {
    for transform in [
      CGAffineTransform(a: 1e30, b: 0, c: 0, d: 1e30, tx: 0, ty: 0),
      CGAffineTransform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0),
      CGAffineTransform(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0),
      CGAffineTransform(a: 1e-9, b: 0, c: 0, d: 1, tx: 0, ty: 0),
      CGAffineTransform(a: .infinity, b: 1, c: 1, d: 0, tx: 0, ty: 0),
    ] {
      for size in [CGSize.zero, CGSize(width: 1e300, height: 0.001), CGSize(width: Double.nan, height: -1)] {
        let found = geometry(640, 480, shape: (1_000_000, 1), ImageSettings(maximumSize: size, transform: transform))
        #expect(found.width >= 1 && found.height >= 1)
      }
    }
  }
}

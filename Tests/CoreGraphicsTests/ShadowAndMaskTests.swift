import CoreGraphics
import Foundation
import Testing

/// Returns red, green, blue and alpha of a pixel, rows counted from the top.
private func rgba(_ context: CGContext, _ x: Int, _ y: Int) -> [Int] { pixel(context, x, y).map(Int.init) }

@Suite struct ShadowAndMaskTests {
  private static let layouts: [UInt32] = [
    CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue,
    CGImageAlphaInfo.premultipliedLast.rawValue,
  ]

  @Test func sharpShadow_liesAtItsOffsetWhateverTheTransform() {
    let context = makeContext(20, 20)
    context.scaleBy(x: 2, y: 2)
    context.setShadow(
      offset: CGSize(width: 6, height: -4), blur: 0, color: CGColor(red: 0, green: 1, blue: 0, alpha: 1))
    context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
    // In pixels, from 4 to 8 each way above the lower left corner.
    context.fill(CGRect(x: 2, y: 2, width: 2, height: 2))
    #expect(rgba(context, 5, 14) == [255, 0, 0, 255], "what is drawn")
    #expect(rgba(context, 11, 18) == [0, 255, 0, 255] && rgba(context, 13, 18) == [0, 255, 0, 255], "its shadow")
    #expect(rgba(context, 9, 18) == [0, 0, 0, 0] && rgba(context, 15, 18) == [0, 0, 0, 0])
    context.setShadow(offset: .zero, blur: 0, color: nil)
    context.clear(CGRect(x: 0, y: 0, width: 10, height: 10))
    context.fill(CGRect(x: 2, y: 2, width: 2, height: 2))
    #expect(rgba(context, 11, 18) == [0, 0, 0, 0], "none any longer")
  }

  @Test(arguments: [0, 1]) func blurredShadow_keepsItsSumAndFades(layout: Int) {
    let context = makeContext(64, 64, Self.layouts[layout])
    context.setShadow(offset: CGSize(width: 0, height: 0), blur: 8, color: CGColor(gray: 0, alpha: 1))
    context.setFillColor(red: 1, green: 1, blue: 1, alpha: 1)
    context.fill(CGRect(x: 28, y: 28, width: 8, height: 8))
    let alpha = (0..<64).map { y in (0..<64).map { x in pixel(context, x, y)[3] } }
    #expect(alpha[31][31] == 255 && alpha[31][26] > alpha[31][22] && alpha[31][22] > alpha[31][18])
    #expect(alpha[31][4] == 0)
    // Alike on both sides.
    #expect(abs(Int(alpha[31][24]) - Int(alpha[31][39])) <= 2 && abs(Int(alpha[24][31]) - Int(alpha[39][31])) <= 2)
  }

  @Test func shadowOfMoreThanFullAlpha_isOpaque() {
    let context = makeContext(8, 8)
    context.setShadow(
      offset: CGSize(width: 4, height: 0), blur: 0, color: CGColor(red: 1, green: 1, blue: 1, alpha: 2))
    context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 2, height: 8))
    #expect(rgba(context, 4, 4) == [255, 255, 255, 255])
  }

  @Test(arguments: [1e5, 1e20, CGFloat.greatestFiniteMagnitude]) func veryWideBlur_leavesNothing(blur: CGFloat) {
    let context = makeContext(8, 8)
    context.setShadow(offset: CGSize(width: 4, height: 0), blur: blur, color: CGColor(gray: 0, alpha: 1))
    context.setFillColor(red: 1, green: 1, blue: 1, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 2, height: 8))
    #expect(rgba(context, 1, 4) == [255, 255, 255, 255] && rgba(context, 4, 4) == [0, 0, 0, 0])
  }

  @Test func defaultShadow_isBlackWithAThirdOfAlpha_andPartOfTheState() {
    let context = makeContext(8, 8)
    context.saveGState()
    context.setShadow(offset: CGSize(width: 4, height: 0), blur: 0)
    context.setFillColor(red: 1, green: 1, blue: 1, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 2, height: 8))
    #expect(rgba(context, 4, 4) == [0, 0, 0, 85])
    context.restoreGState()
    context.fill(CGRect(x: 0, y: 0, width: 2, height: 8))
    #expect(rgba(context, 4, 4) == [0, 0, 0, 85], "not drawn again")
  }

  private func mask(_ samples: [UInt8], width: Int) -> CGImage {
    CGImage(
      width: width, height: samples.count / width, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: width,
      space: CGColorSpaceCreateDeviceGray(), bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.none.rawValue),
      provider: CGDataProvider(data: Data(samples) as CFData)!, decode: nil, shouldInterpolate: false,
      intent: .defaultIntent)!
  }

  @Test(arguments: [0, 1]) func mask_leavesAsMuchAsItsSamplesSay(layout: Int) {
    let context = makeContext(4, 4, Self.layouts[layout])
    context.setFillColor(gray: 0, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    context.saveGState()
    context.interpolationQuality = .none
    context.clip(
      to: CGRect(x: 0, y: 0, width: 4, height: 2), mask: mask([255, 128, 0, 255, 255, 128, 0, 255], width: 4))
    context.setFillColor(gray: 1, alpha: 1)
    context.fill(CGRect(x: -10, y: -10, width: 30, height: 30))
    #expect((0..<4).map { pixel(context, $0, 3)[1] } == [255, 128, 0, 255])
    #expect((0..<4).map { pixel(context, $0, 1)[1] } == [0, 0, 0, 0], "outside of the rectangle")
    // Clearing is limited, too.
    context.clear(CGRect(x: 0, y: 0, width: 4, height: 4))
    #expect((0..<4).map { pixel(context, $0, 3)[3] } == [0, 127, 255, 0])
    context.restoreGState()
    context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    #expect((0..<4).map { pixel(context, $0, 1)[1] } == [0, 0, 0, 0] && pixel(context, 2, 3)[3] == 255)
  }

  @Test func twoMasks_areMultiplied_andTheFirstRowIsAtTheTop() {
    let context = makeContext(2, 2)
    let all = CGRect(x: 0, y: 0, width: 2, height: 2)
    context.clip(to: all, mask: mask([255, 255, 0, 0], width: 2))
    context.clip(to: all, mask: mask([255, 0, 255, 0], width: 2))
    context.setFillColor(gray: 1, alpha: 1)
    context.fill(all)
    #expect([(0, 0), (1, 0), (0, 1), (1, 1)].map { pixel(context, $0.0, $0.1)[3] } == [255, 0, 0, 0])
    context.resetClip()
    context.fill(all)
    #expect(pixel(context, 1, 1)[3] == 255)
  }

  @Test func smoothEdges_needBothFlags() {
    func edge(_ set: (CGContext) -> Void) -> UInt8 {
      let context = makeContext(2, 1)
      set(context)
      context.setFillColor(gray: 1, alpha: 1)
      context.fill(CGRect(x: 0.25, y: 0, width: 1, height: 1))
      return pixel(context, 1, 0)[3]
    }
    #expect((60...68).contains(edge { _ in }))
    #expect([0, 255].contains(edge { $0.setAllowsAntialiasing(false) }))
    #expect([0, 255].contains(edge { $0.setShouldAntialias(false) }))
    #expect(
      [0, 255].contains(
        edge { context in
          context.setAllowsAntialiasing(false)
          context.saveGState()
          context.setShouldAntialias(true)
          context.restoreGState()
        }))
  }

  @Test func functions_areTheMembers() {
    let rect = CGRectMake(1, 2, 3, 4)
    #expect(rect == CGRect(x: 1, y: 2, width: 3, height: 4) && CGPointMake(1, 2) == CGPoint(x: 1, y: 2))
    #expect(CGSizeMake(3, 4) == rect.size && CGRectGetMaxX(rect) == 4 && CGRectGetMidY(rect) == 4)
    #expect(CGRectInset(rect, 1, 1) == rect.insetBy(dx: 1, dy: 1) && CGRectContainsPoint(rect, CGPointMake(2, 3)))
    let turned = CGAffineTransformRotate(CGAffineTransformMakeTranslation(5, 6), .pi / 2)
    let point = CGPointApplyAffineTransform(CGPointMake(1, 0), turned)
    #expect(abs(point.x - 5) < 1e-12 && abs(point.y - 7) < 1e-12)
    #expect(CGAffineTransformIsIdentity(CGAffineTransformIdentity) && !CGAffineTransformIsIdentity(turned))
    #expect(CGAffineTransformScale(CGAffineTransformIdentity, 2, 3) == CGAffineTransform(scaleX: 2, y: 3))
    #expect(
      CGAffineTransformTranslate(CGAffineTransformMakeScale(2, 2), 1, 1)
        == CGAffineTransform(a: 2, b: 0, c: 0, d: 2, tx: 2, ty: 2))
  }

  @Test(arguments: [
    ("kCGColorSpaceDisplayP3_HLG", true), ("kCGColorSpaceDisplayP3_PQ", true), ("kCGColorSpaceITUR_709_HLG", false),
    ("kCGColorSpaceLinearITUR_2020", true),
  ])
  func namedSpaces_areThere(name: String, isWide: Bool) throws {
    let space = try #require(CGColorSpace(name: name as CFString))
    #expect(space.isWideGamutRGB == isWide && space.name as String? == name && space.numberOfComponents == 3)
  }
}

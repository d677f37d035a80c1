import CoreGraphics
import Testing

/// Casts between geometry and its boxes.
@Suite struct GeometryCastTests {
  private let rect = CGRect(x: 1, y: 2, width: 3, height: 4)

  @Test func geometry_becomesBoxesAndComesBack() {
    #expect((rect as NSValue).rectValue == rect && (rect as NSValue) as? CGRect == rect)
    #expect((rect.origin as NSValue).pointValue == rect.origin && (rect.origin as NSValue) as? CGPoint == rect.origin)
    #expect((rect.size as NSValue).sizeValue == rect.size && (rect.size as NSValue) as? CGSize == rect.size)
    #expect([rect] as [NSValue] as? [CGRect] == [rect])
    let any: Any = NSValue(rect: rect)
    #expect(any as? CGRect == rect)
  }

  @Test func boxesOfOtherTypes_areNoGeometry() {
    let others: [Any] = [NSNumber(value: 5), NSValue(range: NSRange(location: 1, length: 2)), NSString("1")]
    for other in others { #expect(other as? CGRect == nil && other as? CGPoint == nil && other as? CGSize == nil) }
    #expect((rect as NSValue) as? CGPoint == nil && (rect.size as NSValue) as? CGPoint == nil)
  }
}

import CoreGraphics
import Foundation
import Testing

@Suite("Affine transforms follow Apple's conventions")
struct CGAffineTransformTests {
  private let transform = CGAffineTransform(a: 2, b: 1, c: -1, d: 3, tx: 5, ty: 7)

  @Test("a point is a row, multiplied from the left")
  func point() {
    #expect(CGPoint(x: 10, y: 100).applying(transform) == CGPoint(x: -75, y: 317))
    #expect(CGSize(width: 10, height: 100).applying(transform) == CGSize(width: -80, height: 310))
  }

  @Test("concatenating applies the receiver first")
  func concatenating() {
    let t = CGAffineTransform(scaleX: 2, y: 2).concatenating(CGAffineTransform(translationX: 10, y: 0))
    #expect(CGPoint(x: 1, y: 1).applying(t) == CGPoint(x: 12, y: 2))
  }

  @Test("translatedBy, scaledBy and rotated act before the receiver")
  func chained() {
    let t = CGAffineTransform(scaleX: 2, y: 3)
    #expect(CGPoint.zero.applying(t.translatedBy(x: 10, y: 10)) == CGPoint(x: 20, y: 30))
    #expect(t.translatedBy(x: 1, y: 2) == CGAffineTransform(translationX: 1, y: 2).concatenating(t))
    #expect(t.scaledBy(x: 4, y: 5) == CGAffineTransform(scaleX: 4, y: 5).concatenating(t))
    #expect(t.rotated(by: 1) == CGAffineTransform(rotationAngle: 1).concatenating(t))
  }

  @Test("a quarter turn takes x to y: the transform of a portrait recording")
  func rotation() {
    let t = CGAffineTransform(rotationAngle: .pi / 2)
    #expect(abs(t.a) < 1e-15 && t.b == 1 && t.c == -1 && abs(t.d) < 1e-15)
    let portrait = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1080, ty: 0)
    #expect(
      CGRect(x: 0, y: 0, width: 1920, height: 1080).applying(portrait) == CGRect(x: 0, y: 0, width: 1080, height: 1920))
  }

  @Test("an inverse undoes; what cannot be undone is returned as it is")
  func inverse() {
    let identity = transform.concatenating(transform.inverted())
    #expect(abs(identity.a - 1) < 1e-15 && abs(identity.ty) < 1e-14)
    let flat = CGAffineTransform(a: 1, b: 2, c: 2, d: 4, tx: 3, ty: 3)
    #expect(flat.inverted() == flat)
    #expect(CGAffineTransform.identity.isIdentity && !transform.isIdentity)
  }

  @Test("parts compose to the whole, for random transforms")
  func decomposition() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<1000 {
      let v = (0..<6).map { _ in CGFloat.random(in: -10...10, using: &random) }
      let t = CGAffineTransform(a: v[0], b: v[1], c: v[2], d: v[3], tx: v[4], ty: v[5])
      let again = CGAffineTransform(t.decomposed())
      for (x, y) in [(t.a, again.a), (t.b, again.b), (t.c, again.c), (t.d, again.d), (t.tx, again.tx)] {
        #expect(abs(x - y) < 1e-9)
      }
    }
  }

  @Test("rectangles: the smallest upright one around the corners; null and infinite stay")
  func rectangles() {
    let square = CGRect(x: -1, y: -1, width: 2, height: 2).applying(CGAffineTransform(rotationAngle: .pi / 4))
    #expect(abs(square.width - 2 * 2.0.squareRoot()) < 1e-12)
    #expect(CGRect.null.applying(transform).isNull)
    #expect(CGRect.infinite.applying(transform).isInfinite)
  }

  @Test("values are coded as six numbers, and rectangles as dictionaries")
  func coding() throws {
    let data = try JSONEncoder().encode(transform)
    #expect(String(decoding: data, as: UTF8.self) == "[2,1,-1,3,5,7]")
    #expect(try JSONDecoder().decode(CGAffineTransform.self, from: data) == transform)
    let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(CGRect(dictionaryRepresentation: rect.dictionaryRepresentation) == rect)
    #expect(CGPoint(dictionaryRepresentation: [:] as CFDictionary) == nil)
  }

  @Test("a picture is fitted into a rectangle in its shape")
  func fitting() {
    let rect = CGRect(x: 0, y: 0, width: 100, height: 100).fitting(aspectRatio: CGSize(width: 16, height: 9))
    #expect(rect == CGRect(x: 0, y: 21.875, width: 100, height: 56.25))
    #expect(CGRect(x: 0, y: 0, width: 10, height: 10).fitting(aspectRatio: .zero).isEmpty)
  }
}

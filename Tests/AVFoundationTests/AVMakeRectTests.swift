import AVFoundation
import Testing

@Suite("AVMakeRect") struct AVMakeRectTests {
  @Test func theLargestRectangle_isCentred() {
    let box = CGRect(x: 10, y: 20, width: 100, height: 100)
    #expect(
      AVMakeRect(aspectRatio: CGSize(width: 16, height: 9), insideRect: box)
        == CGRect(x: 10, y: 20 + (100 - 56.25) / 2, width: 100, height: 56.25))
    #expect(
      AVMakeRect(aspectRatio: CGSize(width: 1, height: 2), insideRect: box)
        == CGRect(x: 35, y: 20, width: 50, height: 100))
  }

  @Test(arguments: [CGSize.zero, CGSize(width: 1, height: 0), CGSize(width: CGFloat.nan, height: 1)])
  func ratiosWithoutArea_giveEmptyRectangles(ratio: CGSize) {
    let rect = AVMakeRect(aspectRatio: ratio, insideRect: CGRect(x: 0, y: 0, width: 8, height: 6))
    #expect(rect == CGRect(x: 4, y: 3, width: 0, height: 0))
  }
}

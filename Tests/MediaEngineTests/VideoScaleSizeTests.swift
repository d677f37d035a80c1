import GStreamerTesting
import MediaGraph
import Testing

@testable import MediaEngine

@Suite struct VideoScaleSizeTests {
  @Test(
    arguments: [
      // width, height, upscale, input, output
      (nil, 720, false, "1920x1080", "1280x720"),
      (nil, 720, false, "640x480", "640x480"),
      (nil, 720, true, "640x480", "960x720"),
      (640, nil, false, "1920x1080", "640x360"),
      (300, nil, false, "1920x1080", "300x168"),
      (300, 300, false, "1920x1080", "300x300"),
      (4000, 300, false, "1920x1080", "1920x300"),
      (nil, nil, false, "1919x1079", "1919x1079"),
      (nil, 2, false, "3x1080", "2x2"),
    ] as [(Int?, Int?, Bool, String, String)])
  func size(_ width: Int?, _ height: Int?, _ upscale: Bool, _ input: String, _ output: String) throws {
    let node = VideoScale {
      $0.width = width
      $0.height = height
      $0.upscale = upscale ? .always : .never
    }
    #expect(try node.size(for: PixelSize(parsing: input)).text == output)
  }
}

import Foundation
import MediaEngine
import MediaGraph
import Testing

/// The bits of parts by what a first pass has measured.
@Suite struct PassStatisticsTests {
  /// A part of so many frames, each of so many bits at a quantizer; the form is x264's.
  private func part(_ frames: Int, bits: Int, quantizer: Double = 24, type: String = "P") throws -> PassStatistics {
    let lines = (0..<frames).map {
      "in:\($0) out:\($0) type:\(type) dur:2 cpbdur:2 q:\(quantizer) aq:19.31 tex:\(bits) mv:0 misc:0 imb:54 pmb:62 smb:4 d:- ref:0 ;"
    }
    return try PassStatistics((["#options: 160x96 fps=25/1 timebase=1/25"] + lines).joined(separator: "\n"))
  }

  private func rates(_ parts: [PassStatistics]) -> [Int] {
    PassStatistics.bitrates(of: parts, average: .kilobits(400)).map { $0.bitsPerSecond / 1000 }
  }

  @Test func equalParts_haveTheAverage() throws {
    #expect(try rates([part(50, bits: 1000), part(50, bits: 1000)]) == [400, 400])
    #expect(try rates([part(25, bits: 1000), part(75, bits: 1000)]) == [400, 400])
  }

  @Test func bitsAreInProportionToThoseOfOneQuality_andTogetherTheAverage() throws {
    #expect(try rates([part(50, bits: 1000), part(50, bits: 3000)]) == [200, 600])
    // A quarter of the frames with three times the bits of the others has half of all bits.
    #expect(try rates([part(25, bits: 3000), part(75, bits: 1000)]) == [800, 267])
  }

  @Test func partThatWasMeasuredAtALowerQuality_takesMoreBitsAtTheSame() throws {
    // Six quantizers are twice the scale: 2 to the power of 1.1 times the bits.
    let found = try rates([part(50, bits: 1000, quantizer: 24), part(50, bits: 1000, quantizer: 30)])
    #expect(abs(Double(found[1]) / Double(found[0]) - pow(2, 1.1)) < 0.02, "\(found)")
  }

  @Test func partWithHardlyAnyBits_hasTheLowestRate() throws {
    #expect(try rates([part(50, bits: 0), part(50, bits: 3000)])[0] == 16)
  }

  @Test(arguments: [
    "", "#options: fps=25/1", "in:0 out:0 type:I q:20 tex:1 mv:1 misc:1 ;", "#options: fps=25/1\nin:0 q:x",
    // Numbers that no encoder measures.
    "#options: fps=1/1e300\nin:0 out:0 type:I q:20 tex:1 mv:1 misc:1 ;",
    "#options: fps=nan\nin:0 out:0 type:I q:20 tex:1 mv:1 misc:1 ;",
    "#options: fps=25/1\nin:0 out:0 type:I q:1e9 tex:1 mv:1 misc:1 ;",
    "#options: fps=25/1\nin:0 out:0 type:I q:20 tex:inf mv:1 misc:1 ;",
    "#options: fps=25/1\nin:0 out:0 type:I q:20 tex:1 mv:nan misc:1 ;",
    "#options: fps=25/1\nin:0 out:0 type:I q:20 tex:1 mv:1 misc:-1 ;",
  ])
  func textOfOthers_isRefused(text: String) {
    #expect(throws: Diagnostic.self) { try PassStatistics(text) }
  }

  /// As of a source that has grown since: x264 would end the process.
  @Test func moreFramesThanWereMeasured_areAnError() async throws {
    let folder = try TemporaryFolder()
    func encode(_ length: MediaTime, _ pass: EncoderPass) async throws {
      var graph = Graph()
      let video = graph.add(
        "video", TestVideo { ($0.size, $0.duration) = (PixelSize(width: 160, height: 96), length) })
      let h264 = graph.add("h264", VideoEncodeH264 { $0.passes = 2 })
      graph.connect(video.output, to: h264.input)
      graph.connect(h264.output, to: graph.add("null", Null()).input)
      var options = RunOptions()
      options.assets.passes = ["h264": pass]
      _ = try await GraphRun(graph, options: options).result()
    }
    let statistics = folder.url("statistics").path
    try await encode(.seconds(1), .first(statistics))
    try await encode(.seconds(1), .second(statistics))
    let error = await #expect(throws: (any Error).self) { try await encode(.seconds(2), .second(statistics)) }
    #expect("\(error as Any)".contains("'h264' gets more frames than were measured"), "\(error as Any)")
  }
}

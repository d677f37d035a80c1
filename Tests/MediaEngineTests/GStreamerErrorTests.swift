import MediaGraph
import Testing

@testable import GStreamer
@testable import MediaEngine

@Suite("An error of the binding") struct GStreamerErrorTests {
  @Test("names the elements and properties that may have been meant")
  func suggestion() throws {
    let element = #expect(throws: GStreamerError.self) { try Element.make("vidoescale") }
    #expect(element?.textWithSuggestion == "no element 'vidoescale'; did you mean 'videoscale'?")
    let source = try Element.make("videotestsrc")
    let property = #expect(throws: GStreamerError.self) { try source.set("patern", to: "snow") }
    #expect(
      property?.textWithSuggestion == "element 'videotestsrc' has no property 'patern'; did you mean 'pattern'?")
    let other = #expect(throws: GStreamerError.self) { try Element.make("qqqqqqqqqqqqqqqq") }
    #expect(other?.textWithSuggestion == "no element 'qqqqqqqqqqqqqqqq'")
    let several = GStreamerError.noSuchElement(name: "abcd", known: ["abce", "abcf", "abcg", "xyz"])
    #expect(several.textWithSuggestion == "no element 'abcd'; did you mean 'abce', 'abcf' or 'abcg'?")
  }

  @Test("keeps its text in a diagnostic, with what may have been meant")
  func diagnostic() {
    let error = GStreamerError.noSuchProperty(element: "x264enc", property: "bitrat", known: ["bitrate"])
    let diagnostic = Diagnostic(wrapping: error, "cannot be made", at: nil)
    #expect(diagnostic.cause == "element 'x264enc' has no property 'bitrat'; did you mean 'bitrate'?")
    #expect(diagnostic.kind == .description)
  }
}

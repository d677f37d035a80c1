import Testing

import GStreamerTesting
@testable import GStreamer

@Suite("A pipeline")
struct PipelineTests {
  @Test("runs to its end, and its bus's stream ends when it is closed")
  func run() async throws {
    let pipeline = try Pipeline(name: "p")
    let source = try Element.make("videotestsrc", name: "source")
    let sink = try Element.make("fakesink", name: "sink")
    try source.set("num-buffers", to: "10")
    try pipeline.add(source, sink)
    try source.link(to: sink)
    let messages = pipeline.bus.messages()
    try await pipeline.setState(.playing)
    var states: [State] = []
    for await message in messages {
      if case .stateChanged(_, let state, _) = message { states.append(state) }
      if case .eos = message { break }
    }
    #expect(states == [.ready, .paused, .playing])
    await pipeline.close()
    for await _ in messages {}
    #expect(pipeline.state == .null)
  }

  @Test("finds elements by name, also in the bins inside")
  func find() throws {
    let pipeline = try Pipeline(parsing: "identity name=a ! bin.( identity name=b ) fakesink name=c")
    #expect(pipeline.element(named: "b")?.factoryName == "identity")
    #expect(pipeline.element(named: "d") == nil)
    #expect(pipeline.elements.count == 4)
  }

  @Test("refuses a second element of the same name")
  func sameName() throws {
    let pipeline = try Pipeline(name: "p")
    try pipeline.add(try Element.make("identity", name: "i"))
    let error = #expect(throws: GStreamerError.self) { try pipeline.add(try Element.make("identity", name: "i")) }
    #expect(error?.description == "element 'i' was not added to 'p': the name is taken")
  }

  @Test("whose formats can't meet says which field keeps them apart")
  func linkConflict() throws {
    let pipeline = try Pipeline()
    let a = try Element.make("capsfilter", name: "a")
    let b = try Element.make("capsfilter", name: "b")
    try a.set("caps", to: "video/x-raw,width=320")
    try b.set("caps", to: "video/x-raw,width=640")
    try pipeline.add(a, b)
    let error = #expect(throws: GStreamerError.self) { try a.link(to: b) }
    #expect(error?.description == "'a.src' does not link to 'b.sink': width is 320 at the output and 640 at the input")
  }

  @Test("names both ends of a link that is taken")
  func linkTaken() throws {
    let pipeline = try Pipeline()
    let (a, b, c) = (
      try Element.make("identity", name: "a"), try Element.make("identity"), try Element.make("identity", name: "c")
    )
    try pipeline.add(a, b, c)
    try a.link(to: b)
    let error = #expect(throws: GStreamerError.self) { try a.link("src", to: c) }
    #expect(error?.description == "'a.src' does not link to 'c.sink': one end is linked already")
  }

  @Test("that can't start says so, and its bus says why")
  func refusal() async throws {
    let pipeline = try Pipeline(parsing: "filesrc name=file location=/does/not/exist ! fakesink")
    let messages = pipeline.bus.messages([.error])
    await #expect(throws: GStreamerError.stateChangeFailed(element: pipeline.name, state: "playing")) {
      try await pipeline.setState(.playing)
    }
    for await case .error(let report) in messages {
      #expect(report.source.name == "file")
      #expect(report.source.kind == "filesrc")
      #expect(report.domain == "gst-resource-error-quark")
      #expect(report.code == 3)
      #expect(report.text == "Resource not found.")
      break
    }
    await pipeline.close()
  }

  @Test("settles once data have arrived")
  func preroll() async throws {
    let pipeline = try Pipeline(parsing: "audiotestsrc ! fakesink")
    let change = try await pipeline.setState(.paused)
    #expect(change == .asynchronous)
    #expect(pipeline.settledStateBlocking(within: .seconds(20)) == .paused)
    #expect(pipeline.position == .zero)
    await pipeline.close()
  }

  @Test("that stays unsettled is reported as such in time")
  func neverSettles() async throws {
    let pipeline = try Pipeline(parsing: "appsrc ! fakesink")
    try await pipeline.setState(.paused)
    #expect(pipeline.settledStateBlocking(within: .milliseconds(1)) == nil)
    await pipeline.close()
  }
}

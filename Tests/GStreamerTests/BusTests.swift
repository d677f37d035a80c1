import Testing

import GStreamerTesting
@testable import GStreamer

@Suite("A bus")
struct BusTests {
  @Test("keeps every message that matters, and the newest of the others, when nobody reads")
  func bounded() async throws {
    let queue = Mailbox(MessageBacklog(limit: 2))
    let source = Message.Source(name: "s", path: "/s", kind: "test")
    for percent in 0..<10 { queue.send((.buffering(source: source, percent: percent), isDroppable: true)) }
    for _ in 0..<10 { queue.send((.asyncDone, isDroppable: false)) }
    queue.finish()
    var kept: [String] = []
    while let (message, _) = await queue.next() {
      switch message {
      case .buffering(_, let percent): kept.append("\(percent)")
      case .asyncDone: kept.append("done")
      default: kept.append("?")
      }
    }
    #expect(kept == ["8", "9"] + Array(repeating: "done", count: 10))
  }

  @Test("gives what elements say, with their fields")
  func elementMessages() async throws {
    let pipeline = try Pipeline(parsing: "audiotestsrc num-buffers=100 ! level name=meter ! fakesink")
    let messages = pipeline.bus.messages([.element, .eos])
    try await pipeline.setState(.playing)
    var levels = 0
    for await message in messages {
      if case .element(let source, let structure) = message {
        #expect(source.name == "meter" && source.kind == "level" && structure.name == "level")
        #expect(structure["peak"] != nil)
        levels += 1
      }
      if case .eos = message { break }
    }
    #expect(levels > 5)
    await pipeline.close()
  }

  @Test("stops for a reader whose task is cancelled")
  func cancelled() async throws {
    let pipeline = try Pipeline(parsing: "audiotestsrc is-live=true ! fakesink")
    let messages = pipeline.bus.messages([.eos])
    let reader = Task { for await _ in messages {} }
    reader.cancel()
    await reader.value
    await pipeline.close()
  }

  @Test("gives tags by name")
  func tags() async throws {
    let pipeline = try Pipeline(
      parsing: "audiotestsrc num-buffers=5 ! taginject tags=\"title=Hello,track-number=(uint)3\" ! fakesink")
    let messages = pipeline.bus.messages([.tags, .eos])
    try await pipeline.setState(.playing)
    var title: String?
    for await message in messages {
      if case .tags(_, let tags) = message, tags.values["title"] != nil {
        title = tags["title"]
        #expect(tags.values["track-number"] == [.int(3)])
      }
      if case .eos = message { break }
    }
    #expect(title == "Hello")
    await pipeline.close()
  }
}

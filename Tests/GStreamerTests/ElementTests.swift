import Testing

import GStreamerTesting
@testable import GStreamer

@Suite("An element")
struct ElementTests {
  @Test("is made by the name of its factory, and named")
  func make() throws {
    let element = try Element.make("identity", name: "here")
    #expect(element.name == "here")
    #expect(element.factoryName == "identity")
    #expect(element.typeName == "GstIdentity")
    #expect(element.path == "/GstIdentity:here")
  }

  @Test("that is not installed is an error that knows what is")
  func missing() throws {
    let error = #expect(throws: GStreamerError.self) { try Element.make("vidoescale") }
    #expect(error?.description == "no element 'vidoescale'")
    guard case .noSuchElement("vidoescale", let known)? = error else { throw TestError(number: 1) }
    #expect(known.contains("videoscale"))
  }

  @Test("takes properties of every type as text, and gives them back")
  func properties() throws {
    let source = try Element.make("videotestsrc")
    try source.set("pattern", to: "snow")
    try source.set("num-buffers", to: "7")
    try source.set("is-live", to: "true")
    #expect(try source.get("pattern") == "snow")
    #expect(try source.get("num-buffers") == "7")
    #expect(try source.get("is-live") == "true")
    let filter = try Element.make("capsfilter")
    try filter.set("caps", to: "video/x-raw,width=[1,20]")
    let caps = try filter.get("caps")
    #expect(caps == "video/x-raw, width=(int)[ 1, 20 ]")
    let file = try Element.make("filesrc")
    try file.set("location", to: "/a b, c")
    #expect(try file.get("location") == "/a b, c")
    let rate = try Element.make("videorate")
    #expect(try rate.get("max-rate") == "2147483647")
  }

  @Test("without the property says which it has")
  func unknownProperty() throws {
    let source = try Element.make("videotestsrc")
    let error = #expect(throws: GStreamerError.self) { try source.set("patern", to: "snow") }
    #expect(error?.description == "element 'videotestsrc' has no property 'patern'")
    guard case .noSuchProperty("videotestsrc", "patern", let known)? = error else { throw TestError(number: 2) }
    #expect(known.contains("pattern"))
  }

  @Test(
    "says what a property accepts when the text does not fit",
    arguments: [
      ("audiotestsrc", "volume", "11", "'11' is no value for property 'volume' of 'audiotestsrc': expected 0.0 to 1.0"),
      (
        "audiotestsrc", "volume", "loud",
        "'loud' is no value for property 'volume' of 'audiotestsrc': expected 0.0 to 1.0"
      ),
      (
        "videoflip", "method", "sideways",
        "'sideways' is no value for property 'method' of 'videoflip': expected none, clockwise, rotate-180, "
          + "counterclockwise, horizontal-flip, vertical-flip, upper-left-diagonal, upper-right-diagonal or automatic"
      ),
      (
        "identity", "sync", "perhaps", "'perhaps' is no value for property 'sync' of 'identity': expected true or false"
      ),
      (
        "capsfilter", "caps", "video/x-raw,width=",
        "'video/x-raw,width=' is no value for property 'caps' of 'capsfilter': expected a GstCaps"
      ),
      ("identity", "last-message", "hello", "property 'last-message' of 'identity' can't be set"),
    ])
  func badValue(element: String, property: String, value: String, message: String) throws {
    let element = try Element.make(element)
    let error = #expect(throws: GStreamerError.self) { try element.set(property, to: value) }
    #expect(error?.description == message)
  }

  @Test("lists its properties for help")
  func list() throws {
    let volume = try #require(try Element.make("audiotestsrc").properties.first { $0.name == "volume" })
    #expect(volume.legal == "0.0 to 1.0")
    #expect(volume.initial == "0.8")
    #expect(volume.isWritable)
  }

  @Test("without the pad says which it has")
  func noPad() throws {
    let element = try Element.make("identity", name: "i")
    let error = #expect(throws: GStreamerError.self) { try element.pad("video") }
    #expect(error?.description == "element 'i' has no pad 'video'; it has sink, src")
  }

  @Test("gives request pads by template and by name, and takes them back")
  func requestPads() throws {
    let mixer = try Element.make("audiomixer")
    let pad = try mixer.requestPad("sink_%u")
    let named = try mixer.requestPad("sink_5")
    #expect(pad.name == "sink_0")
    #expect(named.name == "sink_5")
    mixer.release(pad)
    #expect(mixer.pads.map(\.name) == ["src", "sink_5"])
    #expect(throws: GStreamerError.noSuchPad(element: mixer.name, pad: "left", pads: ["src", "sink_%u"])) {
      try mixer.requestPad("left")
    }
  }
}

@Suite("An element factory")
struct ElementFactoryTests {
  @Test("tells what the element is without loading its plugin")
  func facts() throws {
    let factory = try #require(try ElementFactory.find("x264enc"))
    #expect(factory.klass == "Codec/Encoder/Video")
    #expect(factory.rank == 256)
    #expect(factory.plugin == "x264")
    let output = try #require(factory.padTemplates.first { $0.direction == .source })
    #expect(output.presence == .always)
    #expect(output.caps.first?.name == "video/x-h264")
    #expect(try ElementFactory.find("no-such-element") == nil)
  }
}

internal import GStreamer
internal import MediaSource
import MediaGraph
import MovieFile
import Synchronization

/// A node that encodes, with the properties that muxers need before the run.
protocol EncodingNode: ElementNode {
  var codec: Codec { get }
  /// The display name of the codec: "VP9".
  var codecName: String { get }
  /// The output format, as far as it is constant: `video/x-vp9`.
  var codedCaps: String { get }
}

extension EncodingNode {
  var family: MediaError.Family { .encoding }
  var codecName: String { codec.title }
  var codedCaps: String { codec.capsName }
  func muxedMedia(ofPort port: String?) -> MuxedMedia? { MuxedMedia(name: codecName, caps: codedCaps) }
}

/// A video encoder: software, and hardware if the machine has it.
protocol VideoEncodingNode: EncodingNode {
  var hardwareUse: HardwareUse { get }
  var hardwareEncoders: [ElementChoice.Candidate] { get }
  /// The software encoders, best first, each with its input format.
  var softwareEncoders: [ElementChoice.Candidate] { get }
  /// The intermediate formats of frames on the way to the encoder's.
  var steps: [String] { get }
  /// The constraints of the encoder, such as a profile; none if nil.
  var pinnedCaps: String? { get }
  /// The parser that converts packets to the format of muxers.
  var parser: String? { get }
  /// The frame rates that the encoders take; of others, they are told one.
  var frameRates: AcceptedFrameRates { get }
  /// The longest time between two key frames; nil if only their number counts.
  var keyFrameTime: MediaTime? { get }
  /// True if the encoders may hold frames behind their end until they are asked again.
  var endsInPieces: Bool { get }
  /// True if the encoders take even sizes only; of frames of other sizes, the last column or row is left out.
  var needsEvenSize: Bool { get }
  /// True if what is encoded has the limited range of values, whatever the frames have.
  var hasLimitedRange: Bool { get }
  /// Returns the input of an encoder for frames of a format.
  ///
  /// - Parameter caps: The input of the candidate that was chosen.
  func inputCaps(_ caps: String, for format: Caps) -> String
  /// Returns the place of chroma in frames that get another layout, by GStreamer's name.
  func chromaSite(of format: Caps) -> String
  /// Completes the frames of encoders that leave something out.
  func completeVideo(of encoder: Element) throws
  /// Returns the properties of the encoder that differ in a pass from those of an encoder without one.
  func properties(of pass: EncoderPass) -> [(name: String, value: String)]
  /// Returns the reason why the encoders do not take frames of a size, as a sentence without its subject; nil if they do.
  func refusal(of size: PixelSize) -> String?
  /// Returns the reason why frames of a format cannot be encoded as the node asks for; nil if they can.
  func refusal(of format: Structure, in node: GraphNode) -> Diagnostic?
}

extension VideoEncodingNode {
  var needsEvenSize: Bool { false }
  var hasLimitedRange: Bool { false }
  func inputCaps(_ caps: String, for format: Caps) -> String { caps }
  func chromaSite(of format: Caps) -> String { format.chromaSite ?? "mpeg2" }
  func completeVideo(of encoder: Element) throws {}
  var endsInPieces: Bool { false }
  func properties(of pass: EncoderPass) -> [(name: String, value: String)] { [] }
  func refusal(of size: PixelSize) -> String? { nil }
  func refusal(of format: Structure, in node: GraphNode) -> Diagnostic? {
    guard let size = PixelSize(format), let reason = refusal(of: size) else { return nil }
    return Diagnostic(
      "'\(node.name)' cannot encode frames of \(size.text) pixels", kind: .failure, at: node.range,
      cause: "\(node.use) \(reason)", help: "scale them before it, or choose another codec")
  }
  var frameRates: AcceptedFrameRates { .all }
  var keyFrameTime: MediaTime? { nil }
  var steps: [String] { [] }
  var pinnedCaps: String? { nil }
  var hardwareUse: HardwareUse { .never }
  var hardwareEncoders: [ElementChoice.Candidate] { [] }

  private var encoder: ElementChoice {
    let candidates =
      switch hardwareUse {
      case .prefer: hardwareEncoders + softwareEncoders
      case .require: hardwareEncoders
      case .never: softwareEncoders
      }
    let names = softwareEncoders.map(\.factory).joined(separator: " and ")
    return ElementChoice(
      role: "\(codecName) encoder", candidates, parameter: "hardware",
      alternative: hardwareUse == .require
        ? ("\(names) \(softwareEncoders.count == 1 ? "is" : "are") software", "allow software with hardware: prefer")
        : nil)
  }

  var elements: [ElementChoice] {
    ["videoconvert", "capsfilter", "queue"].map { ElementChoice($0) } + [encoder]
      + (parser.map { [ElementChoice($0)] } ?? []) + (needsEvenSize ? [ElementChoice("videocrop")] : [])
      + (frameRates == .all ? [] : [ElementChoice("capssetter")])
  }

  /// `videoconvert ! I420 ! queue ! x264enc ! profile ! h264parse`
  func build(_ bin: NodeBin) throws {
    let caps = try bin.candidate(of: encoder)?.inputCaps ?? "video/x-raw"
    var (entry, convert) = try bin.addConverter(through: steps)
    let pinned = try bin.add("capsfilter", [("caps", caps)])
    var shaped: Element?
    if hasLimitedRange {
      // Frames of the full range get the limited one by a conversion of its own: GStreamer converts all layouts, but where the range alone
      // changes, it keeps the values.
      let (filter, ranged) = (try bin.add("capsfilter", [("caps", caps)]), try bin.add("videoconvert"))
      try bin.chain(convert, filter, ranged)
      (shaped, convert) = (filter, ranged)
    }
    try pin(pinned, shaped, to: caps, from: entry.pad("sink"), in: bin)
    // Decoding continues while the encoder works; a few frames are enough for that.
    let queue = try bin.add("queue", [("max-size-buffers", "4"), ("max-size-bytes", "0"), ("max-size-time", "0")])
    let encoding = try bin.add(encoder)
    try setPass(of: encoding, in: bin)
    let rate = frameRates == .all ? nil : try bin.addFrameRateFallback(of: codedCaps, unless: frameRates)
    var last = pinned
    try bin.chain(convert, pinned)
    for step in [needsEvenSize ? try bin.addEvenCrop() : nil, rate?.before, queue].compactMap(\.self) {
      try last.link(to: step)
      last = step
    }
    try last.pad("src").replaceCaps { $0.withStatedColors() }
    try last.link(to: encoding)
    try complete(encoding)
    last = try addPacketSteps(behind: encoding, rate?.after, in: bin)
    let input = try entry.pad("sink")
    bin.refuseFrames(on: input) { [self, node = bin.node] in refusal(of: $0, in: node) }
    try bin.exposeInput(input)
    try bin.exposeOutput(last.pad("src"))
  }

  /// Sets the filters before the encoder by the format of the frames, and notes what they lose.
  private func pin(_ pinned: Element, _ shaped: Element?, to caps: String, from pad: Pad, in bin: NodeBin) {
    let said = LastNote()
    bin.pin(pinned, shaped, from: pad, chromaSite(of:)) { format in
      let input = inputCaps(caps, for: format)
      said.set(stepNote(of: format, to: input))
      return input
    }
    bin.note { said.list }
  }

  /// Gives the encoder its pass, if it has several.
  private func setPass(of encoding: Element, in bin: NodeBin) throws {
    guard let pass = bin.assets.passes[bin.node.name] else { return }
    for (name, value) in properties(of: pass) { try encoding.set(name, to: value) }
    guard case .second(let path) = pass else { return }
    try MeasuredFrames(path: path).watch(encoding) { [fail = bin.fail, node = bin.node] count in
      fail(
        Diagnostic(
          "'\(node.name)' gets more frames than were measured", kind: .failure, at: node.range,
          cause: "the first pass has measured \(count)", help: "measure them again: the source has changed since"))
    }
  }

  /// Adds what encoders leave to others: frames that they hold at the end, and key frames at requested times.
  private func complete(_ encoding: Element) throws {
    if endsInPieces {
      try encoding.pad("sink").addProbe(.events) { info in
        if info.isEndOfStream { info.pad.parent?.finishHeldFrames() }
        return .pass
      }
    }
    try completeVideo(of: encoding)
    try ForcedKeyFrames(every: keyFrameTime?.time()).watch(encoding)
  }

  /// Adds the elements behind the encoder; returns the last of them.
  private func addPacketSteps(behind encoding: Element, _ rate: Element?, in bin: NodeBin) throws -> Element {
    var last = encoding
    if let rate {
      try last.link(to: rate)
      last = rate
    }
    if let pinnedCaps {
      let profile = try bin.add("capsfilter", [("caps", pinnedCaps)])
      try last.link(to: profile)
      last = profile
    }
    if let parser {
      let parse = try bin.add(parser)
      try last.link(to: parse)
      last = parse
      FrameDurations().watch(try encoding.pad("sink"), try parse.pad("src"))
    }
    return last
  }
}

extension VideoEncodingNode {
  /// A note on frames of HDR for which an encoder has fewer bits than their transfer function needs; nil for others.
  fileprivate func stepNote(of format: Caps, to input: String) -> String? {
    guard let range = format.dynamicRange, let depth = format.bitDepth, depth > 8,
      let taken = (try? Caps(input))?.bitDepth, taken <= 8
    else { return nil }
    let remedy = codec == .hevc ? "'profile: auto' keeps them" : "\(VideoEncodeHEVC.type) keeps them"
    return "\(codecName) gets \(taken) of the \(depth) bits of the frames: \(range) of so few shows steps; \(remedy)"
  }
}

extension NodeBin {
  /// Adds a frame converter with some intermediate formats; returns its first and its last element.
  func addConverter(through steps: [String]) throws -> (first: Element, last: Element) {
    let first = try add("videoconvert")
    var last = first
    for caps in steps {
      let (filter, convert) = (try add("capsfilter", [("caps", caps)]), try add("videoconvert"))
      try chain(last, filter, convert)
      last = convert
    }
    return (first, last)
  }
}

extension NodeBin {
  /// Sets filters to an encoder's caps, with the place of chroma and the range that frames have or get.
  ///
  /// - Parameters:
  ///   - pinned: The filter before the encoder.
  ///   - shaped: The filter of frames that have their layout, and get the limited range behind it; nil if they keep theirs.
  ///   - input: The pad on which the frames come.
  ///   - chromaSite: Returns the place of chroma in frames that get another layout.
  ///   - inputCaps: Returns the encoder's caps for frames of a format.
  fileprivate func pin(
    _ pinned: Element, _ shaped: Element?, from input: Pad, _ chromaSite: @escaping @Sendable (Caps) -> String,
    _ inputCaps: @escaping @Sendable (Caps) -> String
  ) {
    _ = input.addProbe(.events) { [fail, node] info in
      guard let format = info.caps else { return .pass }
      let caps = inputCaps(format)
      let wanted = "\(caps),chroma-site=(string)\(chromaSite(format))"
      // Frames that do not say where their chroma is pass as they are.
      func filter(_ colors: String?) -> String {
        [wanted, caps].map { $0 + (colors.map { ",colorimetry=(string)\($0)" } ?? "") }.joined(separator: ";")
      }
      do {
        let colors = shaped == nil ? nil : format.rangedColors
        try shaped?.set("caps", to: filter(colors?.full))
        try pinned.set("caps", to: filter(colors?.limited))
      } catch {
        fail(Diagnostic("'\(node.name)' cannot take \(format.text)", kind: .failure, at: node.range, underlying: error))
      }
      return .pass
    }
  }
}

/// An audio encoder.
protocol AudioEncodingNode: EncodingNode {
  var encoders: [ElementChoice.Candidate] { get }
  /// The encoder's input format; any if nil.
  var inputCaps: String? { get }
  var parser: String? { get }
  /// The way the coding names the speakers of its channels.
  var naming: SpeakerNaming { get }
  /// Completes the audio of encoders that leave out what is left of it behind the last whole packet.
  func completeAudio(of encoder: Element) throws
  /// Returns the delay of an encoder, in samples; nil if it is in the packets or unknown.
  func priming(of factory: String) -> Int64?
  /// Returns the speakers that an encoder takes for more than two channels, the usual ones of each number first; empty if its
  /// caps say it.
  func masks(of factory: String) -> [UInt64]
  /// Returns, for each place, the channel that the encoder has to get there; nil if it takes GStreamer's order.
  func inputOrder(_ channels: Int) -> [Int]?
  /// True if the caps behind an encoder keep it at the rate that it gets, of which it would choose a lower one.
  var keepsRate: Bool { get }
  /// Returns the properties that an encoder needs for a format, with a note if they are not what the node asks for.
  func settings(rate: Int, channels: Int) -> (properties: [(name: String, value: String)], note: String?)
}

extension AudioEncodingNode {
  var inputCaps: String? { nil }
  var naming: SpeakerNaming { .fixed }
  func completeAudio(of encoder: Element) throws {}
  func inputOrder(_ channels: Int) -> [Int]? { nil }
  func priming(of factory: String) -> Int64? { nil }
  func masks(of factory: String) -> [UInt64] { [] }
  var keepsRate: Bool { false }
  func settings(rate: Int, channels: Int) -> (properties: [(name: String, value: String)], note: String?) { ([], nil) }
  var parser: String? { nil }

  private var encoder: ElementChoice { ElementChoice(role: "\(codecName) encoder", encoders) }

  var elements: [ElementChoice] {
    ["capssetter", "audioconvert", "audioresample", "capsfilter", "queue"].map { ElementChoice($0) } + [encoder]
      + (parser.map { [ElementChoice($0)] } ?? [])
  }

  func build(_ bin: NodeBin) throws {
    let (convert, resample) = (try bin.add("audioconvert"), try bin.add("audioresample"))
    try ResampledLength.watch(resample)
    let caps = inputCaps ?? "audio/x-raw"
    let pinned = try bin.add("capsfilter", [("caps", caps)])
    var last = try bin.add("queue")
    let encoder = try bin.add(encoder)
    let masks = encoder.factoryName.map { self.masks(of: $0) } ?? []
    let entry = try bin.addSpeakerFit(to: encoder, filter: pinned, caps: caps, naming: naming, masks: masks)
    try bin.chain(entry, convert, resample, pinned, last)
    try set(encoder, in: bin)
    try noteLowerRate(from: entry, to: encoder, in: bin)
    ChannelPermutation { [self] in inputOrder($0) }.change(at: try encoder.pad("sink"))
    if let priming = encoder.factoryName.flatMap({ priming(of: $0) }) {
      try bin.sendBounds(of: encoder, priming: priming)
    }
    try completeAudio(of: encoder)
    try last.link(to: encoder)
    last = try addRateFilter(behind: encoder, in: bin)
    if let parser {
      let parse = try bin.add(parser)
      // Encoders that can seek write their header again at the end, with segments of bytes, for which the parser sends the packet that
      // it still holds with the time 0: muxers take no such header.
      try parse.pad("sink").addProbe(.queries) { $0.isSeekingQuery ? .drop : .pass }
      try last.link(to: parse)
      last = parse
    }
    try bin.exposeInput(entry.pad("sink"))
    try bin.exposeOutput(last.pad("src"))
  }

  /// Keeps an encoder at the rate that it gets, which it asks the elements behind it for; returns the last element.
  private func addRateFilter(behind encoder: Element, in bin: NodeBin) throws -> Element {
    guard keepsRate else { return encoder }
    let filter = try bin.add("capsfilter")
    try encoder.pad("sink").addProbe(.events) { [codedCaps, fail = bin.fail, node = bin.node] info in
      guard let rate = info.caps?.first?["rate"]?.int else { return .pass }
      do {
        try filter.set("caps", to: "\(codedCaps),rate=\(rate)")
      } catch {
        fail(Diagnostic(wrapping: error, "'\(node.name)' cannot take what comes", at: node.range))
      }
      return .pass
    }
    try encoder.link(to: filter)
    return filter
  }

  /// Sets the properties of an encoder that depend on the format, before it learns of that.
  private func set(_ encoder: Element, in bin: NodeBin) throws {
    let (node, said) = (self, LastNote())
    try encoder.pad("sink").addProbe(.events) { info in
      guard let format = info.caps?.first, let rate = format["rate"]?.int, let channels = format["channels"]?.int else {
        return .pass
      }
      let settings = node.settings(rate: rate, channels: channels)
      for (name, value) in settings.properties { try? info.pad.parent?.set(name, to: value) }
      said.set(settings.note)
      return .pass
    }
    bin.note { said.list }
  }
}

extension AudioEncodingNode {
  /// Notes that audio loses its highest frequencies, unless the codec has none of them by its nature.
  private func noteLowerRate(from entry: Element, to encoder: Element, in bin: NodeBin) throws {
    guard ![.opus, .amr, .amrWideband].contains(codec) else { return }
    let rate = Mutex(0)
    let note = LastNote()
    try entry.pad("sink").addProbe(.events) { info in
      if let own = info.caps?.first?["rate"]?.int { rate.withLock { $0 = own } }
      return .pass
    }
    try encoder.pad("sink").addProbe(.events) { info in
      guard let taken = info.caps?.first?["rate"]?.int else { return .pass }
      let own = rate.withLock(\.self)
      if taken < own { note.set("the sound of \(own) Hz becomes \(taken) Hz, a rate that the encoder takes") }
      return .pass
    }
    bin.note { note.list }
  }
}

internal import GStreamer
import CoreMedia
import Foundation
import MediaGraph
import Synchronization

/// Timed metadata between nodes of Reel: each buffer is a JSON object.
let metadataCaps = "application/x-reel-metadata,format=json"
/// Of how loud something is.
let levelCaps = metadataCaps + ",about=(string)loudness"

extension AudioLevel: ElementNode {
  var elements: [ElementChoice] { ["audioconvert", "queue"].map { ElementChoice($0) } }
  func muxedMedia(ofPort port: String?) -> MuxedMedia? { MuxedMedia(name: "levels", caps: levelCaps) }

  func build(_ bin: NodeBin) throws {
    let wanted = Set(bin.outputs.map(\.port))
    let levels = wanted.contains("levels") ? try SideStream(in: bin.bin) : nil
    let meter = LevelMeter(levels)
    let convert = try bin.add("audioconvert")
    let effect = try ClosureElements.audioEffect(formats: [.f32]) { block in meter.measure(block) }
    try bin.adopt(effect, factory: "swift")
    try bin.chain(convert, effect)
    try bin.exposeInput(convert.pad("sink"))
    if wanted.contains("out") {
      try bin.exposeOutput(effect.pad("src"))
    } else {
      try effect.pad("src").addProbe([.buffers, .events]) { _ in .drop }
    }
    if let levels {
      try effect.pad("sink").addProbe(.events) { info in
        if info.caps != nil { try? levels.begin(caps: levelCaps) }
        if info.isEndOfStream { levels.end() }
        return .pass
      }
      try bin.exposeOutput(levels.queue.pad("src"), as: OutputKey(port: "levels", index: 1))
    }
    bin.measure { meter.measurements }
  }
}

/// The meter of one run: written on the streaming thread, read by the run.
private final class LevelMeter: Sendable {
  private struct State {
    var meter: LoudnessMeter?
    var frames: Int64 = 0
  }

  private let state = Mutex(State())
  private let levels: SideStream?

  init(_ levels: SideStream?) { self.levels = levels }

  func measure(_ block: borrowing AudioBlock) {
    let (channels, rate) = (block.channels, block.rate)
    let start = block.samplePosition
    block.withSamples(as: Float.self) { samples in
      let count = samples.count / max(1, channels)
      state.withLock { state in
        var meter = state.meter ?? LoudnessMeter(rate: rate, channels: channels)
        let origin = start ?? state.frames
        for frame in 0..<count {
          guard let step = meter.add({ samples[frame * channels + $0] }), let levels else { continue }
          levels.send(Self.metadata(step, end: origin + Int64(frame) + 1, rate: rate))
        }
        state.meter = meter
        state.frames = origin + Int64(count)
      }
    }
  }

  /// An object with the time that it speaks of.
  private static func metadata(_ step: LoudnessMeter.Step, end: Int64, rate: Int) -> Buffer {
    var fields: [String] = []
    if let momentary = step.momentary { fields.append("\"momentary\":\(decimal(momentary))") }
    if let shortTerm = step.shortTerm { fields.append("\"short_term\":\(decimal(shortTerm))") }
    fields.append("\"peak\":\(decimal(step.peak))")
    let buffer = Buffer(copying: Data("{\(fields.joined(separator: ","))}".utf8))
    let start = max(0, end - Int64(max(1, rate / 10)))
    let (from, to) = (ClockTime(samples: start, at: rate), ClockTime(samples: end, at: rate))
    buffer.presentationTime = from
    buffer.duration = ClockTime(nanoseconds: to.nanoseconds - from.nanoseconds)
    return buffer
  }

  private static func decimal(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }

  var measurements: [MeasuredValue] {
    guard let meter = state.withLock({ $0.meter }) else { return [] }
    let (maxima, peak) = (meter.maxima, meter.peak)
    let values: [(String, Double?, String)] = [
      ("integrated_loudness", meter.integrated, "LUFS"), ("loudness_range", meter.range, "LU"),
      ("momentary_maximum", maxima.momentary, "LUFS"), ("short_term_maximum", maxima.shortTerm, "LUFS"),
      ("true_peak", peak.true, "dBTP"), ("sample_peak", peak.sample, "dBFS"),
    ]
    return values.compactMap { name, value, unit in value.map { MeasuredValue(name: name, value: $0, unit: unit) } }
  }
}

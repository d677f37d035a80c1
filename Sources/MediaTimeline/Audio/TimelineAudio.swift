package import CoreMedia
import Dispatch
internal import MediaEngine
internal import MediaGraph
package import MediaSource

/// The sum of all audio of a plan, when it is asked for: 32-bit floats, each sample by its exact time.
///
///     layer 2  ────────|▞▞▞▞|──────     run ─▷ cursor ─▷ f32 at the timeline's rate ─▷ × gain ─┐
///     layer 1  |▚▚▚▚▚▚▚▚|▚▚▚▚▚▚▚|      run ─▷ cursor ─▷ f32 at the timeline's rate ─▷ × gain ─┴▷ sum in double precision ─▷ f32
///
/// Layers with a tap or a volume of their own have a sum of their own before.
///
/// Sample n of the timeline is at n / rate. A clip covers the samples from the one nearest to its beginning up to the one nearest to its
/// end, and each of them is the source's sample that is nearest to its time. The samples of any range are those of the whole. A layer
/// has two runs open at most, the one that is heard and the next one. Belongs to the thread of its sink.
package final class TimelineAudio: PulledAudio {
  package let audioFormat: DecodedAudioFormat
  private let layers: [[AudioRun]]
  /// The layers that are more than their runs, by number.
  private let buses: [Int: LayerAudio]
  /// The number of samples of the timeline.
  private let sampleCount: Int64
  /// The samples that are still to come.
  private var wanted: Range<Int64>
  /// The runs that are open, or being opened, by layer and number.
  private var openings: [Place: RunOpening] = [:]
  private let queue = DispatchQueue(label: "reel.timeline.audio")
  private var sum: [Double] = []

  private struct Place: Hashable {
    let layer: Int
    let run: Int
  }

  /// Creates the sum in the format of the plan, for which files may be opened.
  ///
  /// - Throws: What is wrong with a file.
  package convenience init(_ plan: RenderPlan) throws { self.init(plan, try plan.audioFormat()) }

  /// - Parameter format: The format, of 32-bit floats: for a timeline within another, that of the outer one.
  init(_ plan: RenderPlan, _ format: DecodedAudioFormat) {
    audioFormat = format
    layers = plan.layers.map { AudioRun.runs(of: $0, rate: format.rate) }
    var buses: [Int: LayerAudio] = [:]
    // Where nothing is heard, there is nothing to tap.
    for (number, layer) in plan.layers.enumerated() where !layers[number].isEmpty {
      buses[number] = LayerAudio(layer, format)
    }
    self.buses = buses
    sampleCount = ExactTime(plan.duration).nearest(format.rate)
    wanted = 0..<max(0, sampleCount)
  }

  deinit { close { _, _ in true } }

  package func format(_ cancellation: Cancellation) throws -> DecodedAudioFormat { audioFormat }

  package func move(to range: CMTimeRange) {
    func sample(_ time: CMTime) -> Int64 {
      time.isNumeric ? ExactTime(time).nearest(audioFormat.rate) : time == .negativeInfinity ? 0 : .max
    }
    let first = max(0, sample(range.start))
    move(toSamples: first..<max(first, sample(range.end)))
  }

  func move(toSamples samples: Range<Int64>) {
    close { _, _ in true }
    for bus in buses.values { bus.move() }
    wanted = samples.clamped(to: 0..<max(0, sampleCount))
  }

  package func next(_ cancellation: Cancellation) throws -> DecodedAudio? {
    guard !wanted.isEmpty else {
      close { _, _ in true }
      return nil
    }
    if cancellation.isCancelled { throw CancellationError() }
    let end = min(wanted.upperBound, wanted.lowerBound + Int64(max(1, audioFormat.rate / 10)))
    let samples = wanted.lowerBound..<end
    sum.removeAll(keepingCapacity: true)
    sum.append(contentsOf: repeatElement(0, count: samples.count * audioFormat.channels))
    for layer in layers.indices {
      if let bus = buses[layer] {
        try bus.add(samples, isLast: end == wanted.upperBound, to: &sum) {
          try mix(layer, samples, into: &$0, cancellation)
        }
      } else {
        try mix(layer, samples, into: &sum, cancellation)
      }
    }
    // Kept until all layers are mixed: an error leaves the samples to the next call.
    wanted = end..<wanted.upperBound
    let bytes = [UInt8](unsafeUninitializedCapacity: sum.count * 4) { target, initialized in
      target.withMemoryRebound(to: Float.self) { if let floats = $0.baseAddress { Mixing.round(sum, to: floats) } }
      initialized = sum.count * 4
    }
    return DecodedAudio(format: audioFormat, position: samples.lowerBound, bytes: bytes)
  }

  /// Adds the runs of a layer to a sum.
  private func mix(
    _ layer: Int, _ samples: Range<Int64>, into sum: inout [Double], _ cancellation: Cancellation
  ) throws {
    let runs = layers[layer]
    // Runs overlap in transitions, and begin in order.
    var number = firstRun(of: layer, endingAfter: samples.lowerBound)
    close { $0 == layer && $1 < number }
    while number < runs.count, runs[number].samples.lowerBound < samples.upperBound {
      let run = runs[number]
      let heard = run.samples.clamped(to: samples)
      if !heard.isEmpty {
        let time = CMTime(value: heard.lowerBound, timescale: CMTimeScale(clamping: audioFormat.rate))
        let opening = opening(layer, number)
        prepare(layer, number + 1)
        try run.clip.naming(at: time) {
          let opened: OpenedRun
          do {
            opened = try opening.result(cancellation)
          } catch let error as CancellationError {
            // A cancelled opening stays so: the next call begins another.
            opening.cancel()
            openings[Place(layer: layer, run: number)] = nil
            throw error
          }
          try opened.mix(heard, into: &sum, startingAt: samples.lowerBound, cancellation)
        }
      }
      number += 1
    }
  }

  /// The first run that ends behind a sample. Of overlapping runs, those that begin later end later, or are looked at again.
  private func firstRun(of layer: Int, endingAfter sample: Int64) -> Int {
    layers[layer].firstIndex { $0.samples.upperBound > sample } ?? layers[layer].count
  }

  /// The opening of a run, which is new if it was not asked for before.
  private func opening(_ layer: Int, _ number: Int) -> RunOpening {
    let place = Place(layer: layer, run: number)
    if let known = openings[place] { return known }
    let (run, samples, format) = (layers[layer][number], wanted, audioFormat)
    let opening = RunOpening { try OpenedRun(run, samples, format, $0) }
    openings[place] = opening
    return opening
  }

  /// Opens a run on the queue, if there is such a run and it is wanted.
  private func prepare(_ layer: Int, _ number: Int) {
    guard layers[layer].indices.contains(number), layers[layer][number].samples.lowerBound < wanted.upperBound,
      openings[Place(layer: layer, run: number)] == nil
    else { return }
    opening(layer, number).begin(on: queue)
  }

  /// Closes the sources of runs.
  private func close(_ isOver: (_ layer: Int, _ run: Int) -> Bool) {
    for (place, opening) in openings where isOver(place.layer, place.run) {
      opening.cancel()
      openings[place] = nil
    }
  }
}

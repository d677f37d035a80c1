/// Consecutive samples of one index block, as runs in decode order.
final class SampleBlock: Sendable {
  let runs: [SampleRun]

  init(_ index: SampleIndex, block: Int, layout: TrackLayout) throws(MovieError) {
    var walker = try SampleWalker(layout, at: index.blocks[block].position, readAhead: 4096)
    let end = index.end(of: block)
    var runs: [SampleRun] = []
    var next = index.blocks[block].first
    while next < end {
      guard let run = try walker.next(), run.first.index == next, run.end <= end else {
        throw MovieError(.changed, "the sample tables were changed", file: layout.source.name)
      }
      runs.append(run)
      next = run.end
    }
    self.runs = runs
  }

  /// Returns the index of the run that holds a sample of this block.
  func run(of sample: Int) -> Int {
    runs.partitioningIndex { $0.first.index > sample } - 1
  }

  subscript(sample: Int) -> Sample {
    let run = runs[run(of: sample)]
    return run[sample - run.first.index]
  }
}

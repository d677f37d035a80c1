import Testing

/// Tests of the table.
@Suite struct MatrixShapeTests {
  @Test func cells_haveTheirOwnNames() {
    #expect(Set(Matrix.pairs.map(\.name)).count == Matrix.pairs.count)
    for cell in Matrix.pairs { #expect(Cell(name: cell.name) == cell) }
    #expect(Matrix.pinned.count == 30)
    let cell = Cell(
      clip: Clip(container: .mkv, video: .h264, frames: .bframes, audio: .aac, timing: .late), operation: .transcode,
      access: .pipe)
    #expect(cell.name == "mkv-h264-bframes-aac-late.transcode.pipe")
  }

  @Test func everyValue_isInAPair() {
    let cells = Matrix.pairs
    print("\(cells.count) cells of \(Set(cells.map(\.clip)).count) files")
    #expect((150...400).contains(cells.count), "\(cells.count)")
    #expect(Set(cells.map(\.clip.container)).count == Container.allCases.count)
    #expect(Set(cells.map(\.clip.video)).count == VideoCodec.allCases.count)
    #expect(Set(cells.map(\.clip.audio)).count == AudioCodec.allCases.count)
    #expect(Set(cells.map(\.clip.frames)).count == FrameTrait.allCases.count)
    #expect(Set(cells.map(\.clip.speakers)).count == Speakers.allCases.count)
    #expect(Set(cells.map(\.clip.timing)).count == Timing.allCases.count)
    #expect(Set(cells.map { [$0.operation.rawValue, $0.access.rawValue] }).count == 16)
  }
}

import CoreMedia
import Foundation
import GStreamer
import MediaEngine
import MediaGraph
import MediaSource
import MediaSourceTesting
import MediaTimeline
import Testing

/// Titles as the sources of clips.
@Suite struct TitleTests {
  private func edit(_ title: Timeline.Title) -> Timeline {
    Timeline {
      $0.size = PixelSize(width: 320, height: 120)
      $0.frameRate = FrameRate(25)
      $0.items = [.gap(.init { $0.gap = .seconds(1) })]
      $0.layers = [
        .init {
          $0.items = [
            .clip(.init { ($0.clip, $0.at, $0.duration) = (.title(title), .milliseconds(200), .milliseconds(400)) })
          ]
        }
      ]
    }
  }

  private let title = Timeline.Title {
    ($0.text, $0.position, $0.color, $0.size, $0.outline) = ("<T> & ä", .center, .white, 60, false)
  }

  @Test func titles_areSeenForTheirTime_overWhatIsBelow() throws {
    let frames = try TimelineFrames(RenderPlan(edit(title))).all()
    #expect(frames.count == 25)
    for (number, frame) in frames.enumerated() {
      let luma = try frame.pixels.prefix(320 * 120)
      // White letters on black, in the middle; nothing at the edges.
      let isSeen = (5..<15).contains(number)
      #expect((luma.max() == 235) == isSeen, "frame \(number)")
      #expect(luma.min() == 16 && luma.prefix(320).allSatisfy { $0 == 16 })
    }
  }

  /// The overlay would draw a part of their lines in the wrong place, or nothing.
  @Test(arguments: [TextPosition.top, .center, .bottom], [(20, 10), (200, 1)])
  func titlesTallerThanTheCanvas_areSeenFromTheirBeginning(_ position: TextPosition, _ lines: (Int, Int)) throws {
    var title = title
    (title.position, title.size) = (position, lines.0)
    title.text = Array(repeating: "HHHH", count: lines.1).joined(separator: "\n")
    let frame = try #require(TimelineFrames(RenderPlan(edit(title))).all().dropFirst(10).first)
    let luma = Array(try frame.pixels.prefix(320 * 120))
    let seen = (0..<120).filter { row in luma[row * 320..<(row + 1) * 320].contains { $0 > 120 } }
    let (first, last) = (try #require(seen.first), try #require(seen.last))
    #expect(first < 80 && last >= 100, "\(seen)")
  }

  @Test func titles_areWrittenAndReadAsGenerators() throws {
    let timeline = edit(title)
    let text = try OpenTimeline(timeline).text(name: "edit")
    #expect(text.contains("GeneratorReference.1") && text.contains("reel.title"), "\(text)")
    let back = try OpenTimeline(json: Data(text.utf8), of: "edit", relativeTo: URL(fileURLWithPath: "/")).timeline
    let titles = (back.items + back.layers.flatMap(\.items)).compactMap { item -> Timeline.Title? in
      if case .clip(let clip) = item, case .title(let title) = clip.clip { title } else { nil }
    }
    #expect(titles == [title])
  }

  @Test func plansNameTitles() throws {
    let plan = try RenderPlan(edit(title))
    #expect(plan.explanation.contains { $0.contains("200ms to 600ms: 'the title <T> & ä'") }, "\(plan.explanation)")
    #expect(try plan.hasVideo() && !plan.hasAudio())
  }

  @Test func titlesWithoutALength_sayWhatToWrite() throws {
    var timeline = edit(title)
    timeline.layers = [.init { $0.items = [.clip(.init { $0.clip = .title(title) })] }]
    #expect(throws: Diagnostic.self) { try RenderPlan(timeline) }
  }
}

// A display layer of sample buffers has a timebase that the application starts, seeks and pauses.

import CoreMedia
import Testing

private final class Renderer {
  let timebase: CMTimebase

  init?() {
    var timebase: CMTimebase?
    CMTimebaseCreateWithSourceClock(
      allocator: kCFAllocatorDefault, sourceClock: CMClockGetHostTimeClock(), timebaseOut: &timebase)
    guard let timebase else { return nil }
    self.timebase = timebase
    CMTimebaseSetTime(timebase, time: .zero)
    CMTimebaseSetRate(timebase, rate: 0.0)
  }

  func play() { CMTimebaseSetRate(timebase, rate: 1.0) }
  func pause() { CMTimebaseSetRate(timebase, rate: 0.0) }
  func seek(to time: CMTime) { CMTimebaseSetTime(timebase, time: time) }
}

@Test func aRenderer_playsSeeksAndPauses() throws {
  let renderer = try #require(Renderer())
  renderer.seek(to: CMTime(seconds: 5, preferredTimescale: 600))
  #expect(CMTimebaseGetTime(renderer.timebase).seconds == 5)
  renderer.play()
  #expect(CMTimebaseGetRate(renderer.timebase) == 1)
  #expect(CMTimebaseGetTime(renderer.timebase) >= CMTime(value: 5, timescale: 1))
  renderer.pause()
  let stopped = CMTimebaseGetTime(renderer.timebase)
  #expect(CMTimebaseGetTime(renderer.timebase) == stopped)
}

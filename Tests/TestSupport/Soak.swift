import Foundation

/// The repeats of tests that look for rare failures: a few in every run, all of them in `make soak`.
public enum Soak {
  /// True in `make soak`, which sets `REEL_SOAK`.
  public static let isOn = ProcessInfo.processInfo.environment["REEL_SOAK"] != nil

  /// Returns the number of repeats: `few` in every run, `all` in `make soak`.
  public static func rounds(_ few: Int, of all: Int) -> Int { isOn ? all : few }

  /// Returns every `step`-th of the cases, from the first; in `make soak` all of them.
  public static func cases<Case>(_ all: [Case], every step: Int) -> [Case] {
    isOn ? all : stride(from: 0, to: all.count, by: step).map { all[$0] }
  }
}

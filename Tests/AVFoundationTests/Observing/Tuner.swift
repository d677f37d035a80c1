import AVFoundation

/// An observable class like AVFoundation's own.
class Tuner: NSObject, KeyValueObservable {
  let propertyObservers = PropertyObservers()
  private var storedStation = 0
  private var storedTitle: String?

  var station: Int {
    get { storedStation }
    set { changeValue(of: "station", from: storedStation, to: newValue) { storedStation = newValue } }
  }

  var title: String? {
    get { storedTitle }
    set { changeValue(of: "title", from: storedTitle, to: newValue) { storedTitle = newValue } }
  }

  /// Does not report its changes.
  var volume = 1
}

extension KeyValueObservable where Self: Tuner {
  static func observableName(of keyPath: AnyKeyPath) -> String? {
    [\Self.station: "station", \Self.title: "title"][keyPath]
  }
}

/// A subclass of an application.
class PocketTuner: Tuner {}

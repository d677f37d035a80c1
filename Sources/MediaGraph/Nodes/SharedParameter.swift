/// A parameter that several nodes have, with one text and one range: `@Parameter(.keyFrameInterval) public var keyFrameInterval = 250`.
///
/// Unlike the parameters of a `ParameterGroup`, each has its place among the node's own, and a default for each node.
struct SharedParameter<Value: ParameterValue> {
  /// Returns the parameter with a default; of an optional one, the default is nil.
  let declared: (Value) -> Parameter<Value>
}

extension Parameter {
  init(wrappedValue: Value, _ shared: SharedParameter<Value>) { self = shared.declared(wrappedValue) }
  init<Wrapped>(_ shared: SharedParameter<Value>) where Value == Wrapped? { self = shared.declared(nil) }
}

extension SharedParameter<Bool> {
  static var fastStart: Self {
    Self {
      Parameter(
        wrappedValue: $0, "True to put the index first, so that playback can start before the whole file is there.")
    }
  }
}

extension SharedParameter<Bitrate> {
  /// The bit rate of video.
  static var averageBitrate: Self {
    Self { Parameter(wrappedValue: $0, "The average bit rate.", in: .kilobits(16)...(.megabits(800))) }
  }
}

extension SharedParameter<Int> {
  static var passes: Self {
    Self {
      Parameter(
        wrappedValue: $0,
        "Passes of the encoder: with 2, the first measures all frames, and each gets its share of the bits.", in: 1...2)
    }
  }

  static var keyFrameInterval: Self {
    Self {
      Parameter(wrappedValue: $0, "The longest distance of two key frames.", unit: "frames", in: 1...3000)
    }
  }
}

extension SharedParameter<Int?> {
  static var bFrames: Self {
    Self { _ in
      Parameter("The most B-frames in a row; 0 keeps coded pictures in the order in which they are shown.", in: 0...16)
    }
  }

  static var droppableFrames: Self {
    Self { _ in
      Parameter(
        "The number of B-frames after each frame that no other refers to, and that slow players may drop.", in: 1...15)
    }
  }

  static var buffer: Self {
    Self { _ in
      Parameter(
        "The buffer of a decoder that gets the bit rate evenly, which frames never overrun: a shorter one spreads the bits more evenly.",
        unit: "milliseconds", in: 10...10_000)
    }
  }

  static var firstFragmentNumber: Self {
    Self { _ in
      Parameter("The number of the first fragment, from which the others count; 1 if left out.", in: 1...4_294_967_295)
    }
  }

  /// The constant quality of an encoder of On2's codecs or AV1.
  static func quality(of library: String) -> Self {
    Self { _ in
      Parameter("Constant quality instead of a bit rate, as \(library) counts it; less is better.", in: 0...63)
    }
  }
}

extension SharedParameter<MediaTime?> {
  static var keyFrameTime: Self {
    Self { _ in
      Parameter(
        duration: "The longest time between two key frames, of a second as a rule; without it, only frames count.",
        atLeast: 10)
    }
  }

  static var fragment: Self {
    Self { _ in
      Parameter(
        duration: "The duration of fragments, which can be played while the file is written; one piece if left out.")
    }
  }

  static var durationHint: Self {
    Self { _ in
      Parameter(
        duration:
          "The expected duration of a file in fragments, which its headers state until it is complete; none if left out."
      )
    }
  }
}

extension SharedParameter<HardwareUse> {
  static var encoderHardware: Self { Self { Parameter(wrappedValue: $0, "The use of a hardware encoder.") } }
}

extension TimedValues {
  /// Writes the settings to a keyed archive; each value is an array of numbers.
  func encode(to coder: NSCoder, forKey key: String, _ numbers: (Value) -> [Double]) {
    coder.encode(Int64(ramps.count), forKey: "\(key).count")
    for (index, ramp) in ramps.enumerated() {
      coder.encode(ramp.range, forKey: "\(key).\(index).range")
      for (name, value) in [("start", ramp.start), ("end", ramp.end)] {
        for (place, number) in numbers(value).enumerated() {
          coder.encode(number, forKey: "\(key).\(index).\(name).\(place)")
        }
      }
    }
  }

  /// Reads the settings of a keyed archive; settings that are damaged are left out.
  ///
  /// - Parameter count: The count of numbers of a value.
  init(from coder: NSCoder, forKey key: String, count: Int, _ value: ([Double]) -> Value) {
    self.init()
    // A damaged count must not make the loop endless: each setting has a range under its own key.
    let ramps = max(0, coder.decodeInt64(forKey: "\(key).count"))
    for index in 0..<ramps {
      guard coder.containsValue(forKey: "\(key).\(index).range.start.value") else { break }
      let range = coder.decodeTimeRange(forKey: "\(key).\(index).range")
      func read(_ name: String) -> Value {
        value((0..<count).map { coder.decodeDouble(forKey: "\(key).\(index).\(name).\($0)") })
      }
      setRamp(from: read("start"), to: read("end"), in: range)
    }
  }
}

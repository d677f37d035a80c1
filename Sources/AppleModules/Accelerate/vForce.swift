/// Functions of each element of an array.
public enum vForce {}

/// Makes each of as many numbers as a count says of another one.
func each<Number>(
  _ target: UnsafeMutablePointer<Number>, _ source: UnsafePointer<Number>, _ count: UnsafePointer<Int32>,
  _ function: (Number) -> Number
) {
  for index in 0..<max(0, Int(count.pointee)) { target[index] = function(source[index]) }
}

import Synchronization

/// The precision of a transform: the functions of GStreamer's library, which is kissfft.
protocol TransformPrecision: BinaryFloatingPoint, Sendable {
  associatedtype Value
  /// Makes the plan of a transform of a number of real values, which is even.
  static func plan(_ count: Int, inverse: Bool) -> OpaquePointer?
  static func release(_ plan: OpaquePointer)
  /// Transforms `count` numbers to `count / 2 + 1` values.
  static func forward(_ plan: OpaquePointer, _ numbers: UnsafePointer<Self>, _ values: UnsafeMutablePointer<Value>)
  /// Transforms `count / 2 + 1` values to `count` numbers, `count` times those that would give the values.
  static func inverse(_ plan: OpaquePointer, _ values: UnsafePointer<Value>, _ numbers: UnsafeMutablePointer<Self>)
  static func value(_ real: Self, _ imaginary: Self) -> Value
  static func parts(_ value: Value) -> (Self, Self)
}

/// The real and the imaginary parts of complex numbers, with a distance between elements.
struct SplitNumbers<Number> {
  let real: UnsafeMutablePointer<Number>
  let imaginary: UnsafeMutablePointer<Number>
  var stride = 1
}

/// The plans of transforms of many lengths. May be used from several threads at once: a plan has room for one transform, so
/// each runs with a plan of its own.
final class FourierTransform<Number: TransformPrecision>: Sendable {
  private struct Key: Hashable {
    let count: Int
    let isInverse: Bool
  }

  private let idle = Mutex<[Key: [PlanReference]]>([:])

  private struct PlanReference: @unchecked Sendable {
    // Unchecked, since a plan is with one thread at a time.
    let pointer: OpaquePointer
  }

  deinit {
    for plans in idle.withLock({ $0.values }) { for plan in plans { Number.release(plan.pointer) } }
  }

  private func withPlan(_ count: Int, inverse: Bool, _ body: (OpaquePointer) -> Void) {
    let key = Key(count: count, isInverse: inverse)
    let known = idle.withLock { $0[key]?.popLast() }
    guard let plan = known ?? Number.plan(count, inverse: inverse).map(PlanReference.init) else { return }
    body(plan.pointer)
    idle.withLock { $0[key, default: []].append(plan) }
  }

  // MARK: Complex numbers

  /// Transforms complex numbers; source and target may be the same. The inverse is `count` times that which would give the
  /// source.
  ///
  /// The library transforms real numbers: of a + ib, the parts are transformed by themselves. An inverse transform is a
  /// forward one of numbers whose parts are exchanged.
  func complex(_ source: SplitNumbers<Number>, _ target: SplitNumbers<Number>, count: Int, inverse: Bool) {
    guard count > 1 else {
      (target.real[0], target.imaginary[0]) = (source.real[0], source.imaginary[0])
      return
    }
    let half = count / 2 + 1
    let (from, to) = (inverse ? source.exchanged : source, inverse ? target.exchanged : target)
    withUnsafeTemporaryAllocation(of: Number.self, capacity: count) { numbers in
      withUnsafeTemporaryAllocation(of: Number.Value.self, capacity: 2 * half) { values in
        guard let numbers = numbers.baseAddress, let first = values.baseAddress else { return }
        let second = first + half
        withPlan(count, inverse: false) { plan in
          for (parts, result) in [(from.real, first), (from.imaginary, second)] {
            for index in 0..<count { numbers[index] = parts[index * from.stride] }
            Number.forward(plan, numbers, result)
          }
        }
        for index in 0..<count {
          // The second half mirrors the first one.
          let isMirrored = index >= half
          let place = isMirrored ? count - index : index
          let ((a, b), (c, d)) = (Number.parts(first[place]), Number.parts(second[place]))
          let (b1, d1) = isMirrored ? (-b, -d) : (b, d)
          to.real[index * to.stride] = a - d1
          to.imaginary[index * to.stride] = b1 + c
        }
      }
    }
  }

  // MARK: Real numbers

  /// Transforms real numbers, of which the even ones are the real and the odd ones the imaginary parts, to the first half of
  /// their transform, with the real value in the middle in the place of the first imaginary part; or back. Source and target
  /// may be the same.
  ///
  /// As in vDSP, the forward transform is twice as large, and the inverse one `count` times.
  ///
  /// - Parameter count: The number of real numbers: even.
  func packed(_ source: SplitNumbers<Number>, _ target: SplitNumbers<Number>, count: Int, inverse: Bool) {
    let half = count / 2
    withUnsafeTemporaryAllocation(of: Number.self, capacity: count) { numbers in
      withUnsafeTemporaryAllocation(of: Number.Value.self, capacity: half + 1) { values in
        guard let numbers = numbers.baseAddress, let values = values.baseAddress else { return }
        withPlan(count, inverse: inverse) { plan in
          if inverse {
            values[0] = Number.value(source.real[0], 0)
            values[half] = Number.value(source.imaginary[0], 0)
            for index in 1..<max(1, half) {
              values[index] = Number.value(
                source.real[index * source.stride], source.imaginary[index * source.stride])
            }
            Number.inverse(plan, values, numbers)
            for index in 0..<half {
              target.real[index * target.stride] = numbers[2 * index]
              target.imaginary[index * target.stride] = numbers[2 * index + 1]
            }
          } else {
            for index in 0..<half {
              numbers[2 * index] = source.real[index * source.stride]
              numbers[2 * index + 1] = source.imaginary[index * source.stride]
            }
            Number.forward(plan, numbers, values)
            for index in 1..<max(1, half) {
              let (real, imaginary) = Number.parts(values[index])
              target.real[index * target.stride] = 2 * real
              target.imaginary[index * target.stride] = 2 * imaginary
            }
            target.real[0] = 2 * Number.parts(values[0]).0
            target.imaginary[0] = 2 * Number.parts(values[half]).0
          }
        }
      }
    }
  }
}

extension SplitNumbers {
  fileprivate var exchanged: SplitNumbers { SplitNumbers(real: imaginary, imaginary: real, stride: stride) }
}

/// The transform that a setup refers to.
func transform<Number: TransformPrecision>(_ setup: OpaquePointer, _ type: Number.Type) -> FourierTransform<Number> {
  Unmanaged<FourierTransform<Number>>.fromOpaque(UnsafeRawPointer(setup)).takeUnretainedValue()
}

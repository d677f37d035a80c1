// The body of a libFuzzer program: `make fuzz`. Inputs that trap, hang or take too much memory are kept as files beside
// the build.

import MovieExercise

/// Tests one input; called for each.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do {
    let bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
    _ = try MovieExercise.read(bytes)
    try MovieExercise.edit(bytes)
    try MovieExercise.copy(bytes)
    _ = try MovieExercise.readOtherFile(bytes)
  } catch {
    fatalError("an error without a place: \(error)")
  }
  return 0
}

/// Makes a new input by damaging boxes, which finds more than flipped bits.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int, _ capacity: Int, _ seed: UInt32) -> Int {
  guard let bytes else { return 0 }
  var mutation = Mutation(seed: UInt64(seed))
  // Inputs too short to be a file start from one that is.
  let seeds = SeedMovies.all + SeedFiles.all
  let original =
    count < 64 ? seeds[Int(seed) % seeds.count].bytes : Array(UnsafeBufferPointer(start: bytes, count: count))
  let result = mutation.damaged(original).prefix(capacity)
  for (index, byte) in result.enumerated() { bytes[index] = byte }
  return result.count
}

/// libFuzzer's main function under another name.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The symbol that the package manager uses as this executable's main function.
@_cdecl("MovieFuzz_main")
public func start(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt {
  var (count, arguments) = (count, arguments)
  return runFuzzer(&count, &arguments, fuzzOneInput)
}

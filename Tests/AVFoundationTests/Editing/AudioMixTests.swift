import AVFoundation
import Testing

/// The volumes of audio mixes, as they are set and as they are asked for.
@Suite struct AudioMixTests {
  /// The ramp at a time, in words.
  private func ramp(_ parameters: AVAudioMixInputParameters, _ time: Int64) -> String {
    var (start, end) = (Float.nan, Float.nan)
    var range = CMTimeRange.invalid
    guard parameters.getVolumeRamp(for: ticks(time), startVolume: &start, endVolume: &end, timeRange: &range) else {
      return "none"
    }
    let last = range.end.isNumeric ? "\(range.end.convertScale(600, method: .default).value)" : "∞"
    return "\(start)→\(end) in \(range.start.convertScale(600, method: .default).value)…\(last)"
  }

  @Test func parameters_areThoseOfATrack() throws {
    let (_, track) = try AVMutableComposition.ofVideo()
    #expect(AVMutableAudioMixInputParameters(track: track).trackID == track.trackID)
    #expect(AVMutableAudioMixInputParameters().trackID == kCMPersistentTrackID_Invalid)
    #expect(AVMutableAudioMixInputParameters(track: nil).trackID == kCMPersistentTrackID_Invalid)
    #expect(ramp(AVMutableAudioMixInputParameters(), 0) == "none")
  }

  /// The example of the reference: 1 from zero on, and a ramp from 0.5 to 0.2 from 4 to 5.
  @Test func rampsAndLevels_followEachOther() {
    let parameters = AVMutableAudioMixInputParameters()
    parameters.setVolume(1, at: .zero)
    parameters.setVolumeRamp(fromStartVolume: 0.5, toEndVolume: 0.2, timeRange: span(2400, 3000))
    #expect(ramp(parameters, -10) == "1.0→1.0 in 0…2400")
    #expect(ramp(parameters, 0) == "1.0→1.0 in 0…2400")
    #expect(ramp(parameters, 2400) == "0.5→0.2 in 2400…3000")
    #expect(ramp(parameters, 2999) == "0.5→0.2 in 2400…3000")
    #expect(ramp(parameters, 3000) == "none")
    #expect(!parameters.getVolumeRamp(for: ticks(3000), startVolume: nil, endVolume: nil, timeRange: nil))
    #expect(parameters.getVolumeRamp(for: .zero, startVolume: nil, endVolume: nil, timeRange: nil))
    parameters.setVolume(0.4, at: ticks(6000))
    #expect(ramp(parameters, 3000) == "0.4→0.4 in 6000…∞")
  }

  /// Decision: the later call wins over its own range.
  @Test func laterSettings_replaceWhatTheyOverlap() {
    let parameters = AVMutableAudioMixInputParameters()
    parameters.setVolumeRamp(fromStartVolume: 0, toEndVolume: 1, timeRange: span(0, 1000))
    parameters.setVolumeRamp(fromStartVolume: 0.25, toEndVolume: 0.5, timeRange: span(400, 500))
    #expect(ramp(parameters, 0) == "0.0→0.4 in 0…400")
    #expect(ramp(parameters, 400) == "0.25→0.5 in 400…500")
    #expect(ramp(parameters, 500) == "0.5→1.0 in 500…1000")
    parameters.setVolume(0.125, at: ticks(450))
    #expect(ramp(parameters, 400) == "0.25→0.375 in 400…450")
    #expect(ramp(parameters, 450) == "0.125→0.125 in 450…500")
    // A level inside of a ramp ends it.
    let other = AVMutableAudioMixInputParameters()
    other.setVolumeRamp(fromStartVolume: 0, toEndVolume: 1, timeRange: span(0, 1000))
    other.setVolume(0.75, at: ticks(500))
    #expect(ramp(other, 0) == "0.0→0.5 in 0…500")
    #expect(ramp(other, 999) == "0.75→0.75 in 500…∞")
  }

  @Test func oddValues_areIgnored() {
    let parameters = AVMutableAudioMixInputParameters()
    parameters.setVolume(.nan, at: .zero)
    parameters.setVolume(1, at: .invalid)
    parameters.setVolumeRamp(fromStartVolume: 0, toEndVolume: 1, timeRange: .invalid)
    parameters.setVolumeRamp(
      fromStartVolume: 0, toEndVolume: 1, timeRange: CMTimeRange(start: .zero, duration: .positiveInfinity))
    // A number whose timescale is not above zero.
    let withoutUnits = CMTime(value: -1, timescale: -600, flags: .valid, epoch: 0)
    parameters.setVolume(1, at: withoutUnits)
    parameters.setVolumeRamp(
      fromStartVolume: 0, toEndVolume: 1, timeRange: CMTimeRange(start: .zero, duration: withoutUnits))
    #expect(ramp(parameters, 0) == "none")
    parameters.setVolume(-1, at: .zero)
    #expect(ramp(parameters, 0) == "0.0→0.0 in 0…∞")
  }

  @Test func equalPowerFade_followsASine() {
    let parameters = AVMutableAudioMixInputParameters()
    parameters.setEqualPowerFade(fromStartVolume: 0, toEndVolume: 1, timeRange: span(0, 6400))
    for step in stride(from: Int64(0), to: 6400, by: 50) {
      var (start, end) = (Float(0), Float(0))
      var range = CMTimeRange.zero
      #expect(parameters.getVolumeRamp(for: ticks(step), startVolume: &start, endVolume: &end, timeRange: &range))
      let share = Float((ticks(step) - range.start).seconds / range.duration.seconds)
      #expect(abs(start + (end - start) * share - sin(Float(step) / 6400 * .pi / 2)) < 1e-4)
    }
  }

  @Test func copies_areIndependent() throws {
    let parameters = AVMutableAudioMixInputParameters()
    parameters.trackID = 5
    parameters.setVolume(0.5, at: .zero)
    let mix = AVMutableAudioMix()
    mix.inputParameters = [parameters]
    let copy = try #require(mix.copy() as? AVAudioMix)
    parameters.setVolume(0.25, at: .zero)
    #expect(type(of: copy) == AVAudioMix.self && (copy.copy() as? AVAudioMix) === copy)
    #expect(copy.inputParameters.map(\.trackID) == [5] && ramp(copy.inputParameters[0], 0) == "0.5→0.5 in 0…∞")
    let mutable = try #require(copy.mutableCopy() as? AVMutableAudioMix)
    let own = try #require(mutable.inputParameters[0] as? AVMutableAudioMixInputParameters)
    own.setVolume(1, at: .zero)
    #expect(ramp(copy.inputParameters[0], 0) == "0.5→0.5 in 0…∞" && ramp(own, 0) == "1.0→1.0 in 0…∞")
    mutable.inputParameters = []
    #expect(copy.inputParameters.count == 1)
  }
}

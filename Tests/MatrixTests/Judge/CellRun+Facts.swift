import Foundation
import TestSupport

/// Cells that report facts about a file.
extension CellRun {
  private struct Waveform: Decodable {
    let sample_rate: Double
    let channels: Int
    let samples: Int
    let seconds: Double
    let maximum: [Double]
  }

  /// Beeps at the same distance from the first sample as in ffmpeg's output.
  func waveform() async throws -> [String] {
    guard let audio = input.audio else {
      let outcome = try await reel(expecting: [66])
      return outcome.error.contains("error: ") ? [] : ["no error is shown"]
    }
    let answer = try await reel()
    let wave = try JSONDecoder().decode(Waveform.self, from: Data(answer.output.utf8))
    var found: [String] = []
    if wave.channels != audio.channels { found.append("\(wave.channels) channels, not \(audio.channels)") }
    if wave.sample_rate != audio.sampleRate { found.append("\(wave.sample_rate) Hz, not \(audio.sampleRate)") }
    // A waveform of audio that begins late may include the silence before it. FFmpeg does not trim encoders' padding at
    // the end.
    let length = Double(audio.sampleCount) / audio.sampleRate
    let silences = [0, audio.start, audio.start + subject.origin]
    let silence = silences.min { abs(wave.seconds - length - $0) < abs(wave.seconds - length - $1) } ?? 0
    if abs(wave.seconds - length - silence) > 0.07 { found.append("\(wave.seconds) s, not \(length)") }
    let step = wave.seconds / Double(wave.maximum.count)
    let loud = wave.maximum.indices.filter { wave.maximum[$0] > 0.25 }
    // The middle between the first and last loud column of each second.
    var beeps: [ClosedRange<Int>] = []
    for place in loud {
      if let last = beeps.last, Double(place - last.upperBound) * step < 0.5 {
        beeps[beeps.count - 1] = last.lowerBound...place
      } else {
        beeps.append(place...place)
      }
    }
    guard beeps.count == audio.beeps.count else { return found + ["\(beeps.count) of \(audio.beeps.count) beeps"] }
    let middles = beeps.map { Double($0.lowerBound + $0.upperBound + 1) / 2 * step }
    let drifts = zip(middles, audio.beeps).map { $0 - silence - ($1 - audio.start) }
    if let worst = drifts.max(by: { abs($0) < abs($1) }), abs(worst) > Comparison.audioTolerance + step {
      found.append("sound is off by \(Comparison.milliseconds(worst))")
    }
    return found
  }

  /// The same number of samples, at ffprobe's times.
  func samples() async throws -> [String] {
    let answer = try await reel()
    let listing = try JSONDecoder().decode(Listing.self, from: Data(answer.output.utf8))
    let theirs = subject.packets
    var found: [String] = []
    for (kind, type, stream) in [("video", "vide", theirs.video), ("audio", "soun", theirs.audio)] {
      let track = listing.tracks.first { $0.mediaType == type }
      guard let track, let stream else {
        if (track == nil) != (stream == nil) { found.append("\(track == nil ? "no" : "a") \(kind) track") }
        continue
      }
      let packets = theirs.packets(of: stream)
      guard stream.codec_name?.hasPrefix("pcm") != true else {
        let length = track.samples.reduce(0) { $0 + $1.size }
        // FFmpeg does not list all that an edit leaves out.
        let all = subject.isEdited ? try await Packets.read(subject.path, options: ["-ignore_editlist", "1"]) : theirs
        let expected = all.packets(of: stream).reduce(0) { $0 + (Int($1.size) ?? 0) }
        if length != expected { found.append("\(length) of \(expected) bytes of audio") }
        continue
      }
      let unlisted = kind == "audio" ? try EditedTrack("soun", in: subject.path)?.unlisted.count ?? 0 : 0
      guard track.samples.count == packets.count + unlisted else {
        found.append("\(track.samples.count) of \(packets.count + unlisted) \(kind) samples")
        continue
      }
      // Relative to the first presented sample: readers differ in a file's start time.
      let own = track.samples.map(\.time).sorted().dropFirst(unlisted)
      let times = packets.compactMap(\.time).sorted()
      if times.count == own.count, let start = own.first, let origin = times.first {
        let worst = zip(own, times).map { ($0 - start) - ($1 - origin) }.max { abs($0) < abs($1) } ?? 0
        // FFprobe halves the duration of a short block of Vorbis after a long one.
        let tolerance = stream.codec_name == "vorbis" ? 0.025 : Comparison.audioTolerance
        if abs(worst) > tolerance { found.append("\(kind) samples are off by \(Comparison.milliseconds(worst))") }
      }
      let (syncs, expected) = (track.samples.count(where: \.sync), packets.count(where: \.isSync))
      if kind == "video", syncs != expected { found.append("\(syncs) of \(expected) sync samples") }
    }
    if let video = listing.tracks.first(where: { $0.mediaType == "vide" }),
      let audio = listing.tracks.first(where: { $0.mediaType == "soun" }),
      let (first, second) = Self.starts(video, audio), let (third, fourth) = Self.starts(theirs)
    {
      // FFmpeg's frames are early by the frame that it leaves out of an edit, its audio begins behind what it forgets.
      let edited = try EditedTrack("vide", in: subject.path)
      let early = edited.map { $0.omitted > 0 ? $0.rest : 0 } ?? 0
      let forgotten = try EditedTrack("soun", in: subject.path)?.unlisted.seconds ?? 0
      let drift = (second - first) - (fourth - forgotten - third - early)
      if abs(drift) > Comparison.audioTolerance { found.append("audio begins \(Comparison.milliseconds(drift)) later") }
    }
    return found
  }

  private static func starts(_ video: Listing.Track, _ audio: Listing.Track) -> (Double, Double)? {
    guard let first = video.samples.map(\.time).min(), let second = audio.samples.map(\.time).min() else { return nil }
    return (first, second)
  }

  private static func starts(_ packets: Packets) -> (Double, Double)? {
    guard let first = packets.packets(of: packets.video).compactMap(\.time).min(),
      let second = packets.packets(of: packets.audio).compactMap(\.time).min()
    else { return nil }
    return (first, second)
  }

  private struct Probe: Decodable {
    struct Track: Decodable {
      let kind: String
      let width: Int?
      let height: Int?
      let channels: Int?
      let sample_rate: Double?
    }
    let duration: Double?
    let tracks: [Track]
  }

  /// Media types, sizes, channels and the duration.
  func probe() async throws -> [String] {
    let answer = try await reel()
    let probe = try JSONDecoder().decode(Probe.self, from: Data(answer.output.utf8))
    let theirs = subject.packets
    var found: [String] = []
    let (video, audio) = (probe.tracks.first { $0.kind == "video" }, probe.tracks.first { $0.kind == "audio" })
    if (video == nil) != (theirs.video == nil) { found.append("\(video == nil ? "no" : "a") video track") }
    if (audio == nil) != (theirs.audio == nil) { found.append("\(audio == nil ? "no" : "a") audio track") }
    if let video, let stream = theirs.video, (video.width, video.height) != (stream.width, stream.height) {
      found.append("\(video.width ?? 0)x\(video.height ?? 0), not \(stream.width ?? 0)x\(stream.height ?? 0)")
    }
    if let audio, let stream = theirs.audio {
      if audio.channels != stream.channels {
        found.append("\(audio.channels ?? 0) channels, not \(stream.channels ?? 0)")
      }
      if audio.sample_rate != stream.sample_rate.flatMap({ Double($0) }) {
        found.append("\(audio.sample_rate ?? 0) Hz, not \(stream.sample_rate ?? "?")")
      }
    }
    let length = max(input.end, input.audio?.end ?? 0)
    if abs((probe.duration ?? 0) - length) > 0.1 {
      found.append("the duration is \(probe.duration ?? 0) s, not \(length)")
    }
    return found
  }
}

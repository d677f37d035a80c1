package import GStreamer
import CoreMedia

/// The formats of a track's decoded frames with the colours that the file says. Belongs to one thread.
package final class TrackColors {
  private let formats: [CodedFormat]
  private var last: (caps: Caps, format: Int?, result: Caps)?

  package init(_ track: any CodedTrack) { formats = track.formats }

  package func description(of sample: CodedSample?) -> CMFormatDescription? {
    sample.flatMap { formats.indices.contains($0.formatIndex) ? formats[$0.formatIndex].description : nil }
  }

  package func caps(_ caps: Caps, of sample: CodedSample?) -> Caps {
    if let last, last.caps === caps, last.format == sample?.formatIndex { return last.result }
    let result = caps.colored(by: description(of: sample))
    last = (caps, sample?.formatIndex, result)
    return result
  }
}

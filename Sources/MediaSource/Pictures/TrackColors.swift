package import GStreamer
import CoreMedia

/// The formats of a track's decoded frames with the file's colorimetry. Used by one thread.
package final class TrackColors {
  private let formats: [CodedFormat]
  private var last: (caps: Caps, format: Int, result: Caps)?

  package init(_ track: any CodedTrack) { formats = track.formats }

  package func description(of picture: PictureDecoder.Picture) -> CMFormatDescription? {
    let index = picture.sample.formatIndex
    return formats.indices.contains(index) ? formats[index].description : nil
  }

  package func caps(of picture: PictureDecoder.Picture) -> Caps {
    if let last, last.caps === picture.caps, last.format == picture.sample.formatIndex { return last.result }
    let result = picture.caps.colored(by: description(of: picture))
    last = (picture.caps, picture.sample.formatIndex, result)
    return result
  }
}

// Module MovieFile: ISO base media and QuickTime files in pure Swift, no GStreamer.
//
//   Bytes/         sources of bytes: read by position, never memory-mapped
//   Boxes/         the box tree: bounded reading, errors with box path and offset
//   Movie/         the movie, its tracks, headers, edits and references
//   Samples/       every coded sample: its bytes, decode and presentation times
//   Descriptions/  sample entries as CMFormatDescription
//   Metadata/      metadata of files and tracks, with raw keys; media characteristics
//   ID3/           tags of MP3, AAC, AIFF and WAVE files, and in boxes
//   APE/           APE tags of MP3, WavPack and Monkey's Audio files
//   Xiph/          comments and pictures of FLAC and Ogg files
//   Matroska/      tags, covers and chapters of Matroska and WebM files
//   Chapters/      Nero's lists, chapter tracks, ID3's frames
//   Gapless/       priming and padding of decoded audio
//   AudioFrames/   raw MP3 and AAC as sample tables
//   CoreAudio/     Apple's .caf files as sample tables
//   ChunkedSound/  WAVE and AIFF files as sample tables
//   Writing/       movies written from samples: headers, tables, fragments
//   SoundFiles/    files of one audio track written from samples: WAVE, AIFF, Core Audio, AMR
//   Editing/       changes to a movie's metadata and chapters, in a copy or in place; media are kept
//   SoundTags/     the same for audio files
//
//   let movie = try Movie(path: "movie.mov")
//   for track in movie.tracks {
//     let samples = try track.samples()
//     let shown = try samples.sample(atPresentationTime: 90_000)
//   }
//
// Files are hostile: all values are checked before use, and unreadable data are a `MovieError`.

@_exported import CoreMedia

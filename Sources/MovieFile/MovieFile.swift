// Module MovieFile: ISO base media and QuickTime files in pure Swift, no GStreamer.
//
//   Bytes/         where bytes come from: read by position, never memory-mapped
//   Boxes/         the box tree: bounded reading, errors with box path and offset
//   Movie/         the movie, its tracks, headers, edits and references
//   Samples/       every coded sample: where it is, when it is decoded and shown
//   Descriptions/  sample entries as CMFormatDescription
//   Metadata/      what files and tracks say about themselves, with raw keys; media characteristics
//   ID3/           tags of MP3, AAC, AIFF and WAVE files, and in boxes
//   APE/           APE tags of MP3, WavPack and Monkey's Audio files
//   Xiph/          comments and pictures of FLAC and Ogg files
//   Matroska/      tags, covers and chapters of Matroska and WebM files
//   Chapters/      Nero's lists, chapter tracks, ID3's frames
//   Gapless/       which of a decoder's samples are heard
//   AudioFrames/   bare MP3 and AAC as sample tables
//   CoreAudio/     Apple's .caf files as sample tables
//   ChunkedSound/  WAVE and AIFF files as sample tables
//   Writing/       movies made of samples: headers, tables, fragments
//   SoundFiles/    files of one track of sound made of samples: WAVE, AIFF, Core Audio, AMR
//   Editing/       changes of what a movie says, in a copy or in its file; media stay
//   SoundTags/     the same of files of sound
//
//   let movie = try Movie(path: "movie.mov")
//   for track in movie.tracks {
//     let samples = try track.samples()
//     let shown = try samples.sample(atPresentationTime: 90_000)
//   }
//
// Files are hostile: whatever they say is checked before it is used, and what cannot be read is a `MovieError`.

@_exported import CoreMedia

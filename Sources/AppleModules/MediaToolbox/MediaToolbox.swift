// Module MediaToolbox: exports AVFoundation, which has the taps of audio tracks. It has no names of formats and no workflows.

@_exported import AVFoundation

import CoreVideo
import Testing

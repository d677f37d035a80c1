import CoreVideo

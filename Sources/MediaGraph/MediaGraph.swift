// Times in the values of nodes are CoreMedia's. Exported, since Foundation, which CoreMedia exports, has a class `Port` too: of two
// names that arrive by one import, the nearer one counts, and `@Port` means ours. Beside `import Foundation` it has to be
// written `@MediaGraph.Port`.
@_exported import CoreMedia

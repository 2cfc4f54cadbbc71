// swift-tools-version: 6.2
import PackageDescription

/// Times a large photo library by its public interface, beside SQLite's C interface; Benchmarks/library.py runs it.
let package = Package(
  name: "library-times",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "scrollsim", path: "../..")],
  targets: [
    .target(name: "CStep", linkerSettings: [.linkedLibrary("sqlite3")]),
    .executableTarget(
      name: "LibraryTimes", dependencies: ["CStep", .product(name: "GalleryKit", package: "scrollsim")]),
  ]
)

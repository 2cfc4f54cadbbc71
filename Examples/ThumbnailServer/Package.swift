// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that only builders of the example need a web server.
let package = Package(
  name: "ThumbnailServer",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "scrollsim", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
  ],
  targets: [
    .executableTarget(
      name: "ThumbnailServer",
      dependencies: [
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "GalleryKit", package: "scrollsim"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ],
      swiftSettings: [
        .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"), .treatAllWarnings(as: .error),
      ])
  ]
)

// swift-tools-version: 6.2
import PackageDescription

// A separate package, without the products that have C libraries.
let package = Package(
  name: "PhotoGrid",
  platforms: [.iOS(.v18), .macOS(.v15)],
  products: [.executable(name: "PhotoGrid", targets: ["PhotoGrid"])],
  dependencies: [.package(name: "scrollsim", path: "../..")],
  targets: [
    .executableTarget(
      name: "PhotoGrid",
      dependencies: [
        .product(name: "GalleryEngine", package: "scrollsim"),
        .product(name: "GalleryRequests", package: "scrollsim"),
        .product(name: "GalleryApple", package: "scrollsim"),
      ],
      swiftSettings: [
        .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"), .treatAllWarnings(as: .error),
      ])
  ]
)

// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "scroll-gate",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [.library(name: "GridStrategy", targets: ["GridStrategy"])],
  // A model decodes nothing: it needs no libraries for WebP and HEIF.
  dependencies: [.package(name: "scrollsim", path: "../..", traits: [])],
  targets: [
    // The app imports this, too.
    .target(
      name: "GridStrategy", dependencies: [.product(name: "GalleryEngine", package: "scrollsim")]),
    .executableTarget(
      name: "scroll-gate",
      dependencies: ["GridStrategy", .product(name: "ScrollSimCLI", package: "scrollsim")]),
  ]
)

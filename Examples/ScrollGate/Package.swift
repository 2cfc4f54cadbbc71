// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "scroll-gate",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "scrollsim", path: "../..")],
  targets: [
    .executableTarget(
      name: "scroll-gate",
      dependencies: [
        .product(name: "GalleryEngine", package: "scrollsim"),
        .product(name: "ScrollSimCLI", package: "scrollsim"),
      ],
      path: "Sources")
  ]
)

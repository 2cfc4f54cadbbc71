// swift-tools-version: 6.2
import PackageDescription

let law: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"), .treatAllWarnings(as: .error),
]

// A separate package, so that only builders of the example need GTK.
let package = Package(
  name: "DesktopGallery",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "desktop-gallery", targets: ["DesktopGallery"])],
  dependencies: [
    .package(name: "scrollsim", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .systemLibrary(
      name: "CGTK", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"]), .brew(["gtk4"])]),
    // All code that touches GTK's pointers; the gallery itself is Swift alone.
    .target(
      name: "Canvas", dependencies: ["CGTK", .product(name: "GalleryKit", package: "scrollsim")],
      swiftSettings: law),
    .executableTarget(
      name: "DesktopGallery",
      dependencies: [
        "Canvas",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "ScrollSim", package: "scrollsim"),
        .product(name: "GalleryKit", package: "scrollsim"),
      ],
      swiftSettings: law),
  ]
)

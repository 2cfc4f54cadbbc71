// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target is built under the same law: Swift 6, explicit imports, unsafe code marked, no warnings.
let law: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// A C library as the system installs it; `CImageIO` is the one shim over those that read pictures.
func system(_ name: String, pkgConfig: String, apt: String, brew: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/SystemLibraries/\(name)", pkgConfig: pkgConfig,
    providers: [.apt([apt]), .brew([brew])])
}

let package = Package(
  name: "scrollsim",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "GalleryEngine", targets: ["GalleryEngine"]),
    .library(name: "GalleryRequests", targets: ["GalleryRequests"]),
    .library(name: "GalleryApple", targets: ["GalleryApple"]),
    .library(name: "GalleryImages", targets: ["GalleryImages"]),
    .library(name: "GalleryKit", targets: ["GalleryKit"]),
    .library(name: "BenchReport", targets: ["BenchReport"]),
    .library(name: "ScrollSim", targets: ["ScrollSim"]),
    .library(name: "ScrollSimCLI", targets: ["ScrollSimCLI"]),
    .executable(name: "scrollsim", targets: ["ScrollSimMain"]),
  ],
  traits: [
    .trait(name: "WebP", description: "Reads and writes WebP, by libwebp."),
    .trait(name: "HEIF", description: "Reads HEIC, HEIF and AVIF, and writes HEIC and AVIF, by libheif."),
    .trait(
      name: "Watch", description: "Finds the tags of marked photos in screen recordings, by libapriltag."),
    .default(enabledTraits: ["WebP", "HEIF", "Watch"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
  ],
  targets: [
    system("CJPEG", pkgConfig: "libjpeg", apt: "libjpeg-dev", brew: "jpeg-turbo"),
    system("CPNG", pkgConfig: "libpng", apt: "libpng-dev", brew: "libpng"),
    system("CLCMS", pkgConfig: "lcms2", apt: "liblcms2-dev", brew: "little-cms2"),
    system("CWebP", pkgConfig: "libwebp", apt: "libwebp-dev", brew: "webp"),
    system("CHEIF", pkgConfig: "libheif", apt: "libheif-dev", brew: "libheif"),
    system("CAprilTag", pkgConfig: "apriltag", apt: "libapriltag-dev", brew: "apriltag"),
    system("CExpat", pkgConfig: "expat", apt: "libexpat1-dev", brew: "expat"),
    .target(
      name: "CImageIO",
      dependencies: [
        "CJPEG", "CPNG", "CLCMS",
        .target(name: "CWebP", condition: .when(traits: ["WebP"])),
        .target(name: "CHEIF", condition: .when(traits: ["HEIF"])),
        .target(name: "CAprilTag", condition: .when(traits: ["Watch"])),
      ],
      cSettings: [
        .define("CIS_HAS_WEBP", .when(traits: ["WebP"])),
        .define("CIS_HAS_HEIF", .when(traits: ["HEIF"])),
        .define("CIS_HAS_WATCH", .when(traits: ["Watch"])),
        .enableWarning("all"), .treatAllWarnings(as: .error),
      ]
    ),

    // The house is one line: Support, GalleryKit, ScrollSim, BenchReport, ScrollSimCLI; each knows only those before it.
    //
    // GalleryKit is four modules. GalleryEngine (grid, windows, orders, cache) and GalleryRequests (the image manager) are Swift
    // alone, GalleryImages adds the C libraries, and GalleryKit adds SQLite and exports the other three. A strategy needs
    // GalleryEngine only.
    .target(
      name: "Support", dependencies: [.product(name: "DequeModule", package: "swift-collections")],
      swiftSettings: law),
    .target(
      name: "GalleryEngine",
      dependencies: [
        "Support",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
        .product(name: "OrderedCollections", package: "swift-collections"),
      ],
      path: "Sources/GalleryKit/Engine", swiftSettings: law),
    .target(
      name: "GalleryRequests", dependencies: ["GalleryEngine", "Support"],
      path: "Sources/GalleryKit/Requests", swiftSettings: law),
    .target(
      name: "GalleryImages",
      dependencies: ["GalleryEngine", "GalleryRequests", "CExpat", "CImageIO", "Support"],
      path: "Sources/GalleryKit/Images", swiftSettings: law),
    .target(
      name: "GalleryKit",
      dependencies: [
        "GalleryEngine", "GalleryRequests", "GalleryImages", "Support",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "OrderedCollections", package: "swift-collections"),
      ],
      path: "Sources/GalleryKit/Library", swiftSettings: law),
    // Of the example PhotoGrid, for apps on iOS: Apple's decoders and views. It is declared here, since it fills in what is
    // `package`, and empty on Linux.
    .target(
      name: "GalleryApple", dependencies: ["GalleryEngine", "GalleryRequests", "Support"],
      path: "Examples/PhotoGrid/Sources/GalleryApple", swiftSettings: law),
    .target(
      name: "ScrollSim",
      dependencies: [
        "GalleryKit",
        "Support",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "HeapModule", package: "swift-collections"),
        .product(name: "OrderedCollections", package: "swift-collections"),
        .product(name: "Subprocess", package: "swift-subprocess"),
      ],
      resources: [
        .embedInCode("Costs/epyc-2core.json"), .embedInCode("Costs/devices.json"),
        .embedInCode("Run/Selftest/selftest.json"),
      ]
        // Links to the files in `scenarios`.
        + [
          "browse", "changes", "fling", "growth", "libraries", "orders", "remote", "resize-modes",
          "scrub", "session", "settle", "turn", "visits",
        ]
        .map { .embedInCode("Scenarios/Shipped/\($0).json") }
        // What 'scrollsim init' writes, with marked places.
        + [
          "scenario", "strategy", "strategy-main", "strategy-package", "gate-library", "gate-main",
          "gate-package", "gate-readme", "gate-workflow",
        ]
        .map { .embedInCode("Scenarios/Templates/\($0).txt") },
      swiftSettings: law
    ),
    .target(
      name: "BenchReport",
      dependencies: ["ScrollSim", "GalleryKit", "Support"],
      resources: [
        "report.css", "sort.js", "note.js", "lines.js", "values.js", "reasons.js", "playback.js", "screen.js",
        "timeline.js", "film.js", "player.js", "start.js",
      ]
      .map { .embedInCode("Resources/\($0)") },
      swiftSettings: law
    ),
    .target(
      name: "ScrollSimCLI",
      dependencies: [
        "ScrollSim",
        "GalleryKit",
        "BenchReport",
        "Support",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Subprocess", package: "swift-subprocess"),
      ],
      swiftSettings: law
    ),
    .executableTarget(name: "ScrollSimMain", dependencies: ["ScrollSimCLI"], swiftSettings: law),

    // A benchmark that replays the image manager's cache beside cache simulators.
    .executableTarget(
      name: "CacheReplay", dependencies: ["ScrollSim", "GalleryKit"],
      path: "Benchmarks/CacheReplay",
      swiftSettings: law),

    // What the tests share, and the tests: one target a library, and one that runs the built executable.
    .target(
      name: "TestSupport", dependencies: ["GalleryKit", "Support"], path: "Tests/TestSupport",
      swiftSettings: law),
    .target(
      name: "PlainDecoders", dependencies: ["CJPEG", "CPNG"], path: "Tests/PlainDecoders",
      cSettings: [.enableWarning("all"), .treatAllWarnings(as: .error)]),
    .testTarget(
      name: "GalleryKitTests",
      dependencies: [
        "GalleryEngine", "GalleryRequests", "GalleryImages", "GalleryKit", "Support",
        "CImageIO", "PlainDecoders", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: law),
    .testTarget(
      name: "BenchReportTests",
      dependencies: ["BenchReport", "ScrollSim", "GalleryKit", "Support", "TestSupport"],
      exclude: ["Snapshots"],
      swiftSettings: law),
    // Recordings that tests draw, optimised, since each is millions of pixels.
    .target(
      name: "Films", dependencies: ["ScrollSim", "GalleryKit"], path: "Tests/Films", swiftSettings: law),
    .testTarget(
      name: "ScrollSimTests",
      dependencies: [
        "ScrollSim", "BenchReport", "Films", "GalleryKit", "Support", "TestSupport",
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      exclude: ["Model/Golden"],
      swiftSettings: law
    ),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "ScrollSimMain",
        "ScrollSimCLI",
        "ScrollSim",
        "GalleryKit",
        "BenchReport",
        "Films",
        "TestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Subprocess", package: "swift-subprocess"),
      ],
      exclude: ["Scenarios", "clean-root.sh", "slurm-here.sh"],
      swiftSettings: law
    ),
  ]
)

// What scripts/sanitize builds for the tests in scripts/sanitized-tests.txt: those, but neither the program nor what reports
// are made of, and for the address sanitizer GalleryKit alone, which has the C and the memory of its own.
if let sanitizer = Context.environment["SCROLLSIM_SANITIZED"] {
  var unused: Set = ["ScrollSimCLI", "ScrollSimMain", "CacheReplay", "BenchReportTests", "CommandTests"]
  if sanitizer == "address" { unused.formUnion(["ScrollSim", "ScrollSimTests", "BenchReport", "Films"]) }
  package.targets.removeAll { unused.contains($0.name) }
  let leftOut = Context.environment["SCROLLSIM_LEFT_OUT"]?.split(separator: ",") ?? []
  for target in package.targets where target.isTest {
    let folder = "\(target.path ?? "Tests/\(target.name)")/"
    target.exclude += leftOut.filter { $0.hasPrefix(folder) }.map { String($0.dropFirst(folder.count)) }
  }
  package.products.removeAll { ["scrollsim", "BenchReport", "ScrollSim", "ScrollSimCLI"].contains($0.name) }
}

// What scripts/run-tests asks for. No other module waits for those of tests, so that they are made with the code, and not also
// by a compiler of their own. In release, tests themselves are not optimised: that takes longer than it gains.
let isRelease = Context.environment["SCROLLSIM_TESTS"] != nil
let isSanitized = Context.environment["SCROLLSIM_OPTIMISED"] != nil
for target in package.targets where target.isTest && (isRelease || isSanitized) {
  target.swiftSettings?.append(
    .unsafeFlags(["-no-emit-module-separately-wmo"] + (isRelease ? ["-Onone"] : [])))
}

// What scripts/sanitize asks for: what tests compute is compiled as for use, the rest as for debugging. Optimising ScrollSim
// takes longer than it gains where few of its tests run.
if isSanitized {
  for target in package.targets {
    switch target.name {
    case "Support", "GalleryEngine", "GalleryRequests", "GalleryImages", "GalleryKit":
      target.swiftSettings?.append(.unsafeFlags(["-O"]))
    case "ScrollSim" where Context.environment["SCROLLSIM_SANITIZED"] == nil:
      target.swiftSettings?.append(.unsafeFlags(["-O"]))
    case "CImageIO": target.cSettings?.append(.unsafeFlags(["-O2"]))
    default: break
    }
  }
}

// swift-tools-version: 6.2
import PackageDescription

/// One list of settings for every target, so that no target can drift from the house rules.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
]

let package = Package(
    name: "fetch-kit",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "FetchKit", targets: ["FetchKit"]),
        .library(name: "FetchCurl", targets: ["FetchCurl"]),
        .library(name: "FetchURLSession", targets: ["FetchURLSession"]),
        .library(name: "FetchTesting", targets: ["FetchTesting"]),
        .library(name: "FetchComparison", targets: ["FetchComparison"]),
        .executable(name: "fetch", targets: ["FetchCommand"]),
        .executable(name: "fetch-bench", targets: ["FetchBench"]),
        .executable(name: "fetch-pictures", targets: ["FetchPictures"]),
    ],
    targets: [
        .systemLibrary(
            name: "CCurl", path: "Modulemaps/CCurl", pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
        .systemLibrary(
            name: "CZlib", path: "Modulemaps/CZlib", pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(name: "CLinux", path: "Modulemaps/CLinux"),

        .target(name: "FetchKit", swiftSettings: settings),
        .target(name: "FetchCurl", dependencies: ["FetchKit", "CCurl", "CZlib", "CLinux"], swiftSettings: settings),
        .target(name: "FetchURLSession", dependencies: ["FetchKit"], swiftSettings: settings),
        .target(name: "FetchTesting", dependencies: ["FetchKit", "CLinux"], swiftSettings: settings),
        .target(name: "FetchComparison", dependencies: ["FetchKit", "FetchTesting"], swiftSettings: settings),
        .executableTarget(
            name: "FetchCommand",
            dependencies: ["FetchKit", "FetchCurl", "FetchURLSession", "FetchComparison", "FetchTesting"],
            swiftSettings: settings),
        .target(
            name: "FetchBaseline", dependencies: ["CCurl"],
            cSettings: [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]),
        .executableTarget(
            name: "FetchBench",
            dependencies: [
                "FetchKit", "FetchCurl", "FetchURLSession", "FetchTesting", "FetchBaseline",
            ],
            swiftSettings: settings),
        .executableTarget(name: "FetchPictures", dependencies: ["FetchComparison"], swiftSettings: settings),

        .target(name: "TestTurns", path: "Tests/TestTurns", swiftSettings: settings),
        .testTarget(name: "FetchKitTests", dependencies: ["FetchKit"], swiftSettings: settings),
        .testTarget(
            name: "FetchCurlTests", dependencies: ["FetchKit", "FetchCurl", "FetchTesting", "TestTurns"],
            swiftSettings: settings),
        .testTarget(
            name: "FetchURLSessionTests", dependencies: ["FetchKit", "FetchURLSession", "FetchTesting", "TestTurns"],
            swiftSettings: settings),
        .testTarget(
            name: "FetchTestingTests", dependencies: ["FetchKit", "FetchTesting", "TestTurns"], swiftSettings: settings),
        .testTarget(
            name: "FetchComparisonTests",
            dependencies: [
                "FetchKit", "FetchComparison", "FetchTesting", "FetchCurl", "FetchURLSession", "FetchCommand",
                "TestTurns",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FetchCommandTests",
            dependencies: ["FetchCommand", "FetchComparison", "FetchTesting", "FetchKit", "TestTurns"],
            swiftSettings: settings),
        .testTarget(
            name: "RealServerTests",
            dependencies: ["FetchKit", "FetchCurl", "FetchTesting", "FetchCommand", "TestTurns"],
            swiftSettings: settings),
        .testTarget(name: "FetchBenchTests", dependencies: ["FetchBench"], swiftSettings: settings),
        .testTarget(
            name: "FetchPicturesTests", dependencies: ["FetchPictures", "FetchComparison"], swiftSettings: settings),
        .testTarget(name: "HouseRulesTests", swiftSettings: settings),
    ]
)

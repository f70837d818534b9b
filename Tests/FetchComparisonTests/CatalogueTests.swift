import FetchKit
import FetchTesting
import Foundation
import TestTurns
import Testing

@testable import FetchComparison

@Suite(.inTurn) struct CatalogueTests {
    @Test func `Every name is unique and in kebab case, and begins with its family`() {
        let names = Scenario.all.map(\.name)
        #expect(Set(names).count == names.count)
        for scenario in Scenario.all {
            #expect(scenario.name.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)+/) != nil, "\(scenario.name)")
            #expect(scenario.name.hasPrefix("\(scenario.family.tag)-"), "\(scenario.name)")
        }
    }

    @Test func `Every scenario and every divergence has a reason`() {
        for scenario in Scenario.all {
            #expect(scenario.reason.count > 20, "\(scenario.name)")
            #expect(!scenario.requests.isEmpty, "\(scenario.name)")
            for divergence in scenario.divergences {
                #expect(divergence.reason.count > 20, "\(scenario.name) on \(divergence.contender)")
                let differs = divergence.outcomes != [scenario.expected] || !divergence.misses.isEmpty
                #expect(differs, "\(scenario.name) on \(divergence.contender)")
                // Such a divergence cannot stop being true, so it says why it is not certain.
                let isUncertain = divergence.outcomes?.contains(scenario.expected) == true
                #expect(
                    !isUncertain || divergence.reason.contains("race"), "\(scenario.name) on \(divergence.contender)")
            }
            let contenders = scenario.divergences.map(\.contender)
            #expect(Set(contenders).count == contenders.count, "\(scenario.name)")
        }
    }

    @Test func `Several requests are asked for in turn or at once`() {
        for scenario in Scenario.all where scenario.requests.count > 1 {
            #expect(scenario.action != .once, "\(scenario.name) would leave requests out")
        }
    }

    @Test(arguments: ["lesson", "LESSON", "From the"]) func `A filter finds a family`(filter: String) {
        let found = Scenario.all.filter { $0.matches(filter) }
        #expect(found.map(\.name) == Scenario.lesson.map(\.name))
    }

    @Test func `A filter finds a scenario by a part of its name`() {
        #expect(Scenario.all.filter { $0.matches("exact-content") }.map(\.name) == ["budget-exact-content-length"])
        #expect(Scenario.all.contains { $0.matches("no such scenario") } == false)
    }
}

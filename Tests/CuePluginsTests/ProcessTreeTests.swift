import Glibc
import Testing

@testable import CuePlugins

@Suite struct `Processor time of other processes` {
  /// /proc counts in hundredths of a second, for each of two figures and each process of the tree.
  @Test func `is what the system counts, or more where children have worked`() throws {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    let own = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    let told = try #require(ProcessTree.processorSeconds(of: getpid()))
    #expect(told > own - 0.05, "\(told) \(own)")
  }

  @Test(arguments: [pid_t.max, -1])
  func `is not known of a process that does not exist`(process: pid_t) {
    #expect(ProcessTree.processorSeconds(of: process) == nil)
    #expect(ProcessTree.processes(of: process) == nil)
  }

  @Test func `this process is among those of the one that started it`() throws {
    let tree = try #require(ProcessTree.processes(of: getppid()))
    #expect(tree.contains(getpid()))
  }
}

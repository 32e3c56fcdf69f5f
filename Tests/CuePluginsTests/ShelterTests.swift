import CueModel
import CuePlugins
import Foundation
import Synchronization
import TestSupport
import Testing

/// The processes with `path` in their command line that have moved to a session of their own.
private func daemons(of path: String) -> [Int32] {
  Processes.mentioning(path).filter { getsid($0) != getsid(0) }
}

@Suite(.startsProcesses) struct `A daemon that a plugin starts` {
  @Test func `is gone when the plugin is not needed any more`() throws {
    let faulty = try Faulty()
    let voice = faulty.voice("daemon")
    #expect(try voice.say(line).outcome == .finished)
    let daemons = daemons(of: faulty.path)
    #expect(daemons.count == 1)
    voice.quit()
    #expect(Processes.survivors(of: daemons) == [])
    #expect(Processes.survivors(of: faulty.processes) == [])
  }

  @Test(arguments: [
    ("daemon-crash", PluginFailure.Kind.crashed(signal: SIGSEGV)),
    ("daemon-exit", .exited(status: 3)),
  ])
  func `a daemon ends with its worker, and the worker's death is reported`(
    id: String, kind: PluginFailure.Kind
  ) throws {
    let faulty = try Faulty()
    let voice = faulty.voice(id)
    let failure = try #require(throws: PluginFailure.self) { try voice.say(line) }
    #expect(failure.kind == kind, "\(failure)")
    #expect(Processes.survivors(of: faulty.processes) == [])
  }

  @Test func `is gone when the host has ended`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.copy(Fixtures.faultyLibrary, as: "libdaemon.so")
    let host = try Running(
      Places.product("host"), ["--voice=daemon", "-q", "-o", folder.path("out.wav"), line],
      environment: ["CUE_PLUGIN_PATH": folder.path])
    #expect(host.end().status == 0)
    #expect(Processes.survivors(of: Processes.mentioning(path)) == [])
  }

  @Test func `is gone when the host is killed`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.copy(Fixtures.faultyLibrary, as: "libdaemon-hang.so")
    let host = try Running(
      Places.product("host"), ["--voice=daemon-hang", "-o", folder.path("out.wav"), line],
      environment: ["CUE_PLUGIN_PATH": folder.path, "CUE_LOG": "info"])
    #expect(host.talk(upTo: "has begun").contains("has begun"))
    let daemons = daemons(of: path)
    // Behind its wall, the worker has a session of its own, too.
    #expect(daemons.count == 2)
    host.kill()
    #expect(Processes.survivors(of: daemons) == [])
    #expect(Processes.survivors(of: Processes.mentioning(path)) == [])
  }

  @Test(arguments: [SIGTERM, SIGSEGV, SIGHUP])
  func `a daemon ends when its supervisor is ended from outside, without blame`(signal: Int32)
    throws
  {
    let faulty = try Faulty()
    let voice = faulty.voice("daemon")
    #expect(try voice.say(line).outcome == .finished)
    let processes = faulty.processes
    let supervisor = try #require(faulty.workers.first)
    kill(supervisor, signal)
    #expect(Processes.survivors(of: processes.filter { $0 != supervisor }) == [])
    let failure = try #require(throws: PluginFailure.self) { try voice.say(line) }
    #expect(failure.isFromOutside, "\(failure)")
    #expect(try voice.say(line).outcome == .finished)
  }
}

@Suite(.startsProcesses) struct `A supervisor that gets a signal as it begins` {
  /// On a busy machine a signal came before the supervisor had blocked it, the worker having served a line already: a daemon
  /// survived, and the plugin was blamed.
  @Test func `a signal at the start of a supervisor ends all its processes, and blames no plugin`()
    throws
  {
    let folder = try TemporaryFolder()
    let source = try folder.write(
      """
      #define _GNU_SOURCE
      #include <errno.h>
      #include <signal.h>
      #include <string.h>
      #include <unistd.h>
      pid_t fork(void) {
        static int count;
        int isFirst = !count++ && strncmp(program_invocation_short_name, "cue-worker", 10) == 0;
        pid_t child = _Fork();
        if (child > 0 && isFirst) kill(getpid(), SIGSEGV);
        return child;
      }
      """, as: "fork.c")
    let library = folder.path("libfork.so")
    try Fixtures.compile(source, to: library)
    // A worker gets only the variables that it needs, so this one does not come from the host.
    let worker = try folder.write(
      "#!/bin/sh\nLD_PRELOAD='\(library)' exec '\(Places.product("cue-worker"))' \"$@\"\n",
      as: "worker")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: worker)
    // It hangs, so that no line is served before the supervisor sees the signal.
    let path = try folder.copy(Fixtures.faultyLibrary, as: "libdaemon-hang.so")
    let run = try Run(
      Places.product("host"), ["--voice=daemon-hang", "-o", folder.path("out.wav"), line],
      environment: ["CUE_PLUGIN_PATH": folder.path, "CUE_WORKER": worker])
    #expect(run.talk.contains("SIGKILL") && !run.talk.contains("SIGSEGV"), "\(run.talk)")
    #expect(Processes.survivors(of: Processes.mentioning(path)) == [])
  }
}

@Suite(.startsProcesses) struct `A process that keys are given to` {
  private static let program = "/usr/bin/setpriv"

  /// The owners of the files of processes that run as a user without rights: the host and those below it.
  private func owners(_ environment: [String: String]) throws -> Set<Int> {
    let folder = try TemporaryFolder()
    let path = try folder.copy(Fixtures.faultyLibrary, as: "libhang-after.so")
    for each in [folder.path, path] {
      try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: each)
    }
    let asNobody = getuid() == 0 ? [Self.program, "--reuid=65534", "--clear-groups"] : []
    let words =
      asNobody + [
        Places.product("host"), "--voice=hang-after", "-o", folder.path("out.wav"), line,
      ]
    let host = try Running(
      words[0], Array(words.dropFirst()),
      environment: [
        "CUE_PLUGIN_PATH": folder.path, "CUE_LOG": "info", "HOME": folder.path,
        "XDG_CACHE_HOME": "", "XDG_DATA_HOME": "", "XDG_STATE_HOME": "", "XDG_CONFIG_HOME": "",
      ].merging(environment) { $1 })
    defer { host.kill() }
    #expect(host.talk(upTo: "has begun").contains("has begun"))
    let processes = [host.processIdentifier] + Processes.descendants(of: host.processIdentifier)
    #expect(processes.count >= 3, "host, supervisor, worker")
    return Set(
      try processes.map { process in
        let attributes = try FileManager.default.attributesOfItem(
          atPath: "/proc/\(process)/environ")
        return try #require(attributes[.ownerAccountID] as? Int)
      })
  }

  @Test(.enabled(if: getuid() != 0 || FileManager.default.isExecutableFile(atPath: program)))
  func `cannot be looked into by other processes of the same user`() throws {
    #expect(try owners(["CUE_DUMPABLE": ""]) == [0])
  }

  @Test(.enabled(if: getuid() != 0 || FileManager.default.isExecutableFile(atPath: program)))
  func `can be looked into where a plugin's author wants it`() throws {
    #expect(try owners(["CUE_DUMPABLE": "1"]) == [getuid() == 0 ? 65534 : Int(getuid())])
  }

  @Test func `a process with keys knows that it is protected`() throws {
    let faulty = try Faulty()
    let said = Mutex<[String]>([])
    var setup = setup(faulty.path, id: "daemon")
    setup.worker.log = { _, _, text in said.withLock { $0.append(text) } }
    #expect(try VoiceClient(setup).say(line).outcome == .finished)
    #expect(said.withLock { $0 } == ["not dumpable"])
  }

  /// Linux ignores a limit of 0 where cores go to a program.
  @Test(arguments: [("", "1"), ("1", "0")])
  func `leaves no core where it is a program`(wish: String, limit: String) throws {
    let folder = try TemporaryFolder()
    let program = try folder.write(
      "#!/bin/sh\nexec sed -n 's/Max core file size *//p' /proc/self/limits\n", as: "limits")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    let pipe = folder.path("lifeline")
    let run = try Run(
      "/bin/sh",
      [
        "-c", "mkfifo \"$1\" && exec 3<>\"$1\" && exec \"$2\" --supervise \"$3\"", "sh", pipe,
        Places.product("cue-worker"), program,
      ], environment: ["CUE_DUMPABLE": wish])
    #expect(run.status == 0, "\(run.talk)")
    let words = String(decoding: run.output, as: UTF8.self).split(separator: " ")
    #expect(words.first.map(String.init) == limit)
  }

  /// A process that has called `exec` is dumpable again, so a program must prevent that itself.
  @Test(.needsPython, arguments: [("", "0"), ("1", "1")])
  func `a program from the template knows that its memory is protected`(
    wish: String, dumpable: String
  ) throws {
    let kit = Places.source("plugin-sdk/templates/python/all/src")
    let run = try Run(
      "/usr/bin/env",
      [
        "python3", "-B", "-c",
        """
        import ctypes, os, sys
        sys.path.insert(0, sys.argv[1])
        import cue_plugin
        end = os._exit
        def told_end(status):
            print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0), file=sys.stderr, flush=True)
            end(status)
        os._exit = told_end
        class Silent(cue_plugin.Voice): pass
        cue_plugin.serve(Silent)
        """, kit,
      ], environment: ["CUE_DUMPABLE": wish])
    #expect(run.talk.split(separator: "\n").last.map(String.init) == dumpable, "\(run.talk)")
  }
}

import CuePlugins
import CueSystem
import Foundation
import TestSupport
import Testing

@Suite(.startsProcesses) struct `The version of Cue` {
  private let stage: Stagehand
  private let version = ProductVersion.number

  init() throws { stage = try Stagehand() }

  @Test func `the program reports its version and that of the plugin interface`() throws {
    let run = try stage.host(["--version"])
    #expect(run.status == 0)
    #expect(run.text == "cue \(version), plugin interface \(PluginInterface.version)\n")
  }

  @Test func `plugins get the version`() throws {
    let source = try stage.folder.write(
      """
      #include <cue/entry.h>
      #include <stdio.h>
      const cue_entry *cue_plugin_entry(const cue_host *host) {
        fprintf(stderr, "version <%.*s>\\n", (int)host->version.length, host->version.bytes);
        return NULL;
      }
      """, as: "curious.c")
    let library = stage.folder.path("libcurious.so")
    let build = try Run(
      "/usr/bin/env",
      ["cc", "-shared", "-fPIC", "-I", Places.source("plugin-sdk/include"), source, "-o", library])
    #expect(build.status == 0, "\(build.talk)")
    let run = try stage.host([
      "--verbose", "-v", library, "-o", stage.folder.path("a.wav"), "Hello",
    ])
    #expect(run.talk.contains("version <\(version)>"), "\(run.talk)")
  }

  @Test func `is that of packages and archives`() throws {
    let run = try Run("/usr/bin/env", ["make", "-s", "-C", Places.source(""), "version"])
    #expect(run.text == version + "\n", "\(run.talk)")
  }

  @Test func `of the plugin interface is that of its pkg-config file`() throws {
    let text = try String(
      contentsOfFile: Places.source("plugin-sdk/cue-plugin.pc.in"), encoding: .utf8)
    #expect(text.contains("\nVersion: \(PluginInterface.version)\n"))
  }

  @Test func `The version of Cue is written in one file`() throws {
    let run = try Run(
      "/usr/bin/env",
      ["grep", "-rlF", "--exclude-dir=.build", "\"\(version)\""]
        + ["Sources", "Plugins", "plugin-sdk", "Packaging", "Makefile", "Package.swift"].map {
          Places.source($0)
        })
    #expect(
      run.text == Places.source("Sources/Shims/CVersion/include/cue_version.h") + "\n",
      "\(run.text)")
  }
}

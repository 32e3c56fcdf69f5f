#!/usr/bin/env python3
"""Uses the tools for agents with the client of the protocol's authors, in both of its eras, and says what is not as it should be.

    Tests/server/mcp_client.py HOST SCRIPT OUTPUT
"""
import asyncio
import os
import sys

from mcp import Client, StdioServerParameters

HOST, SCRIPT, OUTPUT = sys.argv[1:4]
failures = []


def expect(what, holds):
    if not holds:
        failures.append(what)


async def probe(mode, version):
    server = StdioServerParameters(command=HOST, args=["mcp"], env=dict(os.environ))
    async with Client(server, mode=mode) as client:
        expect(f"{mode}: {client.protocol_version}", client.protocol_version == version)
        expect("its name", client.server_info.name == "cue")
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        expect("tools", {"speak", "list_voices", "listen", "script_info", "cast", "generate", "list_speeches"} <= set(tools))
        expect("none deletes", all(tool.annotations.destructive_hint is False for tool in tools.values()))
        steps = []

        async def progress(done, total, message):
            steps.append(done)

        said = await client.call_tool("speak", {"text": "Good evening.", "voice": "mock", "output": OUTPUT}, progress_callback=progress)
        expect("speech", not said.is_error and os.path.getsize(OUTPUT) > 1000)
        expect("progress", steps == sorted(steps) and len(steps) > 1)
        expect("results as JSON", said.structured_content["results"][-1]["event"] == "done")
        voices = await client.call_tool("list_voices", {})
        expect("voices", len(voices.structured_content["results"]) > 1)
        script = await client.call_tool("script_info", {"script": SCRIPT})
        expect("a script", "The Last Train" in script.content[0].text)
        both = await asyncio.gather(*(client.call_tool("script_info", {"script": SCRIPT}) for _ in range(4)))
        expect("calls side by side", all(not one.is_error for one in both))
        missing = await client.call_tool("script_info", {"script": "/no/such/file"})
        expect("an error is a sentence", missing.is_error and missing.content[0].text.endswith("."))
        # A value is never an option.
        trick = await client.call_tool("script_info", {"script": "--help"})
        expect("a file that looks like an option", trick.is_error and "--help" in trick.content[0].text)


async def all_of_it():
    await probe("auto", "2026-07-28")
    await probe("legacy", "2025-11-25")


asyncio.run(all_of_it())
print("\n".join(failures) or "all right")
sys.exit(bool(failures))

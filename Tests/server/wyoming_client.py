#!/usr/bin/env python3
"""Uses a server with the client that Home Assistant has for Wyoming, and says what is not as it should be.

    Tests/server/wyoming_client.py PORT [hears]    'hears' if the server has a recognizer that hears English
"""
import asyncio
import sys

from wyoming.asr import Transcribe, Transcript
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.client import AsyncTcpClient
from wyoming.error import Error
from wyoming.event import Event
from wyoming.info import Describe, Info
from wyoming.ping import Ping, Pong
from wyoming.tts import Synthesize, SynthesizeChunk, SynthesizeStart, SynthesizeStop, SynthesizeStopped, SynthesizeVoice

PORT = int(sys.argv[1])
failures = []


def expect(what, holds):
    if not holds:
        failures.append(what)


async def sound(client, last):
    """The events up to the last one, and the bytes of sound."""
    kinds, samples, rate = [], b"", 0
    while True:
        event = await asyncio.wait_for(client.read_event(), 20)
        if event is None or event.type == "error":
            return kinds + ["error" if event else "end"], samples, rate
        kinds.append(event.type)
        if AudioChunk.is_type(event.type):
            chunk = AudioChunk.from_event(event)
            samples, rate = samples + chunk.audio, chunk.rate
        if event.type == last:
            return kinds, samples, rate


async def say(client, text, voice=None):
    await client.write_event(Synthesize(text=text, voice=SynthesizeVoice(name=voice) if voice else None).event())
    return await sound(client, "audio-stop")


async def probe():
    async with AsyncTcpClient("127.0.0.1", PORT) as client:
        await client.write_event(Describe().event())
        info = Info.from_event(await client.read_event())
        expect("one program with all voices", len(info.tts) == 1 and info.tts[0].name == "cue" and len(info.tts[0].voices) > 1)
        expect("it takes text in pieces", info.tts[0].supports_synthesize_streaming)
        expect("one recognizer", len(info.asr) == 1 and info.asr[0].models)
        await client.write_event(Ping(text="a").event())
        expect("pong", Pong.from_event(await client.read_event()).text == "a")
        await client.write_event(Event("something-of-later-versions", {"a": 1}, b"123"))
        kinds, whole, rate = await say(client, "Good evening, Nora. Come in.", "mock:low")
        expect("sound", kinds[0] == "audio-start" and kinds[-1] == "audio-stop" and len(whole) > 10000 and rate)
        # In pieces that end within words, and the same text again, as Home Assistant sends it.
        await client.write_event(SynthesizeStart(voice=SynthesizeVoice(name="mock:low")).event())
        for piece in ["Good ev", "ening, No", "ra. Come in."]:
            await client.write_event(SynthesizeChunk(text=piece).event())
        await client.write_event(Synthesize(text="Good evening, Nora. Come in.").event())
        await client.write_event(SynthesizeStop().event())
        kinds, pieces, _ = await sound(client, "synthesize-stopped")
        expect("a streamed answer ends as it should", kinds[-2:] == ["audio-stop", "synthesize-stopped"])
        expect("a text in pieces sounds like the whole", pieces == whole)
        await client.write_event(Synthesize(text="a", voice=SynthesizeVoice(name="nobody-has-this-name")).event())
        event = await client.read_event()
        expect("an unknown voice is an error with a sentence", Error.is_type(event.type) and Error.from_event(event).text.endswith("."))
        expect("it goes on", (await say(client, "Yes."))[0][-1] == "audio-stop")
        if sys.argv[2:]:
            _, samples, rate = await say(client, "Nobody has seen him since the morning.", "flite:slt")
            await client.write_event(Transcribe(language="en").event())
            await client.write_event(AudioStart(rate=rate, width=2, channels=1).event())
            for at in range(0, len(samples), 2048):
                await client.write_event(AudioChunk(rate=rate, width=2, channels=1, audio=samples[at : at + 2048]).event())
            await client.write_event(AudioStop().event())
            heard = Transcript.from_event(await client.read_event())
            expect(f"words are heard: {heard.text}", "seen him since" in heard.text)
    # Clients that go away, and bytes that are no messages.
    for rubbish in [b"\n", b"{}\n", b'{"type": 3}\n', b'{"type": "describe", "data_length": -1}\n', b"a" * 100000,
                    b'{"type": "audio-chunk", "payload_length": 99999999999}\n', b'{"type": "synthesize", "data_length": 5}\n{{{{{']:
        reader, writer = await asyncio.open_connection("127.0.0.1", PORT)
        writer.write(rubbish)
        writer.write_eof()
        try:
            rest = await asyncio.wait_for(reader.read(), 10)
        except ConnectionResetError:  # it had more to read
            rest = b""
        expect(f"{rubbish[:40]} ends the connection", rest == b"")
        writer.close()
    async with AsyncTcpClient("127.0.0.1", PORT) as client:
        await client.write_event(Synthesize(text="Good evening, Nora. " * 2000, voice=SynthesizeVoice(name="mock:low")).event())
        await client.read_event()
    async with AsyncTcpClient("127.0.0.1", PORT) as client:
        expect("the next client is served", (await say(client, "Yes."))[0][-1] == "audio-stop")


asyncio.run(probe())
print("\n".join(failures) or "all right")
sys.exit(bool(failures))

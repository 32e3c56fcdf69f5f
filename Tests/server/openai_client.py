#!/usr/bin/env python3
"""Uses a server with the client that OpenAI has for Python, and says what is not as it should be.

    Tests/server/openai_client.py PORT [hears]    'hears' if the server has a recognizer that hears English
"""
import os
import sys
import tempfile

import openai

client = openai.OpenAI(base_url=f"http://127.0.0.1:{sys.argv[1]}/v1", api_key="x", max_retries=0)
failures = []


def expect(what, holds):
    if not holds:
        failures.append(what)


for kind in ["mp3", "opus", "flac", "wav", "pcm"]:
    sound = client.audio.speech.create(model="tts-1", voice="nova", input="Good evening.", response_format=kind).read()
    expect(f"speech as {kind}", len(sound) > 1000)
usual = client.audio.speech.create(model="gpt-4o-mini-tts", voice="alloy", input="Good evening.", instructions="Softly.").read()
expect("mp3 by default", usual[:1] == b"\xff")
with client.audio.speech.with_streaming_response.create(
        model="tts-1", voice="alloy", input="Good evening. " * 30, response_format="pcm") as answer:
    pieces = list(answer.iter_bytes(4800))
expect("sound comes in pieces", len(pieces) > 5)
expect("models", any(model.id == "tts-1" for model in client.models.list().data))
expect("a model", client.models.retrieve("gpt-4o-transcribe").id == "gpt-4o-transcribe")
for what, kind, arguments in [
    ("an unknown voice", openai.NotFoundError, {"voice": "nobody-has-this-name", "input": "a"}),
    ("no text", openai.BadRequestError, {"voice": "alloy", "input": ""}),
    ("another format", openai.BadRequestError, {"voice": "alloy", "input": "a", "response_format": "aac"}),
]:
    try:
        client.audio.speech.create(model="tts-1", **arguments).read()
        failures.append(what)
    except kind as error:
        expect(f"{what} has a code and a sentence", error.code and error.body["message"].endswith("."))
if sys.argv[2:]:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "said.wav")
        with open(path, "wb") as file:
            file.write(client.audio.speech.create(
                model="tts-1", voice="flite:slt", input="Nobody has seen him since the morning.", response_format="wav").read())

        def heard(**arguments):
            with open(path, "rb") as file:
                return client.audio.transcriptions.create(model="whisper-1", file=file, **arguments)

        expect("a text", "seen him since" in heard().text)
        expect("as text", "seen him since" in heard(response_format="text"))
        whole = heard(response_format="verbose_json", timestamp_granularities=["word"])
        expect("words with times", len(whole.words) > 4 and 0 < whole.words[-1].end <= whole.duration + 0.1)
        expect("subtitles", " --> " in heard(response_format="srt") and heard(response_format="vtt").startswith("WEBVTT"))
        events = list(heard(stream=True))
        expect("events", events[-1].type == "transcript.text.done" and "seen him since" in events[-1].text)
    try:
        client.audio.transcriptions.create(model="whisper-1", file=("a.wav", b"this is no sound"))
        failures.append("no sound")
    except openai.BadRequestError:
        pass

print("\n".join(failures) or "all right")
sys.exit(bool(failures))

//! A voice: it sounds a tone for every word, longer for longer words. Put your engine where `tone` is.

mod cue;
mod plugin;

use plugin::{About, Parameter, Plugin, Speech, SpeechRequest, Stop, Voice};

const RATE: f64 = 22050.0;

struct ToneVoice {
    base: f64,
}

impl Plugin for ToneVoice {
    const ABOUT: About = About {
        id: c!("starter-name"),
        name: "starter-name",
        vendor: "me",
        version: "1.0",
        licence: "MIT",
        description: "Sounds a tone for every word.",
    };

    const PARAMETERS: &'static [Parameter] = &[Parameter {
        id: 1,
        name: "base",
        unit: "Hz",
        description: "The tone of a word.",
        minimum: 80.0,
        maximum: 400.0,
        initial: 160.0,
        flags: cue::PARAM_SOUND,
    }];

    fn new() -> Self {
        ToneVoice { base: 160.0 }
    }

    fn set(&mut self, _: u32, value: f64) {
        self.base = value;
    }
}

impl Voice for ToneVoice {
    const VOICE: &'static str = "tone";
    const RATE: u32 = RATE as u32;
    const SPEEDS: (f64, f64) = (0.25, 4.0);
    const PITCHES: (f64, f64) = (-24.0, 24.0);
    const LOUDEST: f64 = 4.0;
    // Change this whenever the same request begins to sound different: hosts keep sound by it.
    const FINGERPRINT: &'static str = "starter-name 1.0";

    /// The heart of a voice: sound is handed on as it is made, and nothing is kept.
    fn speak(&mut self, request: &SpeechRequest, speech: &Speech) -> Result<(), Stop> {
        let speed = speech.within(request.speed, 0.25, 4.0, 1.0, cue::FIELD_SPEED);
        let pitch = speech.within(request.pitch, -24.0, 24.0, 0.0, cue::FIELD_PITCH);
        let volume = speech.within(request.volume, 0.0, Self::LOUDEST, 1.0, cue::FIELD_VOLUME);
        let mut frame = 0;
        for word in request.text.split(|c| " \t\r\n\0".contains(c)).filter(|word| !word.is_empty()) {
            if frame == 0 {
                speech.begin(Self::RATE)?;
            }
            // Offsets are bytes of the request's text; the event goes out before the sound that holds its frame.
            if request.wants_words {
                let offset = word.as_ptr() as usize - request.text.as_ptr() as usize;
                speech.word(frame, offset, word.len())?;
            }
            let letters = word.chars().count() as f64;
            let sounded = (RATE * (0.1 + 0.04 * letters) / speed) as u64;
            let rest = (RATE * 0.08 / speed) as u64;
            tone(speech, self.base * (pitch / 12.0).exp2(), volume, sounded)?;
            tone(speech, 0.0, 0.0, rest)?;
            frame += sounded + rest;
        }
        Ok(())
    }
}

/// `frames` frames of a tone that swells and fades, or of silence where `hertz` is 0.
fn tone(speech: &Speech, hertz: f64, gain: f64, frames: u64) -> Result<(), Stop> {
    let mut block = Vec::with_capacity(1024);
    for at in 0..frames {
        let time = at as f64;
        let swell = (time.min(frames as f64 - time) / (0.01 * RATE)).min(1.0);
        let wave = (std::f64::consts::TAU * hertz * time / RATE).sin();
        block.push((6000.0 * gain * swell * wave).round() as i16);
        if block.len() == 1024 || at + 1 == frames {
            speech.sound(&block)?;
            block.clear();
        }
    }
    Ok(())
}

offer!(ToneVoice, VOICE, c!("cue.voice/1"));

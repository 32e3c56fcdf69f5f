//! An effect: a tremolo, five swells a second, as deep as its one parameter says. Put your effect where `frame` is.

mod cue;
mod plugin;

use plugin::{About, Dsp, Parameter, Plugin};

const SWELLS_A_SECOND: f64 = 5.0;

struct Tremolo {
    depth: f64,
    rate: f64,
    /// Frames since it was configured.
    time: u64,
}

impl Plugin for Tremolo {
    const ABOUT: About = About {
        id: c!("starter-name"),
        name: "starter-name",
        vendor: "me",
        version: "1.0",
        licence: "MIT",
        description: "Makes sound swell and fade.",
    };

    // Live: it may change at any frame.
    const PARAMETERS: &'static [Parameter] = &[Parameter {
        id: 1,
        name: "depth",
        unit: "",
        description: "How deep it swells: 0 not at all, 1 down to silence.",
        minimum: 0.0,
        maximum: 1.0,
        initial: 0.5,
        flags: cue::PARAM_SOUND | cue::PARAM_LIVE,
    }];

    fn new() -> Self {
        Tremolo { depth: 0.5, rate: 1.0, time: 0 }
    }

    fn set(&mut self, _: u32, value: f64) {
        self.depth = value;
    }

    fn reset(&mut self) {
        self.time = 0;
    }
}

impl Dsp for Tremolo {
    /// An effect that keeps sound makes room for it here, and not while it works.
    fn configure(&mut self, rate: u32, _: u32, _: u32) {
        self.rate = f64::from(rate);
        self.time = 0;
    }

    /// The heart of an effect. It neither waits nor allocates.
    fn frame(&mut self, input: &[f32], output: &mut [f32]) {
        let turn = (self.time as f64 * SWELLS_A_SECOND / self.rate).fract();
        let gain = 1.0 - self.depth * (0.5 - 0.5 * (std::f64::consts::TAU * turn).cos());
        self.time += 1;
        for (out, sample) in output.iter_mut().zip(input) {
            *out = (gain * f64::from(*sample)) as f32;
        }
    }
}

offer!(Tremolo, DSP, c!("cue.dsp/1"));

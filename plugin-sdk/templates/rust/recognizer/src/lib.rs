//! A recognizer: it hears when there is sound and when there is silence, and calls each stretch of sound “sound”. Put your engine
//! where `window` is.

mod cue;
mod plugin;

use plugin::{About, News, Parameter, Plugin, Recognizer, Word};

const WINDOWS_A_SECOND: u32 = 100; // how finely it listens
const ENOUGH: u32 = 10; // windows of sound that make a stretch
const PAUSE: u32 = 20; // windows of silence that end it
const ADVICE: u32 = 50; // windows of silence after which the speaker seems to have finished

struct Detector {
    threshold: f64,
    window_frames: u32,
    /// Of the window that is being heard.
    energy: f64,
    in_window: u32,
    /// Windows of sound in a row, and of silence since.
    loud: u32,
    quiet: u32,
    in_sound: bool,
    words: Vec<Word>,
}

impl Plugin for Detector {
    const ABOUT: About = About {
        id: c!("starter-name"),
        name: "starter-name",
        vendor: "me",
        version: "1.0",
        licence: "MIT",
        description: "Hears when there is sound.",
    };

    const PARAMETERS: &'static [Parameter] = &[Parameter {
        id: 1,
        name: "threshold",
        unit: "dB",
        description: "What is louder is sound, what is not is silence.",
        minimum: -90.0,
        maximum: 0.0,
        initial: -40.0,
        flags: 0,
    }];

    fn new() -> Self {
        Detector {
            threshold: -40.0,
            window_frames: 1,
            energy: 0.0,
            in_window: 0,
            loud: 0,
            quiet: 0,
            in_sound: false,
            words: Vec::new(),
        }
    }

    fn set(&mut self, _: u32, value: f64) {
        self.threshold = value;
    }
}

impl Recognizer for Detector {
    fn open(&mut self, rate: u32) {
        let threshold = self.threshold;
        *self = Detector { threshold, window_frames: rate / WINDOWS_A_SECOND, ..Detector::new() };
    }

    /// The heart of a recognizer: sound comes in pieces of any length, and the result does not depend on them.
    fn push(&mut self, sample: f64, frame: u64) -> News {
        self.energy += sample * sample;
        self.in_window += 1;
        if self.in_window < self.window_frames {
            return News::None;
        }
        let power = self.energy / f64::from(self.window_frames);
        self.energy = 0.0;
        self.in_window = 0;
        self.window(power > 10f64.powf(self.threshold / 10.0), frame)
    }

    fn heard(&self) -> &[Word] {
        &self.words
    }
}

impl Detector {
    /// One more hundredth of a second.
    fn window(&mut self, is_loud: bool, frame: u64) -> News {
        if !is_loud {
            self.quiet += 1;
            self.in_sound &= self.quiet < PAUSE;
            if !self.in_sound {
                self.loud = 0;
            }
            let has_finished = self.quiet == ADVICE && !self.words.is_empty();
            return if has_finished { News::Finished } else { News::None };
        }
        self.loud += 1;
        self.quiet = 0;
        if self.in_sound {
            if let Some(word) = self.words.last_mut() {
                word.end = frame;
            }
            return News::None;
        }
        if self.loud < ENOUGH {
            return News::None;
        }
        let length = u64::from(self.loud) * u64::from(self.window_frames);
        self.words.push(Word { text: "sound", start: frame - length, end: frame });
        self.in_sound = true;
        News::Heard
    }
}

offer!(Detector, RECOGNIZER, c!("cue.recognizer/1"));

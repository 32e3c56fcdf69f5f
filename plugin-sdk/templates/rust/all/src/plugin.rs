//! What every plugin in Rust needs: it makes the C tables out of a type. There is nothing to change here.
//!
//! Implement `Plugin` and one of `Voice`, `Dsp` and `Recognizer`, and offer the type with `offer!`. What fails becomes a status and a
//! sentence, a panic too: nothing unwinds out of the library.
#![allow(dead_code)]
// Rust before 1.65 wants no `unsafe` within `unsafe fn`.
#![allow(unused_unsafe)]

use crate::cue::{self, Data, Text};
use std::ffi::{c_void, CStr};
use std::marker::PhantomData;
use std::os::raw::c_char;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr::{addr_of, addr_of_mut, null};
use std::sync::atomic::{AtomicU64, Ordering};

/// Text for C, which ends with NUL.
#[macro_export]
macro_rules! c {
    ($text:literal) => {
        unsafe { std::ffi::CStr::from_bytes_with_nul_unchecked(concat!($text, "\0").as_bytes()) }
    };
}

/// Why a call ends early.
pub enum Stop {
    /// It cannot be done; the user reads the sentence.
    Failure(i32, String),
    /// The host wants no more.
    Cancelled,
}

impl Stop {
    pub fn failure<T>(status: i32, sentence: impl Into<String>) -> Result<T, Stop> {
        Err(Stop::Failure(status, sentence.into()))
    }
}

/// What a plugin says of itself.
pub struct About {
    pub id: &'static CStr,
    pub name: &'static str,
    pub vendor: &'static str,
    pub version: &'static str,
    pub licence: &'static str,
    pub description: &'static str,
}

/// A number that users set by --set NAME=VALUE.
pub struct Parameter {
    pub id: u32,
    pub name: &'static str,
    pub unit: &'static str,
    pub description: &'static str,
    pub minimum: f64,
    pub maximum: f64,
    pub initial: f64,
    pub flags: u32,
}

pub trait Plugin: Send + 'static {
    const ABOUT: About;
    const PARAMETERS: &'static [Parameter];
    /// Makes an instance; cheap.
    fn new() -> Self;
    /// Takes a new value, which is within its range.
    fn set(&mut self, id: u32, value: f64);
    /// Loads the engine; whatever takes long belongs here.
    fn activate(&mut self) -> Result<(), Stop> {
        Ok(())
    }
    /// Forgets what earlier requests left; parameters stay.
    fn reset(&mut self) {}
}

/// One instance. The host knows it by `table`, whose `this` leads back here.
struct Holder<P> {
    table: cue::Instance,
    cancelled: Cancellation,
    values: Vec<f64>,
    state: State,
    plugin: P,
}

/// Whether the call under way was cancelled. A cancel names a call by its number: one of another call is none of this one.
#[derive(Default)]
struct Cancellation {
    call: AtomicU64,
    cancelled: AtomicU64,
}

impl Cancellation {
    fn begin(&self, number: u64) {
        self.call.store(number, Ordering::SeqCst);
    }
    fn cancel(&self, number: u64) {
        self.cancelled.store(number, Ordering::SeqCst);
    }
    fn is_set(&self) -> bool {
        let number = self.call.load(Ordering::SeqCst);
        number != 0 && self.cancelled.load(Ordering::SeqCst) == number
    }
}

/// What the kinds keep beside the plugin.
#[derive(Default)]
struct State {
    channels: u32,
    stream: Option<Stream>,
}

struct Stream {
    sink: cue::ListenSink,
    format: cue::AudioFormat,
    partials: bool,
    frame: u64,
    revision: u32,
}

fn fail(error: *mut cue::Error, status: i32, sentence: &str) -> i32 {
    // SAFETY: the caller lends its error for the call, and says how much of it there is.
    unsafe {
        if !error.is_null() && (*error).struct_size as usize >= std::mem::size_of::<cue::Error>() {
            let length = sentence.floor_char_boundary_of(512);
            (*error).status = status;
            (*error).detail = 0;
            (*error).retry_after_ms = 0;
            (*error).sentence_length = length as u32;
            (&mut (*error).sentence)[..length].copy_from_slice(&sentence.as_bytes()[..length]);
        }
    }
    status
}

trait Cut {
    fn floor_char_boundary_of(&self, most: usize) -> usize;
}

impl Cut for str {
    fn floor_char_boundary_of(&self, most: usize) -> usize {
        (0..=most.min(self.len())).rev().find(|&at| self.is_char_boundary(at)).unwrap_or(0)
    }
}

fn guarded(error: *mut cue::Error, body: impl FnOnce() -> Result<(), Stop>) -> i32 {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => cue::OK,
        Ok(Err(Stop::Cancelled)) => cue::CANCELLED,
        Ok(Err(Stop::Failure(status, sentence))) => fail(error, status, &sentence),
        Err(_) => fail(error, cue::E_INTERNAL, "The plugin panicked."),
    }
}

/// Fills a struct of the caller's, no further than that knows of.
unsafe fn fill<T>(out: *mut T, ours: T) -> i32 {
    let room = (*(out as *const u32) as usize).min(std::mem::size_of::<T>());
    if room > 4 {
        let from = (&ours as *const T as *const u8).add(4);
        std::ptr::copy_nonoverlapping(from, (out as *mut u8).add(4), room - 4);
    }
    cue::OK
}

/// Copies a struct of the caller's; what an older host does not say stays 0.
unsafe fn take<T: Copy>(given: *const T) -> T {
    let mut ours = std::mem::MaybeUninit::<T>::zeroed();
    let size = (*(given as *const u32) as usize).min(std::mem::size_of::<T>());
    std::ptr::copy_nonoverlapping(given as *const u8, ours.as_mut_ptr() as *mut u8, size);
    ours.assume_init() // the functions of a sink are there since version 1.0
}

/// Text of the host's, which does not vouch for it.
unsafe fn checked<'a>(text: Text, what: &str) -> Result<&'a str, Stop> {
    if text.length == 0 {
        return Ok("");
    }
    std::str::from_utf8(std::slice::from_raw_parts(text.bytes, text.length as usize))
        .or_else(|_| Stop::failure(cue::E_TEXT_ENCODING, format!("The {what} is not UTF-8.")))
}

/// The tables of all kinds; the functions get a `Holder<P>` as their first argument.
pub struct Library<P>(PhantomData<P>);

impl<P: Plugin> Library<P> {
    unsafe fn plugin<'a>(this: Data) -> &'a mut P {
        &mut *addr_of_mut!((*(this as *mut Holder<P>)).plugin)
    }
    unsafe fn state<'a>(this: Data) -> &'a mut State {
        &mut *addr_of_mut!((*(this as *mut Holder<P>)).state)
    }
    unsafe fn cancelled<'a>(this: Data) -> &'a Cancellation {
        &*addr_of!((*(this as *mut Holder<P>)).cancelled)
    }

    // Parameters.

    const PARAMS: &'static cue::Params = &cue::Params {
        struct_size: std::mem::size_of::<cue::Params>() as u32,
        reserved: 0,
        count: Self::count,
        info: Self::info,
        get: Self::get,
        set: Self::set,
    };

    fn index(id: u32) -> Option<usize> {
        P::PARAMETERS.iter().position(|each| each.id == id)
    }

    unsafe extern "C" fn count(_: Data) -> u32 {
        P::PARAMETERS.len() as u32
    }

    unsafe extern "C" fn info(_: Data, index: u32, out: *mut cue::ParamInfo) -> i32 {
        let each = match P::PARAMETERS.get(index as usize) {
            Some(each) => each,
            None => return cue::E_NOT_FOUND,
        };
        fill(
            out,
            cue::ParamInfo {
                struct_size: 0,
                id: each.id,
                kind: cue::PARAM_NUMBER,
                flags: each.flags,
                name: Text::of(each.name),
                unit: Text::of(each.unit),
                description: Text::of(each.description),
                group: Text::NONE,
                minimum: each.minimum,
                maximum: each.maximum,
                initial: each.initial,
                step: 0.0,
                initial_text: Text::NONE,
                choices: null(),
                choice_count: 0,
                reserved: 0,
            },
        )
    }

    unsafe extern "C" fn get(this: Data, id: u32, out: *mut cue::ParamValue) -> i32 {
        let index = match Self::index(id) {
            Some(index) => index,
            None => return cue::E_NOT_FOUND,
        };
        let number = (&(*(this as *mut Holder<P>)).values)[index];
        fill(out, cue::ParamValue { struct_size: 0, reserved: 0, number, text: Text::NONE })
    }

    unsafe extern "C" fn set(
        this: Data,
        id: u32,
        value: *const cue::ParamValue,
        error: *mut cue::Error,
    ) -> i32 {
        let number = (*value).number;
        guarded(error, || {
            let index = match Self::index(id) {
                Some(index) => index,
                None => return Stop::failure(cue::E_NOT_FOUND, "There is no such parameter."),
            };
            if unsafe { Self::change(this, index, number) } {
                return Ok(());
            }
            let each = &P::PARAMETERS[index];
            Stop::failure(
                cue::E_INVALID,
                format!("{} goes from {} to {} {}.", each.name, each.minimum, each.maximum, each.unit),
            )
        })
    }

    /// False where the value is not allowed; what is no number is not, either.
    unsafe fn change(this: Data, index: usize, number: f64) -> bool {
        let each = &P::PARAMETERS[index];
        if !(each.minimum..=each.maximum).contains(&number) {
            return false;
        }
        (&mut (*(this as *mut Holder<P>)).values)[index] = number;
        Self::plugin(this).set(each.id, number);
        true
    }

    // One instance.

    unsafe extern "C" fn activate(this: Data, error: *mut cue::Error) -> i32 {
        guarded(error, || unsafe { Self::plugin(this) }.activate())
    }

    unsafe extern "C" fn destroy(this: Data) {
        drop(Box::from_raw(this as *mut Holder<P>));
    }

    /// Called on any thread: it touches nothing but the number.
    unsafe extern "C" fn cancel(this: Data, call: u64) {
        Self::cancelled(this).cancel(call);
    }

    unsafe extern "C" fn reset(this: Data, error: *mut cue::Error) -> i32 {
        guarded(error, || {
            unsafe {
                Self::state(this).stream = None;
                Self::plugin(this).reset();
            }
            Ok(())
        })
    }

    // The library.

    /// Makes an instance, if `id` names this plugin.
    ///
    /// # Safety
    /// As `cue_entry.create` has it.
    pub unsafe fn create(
        id: *const c_char,
        instance: *mut *const cue::Instance,
        error: *mut cue::Error,
        extension: unsafe extern "C" fn(Data, *const c_char) -> *const c_void,
    ) -> i32 {
        guarded(error, || unsafe {
            if CStr::from_ptr(id) != P::ABOUT.id {
                return Stop::failure(cue::E_NOT_FOUND, "This library offers no such plugin.");
            }
            let it = Box::into_raw(Box::new(Holder {
                table: cue::Instance {
                    struct_size: std::mem::size_of::<cue::Instance>() as u32,
                    reserved: 0,
                    this: std::ptr::null_mut(),
                    activate: Self::activate,
                    destroy: Self::destroy,
                    cancel: Self::cancel,
                    reset: Self::reset,
                    get_extension: extension,
                },
                cancelled: Cancellation::default(),
                values: P::PARAMETERS.iter().map(|each| each.initial).collect(),
                state: State::default(),
                plugin: P::new(),
            }));
            (*it).table.this = it as Data;
            *instance = addr_of!((*it).table);
            Ok(())
        })
    }

    /// The table of parameters, where that is what is asked for.
    ///
    /// # Safety
    /// `id` is a C string.
    pub unsafe fn params(id: *const c_char) -> *const c_void {
        if CStr::from_ptr(id) == c!("cue.params/1") {
            Self::PARAMS as *const cue::Params as *const c_void
        } else {
            null()
        }
    }
}

// A voice.

/// What is to be said.
pub struct SpeechRequest<'a> {
    pub text: &'a str,
    pub voice: &'a str,
    pub speed: f64,
    pub pitch: f64,
    pub volume: f64,
    pub wants_words: bool,
}

/// Where a voice puts its sound.
pub struct Speech<'a> {
    sink: &'a cue::SpeechSink,
    cancelled: &'a Cancellation,
}

impl Speech<'_> {
    fn check(&self, answer: i32) -> Result<(), Stop> {
        if answer != cue::CONTINUE || self.cancelled.is_set() {
            return Err(Stop::Cancelled);
        }
        Ok(())
    }

    pub fn begin(&self, rate: u32) -> Result<(), Stop> {
        let format =
            cue::AudioFormat { struct_size: 16, sample: cue::SAMPLE_S16, rate, channels: 1 };
        self.check(unsafe { (self.sink.begin)(self.sink.data, &format) })
    }

    pub fn sound(&self, samples: &[i16]) -> Result<(), Stop> {
        let bytes = samples.as_ptr() as *const c_void;
        self.check(unsafe { (self.sink.audio)(self.sink.data, bytes, samples.len() as u32) })
    }

    pub fn word(&self, frame: u64, offset: usize, length: usize) -> Result<(), Stop> {
        let event = cue::SpeechEvent {
            struct_size: std::mem::size_of::<cue::SpeechEvent>() as u32,
            kind: cue::EVENT_WORD,
            frame,
            frames: 0,
            text_offset: offset as u32,
            text_length: length as u32,
            name: Text::NONE,
            value: 0.0,
            alphabet: 0,
            reserved: 0,
        };
        self.check(unsafe { (self.sink.event)(self.sink.data, &event) })
    }

    pub fn report(&self, field: u32, outcome: u32, value: f64) {
        let honoured = cue::Honoured {
            struct_size: std::mem::size_of::<cue::Honoured>() as u32,
            field,
            outcome,
            reserved: 0,
            value,
            text: Text::NONE,
        };
        unsafe { (self.sink.honoured)(self.sink.data, &honoured) };
    }

    /// What was asked for, or the nearest that can be done, which is then reported.
    pub fn within(&self, asked: f64, low: f64, high: f64, usual: f64, field: u32) -> f64 {
        let used = if asked.is_nan() { usual } else { asked.clamp(low, high) };
        if used != asked {
            self.report(field, cue::HONOURED_CLAMPED, used);
        }
        used
    }
}

pub trait Voice: Plugin {
    /// The id of its one voice.
    const VOICE: &'static str;
    const RATE: u32;
    const SPEEDS: (f64, f64);
    const PITCHES: (f64, f64);
    const LOUDEST: f64;
    /// Changes whenever the same request begins to sound different.
    const FINGERPRINT: &'static str;
    fn speak(&mut self, request: &SpeechRequest, speech: &Speech) -> Result<(), Stop>;
}

impl<P: Voice> Library<P> {
    pub const VOICE: &'static cue::Voice = &cue::Voice {
        struct_size: std::mem::size_of::<cue::Voice>() as u32,
        reserved: 0,
        traits: Self::traits,
        list_voices: Self::list_voices,
        voice_info: Self::voice_info,
        speak: Self::speak,
        sound_fingerprint: Self::sound_fingerprint,
        prepare: None,
    };

    unsafe extern "C" fn traits(_: Data, out: *mut cue::VoiceTraits) -> i32 {
        fill(
            out,
            cue::VoiceTraits {
                struct_size: 0,
                flags: 0,
                events: cue::EVENT_WORD,
                max_text_bytes: 0,
                speed_minimum: P::SPEEDS.0,
                speed_maximum: P::SPEEDS.1,
                pitch_minimum: P::PITCHES.0,
                pitch_maximum: P::PITCHES.1,
                volume_maximum: P::LOUDEST,
                alphabet: 0,
                reserved: 0,
            },
        )
    }

    unsafe extern "C" fn list_voices(
        _: Data,
        _: *const cue::Call,
        count: *mut u32,
        _: *mut cue::Error,
    ) -> i32 {
        *count = 1;
        cue::OK
    }

    unsafe extern "C" fn voice_info(_: Data, index: u32, out: *mut cue::VoiceInfo) -> i32 {
        if index != 0 {
            return cue::E_NOT_FOUND;
        }
        fill(
            out,
            cue::VoiceInfo {
                struct_size: 0,
                flags: cue::VOICE_IS_DEFAULT,
                id: Text::of(P::VOICE),
                name: Text::of(P::VOICE),
                languages: null(),
                language_count: 0,
                gender: cue::GENDER_NEUTRAL,
                age: 0,
                rate: P::RATE,
                licence: Text::NONE,
                description: Text::NONE,
                quality: 0,
                determinism: 0,
            },
        )
    }

    unsafe extern "C" fn speak(
        this: Data,
        request: *const cue::SpeechRequest,
        sink: *const cue::SpeechSink,
        error: *mut cue::Error,
    ) -> i32 {
        let (asked, sink, cancelled) = (take(request), take(sink), Self::cancelled(this));
        cancelled.begin(asked.call);
        guarded(error, || {
            let speech = Speech { sink: &sink, cancelled };
            let wanted = SpeechRequest {
                text: unsafe { checked(asked.text, "text")? },
                voice: unsafe { checked(asked.voice, "voice")? },
                speed: if asked.speed == 0.0 { 1.0 } else { asked.speed },
                pitch: asked.pitch,
                volume: match asked.volume {
                    _ if asked.flags & cue::SPEECH_SILENT != 0 => 0.0,
                    volume if volume == 0.0 => 1.0,
                    volume => volume,
                },
                wants_words: asked.events & cue::EVENT_WORD != 0,
            };
            if !wanted.voice.is_empty() && wanted.voice != P::VOICE {
                return Stop::failure(
                    cue::E_VOICE,
                    format!("There is no such voice; the only one is “{}”.", P::VOICE),
                );
            }
            if asked.text_form != 0 {
                speech.report(cue::FIELD_TEXT_FORM, cue::HONOURED_IGNORED, 0.0);
            }
            if asked.tone_count != 0 {
                speech.report(cue::FIELD_TONES, cue::HONOURED_IGNORED, 0.0);
            }
            unsafe { Self::plugin(this) }.speak(&wanted, &speech)
        })
    }

    unsafe extern "C" fn sound_fingerprint(
        _: Data,
        _: *const cue::VoiceRequest,
        out: *mut Text,
    ) -> i32 {
        *out = Text::of(P::FINGERPRINT);
        cue::OK
    }
}

// An effect.

pub trait Dsp: Plugin {
    /// Makes room for what is kept; called before any sound, and again for other sound.
    fn configure(&mut self, rate: u32, channels: u32, maximum_frames: u32);
    /// The next frame: neither waits nor allocates.
    fn frame(&mut self, input: &[f32], output: &mut [f32]);
}

impl<P: Dsp> Library<P> {
    pub const DSP: &'static cue::Dsp = &cue::Dsp {
        struct_size: std::mem::size_of::<cue::Dsp>() as u32,
        reserved: 0,
        configure: Self::configure,
        process: Self::process,
        flush: Self::flush,
        latency: Self::nothing,
        tail: Self::nothing,
        place: None,
    };

    unsafe extern "C" fn configure(
        this: Data,
        wanted: *const cue::Configure,
        error: *mut cue::Error,
    ) -> i32 {
        let asked = take(wanted);
        let (rate, channels) = (asked.rate, asked.input_channels);
        guarded(error, || {
            if rate == 0 || rate > 768_000 {
                return Stop::failure(cue::E_RATE, "The rate goes from 1 to 768000 Hz.");
            }
            if channels == 0 || channels > 64 {
                return Stop::failure(cue::E_FORMAT, "There are 1 to 64 channels.");
            }
            if asked.output_channels != 0 && asked.output_channels != channels {
                return Stop::failure(cue::E_FORMAT, "As many channels come out as go in.");
            }
            if asked.side_channels != 0 {
                return Stop::failure(cue::E_FORMAT, "It takes no second sound beside the first.");
            }
            unsafe {
                Self::state(this).channels = channels;
                Self::plugin(this).configure(rate, channels, asked.max_frames);
            }
            Ok(())
        })
    }

    unsafe extern "C" fn process(this: Data, block: *mut cue::Process) -> i32 {
        let channels = Self::state(this).channels as usize;
        if channels == 0 {
            return cue::E_STATE;
        }
        let block = &mut *block;
        let count = block.input_frames.min(block.output_capacity) as usize;
        guarded(std::ptr::null_mut(), || unsafe {
            let event = |at: usize| &**block.events.add(at);
            for at in 0..block.event_count as usize {
                let live = P::PARAMETERS.iter().find(|each| {
                    each.id == event(at).id && each.flags & cue::PARAM_LIVE != 0
                });
                if !live.map_or(false, |each| (each.minimum..=each.maximum).contains(&event(at).number)) {
                    return Err(Stop::Failure(cue::E_INVALID, String::new()));
                }
            }
            // Changes come in the order of their frames; those after what is taken come again.
            let mut next = 0;
            for i in 0..count {
                while next < block.event_count as usize && event(next).frame as usize <= i {
                    if let Some(index) = Self::index(event(next).id) {
                        Self::change(this, index, event(next).number);
                    }
                    next += 1;
                }
                let input = std::slice::from_raw_parts(block.input.add(i * channels), channels);
                let output = std::slice::from_raw_parts_mut(block.output.add(i * channels), channels);
                Self::plugin(this).frame(input, output);
            }
            block.used = count as u32;
            block.produced = count as u32;
            Ok(())
        })
    }

    unsafe extern "C" fn flush(this: Data, block: *mut cue::Process) -> i32 {
        (*block).used = 0;
        (*block).produced = 0;
        if Self::state(this).channels == 0 { cue::E_STATE } else { cue::OK }
    }

    unsafe extern "C" fn nothing(_: Data) -> u32 {
        0
    }
}

// A recognizer.

/// A heard word, in frames of the stream.
pub struct Word {
    pub text: &'static str,
    pub start: u64,
    pub end: u64,
}

/// What came of a sample.
pub enum News {
    None,
    /// There is more in `heard`.
    Heard,
    /// The speaker seems to have finished.
    Finished,
}

pub trait Recognizer: Plugin {
    /// Opens the stream, of sound with one channel.
    fn open(&mut self, rate: u32);
    /// Takes the sample before `frame`.
    fn push(&mut self, sample: f64, frame: u64) -> News;
    /// All that was heard in the stream.
    fn heard(&self) -> &[Word];
}

impl<P: Recognizer> Library<P> {
    pub const RECOGNIZER: &'static cue::Recognizer = &cue::Recognizer {
        struct_size: std::mem::size_of::<cue::Recognizer>() as u32,
        reserved: 0,
        open: Self::open,
        push: Self::push,
        finish: Self::finish,
        close: Self::close,
    };

    unsafe extern "C" fn open(
        this: Data,
        request: *const cue::ListenRequest,
        sink: *const cue::ListenSink,
        error: *mut cue::Error,
    ) -> i32 {
        let (asked, sink, state) = (take(request), take(sink), Self::state(this));
        guarded(error, || {
            let format = unsafe { take(asked.format) };
            if state.stream.is_some() {
                return Stop::failure(cue::E_STATE, "A stream is open already.");
            }
            if format.sample != cue::SAMPLE_F32 && format.sample != cue::SAMPLE_S16 {
                return Stop::failure(cue::E_FORMAT, "Sound is 32-bit float or 16-bit integer.");
            }
            if format.channels == 0 || format.channels > 64 {
                return Stop::failure(cue::E_FORMAT, "There are 1 to 64 channels.");
            }
            if format.rate < 100 || format.rate > 768_000 {
                return Stop::failure(cue::E_RATE, "The rate goes from 100 to 768000 Hz.");
            }
            unsafe {
                checked(asked.language, "language")?;
                checked(asked.model, "model")?;
            }
            // It hears that there is sound and not what is said, and says so. A recognizer of words looks at the phrases here.
            for phrase in 0..asked.phrase_count {
                let ignored = cue::Honoured {
                    struct_size: std::mem::size_of::<cue::Honoured>() as u32,
                    field: cue::FIELD_PHRASE,
                    outcome: cue::HONOURED_IGNORED,
                    reserved: 0,
                    value: f64::from(phrase + 1),
                    text: Text::of("it hears sound, not words"),
                };
                if unsafe { (sink.honoured)(sink.data, &ignored) } != cue::CONTINUE {
                    return Err(Stop::Cancelled);
                }
            }
            let partials = asked.partials != 0;
            state.stream = Some(Stream { sink, format, partials, frame: 0, revision: 0 });
            unsafe { Self::plugin(this) }.open(format.rate);
            Ok(())
        })
    }

    unsafe extern "C" fn push(
        this: Data,
        sound: *const cue::Push,
        error: *mut cue::Error,
    ) -> i32 {
        let cue::Push { samples, frames, .. } = take(sound);
        let (plugin, state) = (Self::plugin(this), Self::state(this));
        guarded(error, || {
            let stream = match &mut state.stream {
                Some(stream) => stream,
                None => return Stop::failure(cue::E_STATE, "No stream is open."),
            };
            let channels = stream.format.channels as usize;
            for i in 0..frames as usize {
                let mut sum = 0.0;
                for at in i * channels..(i + 1) * channels {
                    sum += unsafe {
                        if stream.format.sample == cue::SAMPLE_F32 {
                            f64::from(*(samples as *const f32).add(at))
                        } else {
                            f64::from(*(samples as *const i16).add(at)) / 32768.0
                        }
                    };
                }
                stream.frame += 1;
                let sample = if sum.is_finite() { sum / channels as f64 } else { 0.0 };
                match plugin.push(sample, stream.frame) {
                    News::Heard if stream.partials => tell(plugin, stream, stream.sink.partial)?,
                    News::Finished => {
                        let end = plugin.heard().last().map_or(stream.frame, |word| word.end);
                        if unsafe { (stream.sink.endpoint)(stream.sink.data, end) } != cue::CONTINUE {
                            return Err(Stop::Cancelled);
                        }
                    }
                    _ => {}
                }
            }
            Ok(())
        })
    }

    unsafe extern "C" fn finish(this: Data, _: *const cue::Call, error: *mut cue::Error) -> i32 {
        let (plugin, state) = (Self::plugin(this), Self::state(this));
        guarded(error, || match state.stream.take() {
            Some(mut stream) => {
                let last = stream.sink.last;
                tell(plugin, &mut stream, last)
            }
            None => Stop::failure(cue::E_STATE, "No stream is open."),
        })
    }

    unsafe extern "C" fn close(this: Data) {
        Self::state(this).stream = None;
    }
}

fn tell<P: Recognizer>(
    plugin: &P,
    stream: &mut Stream,
    give: unsafe extern "C" fn(Data, *const cue::Transcript) -> i32,
) -> Result<(), Stop> {
    let heard = plugin.heard();
    let all = heard.iter().map(|word| word.text).collect::<Vec<_>>().join(" ");
    let words: Vec<cue::Word> = heard
        .iter()
        .map(|word| cue::Word {
            struct_size: std::mem::size_of::<cue::Word>() as u32,
            flags: 0,
            text: Text::of(word.text),
            start: word.start,
            end: word.end,
            confidence: 0.0,
            phrase: 0,
            reserved: 0,
        })
        .collect();
    let pointers: Vec<*const cue::Word> = words.iter().map(|word| word as *const _).collect();
    stream.revision += 1;
    let told = cue::Transcript {
        struct_size: std::mem::size_of::<cue::Transcript>() as u32,
        revision: stream.revision,
        text: Text::of(&all),
        stable_bytes: all.len() as u32, // nothing that was heard is ever taken back
        word_count: words.len() as u32,
        words: pointers.as_ptr(),
        start: 0,
        end: stream.frame,
        confidence: 0.0,
        no_speech: if words.is_empty() { 1.0 } else { 0.5 },
        language: Text::NONE,
    };
    match unsafe { give(stream.sink.data, &told) } {
        cue::CONTINUE => Ok(()),
        _ => Err(Stop::Cancelled),
    }
}

/// Makes the library's one exported function, which offers `$plugin`; `$table` is VOICE, DSP or RECOGNIZER, `$kind` its id.
#[macro_export]
macro_rules! offer {
    ($plugin:ty, $table:ident, $kind:expr) => {
        #[allow(unused_unsafe)]
        mod offered {
            use super::*;
            use std::ffi::{c_void, CStr};
            use std::os::raw::c_char;

            struct Shared<T>(T);
            // SAFETY: constant from the beginning to the end of the process.
            unsafe impl<T> Sync for Shared<T> {}

            const ABOUT: plugin::About = <$plugin as plugin::Plugin>::ABOUT;

            static DESCRIPTOR: Shared<cue::Descriptor> = Shared(cue::Descriptor {
                struct_size: std::mem::size_of::<cue::Descriptor>() as u32,
                concurrency: cue::PER_INSTANCE,
                determinism: cue::DETERMINISM_ALWAYS,
                flags: 0,
                id: ABOUT.id.as_ptr(),
                kind: $kind.as_ptr(),
                name: cue::Text::of(ABOUT.name),
                vendor: cue::Text::of(ABOUT.vendor),
                version: cue::Text::of(ABOUT.version),
                licence: cue::Text::of(ABOUT.licence),
                url: cue::Text::NONE,
                description: cue::Text::of(ABOUT.description),
                features: std::ptr::null(),
                feature_count: 0,
                reserved: 0,
            });

            static ENTRY: Shared<cue::Entry> = Shared(cue::Entry {
                struct_size: std::mem::size_of::<cue::Entry>() as u32,
                magic: cue::MAGIC,
                abi_major: cue::ABI_MAJOR,
                abi_minor: cue::ABI_MINOR,
                sdk: cue::Text::of("cue 1.0 Rust"),
                init,
                plugin_count,
                descriptor,
                create,
                get_extension,
            });

            unsafe extern "C" fn init(_: *const cue::InitRequest, _: *mut cue::Error) -> i32 {
                cue::OK
            }
            unsafe extern "C" fn plugin_count() -> u32 {
                1
            }
            unsafe extern "C" fn descriptor(index: u32) -> *const cue::Descriptor {
                if index == 0 { &DESCRIPTOR.0 } else { std::ptr::null() }
            }
            unsafe extern "C" fn create(
                request: *const cue::CreateRequest,
                instance: *mut *const cue::Instance,
                error: *mut cue::Error,
            ) -> i32 {
                plugin::Library::<$plugin>::create((*request).id, instance, error, extension)
            }
            unsafe extern "C" fn get_extension(_: *const c_char) -> *const c_void {
                std::ptr::null()
            }
            unsafe extern "C" fn extension(_: cue::Data, id: *const c_char) -> *const c_void {
                if CStr::from_ptr(id) == $kind {
                    plugin::Library::<$plugin>::$table as *const _ as *const c_void
                } else {
                    plugin::Library::<$plugin>::params(id)
                }
            }

            /// The one exported function. The host compares versions, and refuses politely.
            #[no_mangle]
            pub extern "C" fn cue_plugin_entry(_: *const c_void) -> *const cue::Entry {
                &ENTRY.0
            }
        }
    };
}

//! The C interface of Cue plugins, version 1.0, as `cue/*.h` has it; those headers say what each field means. There is nothing to
//! change here.
#![allow(dead_code)]

use std::ffi::c_void;
use std::os::raw::c_char;

pub const MAGIC: u32 = 0x31455543;
pub const ABI_MAJOR: u32 = 1;
pub const ABI_MINOR: u32 = 0;

pub const OK: i32 = 0;
pub const CANCELLED: i32 = 2;
pub const E_INTERNAL: i32 = -1;
pub const E_INVALID: i32 = -2;
pub const E_STATE: i32 = -4;
pub const E_NOT_FOUND: i32 = -7;
pub const E_TEXT_ENCODING: i32 = -11;
pub const E_VOICE: i32 = -15;
pub const E_FORMAT: i32 = -16;
pub const E_RATE: i32 = -17;

pub const CONTINUE: i32 = 0;
pub const SAMPLE_F32: u32 = 1;
pub const SAMPLE_S16: u32 = 2;
pub const PER_INSTANCE: u32 = 2;
pub const DETERMINISM_ALWAYS: u32 = 2;
pub const PARAM_NUMBER: u32 = 1;
pub const PARAM_LIVE: u32 = 4;
pub const PARAM_SOUND: u32 = 8;
pub const EVENT_WORD: u32 = 1;
pub const SPEECH_SILENT: u32 = 2;
pub const VOICE_IS_DEFAULT: u32 = 1;
pub const GENDER_NEUTRAL: u32 = 3;
pub const FIELD_SPEED: u32 = 1;
pub const FIELD_PITCH: u32 = 2;
pub const FIELD_VOLUME: u32 = 3;
pub const FIELD_TONES: u32 = 6;
pub const FIELD_TEXT_FORM: u32 = 10;
pub const FIELD_PHRASE: u32 = 13;
pub const HONOURED_CLAMPED: u32 = 1;
pub const HONOURED_IGNORED: u32 = 2;

pub type Data = *mut c_void;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Text {
    pub bytes: *const u8,
    pub length: u32,
    pub reserved: u32,
}

impl Text {
    /// Lends `text`, for as long as it lives.
    pub const fn of(text: &str) -> Text {
        Text { bytes: text.as_ptr(), length: text.len() as u32, reserved: 0 }
    }
    pub const NONE: Text = Text { bytes: std::ptr::null(), length: 0, reserved: 0 };
}

#[repr(C)]
pub struct Error {
    pub struct_size: u32,
    pub status: i32,
    pub detail: i32,
    pub retry_after_ms: u32,
    pub sentence_length: u32,
    pub reserved: u32,
    pub sentence: [u8; 512],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct AudioFormat {
    pub struct_size: u32,
    pub sample: u32,
    pub rate: u32,
    pub channels: u32,
}

#[repr(C)]
pub struct Honoured {
    pub struct_size: u32,
    pub field: u32,
    pub outcome: u32,
    pub reserved: u32,
    pub value: f64,
    pub text: Text,
}

/// A call that needs nothing else but its number.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Call {
    pub struct_size: u32,
    pub reserved: u32,
    pub call: u64,
}

#[repr(C)]
pub struct Descriptor {
    pub struct_size: u32,
    pub concurrency: u32,
    pub determinism: u32,
    pub flags: u32,
    pub id: *const c_char,
    pub kind: *const c_char,
    pub name: Text,
    pub vendor: Text,
    pub version: Text,
    pub licence: Text,
    pub url: Text,
    pub description: Text,
    pub features: *const *const c_char,
    pub feature_count: u32,
    pub reserved: u32,
}

#[repr(C)]
pub struct Instance {
    pub struct_size: u32,
    pub reserved: u32,
    pub this: Data,
    pub activate: unsafe extern "C" fn(Data, *mut Error) -> i32,
    pub destroy: unsafe extern "C" fn(Data),
    pub cancel: unsafe extern "C" fn(Data, u64),
    pub reset: unsafe extern "C" fn(Data, *mut Error) -> i32,
    pub get_extension: unsafe extern "C" fn(Data, *const c_char) -> *const c_void,
}

#[repr(C)]
pub struct InitRequest {
    pub struct_size: u32,
    pub reserved: u32,
    pub host: *const c_void,
    pub path: Text,
}

#[repr(C)]
pub struct CreateRequest {
    pub struct_size: u32,
    pub reserved: u32,
    pub host: *const c_void,
    pub context: Data,
    pub id: *const c_char,
}

#[repr(C)]
pub struct Entry {
    pub struct_size: u32,
    pub magic: u32,
    pub abi_major: u32,
    pub abi_minor: u32,
    pub sdk: Text,
    pub init: unsafe extern "C" fn(*const InitRequest, *mut Error) -> i32,
    pub plugin_count: unsafe extern "C" fn() -> u32,
    pub descriptor: unsafe extern "C" fn(u32) -> *const Descriptor,
    pub create: unsafe extern "C" fn(*const CreateRequest, *mut *const Instance, *mut Error) -> i32,
    pub get_extension: unsafe extern "C" fn(*const c_char) -> *const c_void,
}

#[repr(C)]
pub struct Choice {
    pub struct_size: u32,
    pub id: u32,
    pub name: Text,
}

#[repr(C)]
pub struct ParamInfo {
    pub struct_size: u32,
    pub id: u32,
    pub kind: u32,
    pub flags: u32,
    pub name: Text,
    pub unit: Text,
    pub description: Text,
    pub group: Text,
    pub minimum: f64,
    pub maximum: f64,
    pub initial: f64,
    pub step: f64,
    pub initial_text: Text,
    pub choices: *const *const Choice,
    pub choice_count: u32,
    pub reserved: u32,
}

#[repr(C)]
pub struct ParamValue {
    pub struct_size: u32,
    pub reserved: u32,
    pub number: f64,
    pub text: Text,
}

#[repr(C)]
pub struct ParamEvent {
    pub struct_size: u32,
    pub frame: u32,
    pub id: u32,
    pub reserved: u32,
    pub number: f64,
}

#[repr(C)]
pub struct Params {
    pub struct_size: u32,
    pub reserved: u32,
    pub count: unsafe extern "C" fn(Data) -> u32,
    pub info: unsafe extern "C" fn(Data, u32, *mut ParamInfo) -> i32,
    pub get: unsafe extern "C" fn(Data, u32, *mut ParamValue) -> i32,
    pub set: unsafe extern "C" fn(Data, u32, *const ParamValue, *mut Error) -> i32,
}

#[repr(C)]
pub struct VoiceTraits {
    pub struct_size: u32,
    pub flags: u32,
    pub events: u32,
    pub max_text_bytes: u32,
    pub speed_minimum: f64,
    pub speed_maximum: f64,
    pub pitch_minimum: f64,
    pub pitch_maximum: f64,
    pub volume_maximum: f64,
    pub alphabet: u32,
    pub reserved: u32,
}

#[repr(C)]
pub struct Language {
    pub struct_size: u32,
    pub reserved: u32,
    pub tag: Text,
}

#[repr(C)]
pub struct VoiceInfo {
    pub struct_size: u32,
    pub flags: u32,
    pub id: Text,
    pub name: Text,
    pub languages: *const *const Language,
    pub language_count: u32,
    pub gender: u32,
    pub age: u32,
    pub rate: u32,
    pub licence: Text,
    pub description: Text,
    pub quality: u32,
    pub determinism: u32,
}

/// Which voice is meant, before it speaks.
#[repr(C)]
pub struct VoiceRequest {
    pub struct_size: u32,
    pub reserved: u32,
    pub call: u64,
    pub voice: Text,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct SpeechRequest {
    pub struct_size: u32,
    pub text_form: u32,
    pub call: u64,
    pub text: Text,
    pub language: Text,
    pub voice: Text,
    pub speed: f64,
    pub pitch: f64,
    pub volume: f64,
    pub pitch_range: f64,
    pub events: u32,
    pub flags: u32,
    pub seed: u32,
    pub tone_count: u32,
    pub tones: *const *const c_void,
    pub direction: Text,
    pub previous_text: Text,
    pub next_text: Text,
    pub lexicon: *const *const c_void,
    pub lexicon_count: u32,
    pub reserved: u32,
}

#[repr(C)]
pub struct SpeechEvent {
    pub struct_size: u32,
    pub kind: u32,
    pub frame: u64,
    pub frames: u64,
    pub text_offset: u32,
    pub text_length: u32,
    pub name: Text,
    pub value: f64,
    pub alphabet: u32,
    pub reserved: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct SpeechSink {
    pub struct_size: u32,
    pub reserved: u32,
    pub data: Data,
    pub begin: unsafe extern "C" fn(Data, *const AudioFormat) -> i32,
    pub audio: unsafe extern "C" fn(Data, *const c_void, u32) -> i32,
    pub event: unsafe extern "C" fn(Data, *const SpeechEvent) -> i32,
    pub honoured: unsafe extern "C" fn(Data, *const Honoured) -> i32,
}

#[repr(C)]
pub struct Voice {
    pub struct_size: u32,
    pub reserved: u32,
    pub traits: unsafe extern "C" fn(Data, *mut VoiceTraits) -> i32,
    pub list_voices: unsafe extern "C" fn(Data, *const Call, *mut u32, *mut Error) -> i32,
    pub voice_info: unsafe extern "C" fn(Data, u32, *mut VoiceInfo) -> i32,
    pub speak:
        unsafe extern "C" fn(Data, *const SpeechRequest, *const SpeechSink, *mut Error) -> i32,
    pub sound_fingerprint: unsafe extern "C" fn(Data, *const VoiceRequest, *mut Text) -> i32,
    pub prepare: Option<unsafe extern "C" fn(Data, *const VoiceRequest, *mut Error) -> i32>,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ListenRequest {
    pub struct_size: u32,
    pub partials: u32,
    pub call: u64,
    pub format: *const AudioFormat,
    pub language: Text,
    pub model: Text,
    pub phrases: *const *const c_void,
    pub phrase_count: u32,
    pub lexicon_count: u32,
    pub lexicon: *const *const c_void,
}

/// The next sound of a stream.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Push {
    pub struct_size: u32,
    pub frames: u32,
    pub call: u64,
    pub samples: *const c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Word {
    pub struct_size: u32,
    pub flags: u32,
    pub text: Text,
    pub start: u64,
    pub end: u64,
    pub confidence: f64,
    pub phrase: u32,
    pub reserved: u32,
}

#[repr(C)]
pub struct Transcript {
    pub struct_size: u32,
    pub revision: u32,
    pub text: Text,
    pub stable_bytes: u32,
    pub word_count: u32,
    pub words: *const *const Word,
    pub start: u64,
    pub end: u64,
    pub confidence: f64,
    pub no_speech: f64,
    pub language: Text,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ListenSink {
    pub struct_size: u32,
    pub reserved: u32,
    pub data: Data,
    pub partial: unsafe extern "C" fn(Data, *const Transcript) -> i32,
    pub last: unsafe extern "C" fn(Data, *const Transcript) -> i32,
    pub endpoint: unsafe extern "C" fn(Data, u64) -> i32,
    pub honoured: unsafe extern "C" fn(Data, *const Honoured) -> i32,
}

#[repr(C)]
pub struct Recognizer {
    pub struct_size: u32,
    pub reserved: u32,
    pub open:
        unsafe extern "C" fn(Data, *const ListenRequest, *const ListenSink, *mut Error) -> i32,
    pub push: unsafe extern "C" fn(Data, *const Push, *mut Error) -> i32,
    pub finish: unsafe extern "C" fn(Data, *const Call, *mut Error) -> i32,
    pub close: unsafe extern "C" fn(Data),
}

/// What sound an effect is to work on.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Configure {
    pub struct_size: u32,
    pub flags: u32,
    pub rate: u32,
    pub max_frames: u32,
    pub input_channels: u32,
    pub output_channels: u32,
    pub side_channels: u32,
    pub reserved: u32,
}

#[repr(C)]
pub struct Process {
    pub struct_size: u32,
    pub event_count: u32,
    pub input: *const f32,
    pub output: *mut f32,
    pub input_frames: u32,
    pub output_capacity: u32,
    pub used: u32,
    pub produced: u32,
    pub events: *const *const ParamEvent,
    pub side: *const f32,
}

#[repr(C)]
pub struct Dsp {
    pub struct_size: u32,
    pub reserved: u32,
    pub configure: unsafe extern "C" fn(Data, *const Configure, *mut Error) -> i32,
    pub process: unsafe extern "C" fn(Data, *mut Process) -> i32,
    pub flush: unsafe extern "C" fn(Data, *mut Process) -> i32,
    pub latency: unsafe extern "C" fn(Data) -> u32,
    pub tail: unsafe extern "C" fn(Data) -> u32,
    pub place: Option<unsafe extern "C" fn(Data, u64) -> u64>,
}

/// The sizes that the C headers have, too: a field that is forgotten above does not compile.
#[cfg(target_pointer_width = "64")]
const _: () = {
    use std::mem::size_of;
    assert!(size_of::<Text>() == 16 && size_of::<Error>() == 536);
    assert!(size_of::<AudioFormat>() == 16 && size_of::<Honoured>() == 40);
    assert!(size_of::<Descriptor>() == 144 && size_of::<Instance>() == 56);
    assert!(size_of::<Entry>() == 72 && size_of::<ParamInfo>() == 144);
    assert!(size_of::<ParamValue>() == 32 && size_of::<ParamEvent>() == 24);
    assert!(size_of::<Params>() == 40 && size_of::<VoiceTraits>() == 64);
    assert!(size_of::<VoiceInfo>() == 104 && size_of::<SpeechRequest>() == 184);
    assert!(size_of::<SpeechEvent>() == 64 && size_of::<SpeechSink>() == 48);
    assert!(size_of::<Voice>() == 56 && size_of::<ListenRequest>() == 80);
    assert!(size_of::<Word>() == 56 && size_of::<Transcript>() == 88);
    assert!(size_of::<ListenSink>() == 48 && size_of::<Recognizer>() == 40);
    assert!(size_of::<Call>() == 16 && size_of::<InitRequest>() == 32);
    assert!(size_of::<CreateRequest>() == 32 && size_of::<Choice>() == 24);
    assert!(size_of::<Language>() == 24 && size_of::<VoiceRequest>() == 32);
    assert!(size_of::<Push>() == 24 && size_of::<Configure>() == 32);
    assert!(size_of::<Process>() == 56 && size_of::<Dsp>() == 56);
};

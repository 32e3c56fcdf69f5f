// Prints how many nanoseconds each step of espeak's start takes, one on a line: loading the library,
// initialising it, loading the voice, and the first sound of a line.
//
//   espeak-start TEXT [SILENT]   SILENT: a library in libpcaudio's place, as the plugin has one
#include <dlfcn.h>
#include <espeak-ng/speak_lib.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static int64_t first_sound;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int take(short *samples, int count, espeak_EVENT *events) {
  (void)events;
  if (samples && count > 0 && !first_sound) first_sound = now();
  return 0;
}

int main(int argc, char *argv[]) {
  if (argc < 2) return 2;
  int64_t start = now();
  if (argc > 2) dlopen(argv[2], RTLD_NOW | RTLD_LOCAL);
  void *library = dlopen("libespeak-ng.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (!library) return fprintf(stderr, "%s\n", dlerror()), 69;
  int (*initialize)(espeak_AUDIO_OUTPUT, int, const char *, int);
  espeak_ERROR (*set_voice)(const char *);
  void (*set_callback)(t_espeak_callback *);
  espeak_ERROR (*synth)(const void *, size_t, unsigned, espeak_POSITION_TYPE, unsigned, unsigned, unsigned *, void *);
  *(void **)&initialize = dlsym(library, "espeak_Initialize");
  *(void **)&set_voice = dlsym(library, "espeak_SetVoiceByName");
  *(void **)&set_callback = dlsym(library, "espeak_SetSynthCallback");
  *(void **)&synth = dlsym(library, "espeak_Synth");
  int64_t loaded = now();
  initialize(AUDIO_OUTPUT_SYNCHRONOUS, 100, NULL,
             espeakINITIALIZE_PHONEME_EVENTS | espeakINITIALIZE_PHONEME_IPA | espeakINITIALIZE_DONT_EXIT);
  int64_t initialized = now();
  set_voice("gmw/en");
  int64_t prepared = now();
  set_callback(take);
  synth(argv[1], strlen(argv[1]) + 1, 0, POS_CHARACTER, 0, espeakCHARS_UTF8 | espeakENDPAUSE, NULL, NULL);
  printf("%lld\n%lld\n%lld\n%lld\n", (long long)(loaded - start), (long long)(initialized - loaded),
         (long long)(prepared - initialized), (long long)(first_sound - prepared));
  return 0;
}

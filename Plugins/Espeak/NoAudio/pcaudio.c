// Stands in for libpcaudio, through which espeak-ng would play sound: a Cue voice hands its sound back and never does. Loaded
// by the espeak plugin before the engine, so that ALSA, PulseAudio, D-Bus and X11 stay out of its process.
#include <stddef.h>

void *create_audio_device_object(const char *device, const char *application, const char *text);
int audio_object_open(void *object, int format, unsigned rate, unsigned char channels);
void audio_object_close(void *object);
void audio_object_destroy(void *object);
int audio_object_write(void *object, const void *data, size_t bytes);
int audio_object_drain(void *object);
int audio_object_flush(void *object);
const char *audio_object_strerror(void *object, int error);

void *create_audio_device_object(const char *device, const char *application, const char *text) {
  (void)device, (void)application, (void)text;
  return NULL;
}
int audio_object_open(void *object, int format, unsigned rate, unsigned char channels) {
  (void)object, (void)format, (void)rate, (void)channels;
  return -1;
}
void audio_object_close(void *object) { (void)object; }
void audio_object_destroy(void *object) { (void)object; }
int audio_object_write(void *object, const void *data, size_t bytes) {
  (void)object, (void)data, (void)bytes;
  return -1;
}
int audio_object_drain(void *object) { return (void)object, -1; }
int audio_object_flush(void *object) { return (void)object, -1; }
const char *audio_object_strerror(void *object, int error) {
  (void)object, (void)error;
  return "no sound is played here";
}

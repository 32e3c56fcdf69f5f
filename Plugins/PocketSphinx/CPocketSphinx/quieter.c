#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cpocketsphinx.h"

// Windows of 32 ms, four over each sample; Hann's windows at that distance add up to 2.
enum { WINDOW = 512, HOP = 128, BINS = WINDOW / 2 + 1, LEAD = WINDOW - HOP };
// The noise is first estimated from this many windows that lie wholly in the sound: 240 ms, for which the first sound waits.
enum { FIRST = 30, FIRST_SAMPLES = FIRST * HOP + WINDOW };
// Tones are looked for in 190 to 4000 Hz, by windows 80 ms apart; the shape around a bin is that of 11 bins.
enum { LOW = 6, HIGH = 128, APART = 10, AROUND = 5 };

static const float pi = 3.14159265f;
// Of the smoothed power: how much of the last one stays, and how much more than its least the noise's mean is.
static const float smoothing = 0.7f, bias = 2.5f;
// The estimate falls at once and rises by a third in a second: speech is not noise.
static const float fall = 0.9f, rise = 1.002f;
// Noise that begins later than the sound, or grows, is the least of the smoothed power in stretches of 240 ms, of which the last
// six count (Martin, 2001): no sound of speech lasts as long in any bin.
enum { STRETCH = 30, STRETCHES = 6 };
// A window with less power is digital silence, with or without dither: samples of 3 parts in 32,768. It shows nothing of the
// noise.
static const float least_sound = 4e-4f;
// How much of the last window's clean speech counts (Ephraim and Malah, 1984), and the least that is left of a bin: -12 dB.
static const float decision = 0.96f, least_gain = 0.25f;

// Windows whose fine structure is as alike as this have the same tones, and softer ones than the loudest by this many decibels
// do not count.
static const float least_alike = 0.6f, most_below = 25;

// Beside a word, this many windows belong to it; in its loudest stretch it is at most 30 dB softer than at its loudest.
enum { AROUND_WORD = 3 };
static const float least_of_loudest = 1e-3f;

// Levels are counted in steps of an eighth of a decibel.
enum { LEVELS = 2048, STEPS = 8 };

// A window's level in decibels, and its power with noise and without.
struct look {
  float level, power, left;
};

struct cps_quieter {
  float window[WINDOW];
  float complex turns[WINDOW / 2];
  float *pending;  // samples from the window that comes next on, with LEAD zeros ahead of the first
  size_t count, capacity;
  float sum[WINDOW];  // windows that overlap, added
  float noise[BINS], smooth[BINS], clean[BINS];
  float least[STRETCHES][BINS], bound[BINS];  // of the last stretches, in turn; of all of them
  uint64_t heard;                             // windows since the last silence
  int ramp;                                   // how many of the next windows lie partly in silence
  int is_after_silence;
  uint64_t windows, taken, given;
  int is_ready, is_first;
  float details[APART][HIGH - LOW];  // of the last windows, in turn
  struct look *looks;
  size_t look_count, look_capacity;
  float loudest;
  uint32_t loud[LEVELS], alike[LEVELS];  // windows, and those with the tones of before, by the softer of both levels
};

cps_quieter *cps_quieter_open(void) {
  cps_quieter *q = calloc(1, sizeof *q);
  if (!q) return NULL;
  for (int i = 0; i < WINDOW; i++) q->window[i] = 0.5f - 0.5f * cosf(2 * pi * (float)i / WINDOW);
  for (int i = 0; i < WINDOW / 2; i++) q->turns[i] = cexpf(-2 * pi * I * (float)i / WINDOW);
  q->capacity = 4 * FIRST_SAMPLES;
  q->pending = calloc(q->capacity, sizeof *q->pending);
  if (!q->pending) return free(q), NULL;
  q->count = LEAD;
  return q;
}

void cps_quieter_close(cps_quieter *q) {
  free(q->pending);
  free(q->looks);
  free(q);
}

// In place; `forward` is 0 for the way back, without the division by WINDOW.
static void transform(const cps_quieter *q, float complex *values, int forward) {
  for (int i = 1, j = 0; i < WINDOW; i++) {
    int bit = WINDOW >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      float complex value = values[i];
      values[i] = values[j];
      values[j] = value;
    }
  }
  for (int size = 2; size <= WINDOW; size *= 2)
    for (int start = 0; start < WINDOW; start += size)
      for (int i = 0; i < size / 2; i++) {
        float complex turn = q->turns[i * (WINDOW / size)];
        if (!forward) turn = conjf(turn);
        float complex *a = &values[start + i], *b = a + size / 2;
        float re = crealf(*b) * crealf(turn) - cimagf(*b) * cimagf(turn);
        float im = crealf(*b) * cimagf(turn) + cimagf(*b) * crealf(turn);
        float complex product = re + im * I;
        *b = *a - product;
        *a += product;
      }
}

static void spectrum(const cps_quieter *q, const float *samples, float complex *values, float *power) {
  for (int i = 0; i < WINDOW; i++) values[i] = samples[i] * q->window[i];
  transform(q, values, 1);
  for (int i = 0; i < BINS; i++)
    power[i] = crealf(values[i]) * crealf(values[i]) + cimagf(values[i]) * cimagf(values[i]);
}

static int is_silent(const float *power) {
  float sum = 0;
  for (int i = 0; i < BINS; i++) sum += power[i];
  return sum < least_sound;
}

// The noise of the sound's beginning: the least of the smoothed power, so that a word there is not taken for noise.
static void prepare(cps_quieter *q) {
  float complex values[WINDOW];
  float power[BINS], smooth[BINS];
  int count = 0, ramp = 0;
  for (size_t at = LEAD; at + WINDOW <= q->count && at < LEAD + FIRST * HOP; at += HOP) {
    spectrum(q, q->pending + at, values, power);
    if (is_silent(power)) ramp = LEAD / HOP + 1;
    if (ramp > 0 && ramp--) continue;
    for (int i = 0; i < BINS; i++) {
      smooth[i] = count ? smoothing * smooth[i] + (1 - smoothing) * power[i] : power[i];
      if (!count || smooth[i] * bias < q->noise[i]) q->noise[i] = smooth[i] * bias;
    }
    count++;
  }
  // After silence, little sound may be a word.
  if (count < FIRST / 2) memset(q->noise, 0, sizeof q->noise);
  memcpy(q->smooth, q->noise, sizeof q->smooth);
  q->ramp = LEAD / HOP;
  q->is_ready = 1;
  q->is_first = 1;
}

// Learns the noise from a window's power.
static void learn(cps_quieter *q, const float *power) {
  if (is_silent(power)) {
    q->heard = 0;
    q->ramp = LEAD / HOP;
    q->is_after_silence = 1;
    memset(q->bound, 0, sizeof q->bound);
    return;
  }
  if (q->ramp > 0) {
    q->ramp--;
    return;
  }
  float *least = q->least[q->heard / STRETCH % STRETCHES];
  for (int i = 0; i < BINS; i++) {
    q->smooth[i] = q->is_after_silence ? power[i] : smoothing * q->smooth[i] + (1 - smoothing) * power[i];
    q->noise[i] = q->smooth[i] < q->noise[i] ? fall * q->noise[i] + (1 - fall) * q->smooth[i] : q->noise[i] * rise;
    if (q->heard % STRETCH == 0 || q->smooth[i] < least[i]) least[i] = q->smooth[i];
  }
  q->is_after_silence = 0;
  if (++q->heard % STRETCH != 0) return;
  uint64_t count = q->heard / STRETCH < STRETCHES ? q->heard / STRETCH : STRETCHES;
  for (int i = 0; i < BINS; i++) {
    q->bound[i] = q->least[0][i];
    for (uint64_t k = 1; k < count; k++)
      if (q->least[k][i] < q->bound[i]) q->bound[i] = q->least[k][i];
    // After this long it is known also after the next silence.
    if (count == STRETCHES && q->noise[i] < q->bound[i]) q->noise[i] = q->bound[i];
  }
}

// Where a level is counted; power of -90 dB is the least.
static int step_of(float level) {
  float step = (level + 100) * STEPS;
  return !(step > 0) ? 0 : step < LEVELS ? (int)step : LEVELS - 1;
}

// Looks at a window's spectrum without its noise: the logarithm of each bin against those around it.
static void look(cps_quieter *q, const float *power, float with_noise) {
  float logs[HIGH + AROUND + 1], detail[HIGH - LOW];
  float sum = 0, own = 0, other = 0, both = 0, total = 0;
  for (int i = 0; i <= HIGH + AROUND; i++) {
    total += power[i];
    logs[i] = logf(power[i] + 1e-6f);
  }
  for (int i = LOW - AROUND; i <= LOW + AROUND; i++) sum += logs[i];
  float *before = q->details[q->look_count % APART];
  for (int i = LOW; i < HIGH; i++) {
    float value = logs[i] - sum / (2 * AROUND + 1);
    own += value * value;
    other += before[i - LOW] * before[i - LOW];
    both += value * before[i - LOW];
    detail[i - LOW] = value;
    sum += logs[i + AROUND + 1] - logs[i - AROUND];
  }
  memcpy(before, detail, sizeof detail);
  if (q->look_count == q->look_capacity) {
    size_t capacity = q->look_capacity ? 2 * q->look_capacity : 1024;
    struct look *more = realloc(q->looks, capacity * sizeof *more);
    if (!more) return;
    q->looks = more;
    q->look_capacity = capacity;
  }
  float level = 10 * log10f(total + 1e-9f);
  if (!q->look_count || level > q->loudest) q->loudest = level;
  if (q->look_count >= APART) {
    int step = step_of(fminf(level, q->looks[q->look_count - APART].level));
    q->loud[step]++;
    q->alike[step] += both / sqrtf(own * other + 1e-9f) > least_alike;
  }
  q->looks[q->look_count++] = (struct look){level, with_noise, total};
}

float cps_quieter_tonality(const cps_quieter *q) {
  float least = q->loudest - most_below;
  size_t loud = 0, alike = 0;
  // All levels from the least that counts on: what lies below it is left out of the sums.
  for (int i = step_of(least); i < LEVELS; i++) {
    loud += q->loud[i];
    alike += q->alike[i];
  }
  return loud ? (float)alike / (float)loud : 0;
}

float cps_quieter_left(const cps_quieter *q, uint64_t first, uint64_t end) {
  float power = 0, left = 0;
  // The window whose middle is at the sample.
  for (uint64_t i = (first + HOP) / HOP; i <= (end + HOP) / HOP && i < q->look_count; i++) {
    power += q->looks[i].power;
    left += q->looks[i].left;
  }
  return power > 0 ? left / power : 1;
}

float cps_quieter_longest(const cps_quieter *q, uint64_t first, uint64_t end) {
  uint64_t from = (first + HOP) / HOP, to = (end + HOP) / HOP + 1;
  from = from > AROUND_WORD ? from - AROUND_WORD : 0;
  to = to + AROUND_WORD < q->look_count ? to + AROUND_WORD : q->look_count;
  float loudest = 0;
  for (uint64_t i = from; i < to; i++) loudest = fmaxf(loudest, q->looks[i].left);
  uint64_t longest = 0, run = 0;
  for (uint64_t i = from; i < to; i++) {
    run = q->looks[i].left > least_of_loudest * loudest ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return (float)(longest * HOP) / 16000;
}

static int in_order(const void *one, const void *other) {
  float a = *(const float *)one, b = *(const float *)other;
  return (a > b) - (a < b);
}

float cps_quieter_above(const cps_quieter *q, uint64_t first, uint64_t end) {
  float *all = q->look_count ? malloc(q->look_count * sizeof *all) : NULL;
  if (!all) return 0;
  for (size_t i = 0; i < q->look_count; i++) all[i] = q->looks[i].power;
  qsort(all, q->look_count, sizeof *all, in_order);
  float least = all[q->look_count / 10];
  free(all);
  float power = 0;
  size_t count = 0;
  for (uint64_t i = (first + HOP) / HOP; i <= (end + HOP) / HOP && i < q->look_count; i++, count++)
    power += q->looks[i].power;
  return count ? 10 * log10f((power / count + 1e-12f) / (least + 1e-12f)) : 0;
}

// Takes the noise out of the next window, and gives the HOP samples that no later one adds to.
static void quiet(cps_quieter *q, const float *samples, float *out) {
  float complex values[WINDOW];
  float power[BINS];
  spectrum(q, samples, values, power);
  float with_noise = 0;
  for (int i = 0; i <= HIGH + AROUND; i++) with_noise += power[i];
  learn(q, power);
  for (int i = 0; i < BINS; i++) {
    float ratio = power[i] / (fmaxf(q->noise[i], q->bound[i]) + 1e-9f);
    float more = ratio > 1 ? ratio - 1 : 0;
    float speech = q->is_first ? more : decision * q->clean[i] + (1 - decision) * more;
    float gain = speech / (1 + speech);
    if (!(gain > least_gain)) gain = least_gain;
    q->clean[i] = gain * gain * ratio;
    values[i] *= gain;
    power[i] *= gain * gain;
    if (i > 0 && i < WINDOW / 2) values[WINDOW - i] = conjf(values[i]);
  }
  q->is_first = 0;
  look(q, power, with_noise);
  transform(q, values, 0);
  for (int i = 0; i < WINDOW; i++) q->sum[i] += crealf(values[i]) / WINDOW;
  for (int i = 0; i < HOP; i++) out[i] = q->sum[i] / 2;
  memmove(q->sum, q->sum + HOP, (WINDOW - HOP) * sizeof *q->sum);
  memset(q->sum + WINDOW - HOP, 0, HOP * sizeof *q->sum);
}

static uint32_t give(cps_quieter *q, float *out, uint64_t most) {
  uint32_t made = 0;
  size_t at = 0;
  for (; at + WINDOW <= q->count && q->given < most; at += HOP) {
    float hop[HOP];
    quiet(q, q->pending + at, hop);
    // The first windows begin in the zeros ahead of the sound.
    if (q->windows++ < LEAD / HOP) continue;
    uint32_t count = most - q->given < HOP ? (uint32_t)(most - q->given) : HOP;
    memcpy(out + made, hop, count * sizeof *out);
    made += count;
    q->given += count;
  }
  memmove(q->pending, q->pending + at, (q->count - at) * sizeof *q->pending);
  q->count -= at;
  return made;
}

static int append(cps_quieter *q, const float *samples, uint32_t count) {
  if (q->count + count > q->capacity) {
    size_t capacity = 2 * (q->count + count);
    float *more = realloc(q->pending, capacity * sizeof *more);
    if (!more) return 0;
    q->pending = more;
    q->capacity = capacity;
  }
  if (samples) memcpy(q->pending + q->count, samples, count * sizeof *samples);
  else memset(q->pending + q->count, 0, count * sizeof *samples);
  q->count += count;
  return 1;
}

uint32_t cps_quieter_room(uint32_t count) { return count + FIRST_SAMPLES + WINDOW; }

uint32_t cps_quieter_take(cps_quieter *q, const float *samples, uint32_t count, float *out) {
  if (!append(q, samples, count)) return 0;
  q->taken += count;
  if (!q->is_ready) {
    if (q->count < LEAD + FIRST_SAMPLES) return 0;
    prepare(q);
  }
  return give(q, out, q->taken);
}

uint32_t cps_quieter_finish(cps_quieter *q, float *out) {
  if (!q->is_ready) prepare(q);
  if (!append(q, NULL, WINDOW)) return 0;
  return give(q, out, q->taken);
}

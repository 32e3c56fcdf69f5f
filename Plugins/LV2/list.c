// The list of LV2 effects, by lilv. It reads a few hundred files of Turtle, which takes seconds: it works in the child
// process that makes the list, and nowhere else. A library is loaded to see whether it can be, and no effect is made.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <lilv/lilv.h>
#include <lv2/atom/atom.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/options/options.h>
#include <lv2/port-groups/port-groups.h>
#include <lv2/port-props/port-props.h>
#include <lv2/resize-port/resize-port.h>
#include <lv2/units/units.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "lv2.h"

// One plugin, while it is looked at.
typedef struct {
  LilvWorld *world;
  const LilvPlugin *plugin;
  const LilvPort *port;
  const LilvPort *known;  // the port that `properties` are of
  LilvNodes *properties;
} look;

// Nodes of our constants, each made once.
static const LilvNode *uri(const look *it, const char *text) {
  static struct {
    const char *text;
    LilvNode *node;
  } made[64];
  size_t at = 0;
  while (at < 63 && made[at].text && made[at].text != text) at++;
  if (!made[at].text) made[at].text = text, made[at].node = lilv_new_uri(it->world, text);
  return made[at].node;
}

static bool is_a(const look *it, const char *kind) { return lilv_port_is_a(it->plugin, it->port, uri(it, kind)); }

// All properties of a port are asked for at once: questions are what takes the time.
static bool has(look *it, const char *property) {
  if (it->known != it->port) {
    lilv_nodes_free(it->properties);
    it->properties = lilv_port_get_properties(it->plugin, it->port);
    it->known = it->port;
  }
  return lilv_nodes_contains(it->properties, uri(it, property));
}

static bool is_designated(const look *it, const char *as) {
  LilvNode *value = lilv_port_get(it->plugin, it->port, uri(it, LV2_CORE__designation));
  bool answer = value && lilv_node_is_uri(value) && !strcmp(lilv_node_as_uri(value), as);
  lilv_node_free(value);
  return answer;
}

// Whether its port group is the side chain of another.
static bool is_side(look *it) {
  if (has(it, LV2_CORE_PREFIX "isSideChain")) return true;
  LilvNode *group = lilv_port_get(it->plugin, it->port, uri(it, LV2_PORT_GROUPS__group));
  bool answer = group && lilv_world_ask(it->world, group, uri(it, LV2_PORT_GROUPS__sideChainOf), NULL);
  lilv_node_free(group);
  return answer;
}

// The unit as Cue writes it.
static void find_unit(const look *it, char unit[16]) {
  static const char *const known[][2] = {{"db", "dB"},   {"hz", "Hz"},       {"khz", "kHz"},          {"s", "s"},
                                         {"ms", "ms"},   {"pc", "%"},        {"semitone12TET", "st"}, {"cent", "cents"},
                                         {"bpm", "bpm"}, {"degree", "deg"},  {"oct", "oct"},          {"m", "m"},
                                         {"min", "min"}, {"frame", "frames"}};
  LilvNode *value = lilv_port_get(it->plugin, it->port, uri(it, LV2_UNITS__unit));
  *unit = '\0';
  if (value && lilv_node_is_uri(value) &&
      !strncmp(lilv_node_as_uri(value), LV2_UNITS_PREFIX, sizeof LV2_UNITS_PREFIX - 1)) {
    const char *word = lilv_node_as_uri(value) + sizeof LV2_UNITS_PREFIX - 1;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
      if (!strcmp(word, known[i][0])) snprintf(unit, 16, "%s", known[i][1]);
  } else if (value) {
    LilvNode *own = lilv_world_get(it->world, value, uri(it, LV2_UNITS__symbol), NULL);
    const char *word = own && lilv_node_is_string(own) ? unit_known(lilv_node_as_string(own)) : NULL;
    if (word) snprintf(unit, 16, "%s", word);
    lilv_node_free(own);
  }
  lilv_node_free(value);
}

static double float_of(const LilvNode *node) {
  if (!node || !(lilv_node_is_float(node) || lilv_node_is_int(node) || lilv_node_is_bool(node))) return NAN;
  float number = lilv_node_is_bool(node) ? (float)lilv_node_as_bool(node) : lilv_node_as_float(node);
  return isfinite(number) ? number_of(number) : NAN;
}

typedef struct {
  double value;
  char name[NAME_BYTES * 2];
} point;

static int by_value(const void *a, const void *b) {
  const point *one = a, *other = b;
  return (one->value > other->value) - (one->value < other->value);
}

// The names of an enumeration's values, by value; 0 if they make no choice.
static uint32_t find_points(const look *it, point *points) {
  LilvScalePoints *all = lilv_port_get_scale_points(it->plugin, it->port);
  uint32_t count = 0, kept = 0;
  LILV_FOREACH(scale_points, i, all) {
    const LilvScalePoint *each = lilv_scale_points_get(all, i);
    double value = float_of(lilv_scale_point_get_value(each));
    if (isnan(value) || count == MOST_POINTS) continue;
    points[count].value = value;
    name_of(lilv_node_as_string(lilv_scale_point_get_label(each)), points[count].name, NAME_BYTES);
    count++;
  }
  lilv_scale_points_free(all);
  qsort(points, count, sizeof *points, by_value);
  for (uint32_t i = 0; i < count; i++) {
    if (kept && points[kept - 1].value == points[i].value) continue;
    points[kept] = points[i];
    char plain[NAME_BYTES * 2];
    strcpy(plain, points[kept].name);
    for (unsigned number = 2, again = 1; again; number++) {
      again = 0;
      for (uint32_t k = 0; k < kept; k++) again |= !strcmp(points[k].name, points[kept].name);
      if (again) snprintf(points[kept].name, sizeof points->name, "%.56s-%u", plain, number);
    }
    kept++;
  }
  return kept >= 2 ? kept : 0;
}

// The name of its port group, to be freed.
static char *find_group(const look *it) {
  LilvNode *group = lilv_port_get(it->plugin, it->port, uri(it, LV2_PORT_GROUPS__group));
  LilvNode *name = group ? lilv_world_get(it->world, group, uri(it, LV2_CORE__name), NULL) : NULL;
  if (group && !name) name = lilv_world_get(it->world, group, uri(it, LILV_NS_RDFS "label"), NULL);
  char *text = name && lilv_node_is_string(name) ? strdup(lilv_node_as_string(name)) : NULL;
  lilv_node_free(name);
  lilv_node_free(group);
  return text;
}

static void write_control(FILE *list, look *it, bridge_port *port, const char *name) {
  static point points[MOST_POINTS];
  static double values[MOST_POINTS];
  static const char *choices[MOST_POINTS];
  char unit[16], text[300];
  LilvNode *label = lilv_port_get_name(it->plugin, it->port);
  LilvNode *given = NULL, *least = NULL, *most = NULL;
  find_unit(it, unit);
  lilv_port_get_range(it->plugin, it->port, &given, &least, &most);
  double initial = float_of(given), from = float_of(least), to = float_of(most);
  bool is_meter = port->role == ROLE_METER;
  if (is_meter) initial = 0;
  uint32_t count = !is_meter && has(it, LV2_CORE__enumeration) ? find_points(it, points) : 0;
  snprintf(text, sizeof text, "%.200s.", label ? lilv_node_as_string(label) : name);
  if (!is_meter && is_designated(it, LV2_CORE__freeWheeling)) port->role = ROLE_FIXED;
  if (has(it, LV2_CORE__toggled) || has(it, LV2_PORT_PROPS__trigger)) {
    port->info.type = CUE_PARAM_SWITCH;
    port->info.maximum = 1;
    port->info.initial = initial > 0 ? 1 : 0;
  } else if (count) {
    port->info.type = CUE_PARAM_CHOICE;
    port->info.maximum = count - 1;
    port->info.choice_count = count;
    for (uint32_t i = 0; i < count; i++) {
      values[i] = points[i].value;
      choices[i] = points[i].name;
      if (fabs(points[i].value - initial) < fabs(points[(uint32_t)port->info.initial].value - initial))
        port->info.initial = i;
    }
    port->values = values;
  } else {
    double usual_least, usual_most, scale = 1;
    bounds_usual(unit, &usual_least, &usual_most);
    if (has(it, LV2_CORE__sampleRate)) port->is_relative = true, scale = REFERENCE_RATE;
    bounds_settle(port, !isnan(from), isnan(from) ? usual_least : from * scale, !isnan(to),
                  isnan(to) ? usual_most : to * scale, initial * scale,
                  has(it, LV2_CORE__integer) && !port->is_relative, has(it, LV2_PORT_PROPS__logarithmic));
  }
  char *group = find_group(it);
  details_write_port(list, port, name, unit, text, group ? group : "", choices);
  free(group);
  lilv_node_free(label);
  lilv_node_free(given);
  lilv_node_free(least);
  lilv_node_free(most);
}

static double event_bytes(const look *it) {
  LilvNode *size = lilv_port_get(it->plugin, it->port, uri(it, LV2_RESIZE_PORT__minimumSize));
  int bytes = size && lilv_node_is_int(size) ? lilv_node_as_int(size) : 0;
  lilv_node_free(size);
  return bytes < 8192 ? 8192 : bytes > 1 << 22 ? 1 << 22 : bytes;
}

// How many ports of sound there are.
typedef struct {
  uint32_t inputs, outputs, optional_inputs, optional_outputs;
} sides;

static sides count_sides(look *it) {
  sides all = {0};
  for (uint32_t i = 0; i < lilv_plugin_get_num_ports(it->plugin); i++) {
    it->port = lilv_plugin_get_port_by_index(it->plugin, i);
    if (!is_a(it, LV2_CORE__AudioPort)) continue;
    bool is_optional = has(it, LV2_CORE__connectionOptional);
    if (!is_a(it, LV2_CORE__InputPort)) is_optional ? all.optional_outputs++ : all.outputs++;
    else if (!is_side(it)) is_optional ? all.optional_inputs++ : all.inputs++;
  }
  return all;
}

// What the port is for; 0 where the effect cannot be used with it. Optional ports of sound are the right side of some
// stereo effects.
static uint32_t role_of(look *it, bool is_input, const sides *all, const bridge_found *found) {
  bool is_optional = has(it, LV2_CORE__connectionOptional);
  bool is_wide = all->inputs + all->optional_inputs >= 2 && all->outputs + all->optional_outputs >= 2;
  if (is_a(it, LV2_CORE__ControlPort)) {
    if (is_input) return ROLE_CONTROL;
    return has(it, LV2_CORE__reportsLatency) || is_designated(it, LV2_CORE__latency) ? ROLE_LATENCY : ROLE_METER;
  }
  if (is_a(it, LV2_CORE__AudioPort)) {
    if (is_input && is_side(it)) return ROLE_SIDECHAIN;
    if (!is_optional) return is_input ? ROLE_INPUT : ROLE_OUTPUT;
    if (is_input) return is_wide && found->inputs < 2 ? ROLE_INPUT : ROLE_SIDECHAIN;
    return is_wide && found->outputs < 2 ? ROLE_OUTPUT : ROLE_NOTHING;
  }
  if (is_a(it, LV2_ATOM__AtomPort)) return is_input ? ROLE_EVENTS_IN : ROLE_EVENTS_OUT;
  return is_optional ? ROLE_NOTHING : 0;
}

// Names of parameters: `count` of them in the order in which they were made, then those of each port. Meters are named
// after all controls, whose names must not depend on them. To be freed.
static char (*names_of_ports(look *it, const sides *all, const bridge_found *found))[NAME_BYTES * 2] {
  uint32_t count = lilv_plugin_get_num_ports(it->plugin);
  char(*names)[NAME_BYTES * 2] = calloc(2 * (size_t)count + 1, sizeof *names);
  size_t named = 0;
  for (int pass = 0; names && pass < 2; pass++)
    for (uint32_t i = 0; i < count; i++) {
      char unit[16];
      it->port = lilv_plugin_get_port_by_index(it->plugin, i);
      if (!is_a(it, LV2_CORE__ControlPort)) continue;
      if (role_of(it, is_a(it, LV2_CORE__InputPort), all, found) != (pass ? ROLE_METER : ROLE_CONTROL)) continue;
      find_unit(it, unit);
      name_of(lilv_node_as_string(lilv_port_get_symbol(it->plugin, it->port)), names[named], NAME_BYTES);
      name_settle(names[named], unit, names, named);
      strcpy(names[count + i], names[named++]);
    }
  return names;
}

// Writes the ports; false where the effect cannot be used.
static bool write_ports(FILE *list, look *it, bridge_found *found) {
  uint32_t count = lilv_plugin_get_num_ports(it->plugin);
  sides all = count_sides(it);
  char(*names)[NAME_BYTES * 2] = names_of_ports(it, &all, found);
  bool is_usable = names != NULL;
  for (uint32_t i = 0; i < count && is_usable; i++) {
    it->port = lilv_plugin_get_port_by_index(it->plugin, i);
    bool is_input = is_a(it, LV2_CORE__InputPort);
    bridge_port port = {.index = i, .role = role_of(it, is_input, &all, found)};
    if (port.role == ROLE_EVENTS_IN || port.role == ROLE_EVENTS_OUT)
      port.info.minimum = port.info.maximum = port.info.initial = event_bytes(it);
    found->inputs += port.role == ROLE_INPUT;
    found->sides += port.role == ROLE_SIDECHAIN;
    found->outputs += port.role == ROLE_OUTPUT;
    is_usable = port.role != 0;
    if (port_is_param(&port)) write_control(list, it, &port, names[count + i]);
    else details_write_port(list, &port, "", "", "", "", NULL);
  }
  free(names);
  return is_usable;
}

// An effect that does not promise to be in time, or needs work after a block, is kept out of live sound.
static bool is_realtime(const look *it) {
  LilvNodes *required = lilv_plugin_get_required_features(it->plugin);
  bool needs_work = lilv_nodes_contains(required, uri(it, LV2_WORKER__schedule));
  lilv_nodes_free(required);
  return !needs_work && lilv_plugin_has_feature(it->plugin, uri(it, LV2_CORE__hardRTCapable));
}

static uint32_t features_of(const look *it, const char *name, const bridge_found *found) {
  uint32_t features = 0;
  LilvNodes *classes = lilv_plugin_get_value(it->plugin, uri(it, LILV_NS_RDF "type"));
  LILV_FOREACH(nodes, i, classes) {
    const LilvNode *each = lilv_nodes_get(classes, i);
    const char *class = lilv_node_is_uri(each) ? strrchr(lilv_node_as_uri(each), '#') : NULL;
    if (class) features |= features_of_class(class + 1);
  }
  lilv_nodes_free(classes);
  if (!features) features = features_of_words(name);
  return features | features_of_sound(found->inputs, found->sides, found->outputs);
}

static bool can_offer(const look *it, bridge_found *found) {
  bool all = true;
  LilvNodes *required = lilv_plugin_get_required_features(it->plugin);
  LILV_FOREACH(nodes, i, required) all &= lv2_offers(lilv_node_as_uri(lilv_nodes_get(required, i)));
  lilv_nodes_free(required);
  static const char *const whole[] = {LV2_BUF_SIZE__fixedBlockLength, LV2_BUF_SIZE__powerOf2BlockLength};
  for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
    found->whole_blocks |= lilv_plugin_has_feature(it->plugin, uri(it, whole[i]));
  }
  LilvNodes *options = lilv_plugin_get_value(it->plugin, uri(it, LV2_OPTIONS__requiredOption));
  LILV_FOREACH(nodes, i, options) all &= lv2_has_option(lilv_node_as_uri(lilv_nodes_get(options, i)));
  lilv_nodes_free(options);
  return all;
}

// A value of the plugin as text, to be freed.
static char *value_of(const look *it, const char *property) {
  LilvNodes *values = lilv_plugin_get_value(it->plugin, uri(it, property));
  const LilvNode *first = values ? lilv_nodes_get_first(values) : NULL;
  char *text = first ? strdup(lilv_node_is_uri(first) ? lilv_node_as_uri(first) : lilv_node_as_string(first)) : NULL;
  lilv_nodes_free(values);
  return text;
}

static void find_version(const look *it, const char *file, char version[32]) {
  char *minor = value_of(it, LV2_CORE__minorVersion), *micro = value_of(it, LV2_CORE__microVersion);
  struct stat about = {0};
  struct tm day;
  stat(file, &about);
  if (minor && micro && strcmp(minor, "0")) snprintf(version, 32, "%.12s.%.12s", minor, micro);
  else strftime(version, 32, "%Y.%m.%d", gmtime_r(&about.st_mtim.tv_sec, &day));
  free(minor);
  free(micro);
}

static void write_plugin(FILE *list, look *it) {
  const char *its_uri = lilv_node_as_uri(lilv_plugin_get_uri(it->plugin));
  const LilvNode *library = lilv_plugin_get_library_uri(it->plugin);
  LilvNode *name = lilv_plugin_get_name(it->plugin), *author = lilv_plugin_get_author_name(it->plugin);
  char *file = library ? lilv_file_uri_parse(lilv_node_as_uri(library), NULL) : NULL;
  char *folder = lilv_file_uri_parse(lilv_node_as_uri(lilv_plugin_get_bundle_uri(it->plugin)), NULL);
  char *ports = NULL, short_id[NAME_BYTES * 2], long_id[NAME_BYTES * 2], version[32], channels[64], description[200];
  size_t length = 0;
  bridge_found found = {.short_id = short_id, .long_id = long_id, .version = version, .description = description};
  FILE *lines = open_memstream(&ports, &length);
  bool is_usable = lines && file && folder && name && can_offer(it, &found) && write_ports(lines, it, &found);
  if (lines) fclose(lines);
  is_usable &= found.inputs && found.outputs && found.inputs <= 64 && found.sides <= 64 && found.outputs <= 64;
  // Some use libraries that they do not name, as two effects of Debian 12 do: these do not load.
  is_usable = is_usable && dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (is_usable) {
    bool is_gpl = false;
    char *licence = value_of(it, "http://usefulinc.com/ns/doap#license");
    const LilvNode *class = lilv_plugin_class_get_label(lilv_plugin_get_class(it->plugin));
    lv2_ids(its_uri, short_id, long_id);
    find_version(it, file, version);
    channels_words(found.inputs, found.sides, found.outputs, channels, sizeof channels);
    snprintf(description, sizeof description, "LV2 %.60s; %s.", class ? lilv_node_as_string(class) : "plugin",
             channels);
    found.name = lilv_node_as_string(name);
    found.vendor = author ? lilv_node_as_string(author) : "";
    found.licence = licence_of(licence, &is_gpl);
    found.url = strncmp(its_uri, "http", 4) ? "" : its_uri;
    found.file = file;
    found.folder = folder;
    found.code = its_uri;
    found.flags = (is_gpl ? CUE_FLAG_LINKS_GPL : 0) | (is_realtime(it) ? 0 : CUE_FLAG_NOT_REALTIME);
    found.features = features_of(it, found.name, &found);
    details_write_effect(list, &found);
    fwrite(ports, 1, length, list);
    free(licence);
  }
  free(ports);
  lilv_nodes_free(it->properties);
  it->properties = NULL;
  it->known = NULL;
  lilv_free(file);
  lilv_free(folder);
  lilv_node_free(author);
  lilv_node_free(name);
}

// One plugin at a time. The manifests of all are read at once, the rest of a plugin's description when it is asked for.
bool lv2_search(uint32_t step, FILE *list, char *name, size_t room) {
  static LilvWorld *world;
  static LilvIter *next;
  static uint32_t at;
  if (!world) {
    if (!(world = lilv_world_new())) return false;
    lilv_world_load_all(world);
    next = lilv_plugins_begin(lilv_world_get_all_plugins(world));
  }
  const LilvPlugins *all = lilv_world_get_all_plugins(world);
  for (; at < step && !lilv_plugins_is_end(all, next); at++) next = lilv_plugins_next(all, next);
  if (lilv_plugins_is_end(all, next)) return false;
  look it = {.world = world, .plugin = lilv_plugins_get(all, next)};
  snprintf(name, room, "%s", lilv_node_as_uri(lilv_plugin_get_uri(it.plugin)));
  if (!lilv_plugin_is_replaced(it.plugin)) write_plugin(list, &it);
  return true;
}

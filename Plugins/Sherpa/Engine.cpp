#include "Engine.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <utility>

namespace sherpa {

using plugin::Failure;

namespace {
const cue_host *theHost;
std::string theFolder;
}  // namespace

void remember(const cue_host *host, std::string_view path) {
  theHost = host;
  size_t slash = path.rfind('/');
  theFolder = slash == path.npos ? "." : std::string(path.substr(0, slash));
  char whole[PATH_MAX];
  if (realpath(theFolder.c_str(), whole)) theFolder = whole;
}

const std::string &folder() { return theFolder; }

void log(int32_t level, const std::string &words) {
  if (theHost && theHost->log) theHost->log(theHost->data, level, plugin::text(words));
}

const Engine &engine() {
  static Engine engine;
  if (!engine.version.empty()) return engine;
  std::string path = theFolder + "/sherpa/libsherpa-onnx-c-api.so";
  if (access(path.c_str(), R_OK) != 0)
    throw Failure{CUE_E_MODEL, "The engine " + path + " is missing: run 'make neural' in Cue's sources."};
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) throw Failure{CUE_E_MODEL, std::string("The engine sherpa-onnx could not be loaded: ") + dlerror()};
#define CUE_SHERPA_FIND(name)                                                                \
  engine.name = reinterpret_cast<decltype(engine.name)>(dlsym(library, "SherpaOnnx" #name)); \
  if (!engine.name)                                                                          \
    throw Failure{CUE_E_MODEL, "The engine " + path + " has no function SherpaOnnx" #name ": it is another version."};
  CUE_SHERPA_FUNCTIONS(CUE_SHERPA_FIND)
#undef CUE_SHERPA_FIND
  engine.version = engine.GetVersionStr();
  // Structs grow from version to version.
  if (engine.version.rfind("2.", 0) != 0) {
    std::string found = std::exchange(engine.version, "");
    throw Failure{CUE_E_MODEL, "The engine " + path + " is sherpa-onnx " + found +
                                   ", and this plugin was built for version 2: run 'make neural'."};
  }
  return engine;
}

void withProgress(const std::function<void()> &load) {
  std::mutex lock;
  std::condition_variable ended;
  bool isDone = false;
  uint32_t permille = 0;
  std::thread teller([&] {
    std::unique_lock<std::mutex> held(lock);
    while (!ended.wait_for(held, std::chrono::milliseconds(400), [&] { return isDone; })) {
      // The progress is not known; what is shown comes nearer to the end and never reaches it.
      permille += (1000 - permille) / 8;
      if (theHost && theHost->progress) theHost->progress(theHost->data, permille);
    }
  });
  struct Join {
    std::function<void()> end;
    ~Join() { end(); }
  } join{[&] {
    {
      std::lock_guard<std::mutex> held(lock);
      isDone = true;
    }
    ended.notify_all();
    teller.join();
  }};
  load();
}

namespace {

// The folder in which it is noted what has gone well; empty if there is none.
std::string notesFolder() {
  const char *cue = std::getenv("CUE_HOME"), *own = std::getenv("XDG_CACHE_HOME"), *home = std::getenv("HOME");
  if (cue && *cue) return std::string(cue) + "/cache/cue/plugins/sherpa";
  if (own && own[0] == '/') return std::string(own) + "/cue/plugins/sherpa";
  if (home && home[0] == '/') return std::string(home) + "/.cache/cue/plugins/sherpa";
  return {};
}

std::string notePath(const std::string &key) {
  std::string folder = notesFolder();
  if (folder.empty()) return {};
  uint64_t digest = 0xcbf29ce484222325;  // FNV-1a
  for (unsigned char each : key) digest = (digest ^ each) * 0x100000001b3;
  char name[32];
  std::snprintf(name, sizeof name, "/%016llx.good", static_cast<unsigned long long>(digest));
  return folder + name;
}

void makeFolders(const std::string &path) {
  for (size_t at = 1; (at = path.find('/', at)) != path.npos; at++) mkdir(path.substr(0, at).c_str(), 0755);
}

}  // namespace

void tryInChild(const std::string &subject, const std::string &key, const std::function<void()> &work) {
  std::string note = notePath(key);
  if (!note.empty() && access(note.c_str(), F_OK) == 0) return;
  int pipes[2];
  if (pipe2(pipes, O_CLOEXEC) != 0) throw Failure{CUE_E_IO, "No pipe could be made."};
  pid_t child = fork();
  if (child < 0) {
    close(pipes[0]);
    close(pipes[1]);
    throw Failure{CUE_E_MEMORY, "No process could be started to try the model."};
  }
  if (child == 0) {
    // What the engine prints before it ends is the reason. Nothing of the connection with the host is reached from here.
    int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, STDIN_FILENO);
    dup2(pipes[1], STDOUT_FILENO);
    dup2(pipes[1], STDERR_FILENO);
    try {
      work();
    } catch (const std::exception &reason) {
      dprintf(STDERR_FILENO, "\n%s\n", reason.what());
      _exit(3);
    } catch (const Failure &failure) {
      // Where the engine has said more, it says nothing itself.
      if (!failure.sentence.empty()) dprintf(STDERR_FILENO, "\n%s\n", failure.sentence.c_str());
      _exit(3);
    } catch (...) {
      _exit(3);
    }
    _exit(0);
  }
  close(pipes[1]);
  std::string said;
  char part[4096];
  for (bool isOpen = true; isOpen;) {
    pollfd wait = {pipes[0], POLLIN, 0};
    int ready = poll(&wait, 1, 500);
    if (ready < 0 && errno != EINTR) break;
    if (ready <= 0) continue;
    ssize_t count = read(pipes[0], part, sizeof part);
    if (count > 0) {
      said.append(part, static_cast<size_t>(count));
      if (said.size() > 65536) said.erase(0, said.size() - 32768);
    } else if (count == 0 || errno != EINTR) {
      isOpen = false;
    }
  }
  close(pipes[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
    if (!note.empty()) {
      makeFolders(note);
      int file = open(note.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
      if (file >= 0) close(file);
    }
    return;
  }
  // The last line that was printed, without the place in the engine's sources that stands before it.
  while (!said.empty() && (said.back() == '\n' || said.back() == ' ')) said.pop_back();
  std::string last = said.substr(said.rfind('\n') == said.npos ? 0 : said.rfind('\n') + 1);
  if (size_t place = last.find(".cc:"); place != last.npos)
    if (size_t blank = last.find(' ', place); blank != last.npos) last.erase(0, blank + 1);
  if (last.size() > 200) last.resize(200);
  for (char &each : last)
    if (static_cast<unsigned char>(each) < 0x20 || static_cast<unsigned char>(each) > 0x7e) each = '?';
  std::string reason;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGILL)
    reason = "this processor lacks an instruction that the engine needs";
  else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
    reason = "the system ended it, perhaps for lack of memory";
  else if (WIFSIGNALED(status))
    reason = std::string("it crashed (") + strsignal(WTERMSIG(status)) + ")" + (last.empty() ? "" : ": " + last);
  else reason = last.empty() ? "it ended without a word" : last;
  throw Failure{CUE_E_MODEL, subject + " cannot be used: the engine tried it, and " +
                                 (WIFSIGNALED(status) || last.empty() ? reason : "said: " + reason) +
                                 ". The model is damaged, or was made for another engine or version."};
}

MemoryFile::MemoryFile(const char *what, std::string_view bytes) : file(memfd_create(what, MFD_CLOEXEC)) {
  if (file < 0) throw Failure{CUE_E_MEMORY, "There is no memory for a copy of the model."};
  for (size_t at = 0; at < bytes.size();) {
    ssize_t count = write(file, bytes.data() + at, bytes.size() - at);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      close(file);
      throw Failure{CUE_E_MEMORY, "There is no memory for a copy of the model."};
    }
    at += static_cast<size_t>(count);
  }
  name = "/proc/self/fd/" + std::to_string(file);
}

MemoryFile::~MemoryFile() { close(file); }

}  // namespace sherpa

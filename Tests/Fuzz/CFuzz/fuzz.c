#include "fuzz.h"

#include "CReel.h"

#include <apriltag/apriltag.h>
#include <apriltag/tagStandard52h13.h>

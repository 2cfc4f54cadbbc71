#pragma once

#include <glib-unix.h>
#include <gtk/gtk.h>
#include <locale.h>

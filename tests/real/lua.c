// Runs the Lua script given as the program's argument, with the standard
// libraries that do not reach outside the process.
#include <stdio.h>
#include <string.h>
#include "lauxlib.h"
#include "lua.h"
#include "lualib.h"

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  lua_State *state = luaL_newstate();
  if (!state) return 3;
  luaL_requiref(state, "_G", luaopen_base, 1);
  luaL_requiref(state, "string", luaopen_string, 1);
  luaL_requiref(state, "table", luaopen_table, 1);
  luaL_requiref(state, "math", luaopen_math, 1);
  luaL_requiref(state, "coroutine", luaopen_coroutine, 1);
  luaL_requiref(state, "utf8", luaopen_utf8, 1);
  lua_settop(state, 0);
  int failed = luaL_loadbufferx(state, argv[1], strlen(argv[1]), "=script", "t") || lua_pcall(state, 0, 0, 0);
  if (failed) printf("error: %s\n", lua_tostring(state, -1));
  lua_close(state);
  return failed;
}

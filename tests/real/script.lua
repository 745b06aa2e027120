-- Strings, tables, closures, metatables, coroutines and protected calls.
local function header(title) print(("== %s =="):format(title)) end

header("strings")
local text = "the quick brown fox jumps over the lazy dog"
local words = {}
for word in text:gmatch("%a+") do words[#words + 1] = word end
print(#words, table.concat(words, "-"))
print(text:upper():sub(5, 9), text:find("fox"), text:rep(2, "|"):len())
print(text:gsub("(%a)(%a*)", function(a, b) return a:upper() .. b end))
print(("%5.2f|%-8s|%08x|%q"):format(3.14159, "left", 48879, "quo\"te\n"))
print(("x"):byte(), string.char(72, 105), ("abc"):reverse())

header("tables")
local numbers = {}
for i = 1, 50 do numbers[i] = (i * 7919) % 101 end
table.sort(numbers)
print(numbers[1], numbers[25], numbers[50], #numbers)
table.sort(numbers, function(a, b) return a > b end)
print(numbers[1], table.unpack(numbers, 2, 5))
table.insert(numbers, 1, -1)
print(table.remove(numbers), table.remove(numbers, 1), #numbers)
local counts = {}
for letter in text:gmatch("%a") do counts[letter] = (counts[letter] or 0) + 1 end
local keys = {}
for key in pairs(counts) do keys[#keys + 1] = key end
table.sort(keys)
for _, key in ipairs(keys) do io_line = (io_line or "") .. key .. counts[key] end
print(io_line)

header("closures")
local function counter(step)
  local n = 0
  return function() n = n + step; return n end, function() n = 0 end
end
local next_two, reset = counter(2)
next_two(); next_two()
print(next_two(), reset(), next_two())
local function compose(f, g) return function(...) return f(g(...)) end end
local square_then_add = compose(function(x) return x + 1 end, function(x) return x * x end)
print(square_then_add(9), select("#", 1, nil, 3), (select(2, "a", "b", "c")))
local memo = setmetatable({}, { __index = function(t, n)
  local v = n < 2 and n or t[n - 1] + t[n - 2]
  t[n] = v
  return v
end })
print(memo[80])

header("metatables")
local Vector = {}
Vector.__index = Vector
Vector.__add = function(a, b) return Vector.new(a.x + b.x, a.y + b.y) end
Vector.__eq = function(a, b) return a.x == b.x and a.y == b.y end
Vector.__tostring = function(v) return "(" .. v.x .. ", " .. v.y .. ")" end
Vector.__len = function() return 2 end
function Vector.new(x, y) return setmetatable({ x = x, y = y }, Vector) end
function Vector:scale(k) return Vector.new(self.x * k, self.y * k) end
local v = Vector.new(1, 2) + Vector.new(3, 4):scale(2)
print(tostring(v), v == Vector.new(7, 10), #v)

header("protected calls")
print(pcall(function() return 1, 2, 3 end))
print(select(2, pcall(error, { code = 42 })).code)
local ok, message = pcall(function() local t = nil; return t.field end)
print(ok, message)
print(select(2, pcall(error, "with position", 2)))
print(xpcall(function() error("inner", 0) end, function(m) return "handled " .. m end))
local function deep(n) if n == 0 then error("bottom", 0) end return 1 + deep(n - 1) end
print(pcall(deep, 100))
print(tostring(nil), tostring(true), tonumber("0x1p4"), tonumber("z", 36), tonumber("x"))

header("coroutines")
local function generate(n) return coroutine.wrap(function() for i = 1, n do coroutine.yield(i * i) end end) end
local total = 0
for square in generate(20) do total = total + square end
print(total)
local co = coroutine.create(function(a) local b = coroutine.yield(a + 1); error("stop at " .. b) end)
print(coroutine.resume(co, 1))
print(coroutine.resume(co, 5))
print(coroutine.status(co))

header("queue")
local queue = { first = 1, last = 0 }
function queue:push(x) self.last = self.last + 1; self[self.last] = x end
function queue:pop()
  if self.first > self.last then return nil end
  local x = self[self.first]
  self[self.first] = nil
  self.first = self.first + 1
  return x
end
for i = 1, 6 do queue:push(i * 10) end
print(queue:pop(), queue:pop(), queue.last - queue.first + 1)
goto skip
print("never printed")
::skip::

header("numbers")
print(7 // 2, -7 // 2, 7 % -3, 7.5 // 2, 2 ^ 10, 10 / 4, 1 << 40, 0xff ~ 0x0f)
print(math.maxinteger + 1 == math.mininteger, math.type(1), math.type(1.0), math.floor(-3.5))
local primes, sieve = {}, {}
for i = 2, 500 do
  if not sieve[i] then primes[#primes + 1] = i; for j = i * i, 500, i do sieve[j] = true end end
end
print(#primes, primes[#primes])
print(utf8.char(228, 8364, 128512), utf8.len("\u{e4}\u{20ac}"))
collectgarbage()
print("done")

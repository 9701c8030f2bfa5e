-- Stores the decisions of a process: keys of the lines that it printed, lessons, and counts of
-- groups.
-- ARGV: prefix, process, number of this commit, number of keys held for claims, seconds of a
-- generation and of the life of a record or nothing; number of hosts, for each the number of its
-- counts (four bytes); number of keys, for each its slice (eight bytes) or nothing at all; then
-- hosts, entries of each, keys, with a window the lessons of each host, and for each host the names
-- of its counts, the counts, and the times of the last lines.
-- A commit that is sent again because its answer was lost changes nothing.
local prefix, process, number, most = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local seconds, life, hosts, shapes = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7]), ARGV[8]
local keys, slices, host, news = tonumber(ARGV[9]), ARGV[10], 10, 10 + hosts
local key = news + hosts
local lesson = key + keys
local count = lesson + (seconds and hosts or 0) + 1

local mark, settings = prefix .. ':w:' .. process, prefix .. ':settings'
if tonumber(redis.call('GET', mark) or 0) >= number then return 0 end

local function keep(name, otherwise)
  local time = life or otherwise
  if time then redis.call('EXPIRE', name, time) end
end

-- Versions are times, so they grow even if the server was started again without the last ones.
local time = redis.call('TIME')
local last = tonumber(redis.call('HGET', settings, 'changed') or 0)
local version = math.max(last + 1, time[1] * 1000000 + time[2])
local packed, owner = struct.pack('<I8', version), struct.pack('<I8', tonumber(process))
local generation = generations(seconds)[1]
redis.call('HSET', settings, 'changed', string.format('%.0f', version))

-- The records of a host and generation: each names the one before it.
local first = string.rep('\0', 8)
local heads = fields(prefix .. ':h:' .. generation, host + 1, host + hosts)
local records, changed, size = {}, {}, 0
local head = owner .. packed
for i = 1, hosts do
  if ARGV[news + i] ~= '' then
    local name = ARGV[host + i]
    records[size + 1], records[size + 2] = name .. packed, head .. (heads[i] or first) .. ARGV[news + i]
    changed[size + 1], changed[size + 2] = name, packed
    size = size + 2
  end
end
set(prefix .. ':n:' .. generation, records)
set(prefix .. ':h:' .. generation, changed)
keep(prefix .. ':n:' .. generation)
keep(prefix .. ':h:' .. generation)

-- Lessons live as long as their host appears.
if seconds then
  for i = 1, hosts do
    local name = prefix .. ':l:' .. ARGV[host + i]
    if ARGV[lesson + i] ~= '' then redis.call('RPUSH', name, head .. first .. ARGV[lesson + i]) end
    keep(name)
  end
end

-- Keys for claims of processes that have read the news. When there are enough, the older half is
-- removed.
if keys > 0 then
  local new, old = prefix .. ':r:new', prefix .. ':r:old'
  if redis.call('HLEN', new) > most then
    redis.call('UNLINK', old)
    redis.call('RENAME', new, old)
  end
  redis.call('HSETNX', new, 'since', string.format('%.0f', last))
  local entered, before = {}, slices ~= '' and fields(new, key + 1, key + keys)
  for i = 1, keys do
    local value = packed
    if before then
      local slice = struct.unpack('<i8', slices, 8 * i - 7)
      if before[i] then slice = math.max(slice, (struct.unpack('<i8', before[i], 9))) end
      value = packed .. struct.pack('<i8', slice)
    end
    entered[2 * i - 1], entered[2 * i] = ARGV[key + i], value
  end
  set(new, entered)
  keep(new, 3600)
  local claimed = prefix .. ':c'
  for from = key + 1, key + keys, STEP do redis.call('HDEL', claimed, unpack(ARGV, from, math.min(from + STEP - 1, key + keys))) end
  if redis.call('HLEN', claimed) <= 1 then redis.call('UNLINK', claimed) end
end

for i = 1, hosts do
  local counts = struct.unpack('<I4', shapes, 4 * i - 3)
  if counts > 0 then
    local name = prefix .. ':m:' .. ARGV[host + i] .. ':' .. generation
    local pairs = {}
    for at, before in ipairs(fields(name, count, count + counts - 1)) do
      local met, latest = ARGV[count + counts + at - 1], ARGV[count + 2 * counts + at - 1]
      if before then
        local old, time = before:match('^(%d+) (%-?%d+)$')
        met = string.format('%.0f', tonumber(met) + tonumber(old))
        if tonumber(time) > tonumber(latest) then latest = time end
      end
      pairs[#pairs + 1], pairs[#pairs + 2] = ARGV[count + at - 1], met .. ' ' .. latest
    end
    set(name, pairs)
    keep(name)
    count = count + 3 * counts
  end
end
redis.call('SET', mark, number, 'EX', 3600)
return 1

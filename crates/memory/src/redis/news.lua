-- Reads new records of some hosts.
-- ARGV: prefix, the process that asks, the most to read (records, and thousands of bytes of them),
-- seconds of a generation or nothing, generation and version of the record at which the first host
-- continues or nothing, number of hosts, hosts, the version of each that is known.
-- Returns the current version, its generation, the number of complete hosts, where the next one
-- continues if it is begun; then records of other processes, each behind the place of its host.
-- Those of a generation come newest first.
local prefix, process, left, seconds = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local resumed, count, hosts = ARGV[5], tonumber(ARGV[7]), 7
local all = generations(seconds)
local news = { redis.call('HGET', prefix .. ':settings', 'changed') or '0', all[1], '0', '', '' }

-- Versions are times: no generation before that of the oldest version has anything new.
local oldest = math.huge
for place = 1, count do oldest = math.min(oldest, tonumber(ARGV[hosts + count + place])) end
local heads = {}
for i, generation in ipairs(all) do
  if not seconds or tonumber(generation) >= math.floor(oldest / 1000000 / seconds) then
    heads[i] = fields(prefix .. ':h:' .. generation, hosts + 1, hosts + count)
  end
end

local function tell(place, record)
  if record:sub(1, 8) ~= process then
    news[#news + 1], news[#news + 2] = tostring(place - 1), record
  end
  left = left - 1 - #record / 1000
end

-- Reads a host. Returns where to continue if too much would be read.
local function read(place)
  local host, known = ARGV[hosts + place], tonumber(ARGV[hosts + count + place])
  for i, generation in ipairs(all) do
    local at = heads[i] and heads[i][place]
    if place == 1 and resumed ~= '' then
      at = generation == resumed and ARGV[6]
      if at then resumed = '' end
    end
    while at and struct.unpack('<I8', at) > known do
      if left <= 0 then return generation, at end
      local record = redis.call('HGET', prefix .. ':n:' .. generation, host .. at)
      at = record and record:sub(17, 24)
      if record then tell(place, record) end
    end
  end
  if not seconds then return end
  -- Lessons. New ones are at the end, behind their version.
  local lessons, length = nil, 4
  repeat
    length = length * 4
    lessons = redis.call('LRANGE', prefix .. ':l:' .. host, -length, -1)
  until #lessons < length or struct.unpack('<I8', lessons[1], 9) <= known
  for _, lesson in ipairs(lessons) do
    if struct.unpack('<I8', lesson, 9) > known then tell(place, lesson) end
  end
end

local complete = 0
while complete < count and left > 0 do
  local generation, at = read(complete + 1)
  if generation then
    news[4], news[5] = generation, at
    break
  end
  complete = complete + 1
end
news[3] = tostring(complete)
return news

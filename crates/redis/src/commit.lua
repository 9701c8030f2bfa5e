-- Stores the decisions of a process: keys of the lines that it printed, lessons, and counts of
-- groups.
-- ARGV: prefix, process, number of this commit, seconds of a generation and of the life of a record
-- or nothing; number of buckets; number of keys; then buckets, for each what others need to know and
-- its counts, keys, and with a window the lessons of each bucket. Where all lines are remembered, the
-- oldest slice of time that counts, slices, and for each its lines follow.
-- Returns the generation, and the lists that are to be packed: of each multiple of 512 elements who
-- adds the last one does it, so seldom two do.
-- A commit that is sent again because its answer was lost changes nothing.
local prefix, process, number = ARGV[1], ARGV[2], tonumber(ARGV[3])
local seconds, life, buckets, keys = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
local bucket, updates = 7, 7 + buckets
local counts = updates + buckets
local key = counts + buckets
local lesson = key + keys

local mark, settings = prefix .. ':w:' .. process, prefix .. ':settings'
if tonumber(redis.call('GET', mark) or 0) >= number then return { generations(seconds)[1] } end

local function keep(name)
  if life then redis.call('EXPIRE', name, life) end
end

-- Versions are times, so they grow even if the server was started again without the last ones.
local time = redis.call('TIME')
local last = tonumber(redis.call('HGET', settings, 'changed') or 0)
local version = math.max(last + 1, time[1] * 1000000 + time[2])
local packed, owner = struct.pack('<I8', version), struct.pack('<I8', tonumber(process))
local generation = generations(seconds)[1]
redis.call('HSET', settings, 'changed', string.format('%.0f', version))

-- Adds to the lists of a generation, and returns their lengths. Counts have no version: others need
-- not read them.
local answer = { generation }
local function add(generation, parts, of)
  local lengths = {}
  for i = 1, buckets do
    if ARGV[parts + i] ~= '' then
      local list = generation .. ':' .. ARGV[bucket + i]
      lengths[i] = redis.call('RPUSH', prefix .. ':b:' .. list, owner .. of .. ARGV[parts + i])
      if lengths[i] % 512 == 0 then answer[#answer + 1] = list end
      keep(prefix .. ':b:' .. list)
    end
  end
  return lengths
end

-- Adds to the lists of a generation, and notes who did.
local function tell(generation, parts)
  local name, changed, lengths = prefix .. ':h:' .. generation, {}, add(generation, parts, packed)
  for i, head in ipairs(fields(name, bucket + 1, bucket + buckets)) do
    if lengths[i] then
      head = noted(head)
      local others = head:sub(17, 24) == owner and head:sub(25, 32) or head:sub(1, 8)
      changed[#changed + 1] = ARGV[bucket + i]
      changed[#changed + 1] = packed .. head:sub(9, 16) .. owner .. others .. struct.pack('<I8', lengths[i])
    end
  end
  set(name, changed)
  keep(name)
end
tell(generation, updates)
add(generation, counts, string.rep('\0', 8))

-- Lessons live as long as a host of their bucket appears.
if seconds then
  tell('l', lesson)
  for i = 1, buckets do keep(prefix .. ':b:l:' .. ARGV[bucket + i]) end
end

-- Printed lines are no longer claimed.
if keys > 0 then
  local claimed = prefix .. ':c'
  for from = key + 1, key + keys, STEP do redis.call('HDEL', claimed, unpack(ARGV, from, math.min(from + STEP - 1, key + keys))) end
  if redis.call('HLEN', claimed) <= 1 then redis.call('UNLINK', claimed) end
end

-- Lines are listed by slice of time. A hash has the length of each list.
local oldest = lesson + (seconds and buckets or 0) + 1
if ARGV[oldest] then
  local lines, slices = prefix .. ':a', (#ARGV - oldest) / 2
  for i = oldest + 1, oldest + slices do
    local list = lines .. ':' .. ARGV[i]
    local length = redis.call('RPUSH', list, owner .. ARGV[i + slices])
    redis.call('HSET', lines, ARGV[i], length)
    keep(list)
    if length == 1 then
      for _, slice in ipairs(redis.call('HKEYS', lines)) do
        if tonumber(slice) < tonumber(ARGV[oldest]) then
          redis.call('HDEL', lines, slice)
          redis.call('UNLINK', lines .. ':' .. slice)
        end
      end
    end
  end
  keep(lines)
end

redis.call('SET', mark, number, 'EX', 3600)
return answer

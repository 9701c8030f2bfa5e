-- Grants lines that start a group, each to one process.
-- ARGV: prefix, process, lease in ms, seconds of a generation or nothing; number of buckets, these,
-- and the version of each up to which it is known; for each claim the number of keys it was looked
-- up by and of keys it is entered under (two bytes each); number of lookup keys, those keys, and the
-- keys to enter if any of these differ.
-- Returns a digit for each claim, and nothing else: 1 if it is granted, 2 if another process claims one of its keys
-- and has not printed its line yet. Where others have stored something since those versions, nothing
-- is granted: returns nothing, and the places of these buckets, which the process has to read.
local prefix, process, lease, seconds = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local buckets, versions = tonumber(ARGV[5]), 5 + tonumber(ARGV[5])
local changed = {}
for _, generation in ipairs(generations(seconds)) do
  for i, head in ipairs(fields(prefix .. ':h:' .. generation, 6, versions)) do
    if is_news(head, process, tonumber(ARGV[versions + i])) then changed[#changed + 1] = tostring(i - 1) end
  end
end
if #changed > 0 then return { '', changed } end

local shapes, looked, first = ARGV[versions + buckets + 1], tonumber(ARGV[versions + buckets + 2]), versions + buckets + 3
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- A wide value makes Redis store the hash as a table from its first field on: a list would be
-- searched from its start for each key.
local claimed = prefix .. ':c'
redis.call('HSETNX', claimed, '', string.rep('-', 65))
local held = redis.call('HLEN', claimed) > 1 and fields(claimed, first, first + looked - 1)

local function is_held(key)
  local by = held[key]
  return by and by:sub(1, 8) ~= process and struct.unpack('<I8', by, 9) > now
end

local function answer_to(key, count)
  for at = key, key + count - 1 do
    if held and is_held(at) then return '2' end
  end
  return '1'
end

local answers, granted, size = {}, {}, 0
local grant = process .. struct.pack('<I8', now + lease)
local key, entry = 1, first + looked
if #ARGV < entry then entry = first end
for claim = 1, #shapes / 4 do
  local of_lookup, of_entry = struct.unpack('<I2I2', shapes, 4 * claim - 3)
  local answer = answer_to(key, of_lookup)
  if answer == '1' then
    for at = entry, entry + of_entry - 1 do
      granted[size + 1], granted[size + 2] = ARGV[at], grant
      size = size + 2
    end
  end
  answers[claim] = answer
  key, entry = key + of_lookup, entry + of_entry
end
set(claimed, granted)
redis.call('PEXPIRE', claimed, 2 * lease)

-- Removes, little by little, claims of dead processes that nobody asks for again.
local some = redis.call('HRANDFIELD', claimed, 4, 'WITHVALUES')
for i = 1, #some, 2 do
  if some[i] ~= '' and struct.unpack('<I8', some[i + 1], 9) + lease < now then redis.call('HDEL', claimed, some[i]) end
end
return { table.concat(answers), {} }

-- Grants lines that start a group, each to one process.
-- ARGV: those of `updates`, with the buckets of all claims; the process; lease in ms; for each claim
-- the number of keys it was looked up by and of keys it is entered under (two bytes each); number of
-- lookup keys, those keys, and the keys to enter if any of these differ.
-- Returns what `updates` does, with a digit for each claim: 1 if it is granted unless the updates
-- have its group, 2 if another process claims one of its keys and has not printed its line yet.
local prefix, first = ARGV[1], 5 + tonumber(ARGV[4])
local process, lease, shapes, looked = ARGV[first], tonumber(ARGV[first + 1]), ARGV[first + 2], tonumber(ARGV[first + 3])
first = first + 4
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
return updates(table.concat(answers))

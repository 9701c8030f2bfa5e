-- Grants lines that start a group, each to one process.
-- ARGV: prefix, process, lease in ms, version up to which all their hosts are known; for each claim
-- the number of keys it was looked up by and of keys it is entered under (two bytes each); for each
-- claim the oldest slice that counts (eight bytes), or nothing at all; number of lookup keys, those
-- keys, and the keys to enter if any of these differ.
-- Returns a digit for each claim: 1 if it is granted, 0 if one of the keys is entered, 2 if another
-- process claims one and has not printed its line yet. Returns nothing if too much was entered
-- since that version: then the process has to read it.
local prefix, process, lease, known = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local shapes, slices, looked, first = ARGV[5], ARGV[6], tonumber(ARGV[7]), 8
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- Keys entered since that version: most often none, or in the younger of two hashes.
local entered = {}
if tonumber(redis.call('HGET', prefix .. ':settings', 'changed') or 0) > known then
  for _, name in ipairs({ prefix .. ':r:new', prefix .. ':r:old' }) do
    local since = redis.call('HGET', name, 'since')
    if not since then return '' end
    entered[#entered + 1] = fields(name, first, first + looked - 1)
    if tonumber(since) <= known then break end
    if #entered == 2 then return '' end
  end
end

-- A wide value makes Redis store the hash as a table from its first field on: a list would be
-- searched from its start for each key.
local claimed = prefix .. ':c'
redis.call('HSETNX', claimed, '', string.rep('-', 65))
local held = redis.call('HLEN', claimed) > 1 and fields(claimed, first, first + looked - 1)

local function is_entered(key, claim)
  for _, values in ipairs(entered) do
    local value = values[key]
    if value and struct.unpack('<I8', value) > known then
      if slices == '' or struct.unpack('<i8', value, 9) >= struct.unpack('<i8', slices, 8 * claim - 7) then return true end
    end
  end
  return false
end

local function is_held(key)
  local by = held[key]
  return by and by:sub(1, 8) ~= process and struct.unpack('<I8', by, 9) > now
end

local is_alone = #entered == 0 and not held
local function answer_to(key, count, claim)
  local answer = '1'
  if is_alone then return answer end
  for at = key, key + count - 1 do
    if is_entered(at, claim) then return '0' end
    if held and is_held(at) then answer = '2' end
  end
  return answer
end

local answers, granted, size = {}, {}, 0
local grant = process .. struct.pack('<I8', now + lease)
local key, entry = 1, first + looked
if #ARGV < entry then entry = first end
for claim = 1, #shapes / 4 do
  local of_lookup, of_entry = struct.unpack('<I2I2', shapes, 4 * claim - 3)
  local answer = answer_to(key, of_lookup, claim)
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
return table.concat(answers)

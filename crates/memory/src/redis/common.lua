-- The start of all scripts.

-- The most arguments of one command: Lua's stack takes 8000.
local STEP = 2000

-- Returns the values of the fields of a hash that some of the arguments name; false where there is
-- none.
local function fields(name, first, last)
  if last - first < STEP then
    if last < first then return {} end
    return redis.call('HMGET', name, unpack(ARGV, first, last))
  end
  local all = {}
  for from = first, last, STEP do
    for _, value in ipairs(redis.call('HMGET', name, unpack(ARGV, from, math.min(from + STEP - 1, last)))) do all[#all + 1] = value end
  end
  return all
end

-- Sets fields of a hash: each comes before its value.
local function set(name, pairs)
  for from = 1, #pairs, STEP do redis.call('HSET', name, unpack(pairs, from, math.min(from + STEP - 1, #pairs))) end
end

-- Returns the generations that count, the newest first. Each has this many seconds, and four are
-- the life of a record. Without a window there is one.
local function generations(seconds)
  if not seconds then return { '-' } end
  local all, now = {}, math.floor(tonumber(redis.call('TIME')[1]) / seconds)
  for age = 0, 4 do all[#all + 1] = string.format('%.0f', now - age) end
  return all
end

-- Returns what is noted of a bucket, eight bytes each: the version of its last record, how often it
-- was packed, who stored the record, and the version of the last one that somebody else stored.
local function noted(head) return head or string.rep('\0', 32) end

-- Whether others have stored something in a bucket since a version.
local function is_news(head, process, known)
  if not head or struct.unpack('<I8', head) <= known then return false end
  return head:sub(17, 24) ~= process or struct.unpack('<I8', head, 25) > known
end

-- Reads what others have stored of some buckets since the version of each that is known.
-- ARGV: prefix, the process that asks, the most to read (elements, and thousands of bytes of them),
-- seconds of a generation or nothing, number of buckets, buckets, versions.
-- Returns the current version; the number of buckets that were read; and elements, each behind the
-- place of its bucket and its length (eight bytes), in no particular order, as one text.
local function news()
  local prefix, process, left, seconds, count = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
  local buckets, versions = 5, 5 + count
  local all, heads, oldest = generations(seconds), {}, math.huge
  local current, found = redis.call('HGET', prefix .. ':settings', 'changed') or '0', {}

  -- Versions are times: no generation before that of the oldest version has anything new.
  for place = 1, count do oldest = math.min(oldest, tonumber(ARGV[versions + place])) end
  if seconds then all[#all + 1] = 'l' end
  for i, generation in ipairs(all) do
    if not tonumber(generation) or tonumber(generation) >= math.floor(oldest / 1000000 / seconds) then
      heads[i] = fields(prefix .. ':h:' .. generation, buckets + 1, buckets + count)
    end
  end

  local function version(element) return (struct.unpack('<I8', element, 9)) end

  -- Returns the last elements of a list, at least those after a version.
  local function since(list, known)
    local length = known > 0 and 2 or 1000000000
    while true do
      length = length * 4
      local elements = redis.call('LRANGE', list, -length, -1)
      if #elements < length then return elements end
      -- Counts have no version.
      for _, element in ipairs(elements) do
        if version(element) > known then break end
        if version(element) > 0 then return elements end
      end
    end
  end

  local complete = 0
  while complete < count and left > 0 do
    local known = tonumber(ARGV[versions + complete + 1])
    for i, generation in ipairs(all) do
      if heads[i] and is_news(heads[i][complete + 1], process, known) then
        for _, element in ipairs(since(prefix .. ':b:' .. generation .. ':' .. ARGV[buckets + complete + 1], known)) do
          if version(element) > known and element:sub(1, 8) ~= process then
            found[#found + 1], found[#found + 2] = struct.pack('<I8I8', complete, #element), element
            left = left - 1 - #element / 1000
          end
        end
      end
    end
    complete = complete + 1
  end
  return { current, complete, table.concat(found) }
end

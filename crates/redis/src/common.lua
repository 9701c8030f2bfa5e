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
-- was packed, who stored the record, the version of the last one that somebody else stored, and the
-- length of the list with that record.
local function noted(head) return head or string.rep('\0', 40) end

-- Returns the current version; what is noted of some buckets, for each generation that may have updates
-- since a version; and a text.
-- ARGV: prefix, seconds of a generation or nothing, the version, the number of buckets, and these.
local function updates(text)
  local prefix, seconds, since = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
  local all, answer = generations(seconds), {}
  if seconds then all[#all + 1] = 'l' end
  for _, generation in ipairs(all) do
    -- Versions are times.
    if not tonumber(generation) or tonumber(generation) >= math.floor(since / 1000000 / seconds) then
      answer[#answer + 1] = { generation, fields(prefix .. ':h:' .. generation, 5, 4 + tonumber(ARGV[4])) }
    end
  end
  return { redis.call('HGET', prefix .. ':settings', 'changed') or '0', answer, text }
end

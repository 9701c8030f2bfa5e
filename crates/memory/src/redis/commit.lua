-- Stores what a process has decided: keys of the lines that it printed, what it learned, and how often groups were met.
-- ARGV: prefix, process, number of this commit, seconds after which a slice is given back or nothing, the oldest slice that counts or
-- nothing, then for each host and slice: host, the version of it that is known, slice, entries, number of keys, number of counts, keys,
-- counts as group with slice, count and time of the last. The slices of a host follow each other.
-- Gives for each host and slice the version that is known now. A commit that is sent again, because its answer was lost, changes nothing.
local prefix, process, number, most = ARGV[1], ARGV[2], tonumber(ARGV[3]), 240
local ttl, oldest = tonumber(ARGV[4]), tonumber(ARGV[5])

local entries, at = {}, 6
while at <= #ARGV do
  local keys, counts = tonumber(ARGV[at + 4]), tonumber(ARGV[at + 5])
  local stop = at + 5 + keys + 3 * counts
  if stop > #ARGV then return redis.error_reply('a commit is cut off') end
  entries[#entries + 1] = {
    host = ARGV[at], version = ARGV[at + 1], slice = ARGV[at + 2], news = ARGV[at + 3],
    first = at + 6, counts = at + 6 + keys, stop = stop,
  }
  at = stop + 1
end

local mark = prefix .. ':w:' .. process
local done = tonumber(redis.call('GET', mark) or 0)
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]

-- Versions of a host grow, also if all that was stored of it has been given back meanwhile: they are times.
local versions, answers, touched = {}, {}, {}
local function version_of(entry)
  local version = versions[entry.host]
  if not version then
    local last = tonumber(redis.call('ZRANGE', prefix .. ':s:' .. entry.host, -1, -1, 'WITHSCORES')[2] or 0)
    version = { number = string.format('%.0f', math.max(last + 1, now)), alone = last == tonumber(entry.version) }
    versions[entry.host] = version
  end
  return version
end

local function keep(name)
  if ttl and not touched[name] then
    touched[name] = true
    redis.call('EXPIRE', name, ttl)
  end
end

-- Linear hashing: one bucket at a time is divided, so no set grows beyond 512 members, up to which Redis packs them into 8 bytes each (78
-- beyond), and no step takes long.
local function divide(place, entered)
  local state = prefix .. ':b:' .. place
  local total = redis.call('HINCRBY', state, 'keys', entered)
  local buckets = tonumber(redis.call('HGET', state, 'buckets') or 1)
  while total > most * buckets do
    local size = level(buckets)
    local from, to = prefix .. ':k:' .. place .. ':' .. (buckets - size), prefix .. ':k:' .. place .. ':' .. buckets
    for _, key in ipairs(redis.call('SMEMBERS', from)) do
      if spread(key) % (2 * size) == buckets then
        redis.call('SMOVE', from, to, key)
      end
    end
    keep(to)
    buckets = buckets + 1
    redis.call('HSET', state, 'buckets', buckets)
  end
  keep(state)
end

-- Notes that a slice of a host has changed, and forgets of the host's oldest changes those that are given back.
local function register(entry, version)
  local slices = prefix .. ':s:' .. entry.host
  local is_new = redis.call('ZADD', slices, version, entry.slice) == 1
  if is_new and oldest then
    for _, slice in ipairs(redis.call('ZRANGE', slices, 0, 7)) do
      if (tonumber(slice) or oldest) < oldest then redis.call('ZREM', slices, slice) end
    end
  end
  keep(slices)
end

for i, entry in ipairs(entries) do
  answers[i] = entry.version
  if number > done then
    local place, claims = entry.host .. ':' .. entry.slice, prefix .. ':c:' .. entry.host
    local entered = 0
    for at = entry.first, entry.counts - 1 do
      local name = bucket_name(prefix, place, ARGV[at])
      entered = entered + redis.call('SADD', name, ARGV[at])
      keep(name)
      redis.call('HDEL', claims, ARGV[at])
    end
    if entered > 0 then divide(place, entered) end
    if entry.news ~= '' then
      local version = version_of(entry)
      local list = prefix .. ':p:' .. place
      redis.call('RPUSH', list, struct.pack('<I8I8', tonumber(process), tonumber(version.number)) .. entry.news)
      keep(list)
      register(entry, version.number)
      if version.alone then answers[i] = version.number end
    end
    local counts = prefix .. ':m:' .. place
    for at = entry.counts, entry.stop - 2, 3 do
      local count, last = ARGV[at + 1], ARGV[at + 2]
      local before = redis.call('HGET', counts, ARGV[at])
      if before then
        local old, time = before:match('^(%d+) (%-?%d+)$')
        count = string.format('%.0f', tonumber(count) + tonumber(old))
        if tonumber(time) > tonumber(last) then last = time end
      end
      redis.call('HSET', counts, ARGV[at], count .. ' ' .. last)
    end
    if entry.stop >= entry.counts then
      keep(counts)
      -- It is news to nobody, and known to whoever looks at all slices.
      redis.call('ZADD', prefix .. ':s:' .. entry.host, 'NX', 0, entry.slice)
      keep(prefix .. ':s:' .. entry.host)
    end
  end
end
if number > done then redis.call('SET', mark, number, 'EX', 3600) end
return answers

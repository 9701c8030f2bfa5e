-- Stores what a process has decided: keys of the lines that it printed, what it learned, and how often kinds were met.
-- ARGV: prefix, process, number of this commit, then for each host: host, piece, number of keys, number of
-- counts, keys, counts as pairs of kind and count.
-- Gives for each host the number of its pieces. A commit that is sent again, because its answer was lost, changes nothing.
local prefix, process, number, most = ARGV[1], ARGV[2], tonumber(ARGV[3]), 240

local hosts, at = {}, 4
while at <= #ARGV do
  local keys, counts = tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
  local stop = at + 3 + keys + 2 * counts
  if stop > #ARGV then return redis.error_reply('a commit is cut off') end
  hosts[#hosts + 1] = { host = ARGV[at], piece = ARGV[at + 1], first = at + 4, counts = at + 4 + keys, stop = stop }
  at = stop + 1
end

local mark = prefix .. ':w:' .. process
local done = tonumber(redis.call('GET', mark) or 0)
local lengths = {}
for i, entry in ipairs(hosts) do
  local list = prefix .. ':p:' .. entry.host
  if number > done then
    local claims, state = prefix .. ':c:' .. entry.host, prefix .. ':h:' .. entry.host
    local entered = 0
    for place = entry.first, entry.counts - 1 do
      local key = ARGV[place]
      entered = entered + redis.call('SADD', bucket_name(prefix, entry.host, key), key)
      redis.call('HDEL', claims, key)
    end
    if entered > 0 then
      -- Linear hashing: one bucket at a time is divided, so no set grows beyond 512 members, up to which Redis packs them into 8 bytes
      -- each (78 beyond), and no step takes long.
      local total = redis.call('HINCRBY', state, 'keys', entered)
      local buckets = tonumber(redis.call('HGET', state, 'buckets') or 1)
      while total > most * buckets do
        local size = level(buckets)
        local from, to = prefix .. ':k:' .. entry.host .. ':' .. (buckets - size), prefix .. ':k:' .. entry.host .. ':' .. buckets
        for _, key in ipairs(redis.call('SMEMBERS', from)) do
          if spread(key) % (2 * size) == buckets then
            redis.call('SMOVE', from, to, key)
          end
        end
        buckets = buckets + 1
        redis.call('HSET', state, 'buckets', buckets)
      end
    end
    if entry.piece ~= '' then redis.call('RPUSH', list, entry.piece) end
    for place = entry.counts, entry.stop - 1, 2 do
      redis.call('HINCRBY', prefix .. ':m:' .. entry.host, ARGV[place], ARGV[place + 1])
    end
  end
  lengths[i] = redis.call('LLEN', list)
end
if number > done then redis.call('SET', mark, number, 'EX', 86400) end
return lengths

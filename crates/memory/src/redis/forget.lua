-- Removes all that is stored of a host, unless that has changed. ARGV: prefix, host, the score of its last change or nothing if that does
-- not matter, how many sets may be removed at once.
-- Gives 0 if it has changed, 1 if nothing is left, 2 if something is: then it is to be sent again.
local prefix, host, version, left = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local registry = prefix .. ':s:' .. host
local last = redis.call('ZRANGE', registry, -1, -1, 'WITHSCORES')[2]
if last and version ~= '' and last ~= version then return 0 end
for _, slice in ipairs(redis.call('ZRANGE', registry, 0, -1)) do
  local place = host .. ':' .. slice
  local sizes = prefix .. ':b:' .. place
  local buckets = tonumber(redis.call('HGET', sizes, 'buckets') or 1)
  -- The last ones first: what is left over is found again.
  while buckets > 0 do
    if left == 0 then
      redis.call('HSET', sizes, 'buckets', buckets)
      return 2
    end
    buckets, left = buckets - 1, left - 1
    redis.call('UNLINK', prefix .. ':k:' .. place .. ':' .. buckets)
  end
  redis.call('UNLINK', sizes, prefix .. ':p:' .. place, prefix .. ':m:' .. place)
  redis.call('ZREM', registry, slice)
end
return 1

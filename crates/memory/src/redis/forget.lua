-- Deletes a host unless it has changed.
-- ARGV: prefix, host, version of its last change or nothing if that does not matter, seconds of a
-- generation or nothing, number of records that may be removed at once.
-- Returns 0 if it has changed, 1 if nothing is left, 2 if something is: then the call is to be sent
-- again.
local prefix, host, version, left = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[5])
local all, heads, last = generations(tonumber(ARGV[4])), {}, 0
for i, generation in ipairs(all) do
  heads[i] = redis.call('HGET', prefix .. ':h:' .. generation, host)
  if heads[i] then last = math.max(last, (struct.unpack('<I8', heads[i]))) end
end
local lesson = redis.call('LINDEX', prefix .. ':l:' .. host, -1)
if lesson then last = math.max(last, (struct.unpack('<I8', lesson, 9))) end
if version and last ~= version then return 0 end

for i, generation in ipairs(all) do
  local head, at = prefix .. ':h:' .. generation, heads[i]
  while at and struct.unpack('<I8', at) > 0 do
    if left == 0 then
      -- The next call finds what is left.
      redis.call('HSET', head, host, at)
      return 2
    end
    local name = prefix .. ':n:' .. generation
    local record = redis.call('HGET', name, host .. at)
    redis.call('HDEL', name, host .. at)
    at, left = record and record:sub(17, 24), left - 1
  end
  redis.call('HDEL', head, host)
  redis.call('UNLINK', prefix .. ':m:' .. host .. ':' .. generation)
end
redis.call('UNLINK', prefix .. ':l:' .. host)
return 1

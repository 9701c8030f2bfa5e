-- Starts a run.
-- ARGV: name of the settings, 1 if nothing is to be written, settings of the filter as text, key of
-- all hashes, length of a slice, window in milliseconds or nothing, version of the format, checksum
-- of these five.
-- Returns the stored values of these last six, which are those of the first run, and the number of
-- the run. Earlier builds stored no checksum.
local name, fields = ARGV[1], { 'identity', 'seed', 'slice', 'window', 'format' }
local is_new = redis.call('HEXISTS', name, 'identity') == 0
if is_new and ARGV[2] ~= '1' then redis.call('HSET', name, 'check', ARGV[8]) end
local stored = {}
for i, field in ipairs(fields) do
  if ARGV[2] ~= '1' then redis.call('HSETNX', name, field, ARGV[i + 2]) end
  stored[i] = redis.call('HGET', name, field) or ARGV[i + 2]
end
stored[6] = redis.call('HGET', name, 'check') or (is_new and ARGV[8] or '')
if ARGV[2] == '1' then
  stored[7] = tostring((tonumber(redis.call('HGET', name, 'runs')) or 0) + 1)
else
  stored[7] = tostring(redis.call('HINCRBY', name, 'runs', 1))
end
return stored

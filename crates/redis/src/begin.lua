-- Starts a run.
-- ARGV: name of the settings, 1 if nothing is to be written, settings of the filter as text, key of
-- all hashes, length of a slice, window in milliseconds or nothing, version of the format.
-- Returns the stored values of these last five, which are those of the first run, and the number of
-- the run.
local name, fields = ARGV[1], { 'identity', 'seed', 'slice', 'window', 'format' }
local stored = {}
for i, field in ipairs(fields) do
  if ARGV[2] ~= '1' then redis.call('HSETNX', name, field, ARGV[i + 2]) end
  stored[i] = redis.call('HGET', name, field) or ARGV[i + 2]
end
if ARGV[2] == '1' then
  stored[6] = tostring((tonumber(redis.call('HGET', name, 'runs')) or 0) + 1)
else
  stored[6] = tostring(redis.call('HINCRBY', name, 'runs', 1))
end
return stored

-- Starts a run. ARGV: name of the settings, settings of the filter as text, both halves of the key of all hashes, length of a slice.
-- Gives what is stored of these four, which was stored first, and the number of the run.
local name = ARGV[1]
for i, field in ipairs({ 'identity', 'seed0', 'seed1', 'slice' }) do
  redis.call('HSETNX', name, field, ARGV[i + 1])
end
local stored = redis.call('HMGET', name, 'identity', 'seed0', 'seed1', 'slice')
stored[5] = tostring(redis.call('HINCRBY', name, 'runs', 1))
return stored

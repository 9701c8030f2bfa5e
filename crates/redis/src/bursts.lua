-- Counts lines of groups, one list of slices of time for each group.
-- ARGV: prefix, process, number of this call, life of a record in seconds or nothing, the number of
-- lines within the window that are a burst, and for some lines of a group each: its key, their slice,
-- the oldest slice that counts then, and their number.
-- Returns which of these lines completes a burst, from 1; 0 if none does. A call that is sent again
-- because its answer was lost gets that answer.
local prefix, process, number, life, wanted = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])
local mark = prefix .. ':m:' .. process
local last = redis.call('HMGET', mark, 'number', 'answer')
if last[1] == number then return last[2] end

local answer = {}
for i = 6, #ARGV, 4 do
  local name, oldest, count = prefix .. ':n:' .. ARGV[i], tonumber(ARGV[i + 2]), tonumber(ARGV[i + 3])
  local before, reported = 0, false
  local slices = redis.call('HGETALL', name)
  for at = 1, #slices, 2 do
    if slices[at] == 'reported' then
      reported = true
    elseif tonumber(slices[at]) >= oldest then
      before = before + tonumber(slices[at + 1])
    else
      redis.call('HDEL', name, slices[at])
    end
  end
  if 2 * before < wanted then
    reported = false
    redis.call('HDEL', name, 'reported')
  end
  redis.call('HINCRBY', name, ARGV[i + 1], count)
  if life then redis.call('EXPIRE', name, life) end
  local completes = 0
  if not reported and before + count >= wanted then
    completes = math.max(1, wanted - before)
    redis.call('HSET', name, 'reported', 1)
  end
  answer[#answer + 1] = completes
end
local text = table.concat(answer, ' ')
redis.call('HSET', mark, 'number', number, 'answer', text)
redis.call('EXPIRE', mark, 3600)
return text

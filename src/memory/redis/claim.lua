-- Grants lines that start a kind, each to one process.
-- ARGV: prefix, process, lease in ms, then for each claim: host, how many keys it was looked up by, how many it is entered under, those keys.
-- Gives for each claim 1 if it is granted, 0 if one of the keys is entered, 2 if another process claims one and has not printed yet.
local prefix, process, lease = ARGV[1], ARGV[2], tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- Nothing is written before everything is read and understood: a script that fails half-way would leave what it wrote.
local claims, at = {}, 4
while at <= #ARGV do
  local looked, entered = tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
  local stop = at + 2 + looked + entered
  if stop > #ARGV then return redis.error_reply('claims are cut off') end
  claims[#claims + 1] = { host = ARGV[at], first = at + 3, entered = at + 3 + looked, stop = stop }
  at = stop + 1
end

local answers = {}
for i, claim in ipairs(claims) do
  local name = prefix .. ':c:' .. claim.host
  local answer = 1
  for place = claim.first, claim.entered - 1 do
    local key = ARGV[place]
    if redis.call('SISMEMBER', bucket_name(prefix, claim.host, key), key) == 1 then
      answer = 0
      break
    end
    local held = redis.call('HGET', name, key)
    if held then
      local owner, deadline = held:match('^(%S+) (%d+)$')
      if owner ~= process and tonumber(deadline) > now then
        answer = 2
      end
    end
  end
  if answer == 1 then
    for place = claim.entered, claim.stop do
      redis.call('HSET', name, ARGV[place], process .. ' ' .. string.format('%d', now + lease))
    end
  end
  answers[i] = answer
end
return answers

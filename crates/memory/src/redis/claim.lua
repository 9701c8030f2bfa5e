-- Grants lines that start a group, each to one process.
-- ARGV: prefix, process, lease in ms, then for each claim: host, the version of it that is known, the oldest slice that counts or nothing, how
-- many keys it was looked up by, how many it is entered under, those keys.
-- Gives for each claim 1 if it is granted, 0 if one of the keys is entered, 2 if another process claims one and has not printed yet.
local prefix, process, lease = ARGV[1], ARGV[2], tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- Nothing is written before everything is read and understood: a script that fails half-way would leave what it wrote.
local claims, at = {}, 4
while at <= #ARGV do
  local looked, entered = tonumber(ARGV[at + 3]), tonumber(ARGV[at + 4])
  local stop = at + 4 + looked + entered
  if stop > #ARGV then return redis.error_reply('claims are cut off') end
  local oldest = tonumber(ARGV[at + 2])
  claims[#claims + 1] = { host = ARGV[at], version = ARGV[at + 1], oldest = oldest, first = at + 5, entered = at + 5 + looked, stop = stop }
  at = stop + 1
end

-- Whoever claims knows all but the slices that have changed since it looked: most often one, or none.
local changes, held = {}, {}
local function changed(claim)
  local host = claim.host
  if not changes[host] then
    changes[host] = redis.call('ZRANGE', prefix .. ':s:' .. host, '(' .. claim.version, '+inf', 'BYSCORE')
    held[host] = redis.call('EXISTS', prefix .. ':c:' .. host) == 1
  end
  return changes[host]
end

local function is_entered(claim)
  for _, slice in ipairs(changed(claim)) do
    if not claim.oldest or (tonumber(slice) or claim.oldest) >= claim.oldest then
      local place = claim.host .. ':' .. slice
      for at = claim.first, claim.entered - 1 do
        if redis.call('SISMEMBER', bucket_name(prefix, place, ARGV[at]), ARGV[at]) == 1 then return true end
      end
    end
  end
  return false
end

local function is_held(claim, name)
  if not held[claim.host] then return false end
  for at = claim.first, claim.entered - 1 do
    local by = redis.call('HGET', name, ARGV[at])
    if by then
      local owner, deadline = by:match('^(%S+) (%d+)$')
      if owner ~= process and tonumber(deadline) > now then return true end
    end
  end
  return false
end

local answers = {}
local grant = process .. ' ' .. string.format('%d', now + lease)
for i, claim in ipairs(claims) do
  local name = prefix .. ':c:' .. claim.host
  local answer = 1
  if is_entered(claim) then
    answer = 0
  elseif is_held(claim, name) then
    answer = 2
  else
    for at = claim.entered, claim.stop do redis.call('HSET', name, ARGV[at], grant) end
    redis.call('PEXPIRE', name, 2 * lease)
  end
  answers[i] = answer
end
return answers

-- What is new of some hosts. ARGV: prefix, how many lists and elements of them may be read, then for each host: host, the version that is known.
-- Gives for each host its version and the entries of commits; where too much would be read, for fewer hosts than were asked about, but one at least.
local prefix, left, news = ARGV[1], tonumber(ARGV[2]), {}
for at = 3, #ARGV, 2 do
  if left <= 0 and #news > 0 then break end
  local host, version = ARGV[at], ARGV[at + 1]
  local of_host = { version }
  -- The slices that have changed since, in the order of their last changes.
  local changed = redis.call('ZRANGE', prefix .. ':s:' .. host, '(' .. version, '+inf', 'BYSCORE', 'WITHSCORES')
  for i = 1, #changed, 2 do
    local name = prefix .. ':p:' .. host .. ':' .. changed[i]
    local commits, first
    if version == '0' then
      commits, first = redis.call('LRANGE', name, 0, -1), 1
    else
      -- What is new stands at the end, behind its version.
      local count = 4
      repeat
        count = count * 4
        commits = redis.call('LRANGE', name, -count, -1)
      until #commits < count or struct.unpack('<I8', commits[1], 9) <= tonumber(version)
      first = 1
      while first <= #commits and struct.unpack('<I8', commits[first], 9) <= tonumber(version) do first = first + 1 end
    end
    for place = first, #commits do of_host[#of_host + 1] = commits[place] end
    of_host[1] = changed[i + 1]
    left = left - 1 - #commits
  end
  left = left - 1
  news[#news + 1] = of_host
end
return news

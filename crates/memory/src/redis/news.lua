-- Reads what was stored lately of some buckets.
-- ARGV: prefix, the process that asks, the most to read (elements, and thousands of bytes of them),
-- seconds of a generation or nothing, number of buckets, buckets, the version of each that is known.
-- Returns the current version and the number of buckets that were read; then elements that
-- others have stored, each behind the place of its bucket, in no particular order.
local prefix, process, left, seconds, count = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local buckets, versions = 5, 5 + count
local all, heads = generations(seconds), {}
local current, news = redis.call('HGET', prefix .. ':settings', 'changed') or '0', {}

-- Versions are times: no generation before that of the oldest version has anything new.
local oldest = math.huge
for place = 1, count do oldest = math.min(oldest, tonumber(ARGV[versions + place])) end
if seconds then all[#all + 1] = 'l' end
for i, generation in ipairs(all) do
  if not tonumber(generation) or tonumber(generation) >= math.floor(oldest / 1000000 / seconds) then
    heads[i] = fields(prefix .. ':h:' .. generation, buckets + 1, buckets + count)
  end
end

local function version(element) return (struct.unpack('<I8', element, 9)) end

-- Returns the last elements of a list, at least those after a version.
local function since(list, known)
  local length = known > 0 and 1 or 1000000000
  while true do
    length = length * 4
    local elements = redis.call('LRANGE', list, -length, -1)
    if #elements < length then return elements end
    -- Counts have no version.
    for _, element in ipairs(elements) do
      if version(element) > known then break end
      if version(element) > 0 then return elements end
    end
  end
end

local complete = 0
while complete < count and left > 0 do
  local known = tonumber(ARGV[versions + complete + 1])
  for i, generation in ipairs(all) do
    if heads[i] and is_news(heads[i][complete + 1], process, known) then
      for _, element in ipairs(since(prefix .. ':b:' .. generation .. ':' .. ARGV[buckets + complete + 1], known)) do
        if version(element) > known and element:sub(1, 8) ~= process then
          news[#news + 1], news[#news + 2] = tostring(complete), element
          left = left - 1 - #element / 1000
        end
      end
    end
  end
  complete = complete + 1
end
return { current, tostring(complete), news }

-- In which set a key of a host and slice stands. Keys are signed decimal numbers, which stay text: as numbers they would lose their last
-- bits.
local function spread(key)
  local digits = key:sub(-9):gsub('-', '')
  return tonumber(digits)
end

-- The largest power of two that is not above a number of buckets.
local function level(buckets)
  local size = 1
  while size * 2 <= buckets do size = size * 2 end
  return size
end

local known = {}
-- A place is a host and a slice, with a colon between.
local function bucket_name(prefix, place, key)
  local buckets = known[place]
  if not buckets then
    buckets = tonumber(redis.call('HGET', prefix .. ':b:' .. place, 'buckets') or 1)
    known[place] = buckets
  end
  local size = level(buckets)
  local bucket = spread(key) % (2 * size)
  if bucket >= buckets then bucket = bucket % size end
  return prefix .. ':k:' .. place .. ':' .. bucket
end

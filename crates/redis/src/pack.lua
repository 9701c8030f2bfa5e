-- Replaces elements of lists by frames.
-- ARGV: prefix; then for each list its name by generation and bucket, its epoch, the number of
-- elements to keep before the replaced ones, the number of these, and that of the pieces of the
-- frame, with the pieces.
-- Returns a digit for each list: 0 if another process has replaced some of its elements.
local prefix, answers, i = ARGV[1], {}, 2
while i < #ARGV do
  local list, before, pieces = prefix .. ':b:' .. ARGV[i], tonumber(ARGV[i + 2]), tonumber(ARGV[i + 4])
  local name, bucket = prefix .. ':h:' .. ARGV[i]:sub(1, -4), ARGV[i]:sub(-2)
  local head = noted(redis.call('HGET', name, bucket))
  local life = redis.call('PTTL', list)
  -- A list that has expired stays so.
  local is_same = head:sub(9, 16) == ARGV[i + 1] and life ~= -2
  answers[#answers + 1] = is_same and '1' or '0'
  if is_same then
    local earlier = before > 0 and redis.call('LRANGE', list, 0, before - 1) or {}
    redis.call('LTRIM', list, before + ARGV[i + 3], -1)
    for at = i + 4 + pieces, i + 5, -1 do redis.call('LPUSH', list, ARGV[at]) end
    for at = #earlier, 1, -1 do redis.call('LPUSH', list, earlier[at]) end
    local epoch = struct.pack('<I8', struct.unpack('<I8', head, 9) + 1)
    redis.call('HSET', name, bucket, head:sub(1, 8) .. epoch .. head:sub(17))
    if life > 0 then
      redis.call('PEXPIRE', list, life)
      if redis.call('PTTL', name) == -1 then redis.call('PEXPIRE', name, life) end
    end
  end
  i = i + 5 + pieces
end
return table.concat(answers)

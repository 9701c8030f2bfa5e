-- Replaces elements of lists by frames.
-- ARGV: prefix; then for each list its name by generation and bucket, its epoch, the number of
-- elements to keep before the replaced ones, the number of these, and the frame or nothing.
-- Returns a digit for each list: 0 if another process has replaced some of its elements.
local prefix, answers = ARGV[1], {}
for i = 2, #ARGV, 5 do
  local list, before, frame = prefix .. ':b:' .. ARGV[i], tonumber(ARGV[i + 2]), ARGV[i + 4]
  local name, bucket = prefix .. ':h:' .. ARGV[i]:sub(1, -4), ARGV[i]:sub(-2)
  local head = noted(redis.call('HGET', name, bucket))
  local life = redis.call('PTTL', list)
  -- A list that has expired stays so.
  local is_same = head:sub(9, 16) == ARGV[i + 1] and life ~= -2
  answers[#answers + 1] = is_same and '1' or '0'
  if is_same then
    local earlier = before > 0 and redis.call('LRANGE', list, 0, before - 1) or {}
    redis.call('LTRIM', list, before + ARGV[i + 3], -1)
    if frame ~= '' then redis.call('LPUSH', list, frame) end
    for at = #earlier, 1, -1 do redis.call('LPUSH', list, earlier[at]) end
    local epoch = struct.pack('<I8', struct.unpack('<I8', head, 9) + 1)
    redis.call('HSET', name, bucket, head:sub(1, 8) .. epoch .. head:sub(17))
    if life > 0 then
      redis.call('PEXPIRE', list, life)
      if redis.call('PTTL', name) == -1 then redis.call('PEXPIRE', name, life) end
    end
  end
end
return table.concat(answers)

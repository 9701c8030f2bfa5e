-- Reads the ends of lists: what was stored since their last frames, and frames that are not much
-- larger than all that follows them, or whose hashes are to be derived at the end of the run.
-- Frames whose hashes are derived wait for that.
-- ARGV: prefix, how many times larger a frame may be, the process that must have been the last to
-- add to a list or nothing; then the lists, by generation and bucket.
-- Returns for each list its epoch, the number of elements before these, and these.
local prefix, most, process, answers = ARGV[1], tonumber(ARGV[2]), ARGV[3], {}
for i = 4, #ARGV do
  local list = prefix .. ':b:' .. ARGV[i]
  local is_wanted = process == '' or (redis.call('LINDEX', list, -1) or ''):sub(1, 8) == process
  local all = is_wanted and redis.call('LRANGE', list, 0, -1) or {}
  local first, size, last = #all, 0, {}
  while first > 0 do
    local start, whole = first - 1, #all[first]
    if struct.unpack('<I8', all[first]) == 0 then
      -- The pieces of a frame have the same head.
      local head = all[first]:sub(1, 16)
      while start > 0 and all[start]:sub(1, 16) == head do start, whole = start - 1, whole + #all[start] end
      local form = all[start + 1]:byte(17)
      if form == 1 and most == 1 or whole > most * (size + 1) and (form ~= 2 or most == 1) then break end
    end
    first, size = start, size + whole
  end
  for at = first + 1, #all do last[#last + 1] = all[at] end
  local head = redis.call('HGET', prefix .. ':h:' .. ARGV[i]:sub(1, -4), ARGV[i]:sub(-2))
  answers[i - 3] = { noted(head):sub(9, 16), first, last }
end
return answers

-- What is new of some hosts. ARGV: prefix, then for each host: host, how many of its pieces are known. Gives a list of pieces for each.
local prefix, news = ARGV[1], {}
for at = 2, #ARGV, 2 do
  news[#news + 1] = redis.call('LRANGE', prefix .. ':p:' .. ARGV[at], tonumber(ARGV[at + 1]), -1)
end
return news

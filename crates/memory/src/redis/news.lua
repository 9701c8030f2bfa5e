-- Tells of which buckets others have stored something: see `news`.
-- ARGV: prefix, seconds of a generation or nothing, the oldest version that is known of these buckets,
-- their number, buckets.
return news(tonumber(ARGV[2]), tonumber(ARGV[3]), 5, 4 + tonumber(ARGV[4]), '')

-- Tells of which buckets others have stored something since the oldest version that is known of these:
-- see `updates`.
return updates('')

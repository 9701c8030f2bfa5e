-- Reads what was stored lately of some buckets: see `news`.
return news()

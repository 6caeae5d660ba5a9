-- Without a pending list: after a bulk load every list of cases would first have to read it through.
ALTER INDEX response_units SET (fastupdate = off);
SELECT gin_clean_pending_list('response_units');

-- Step 1 of 2 (docs/run/many-servers.md, "Partitions"): the table of postings, or its newest partition, is to end at an instant that is
-- still to come: psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -v ends='2027-01-01 00:00+01' -f 1-bound.sql
-- Reads the table once while everybody goes on. From that instant on it refuses postings: take step 2 before it.
-- To take it back: alter table … drop constraint ledger_postings_ends.

-- A lock that others hold is not waited for, since everybody would wait behind it: run it again.
set lock_timeout = '500ms';
select set_config('alajo.ends', :'ends', false);

begin;
do $$
begin
	if current_setting('alajo.ends')::timestamptz < now() + interval '1 hour' then
		raise exception 'the end must be at least an hour from now';
	end if;
	execute format('alter table %s add constraint ledger_postings_ends check (made_at < %L) not valid',
		coalesce(to_regclass('ledger_postings_newest'), 'ledger_postings'), current_setting('alajo.ends')::timestamptz);
end $$;
commit;

-- Nobody waits for this one, and it waits for a vacuum at most.
reset lock_timeout;
do $$
begin
	execute format('alter table %s validate constraint ledger_postings_ends',
		coalesce(to_regclass('ledger_postings_newest'), 'ledger_postings'));
end $$;

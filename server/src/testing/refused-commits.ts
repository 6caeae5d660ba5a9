import { sql } from 'kysely'

/** With this trigger no write with an audit entry can be committed. */
export const refusedCommits = sql`
  create function refuse_commit() returns trigger language plpgsql as $$
    begin raise exception 'the commit fails'; end $$;
  create constraint trigger refuse_commit after insert on audit
    deferrable initially deferred for each row execute function refuse_commit();
  alter table audit disable trigger refuse_commit`

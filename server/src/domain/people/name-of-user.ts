import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** Name of the user whose id is in a column, else their user name; empty without a user. */
export function nameOfUser(column: string): RawBuilder<string> {
  return sql<string>`coalesce((select coalesce(nullif(trim(named.first_name || ' ' || named.last_name), ''), named.username)
                                 from app_user named where named.id = ${sql.ref(column)}), '')`
}

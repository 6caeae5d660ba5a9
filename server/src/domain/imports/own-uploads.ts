import type { Kysely } from 'kysely'
import type { Identity } from '#server/domain/rights/identity.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db-types.ts'

/** How long an uploaded file is kept, in ms. */
export const uploadTime = 24 * 60 * 60_000

/** What finding somebody's uploads needs of a context. */
export interface UploadsContext {
  db: Kysely<Database>
  identity: Identity
  clock: Clock
}

/** The caller's own uploads that are still kept; whoever acts as somebody sees only what they uploaded as that person. */
export function ownUploads({ db, identity, clock }: UploadsContext) {
  return db
    .selectFrom('import_upload')
    .where('import_upload.owner_id', '=', identity.userId)
    .where('import_upload.actor_id', identity.actor ? '=' : 'is', identity.actor?.userId ?? null)
    .where('import_upload.universe_id', identity.universe ? '=' : 'is', identity.universe?.id ?? null)
    .where('import_upload.created', '>', new Date(clock.now().getTime() - uploadTime))
    .orderBy('import_upload.created', 'desc')
}

import type { Kysely } from 'kysely'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'

/** The language model that an organisation has chosen, as it is stored. */
export interface ProviderRow {
  isOn: boolean
  url: string
  model: string
  /** Its key; null for one that needs none. */
  secret: Buffer | null
  version: number
}

const none: ProviderRow = { isOn: false, url: '', model: '', secret: null, version: 0 }

/** The language model of an organisation; one that is off and of version 0 where none was chosen. */
export async function readProviderRow(db: Kysely<Database>, universeId: number): Promise<ProviderRow> {
  const row = await db
    .selectFrom('text_provider')
    .where('universe_id', '=', universeId)
    .select(['is_on as isOn', 'url', 'model', 'secret', 'version'])
    .executeTakeFirst()
  return row ?? none
}

/** Stores it over the version it was read with; false where that is not the stored one any more. */
export async function saveProviderRow(
  { db }: Pick<WriteTx<WriteContext>, 'db'>,
  universeId: number,
  { isOn, url, model, secret, version }: ProviderRow,
): Promise<boolean> {
  const row = { is_on: isOn, url, model, secret, version: version + 1 }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('text_provider')
    .values({ universe_id: universeId, ...row })
    .onConflict((conflict) =>
      conflict.column('universe_id').doUpdateSet(row).where('text_provider.version', '=', version),
    )
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

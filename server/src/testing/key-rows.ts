import type { Insertable } from 'kysely'
import type { Deps } from '#server/domain/context.ts'
import { newSecret } from '#server/domain/rights/secret.ts'
import { hashOfToken, newKeyToken } from '#server/domain/keys/key-token.ts'
import type { Database } from '#server/platform/db-types.ts'

/** Stores a key of a survey, of the public screen at the top unless told otherwise; returns its id. */
export async function createKeyRow(
  db: Deps['db'],
  { universeId, surveyId }: { universeId: number; surveyId: number },
  values: Partial<Insertable<Database['api_key']>> = {},
): Promise<number> {
  const { id } = await db
    .insertInto('api_key')
    .values({
      ...{ universe_id: universeId, survey_id: surveyId, ext_name: `key-${newSecret().slice(0, 8)}`, type: 4 },
      ...{ path: 'root', per_minute: 1000, token_hash: newSecret(), created_at: new Date(), ...values },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores such a key and returns its token. */
export async function createKey(
  db: Deps['db'],
  survey: { universeId: number; surveyId: number },
  values: Partial<Insertable<Database['api_key']>> & Pick<Insertable<Database['api_key']>, 'type'>,
): Promise<string> {
  const token = newKeyToken(values.type)
  await createKeyRow(db, survey, { ...values, token_hash: hashOfToken(token) ?? '' })
  return token
}

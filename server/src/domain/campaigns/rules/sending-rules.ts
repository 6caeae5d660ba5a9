import { sendingRules, usualSendingRules } from '@gensvar/contract/sending-rules'
import type { SendingRules } from '@gensvar/contract/sending-rules'
import { say } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'

/** An organisation's rules of sending; `version` is 0 where it has none of its own. */
export interface KeptSendingRules {
  rules: SendingRules
  version: number
}

/** The rules of sending of an organisation. */
export async function sendingRulesOf(db: Kysely<Database>, universeId: number): Promise<KeptSendingRules> {
  const row = await db
    .selectFrom('sending_rules')
    .select(['rules', 'version'])
    .where('universe_id', '=', universeId)
    .executeTakeFirst()
  return row ? { rules: sendingRules.parse(row.rules), version: row.version } : { rules: usualSendingRules, version: 0 }
}

/** Saves the rules of sending over the version they were read with. Throws `conflict` at `version` for another one. */
export async function saveSendingRules(
  { db }: Pick<WriteTx<WriteContext>, 'db'>,
  universeId: number,
  { rules, version }: KeptSendingRules,
): Promise<KeptSendingRules> {
  const stored = JSON.stringify(rules)
  const saved =
    version === 0
      ? await db
          .insertInto('sending_rules')
          .values({ universe_id: universeId, rules: stored })
          .onConflict((conflict) => conflict.doNothing())
          .returning('version')
          .executeTakeFirst()
      : await db
          .updateTable('sending_rules')
          .set((row) => ({ rules: stored, version: row('version', '+', 1) }))
          .where('universe_id', '=', universeId)
          .where('version', '=', version)
          .returning('version')
          .executeTakeFirst()
  if (!saved)
    throw new AppError('conflict', say`Somebody else has changed the rules of sending since. Reload them.`, {
      version: say`changed since`,
    })
  return { rules, version: saved.version }
}

import { createHmac, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'

type Db = Kysely<Database>

/** Knows the foreign ids of a survey again whose respondents were erased or anonymised. */
export class ErasedKeys {
  private readonly db: Db
  private readonly surveyId: number
  /** Null for a survey that has erased nobody. */
  private readonly secret: Buffer | null

  private constructor(db: Db, surveyId: number, secret: Buffer | null) {
    this.db = db
    this.surveyId = surveyId
    this.secret = secret
  }

  /** Those of a survey. */
  static async of(db: Db, surveyId: number): Promise<ErasedKeys> {
    return new ErasedKeys(db, surveyId, await readSecret(db, surveyId))
  }

  /** Whether there may be any: otherwise `among` asks nothing of the database. */
  get mayBe(): boolean {
    return this.secret !== null
  }

  /** Which of some foreign ids they are. */
  async among(foreignIds: readonly string[]): Promise<ReadonlySet<string>> {
    const { secret } = this
    if (secret === null || foreignIds.length === 0) return new Set()
    const byHash = new Map(foreignIds.map((id) => [hashOf(secret, id), id]))
    const { rows } = await sql<{ hash: string }>`
      select key_hash as hash from erased_key
       where survey_id = ${this.surveyId} and key_hash = any(${[...byHash.keys()]}::text[])`.execute(this.db)
    return new Set(rows.flatMap(({ hash }) => byHash.get(hash) ?? []))
  }
}

/** Has imports skip some foreign ids from now on. Only keyed hashes of them are stored. */
export async function rememberErasedKeys(
  { db }: Pick<WriteTx<WriteContext>, 'db'>,
  surveyId: number,
  foreignIds: readonly string[],
): Promise<void> {
  if (foreignIds.length === 0) return
  await db
    .insertInto('erased_key_secret')
    .values({ survey_id: surveyId, secret: randomBytes(32) })
    .onConflict((conflict) => conflict.column('survey_id').doNothing())
    .execute()
  const secret = await readSecret(db, surveyId)
  if (!secret) throw new Error(`survey ${surveyId} has no secret for its erased keys`)
  await sql`
    insert into erased_key (survey_id, key_hash)
    select ${surveyId}, unnest(${foreignIds.map((id) => hashOf(secret, id))}::text[])
    on conflict do nothing`.execute(db)
}

async function readSecret(db: Db, surveyId: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom('erased_key_secret')
    .select('secret')
    .where('survey_id', '=', surveyId)
    .executeTakeFirst()
  return row?.secret ?? null
}

function hashOf(secret: Buffer, foreignId: string): string {
  return createHmac('sha256', secret).update(foreignId).digest('hex')
}

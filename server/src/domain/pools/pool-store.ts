import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { PoolScale } from '@gensvar/contract/configuration/pool'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'

type Db = Kysely<Database>
type Tx = Pick<WriteTx<WriteContext>, 'db'>

/** A pool as it is stored. */
export interface PoolRow {
  id: number
  name: string
  title: string
  indicators: readonly { name: string; scale: PoolScale }[]
  version: number
}

/** A figure of a member, as it is stored. */
export interface PoolFigure {
  universeId: number
  indicator: string
  surveyId: number
  value: number
  n: number
}

/** Those whose figures were published together. */
export interface PoolPublication {
  indicator: string
  until: string
  members: readonly number[]
}

const poolColumns = ['id', 'name', 'title', 'indicators', 'version'] as const

/** All pools, by title. */
export function listPoolRows(db: Db): Promise<PoolRow[]> {
  return db.selectFrom('benchmark_pool').select(poolColumns).orderBy('title').orderBy('id').execute()
}

/** A pool by its name. */
export function findPool(db: Db, name: string): Promise<PoolRow | undefined> {
  return db.selectFrom('benchmark_pool').select(poolColumns).where('name', '=', name).executeTakeFirst()
}

/** Who is in pools, those who joined first first. */
export function listMembers(db: Db): Promise<{ poolId: number; universeId: number; joinedAt: Date }[]> {
  return db
    .selectFrom('pool_member')
    .select(['pool_id as poolId', 'universe_id as universeId', 'joined_at as joinedAt'])
    .orderBy('joined_at')
    .orderBy('universe_id')
    .execute()
}

/** Whether an organisation is in a pool. */
export async function isMember(db: Db, poolId: number, universeId: number): Promise<boolean> {
  const row = db.selectFrom('pool_member').select('pool_id').where('pool_id', '=', poolId)
  return (await row.where('universe_id', '=', universeId).executeTakeFirst()) !== undefined
}

/** Pairs of members of a pool that have an administrator in common who is not root. */
export function listLinked(db: Db, poolId: number): Promise<{ one: number; other: number }[]> {
  return linkedOf(db)
    .innerJoin('pool_member as first', 'first.universe_id', 'a.universe_id')
    .where('first.pool_id', '=', poolId)
    .where('second.pool_id', '=', poolId)
    .select(['a.universe_id as one', 'b.universe_id as other'])
    .distinct()
    .execute()
}

/** Whether an administrator of an organisation is one of a member of a pool as well. */
export async function isLinked(db: Db, poolId: number, universeId: number): Promise<boolean> {
  const found = linkedOf(db).where('second.pool_id', '=', poolId).where('a.universe_id', '=', universeId)
  return (await found.select('a.user_id').executeTakeFirst()) !== undefined
}

function linkedOf(db: Db) {
  return db
    .selectFrom('user_universe as a')
    .innerJoin('user_universe as b', 'b.user_id', 'a.user_id')
    .innerJoin('app_user', 'app_user.id', 'a.user_id')
    .innerJoin('pool_member as second', 'second.universe_id', 'b.universe_id')
    .whereRef('a.universe_id', '<>', 'b.universe_id')
    .where('a.admin', '=', true)
    .where('b.admin', '=', true)
    .where('app_user.is_root', '=', false)
}

/** Organisations that users belong to. */
export async function universesOf(db: Db, userIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('user_universe')
    .select('universe_id')
    .where('user_id', 'in', [...userIds])
    .distinct()
    .execute()
  return rows.map((row) => row.universe_id)
}

/** Figures of a pool up to a day. */
export function listFigures(db: Db, poolId: number, until: string): Promise<PoolFigure[]> {
  return db
    .selectFrom('pool_figure')
    .select(['universe_id as universeId', 'indicator', 'survey_id as surveyId', 'value', 'n'])
    .where('pool_id', '=', poolId)
    .where('until', '=', until)
    .orderBy('universe_id')
    .execute()
}

/** The figures of a member, the latest first. */
export function listOwnFigures(
  db: Db,
  poolId: number,
  universeId: number,
): Promise<(PoolFigure & { until: string })[]> {
  return db
    .selectFrom('pool_figure')
    .select(['universe_id as universeId', 'indicator', 'survey_id as surveyId', 'value', 'n', 'until'])
    .where('pool_id', '=', poolId)
    .where('universe_id', '=', universeId)
    .orderBy('until', 'desc')
    .execute()
}

/** What was published of a pool, the latest first. */
export function listPublications(db: Db, poolId: number): Promise<PoolPublication[]> {
  return db
    .selectFrom('pool_publication')
    .select(['indicator', 'until', 'members'])
    .where('pool_id', '=', poolId)
    .orderBy('until', 'desc')
    .execute()
}

/** The surveys of an organisation that are in use. */
export async function listSurveyIds(db: Db, universeId: number): Promise<number[]> {
  const rows = db.selectFrom('survey').select('id').where('universe_id', '=', universeId)
  return (await rows.where('disabled', '=', false).orderBy('id').execute()).map(({ id }) => id)
}

/** Adds a pool; false where the name is in use. */
export async function insertPool(
  { db }: Tx,
  { name, title, indicators }: Pick<PoolRow, 'name' | 'title' | 'indicators'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('benchmark_pool')
    .values({ name, title, indicators: JSON.stringify(indicators) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Saves a pool over the version it was read with; false where that is not the stored one any more. */
export async function savePoolRow(
  { db }: Tx,
  { id, title, indicators, version }: Pick<PoolRow, 'id' | 'title' | 'indicators' | 'version'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('benchmark_pool')
    .set({ title, indicators: JSON.stringify(indicators), version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes the figures of what a pool no longer compares, so that one of that name and another scale finds none. */
export async function removeOtherFigures({ db }: Tx, poolId: number, kept: readonly string[]): Promise<void> {
  await db
    .deleteFrom('pool_figure')
    .where('pool_id', '=', poolId)
    .where('indicator', 'not in', [...kept])
    .execute()
}

/** Removes a pool with all that belongs to it. */
export async function removePoolRow({ db }: Tx, id: number): Promise<void> {
  await db.deleteFrom('benchmark_pool').where('id', '=', id).execute()
}

/** Adds a member; false where it is one already. */
export async function insertMember(
  { db }: Tx,
  member: { poolId: number; universeId: number; joinedAt: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('pool_member')
    .values({ pool_id: member.poolId, universe_id: member.universeId, joined_at: member.joinedAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Removes a member with all its figures; false where it is none. */
export async function removeMember({ db }: Tx, poolId: number, universeId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('pool_member')
    .where('pool_id', '=', poolId)
    .where('universe_id', '=', universeId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Makes a pool's changes wait for each other, until the commit. */
export async function lockPool({ db }: Tx, poolId: number): Promise<void> {
  await db.selectFrom('benchmark_pool').select('id').where('id', '=', poolId).forUpdate().execute()
}

/** Replaces the figures of a pool's indicators up to a day, of those who are still members. */
export async function replaceFigures(
  { db }: Tx,
  poolId: number,
  { until, indicators, figures }: { until: string; indicators: readonly string[]; figures: readonly PoolFigure[] },
): Promise<void> {
  if (indicators.length === 0) return
  await db
    .deleteFrom('pool_figure')
    .where('pool_id', '=', poolId)
    .where('until', '=', until)
    .where('indicator', 'in', [...indicators])
    .execute()
  for (const { universeId, indicator, surveyId, value, n } of figures)
    await sql`
      insert into pool_figure (pool_id, universe_id, indicator, until, survey_id, value, n)
      select pool_id, universe_id, ${indicator}, ${until}::date, ${surveyId}, ${value}, ${n}
      from pool_member where pool_id = ${poolId} and universe_id = ${universeId}`.execute(db)
}

/** Adds what is published. */
export async function insertPublication(
  { db }: Tx,
  poolId: number,
  { indicator, until, members }: PoolPublication,
): Promise<void> {
  await db
    .insertInto('pool_publication')
    .values({ pool_id: poolId, indicator, until, members: [...members] })
    .execute()
}

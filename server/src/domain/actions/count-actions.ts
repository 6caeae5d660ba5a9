import { sql } from 'kysely'
import type { Kysely, SqlBool } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import type { CountedPlaces } from './places-below.ts'

/** Numbers of actions by state. */
export interface ActionCounts {
  open: number
  completed: number
  failed: number
}

/** Numbers of actions at a unit; null for those at the top of a view. */
export interface UnitCounts extends ActionCounts {
  unitId: number | null
  /** Open ones past their deadline. */
  due: number
}

/** Numbers of actions at each of some places of a survey; places without any are left out. */
export async function countActionsByUnit(
  db: Kysely<Database>,
  surveyId: number,
  { places, today }: { places: CountedPlaces; today: string },
): Promise<UnitCounts[]> {
  const rows = await db
    .selectFrom('action')
    .select(['unit_id as unitId', ...stateCounts()])
    .select(sql<number>`(count(*) filter (where state = 0 and deadline < ${today}))::int`.as('due'))
    .where('survey_id', '=', surveyId)
    .where(inPlaces(places))
    .groupBy('unit_id')
    .execute()
  return rows
}

/** Numbers of actions on an item of a kind, and the effects of those that could be measured. */
export interface ItemCounts extends ActionCounts {
  extname: string
  kind: string | null
  /** Difference and standard error of each. */
  effects: [number, number][]
}

/** Numbers of actions at some places of a survey by item and kind. */
export async function countActionsByKind(
  db: Kysely<Database>,
  surveyId: number,
  places: CountedPlaces,
): Promise<ItemCounts[]> {
  const rows = await db
    .selectFrom('action')
    .select(['extname', 'kind', ...stateCounts()])
    // One text: thousands of pairs take long to be built and written as JSON.
    .select(
      sql<string | null>`string_agg((result ->> 'difference') || ' ' || (result ->> 'standardError'), ' ')`.as(
        'effects',
      ),
    )
    .where('survey_id', '=', surveyId)
    .where(inPlaces(places))
    .groupBy(['extname', 'kind'])
    .orderBy('extname')
    .orderBy('kind')
    .execute()
  return rows.map(({ effects, ...counts }) => ({ ...counts, effects: pairsOf(effects) }))
}

/** Pairs of numbers of a text with blanks between them. */
function pairsOf(text: string | null): [number, number][] {
  if (text === null) return []
  const numbers = text.split(' ').map(Number)
  const pairs: [number, number][] = []
  for (let at = 0; at < numbers.length; at += 2) pairs.push([numbers[at] ?? Number.NaN, numbers[at + 1] ?? Number.NaN])
  return pairs
}

function stateCounts() {
  return [
    sql<number>`(count(*) filter (where state = 0))::int`.as('open'),
    sql<number>`(count(*) filter (where state = 1))::int`.as('completed'),
    sql<number>`(count(*) filter (where state = 2))::int`.as('failed'),
  ] as const
}

function inPlaces({ view, unitIds }: CountedPlaces) {
  // One parameter, because there can be very many units.
  return unitIds === null ? sql<SqlBool>`view = ${view}` : sql<SqlBool>`unit_id = any(${[...unitIds]}::int[])`
}

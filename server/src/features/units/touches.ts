import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { UnitChange } from '@gensvar/contract/units'
import { Places } from '#server/domain/rights/places.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { UnitTree } from '#server/domain/survey/unit-tree.ts'
import type { Database } from '#server/platform/db-types.ts'

/** Most users that are named. */
const mostNames = 20

/** A hierarchy, and where the unit in question is in it. */
export interface PlaceIn {
  tree: UnitTree
  path: readonly string[]
}

/** Users who are confined to places of a survey by their filters. */
interface Confined {
  name: string
  confinement: Map<string, readonly string[]>
}

/** Who comes to see a unit, and who no longer sees it, by their filters on levels. */
export async function whoSees(
  db: Kysely<Database>,
  model: SurveyModel,
  view: string,
  { before, after }: { before: PlaceIn; after: PlaceIn },
): Promise<Pick<UnitChange, 'gain' | 'lose'>> {
  const known = new Map<string, [boolean, boolean]>()
  const gain: string[] = []
  const lose: string[] = []
  for (const { name, confinement } of await readConfined(db, model)) {
    const key = JSON.stringify([...confinement])
    let sees = known.get(key)
    if (!sees) {
      const covers = ({ tree, path }: PlaceIn): boolean => new Places(model, tree, [confinement]).covers(view, path)
      known.set(key, (sees = [covers(before), covers(after)]))
    }
    const [did, does] = sees
    if (does && !did) gain.push(name)
    if (did && !does) lose.push(name)
  }
  const people = (names: readonly string[]) => ({ count: names.length, names: names.slice(0, mostNames) })
  return { gain: people(gain), lose: people(lose) }
}

async function readConfined(db: Kysely<Database>, model: SurveyModel): Promise<Confined[]> {
  const levels = [...new Set(model.views.flatMap((view) => view.levels))]
  const { rows } = await sql<{ userId: number; name: string; variable: string; values: string[] }>`
    select u.id as "userId", coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.username) as name,
           f.variable, f.values
      from user_filter f
      join app_user u on u.id = f.user_id
      join user_universe m on m.user_id = u.id and m.universe_id = f.universe_id
      left join role on role.id = m.role_id
     where f.universe_id = ${model.universeId} and (f.survey_id is null or f.survey_id = ${model.id})
       and f.variable = any(${levels}::text[]) and not u.is_root and not coalesce(role.can_see_all_data, false)
     order by name, u.id`.execute(db)
  const users = new Map<number, Confined>()
  for (const { userId, name, variable, values } of rows) {
    const user = users.get(userId) ?? { name, confinement: new Map() }
    const before = user.confinement.get(variable)
    user.confinement.set(variable, before ? before.filter((value: string) => values.includes(value)) : values)
    users.set(userId, user)
  }
  return [...users.values()]
}

/** Number of users whose filters name a unit at its level. */
export async function countUsersNaming(
  db: Kysely<Database>,
  model: SurveyModel,
  { level, names }: { level: string; names: readonly string[] },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct user_id)::int as count from user_filter
     where universe_id = ${model.universeId} and (survey_id is null or survey_id = ${model.id})
       and variable = ${level} and values && ${[...names]}::text[]`.execute(db)
  return rows[0]?.count ?? 0
}

/** Number of actions anchored at units; with `open`, of those that are open alone. */
export async function countActions(
  db: Kysely<Database>,
  unitIds: readonly number[],
  { open }: { open: boolean },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from action
     where unit_id = any(${[...unitIds]}::int[]) and (not ${open}::boolean or state = 0)`.execute(db)
  return rows[0]?.count ?? 0
}

import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Ctx } from '#server/domain/context.ts'
import { readIdentity } from '#server/domain/rights/identity-store.ts'
import { rowMeets } from '#server/domain/rights/row-check.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import type { UnitTree } from '#server/domain/survey/unit-tree.ts'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'
import type { AlertRow } from './alert-query.ts'
import { mayHandleAlerts } from './alert-rights.ts'

/** Somebody who can have alerts. */
export interface PossibleOwner {
  userId: number
  name: string
}

/** A user whose rights are still to be looked at. */
export interface Candidate extends PossibleOwner {
  username: string
}

/** The interviews of some alerts. */
type Interviews = readonly Pick<AlertRow, 'response'>[]

/** Candidates that are looked at together. */
const checkedAtOnce = 10
/** Most candidates that are looked at: those who cannot see the place are left out before. */
const mostChecked = 300

/**
 * Those who can have alerts, by name, `most` at most: users of the organisation who may handle alerts of the survey and
 * see all of these interviews; root users only the caller. `term` is a part of the name or user name; empty for all.
 */
export async function possibleOwners(
  ctx: Ctx,
  access: SurveyAccess,
  alerts: Interviews,
  { term, most }: { term: string; most: number },
): Promise<PossibleOwner[]> {
  const tree = await loadUnitTree(ctx, access.model)
  const candidates = await readCandidates(ctx, access, { term, levels: unitNames(access, tree, alerts) })
  const found: PossibleOwner[] = []
  for (let at = 0; at < candidates.length && found.length < most; at += checkedAtOnce) {
    const some = candidates.slice(at, at + checkedAtOnce)
    const can = await Promise.all(some.map(({ userId }) => canHaveAlerts(ctx, access, alerts, userId)))
    found.push(...some.filter((_, index) => can[index]))
  }
  return found.slice(0, most)
}

/** Whether a user may handle alerts of the survey now, and see all of these interviews. */
export async function canHaveAlerts(
  { db, clock, identity }: Pick<Ctx, 'db' | 'clock' | 'identity'>,
  { model }: Pick<SurveyAccess, 'model'>,
  alerts: Interviews,
  userId: number,
): Promise<boolean> {
  const person = await readIdentity(db, {
    sessionId: 0,
    userId,
    universeId: model.universeId,
    actorUserId: null,
    lastWrite: { xid: null },
    expiresAt: clock.now(),
  })
  if (!person || (person.isRoot && userId !== identity.userId)) return false
  try {
    const theirs = await surveyAccess({ db, clock, identity: person }, model.extName)
    const tree = await loadUnitTree({ db }, theirs.model)
    const { conditions } = theirs.caseScope
    return (
      mayHandleAlerts(theirs) &&
      alerts.every(({ response }) => conditions.every((one) => rowMeets(response, one, theirs.model, tree)))
    )
  } catch (error) {
    // Without access to the survey, or with filters that do not fit it.
    if (error instanceof AppError) return false
    throw error
  }
}

/** Names that one unit goes by, at a level. */
export interface UnitNames {
  level: string
  names: string[]
}

/** Most units that candidates are chosen by. */
const mostUnits = 40

function unitNames({ model }: SurveyAccess, tree: UnitTree, alerts: Interviews): UnitNames[] {
  const names = new Map<string, UnitNames>()
  for (const { response } of alerts)
    for (const view of model.views) {
      const leaf = response.unitIds.map((id) => tree.unit(id)).find((unit) => unit?.viewId === view.id)
      for (const unit of leaf ? tree.pathOf(leaf) : []) {
        const level = view.levels[unit.depth - 1]
        if (level !== undefined) names.set(`${level} ${unit.id}`, { level, names: [unit.extName, ...unit.aliases] })
      }
    }
  return [...names.values()].slice(0, mostUnits)
}

/**
 * Users of the organisation whose name fits, without those whose filters on levels leave out one of the units: many
 * fewer to look at. Whether the others can have the alerts is for the rights to say.
 */
export async function readCandidates(
  { db, identity }: Pick<Ctx, 'db' | 'identity'>,
  { model }: SurveyAccess,
  { term, levels }: { term: string; levels: readonly UnitNames[] },
): Promise<Candidate[]> {
  const isCaller = sql<boolean>`u.id = ${identity.userId} and u.is_root`
  const { rows } = await sql<Candidate>`
    select u.id as "userId", u.username, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.username) as name
      from app_user u
      left join user_universe m on m.user_id = u.id and m.universe_id = ${model.universeId}
      left join role on role.id = m.role_id
     where u.status <> 1
       and ((m.role_id is not null and not m.disabled and not u.is_root) or (${isCaller}))
       and (position(lower(${term.trim()}) in lower(u.first_name || ' ' || u.last_name || ' ' || u.username)) > 0)
       and (coalesce(role.can_see_all_data, true) or not exists (${filteredOut(model, levels)}))
     order by lower(coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.username)), u.id
     limit ${mostChecked}`.execute(db as Kysely<Database>)
  return rows
}

function filteredOut(model: SurveyAccess['model'], levels: readonly UnitNames[]) {
  return sql`
    select from user_filter f
      join jsonb_to_recordset(${JSON.stringify(levels)}::jsonb) as place (level text, names text[])
        on place.level = f.variable
     where f.user_id = u.id and f.universe_id = ${model.universeId}
       and (f.survey_id is null or f.survey_id = ${model.id})
       and not f.values && place.names`
}

import { say } from '@gensvar/contract/say'
import type { getSurveyWork as route } from '@gensvar/contract/status'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import type { FigureRow } from '#server/domain/figures/expressions/figure-rows.ts'
import { figures } from '#server/domain/figures/figures.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import { childrenOf } from '#server/domain/indicators/segmented-drill-path.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { AppError } from '#server/platform/errors.ts'
import { countDeliveries, countTasks } from './store.ts'

type SurveyWork = z.output<(typeof route)['response']>

/** States of a sample: completed, new, approved, not approved, cancelled. */
const sampleStates = [0, 1, 2, 3, 4]

/** Most units that are shown below a place. */
const maxUnits = 1000

const indicators = [
  ...sampleStates.map((state) => ({ key: `state${state}`, expression: `samples(${state})` })),
  { key: 'rate', expression: 'responserate()' },
]

/**
 * Samples by state, of a place and of the reader's units below it, with what waits or has failed in the whole survey.
 * Throws `forbidden` where the role may not open the status page.
 */
export async function getSurveyWork(ctx: Ctx, survey: string, drillPath: string): Promise<SurveyWork> {
  const access = await surveyAccess(ctx, survey)
  if (!access.rights.flags.canAccessStatusPage)
    throw new AppError('forbidden', say`Your role may not open the status page of this survey.`)
  const requested = await requestedPath(ctx, access, drillPath)
  const { view, path, conditions } = requested
  const depth = path.place.length
  const level = view?.levels[depth]
  const [whole, units] = await Promise.all([
    figures(ctx, access, { conditions, by: 'none', indicators }),
    view && level !== undefined
      ? figures(ctx, access, { conditions, by: { level: { view: view.extName, depth: depth + 1 } }, indicators })
      : null,
  ])
  const { leftOut } = whole
  const seesAll = access.caseScope.conditions.length === access.compareScope.fixed.length
  return {
    whole: samplesOf(whole.rows[0]),
    level: level === undefined ? null : (access.model.questions.get(level)?.title ?? level),
    units: units ? unitsOf(ctx, access, requested, units.rows) : [],
    withheld: leftOut ? localWords(leftOut) : null,
    work: seesAll ? await workOf(ctx, access) : null,
  }
}

function unitsOf(
  ctx: Ctx,
  access: SurveyAccess,
  requested: RequestedPath,
  rows: readonly FigureRow[],
): SurveyWork['units'] {
  const byUnit = new Map(rows.map((row) => [row.key.id, row]))
  const below = childrenOf(access, requested, requested.unit, requested.path.place.length, ctx.locale)
  return below
    .filter(({ accessAllowed }) => accessAllowed)
    .slice(0, maxUnits)
    .map(({ unit, text, path, accessAllowed }) => ({
      title: text,
      path,
      accessAllowed,
      ...samplesOf(byUnit.get(unit.id), access.canViewInterviews ? 0 : null),
    }))
}

/** The figures of a row; `missing` is what a unit without any row has in each state. */
function samplesOf(row: FigureRow | undefined, missing: number | null = null): SurveyWork['whole'] {
  const rate = row?.valueAt(sampleStates.length)
  return {
    states: sampleStates.map((_, at) => (row ? (row.valueAt(at)?.value ?? null) : missing)),
    responseRate: rate?.value ?? null,
  }
}

async function workOf({ db }: Ctx, { model }: SurveyAccess): Promise<SurveyWork['work']> {
  const [deliveries, tasks] = await Promise.all([countDeliveries(db, model.id), countTasks(db, model.id)])
  return { deliveries, tasks }
}

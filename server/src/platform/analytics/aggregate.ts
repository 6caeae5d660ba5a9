import { say } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import type { Database } from '../db-types.ts'
import { AppError } from '../errors.ts'
import type { Scope } from '../rights/scope.ts'
import type { SurveyModel } from '../survey-model.ts'
import { loadUnitTree } from '../unit-tree.ts'
import type { Work } from '../work.ts'
import type { Analytics } from './analytics.ts'
import { ColumnSource } from './column-source.ts'
import { computeFigures } from './compute-figures.ts'
import type { AggregateRequest, AggregateResult } from './compute-figures.ts'
import { systemCaller } from './fair-queue.ts'
import { guardGrouping, widenConditions } from './guarded-request.ts'
import { SurveyTables } from './tables.ts'

/** What aggregates need of the program. */
export interface AggregateDeps {
  db: Kysely<Database>
  analytics: Analytics
  /** For whom and until when; left out, it is the program's own work. */
  work?: Work | undefined
}

/**
 * Computes figures over the responses of a scope: the only way to any. Results are kept until the survey's data,
 * metadata or configuration change. In an anonymous survey values that could give a person away are suppressed.
 * Throws `validation` for expressions, variables or periods that make no sense, `unavailable` when the survey's table
 * is not there yet or the time is up, and the signal's reason when it is aborted.
 */
export async function aggregate(
  deps: AggregateDeps,
  model: SurveyModel,
  scope: Scope,
  request: AggregateRequest,
  options: { signal?: AbortSignal } = {},
): Promise<AggregateResult> {
  if (scope.surveyId !== model.id) throw new Error('The scope is of another survey')
  const source = await columnSource(deps, model)
  if (model.anonymity) guardGrouping(request.by)
  const conditions = model.anonymity ? widenConditions(request.conditions, source) : request.conditions
  const key = JSON.stringify([
    'aggregate',
    scope.key,
    deps.analytics.feed.dataVersion(model.id),
    model.version,
    conditions,
    request.by,
    request.indicators,
    request.total,
  ])
  const { caller = systemCaller, signal = options.signal } = deps.work ?? {}
  const compute = (until: AbortSignal): Promise<AggregateResult> =>
    computeFigures({
      analytics: deps.analytics.for(caller),
      source,
      model,
      scope: scope.conditions,
      request: { ...request, conditions },
      signal: until,
    })
  const countRows = (result: AggregateResult): number => result.rows.length * request.indicators.length
  return deps.analytics.turns.run(caller, () => deps.analytics.results.get(key, compute, countRows, signal), signal)
}

/** Where a survey's answers are found in the analytics store, once its tables are as the survey is now. */
export async function columnSource(deps: AggregateDeps, model: SurveyModel): Promise<ColumnSource> {
  const tree = await loadUnitTree(deps, model)
  let signature = signatures.get(model)
  if (signature === undefined) signatures.set(model, (signature = new SurveyTables(model, tree).signature))
  if (!(await deps.analytics.feed.ensureTable(model.id, signature)))
    throw new AppError('unavailable', say`The survey is being changed right now. Try again in a moment.`)
  return new ColumnSource(model, tree, deps.analytics.feed.oddQuestions(model.id))
}

const signatures = new WeakMap<SurveyModel, string>()

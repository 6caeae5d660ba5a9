import type { Condition } from '@gensvar/contract/conditions'
import { Words, say } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import { startOfToday } from '#server/platform/clock.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Logger } from '#server/platform/log.ts'
import type { Identity } from '#server/domain/rights/identity.ts'
import type { CaseScope, CompareScope, Scope } from '#server/domain/rights/scope.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import type { Work } from '#server/platform/work.ts'
import type { Analytics } from './engine/analytics.ts'
import { ColumnSource } from './rows/column-source.ts'
import type { DayRange } from './rows/grouping.ts'
import { computeFigures } from './expressions/compute-figures.ts'
import type { AggregateRequest, AggregateResult } from './expressions/compute-figures.ts'
import { systemCaller } from '#server/platform/fair-queue.ts'
import { noteAsked } from './publishing/asked-figures.ts'
import { publicationOf } from './publishing/publication.ts'
import { publishFigures } from './publishing/published-figures.ts'
import type { PublishingRules } from './publishing/publishing-rules.ts'
import { OutsideVocabulary, readPublished } from './publishing/vocabulary.ts'
import type { PublishedRequest } from './publishing/vocabulary.ts'
import type { FigureStore } from './rows/sums.ts'
import { SurveyTables } from './store/tables.ts'

/** What computing figures needs of the program. */
export interface AggregateDeps {
  db: Kysely<Database>
  analytics: Analytics
  clock: Clock
  /** The caller, and the signal that aborts the work; left out for the program's own work. */
  work?: Work | undefined
  /**
   * The figures include this session's earlier writes. The audit log names the person and the request when somebody
   * requests very many published figures.
   */
  identity?: Identity | undefined
  requestId?: string | undefined
  log?: Logger | undefined
}

/**
 * Computes figures over the responses of a scope. All figures come from here or from `figures`. Results are cached
 * until the survey's data, metadata or configuration change.
 *
 * They include what the caller's session wrote before; this waits 2 s at most.
 *
 * For a `CaseScope` they are exact, under any condition. For a `CompareScope` they are published figures: limited to a
 * closed vocabulary, withheld where too few answers are behind them, and with noise where docs/anonymity.md says so. In
 * a named survey a comparison outside the vocabulary is left out. In an anonymous survey it is rejected with
 * `validation`, but left out where it is the filters of the caller's own rights that are outside the vocabulary.
 *
 * Throws `validation` for invalid expressions, variables or periods, `unavailable` when the survey's table does not
 * exist yet or at the timeout, and the signal's reason when it is aborted.
 */
export async function aggregate(
  deps: AggregateDeps,
  model: SurveyModel,
  scope: Scope,
  request: AggregateRequest,
  options: { signal?: AbortSignal } = {},
): Promise<AggregateResult> {
  if (scope.surveyId !== model.id) throw new Error('The scope is of another survey')
  if (deps.identity) await deps.analytics.fresh(deps.identity.lastWrite)
  const source = await columnSource(deps, model)
  return scope.kind === 'case'
    ? exactFigures(deps, source, scope, request, options)
    : publishedFigures(deps, model, source, scope, request, options)
}

async function exactFigures(
  deps: AggregateDeps,
  source: ColumnSource,
  scope: CaseScope,
  request: AggregateRequest,
  options: { signal?: AbortSignal },
): Promise<AggregateResult> {
  if (!scope.isOpen) throw new Error('An anonymous survey has published figures only')
  const { id, version } = source.survey
  const key = ['exact', scope.key, deps.analytics.feed.dataVersion(id), version, source.startOfToday, request]
  const { conditions } = scope
  return inTurn(deps, key, request, options, (store, signal) =>
    computeFigures({ store, source, scope: conditions, request, signal }),
  )
}

async function publishedFigures(
  deps: AggregateDeps,
  model: SurveyModel,
  source: ColumnSource,
  scope: CompareScope,
  { conditions, by, indicators, total = false }: AggregateRequest,
  options: { signal?: AbortSignal },
): Promise<AggregateResult> {
  const { analytics } = deps
  const publication = await publicationOf(deps, model)
  const { rules } = publication
  const asked = readRequest(model, rules, scope, { conditions, by })
  if (asked instanceof Words) return { rows: [], total: null, leftOut: asked }
  const { period, place, backgrounds } = asked
  const choices = backgrounds.map((one) => [one.question.variable, one.choices.map(({ code }) => code)])
  const version = analytics.feed.dataVersion(model.id)
  const key = [
    'published',
    scope.key,
    version,
    model.version,
    publication.key,
    source.startOfToday,
    period,
    place,
    choices,
    by,
    indicators,
    total,
  ]
  const { fixed } = scope
  const result = await inTurn(deps, key, { indicators }, options, (store, signal) =>
    publishFigures({ store, source, publication, fixed, asked, indicators, total, signal }),
  )
  const { tree } = source
  await noteAsked(deps, { model, tree, rules, scope: scope.key, asked, indicators, rows: result.rows.length, total })
  return result
}

/**
 * The request in the vocabulary, or why its figures are left out. In an anonymous survey throws `validation` where the
 * caller's own conditions are outside the vocabulary; filters that come from their rights only leave the figures out.
 */
function readRequest(
  model: SurveyModel,
  rules: PublishingRules,
  { own }: CompareScope,
  { conditions, by }: Pick<AggregateRequest, 'conditions' | 'by'>,
): PublishedRequest | Words {
  const read = (all: readonly Condition[]): PublishedRequest | OutsideVocabulary => {
    try {
      return readPublished(model, rules, { conditions: all, by })
    } catch (error) {
      if (error instanceof OutsideVocabulary) return error
      throw error
    }
  }
  const asked = read([...own, ...conditions])
  if (!(asked instanceof OutsideVocabulary)) return asked
  if (!rules.isAnonymous) return say`No comparison with other places here. ${asked.words}`
  const refused = read(conditions)
  if (refused instanceof OutsideVocabulary)
    throw new AppError('validation', say`This survey is anonymous. ${refused.words}`, {
      [refused.field]: refused.words,
    })
  return say`Your rights are limited by filters, and this survey is anonymous. ${asked.words}`
}

/** The cached result of a key, or else computes it when it is the caller's turn. */
function inTurn(
  { analytics, work }: AggregateDeps,
  key: readonly unknown[],
  { indicators }: Pick<AggregateRequest, 'indicators'>,
  options: { signal?: AbortSignal },
  compute: (store: FigureStore, signal: AbortSignal) => Promise<AggregateResult>,
): Promise<AggregateResult> {
  const { caller = systemCaller, signal = options.signal, isBackground } = work ?? {}
  const computed = (): Promise<AggregateResult> =>
    analytics.results.get(
      JSON.stringify(key),
      (until) => compute(analytics.for(caller, isBackground), until),
      (result) => result.rows.length * indicators.length,
      signal,
    )
  return analytics.turns.run(caller, computed, signal)
}

/** First and last day (as day numbers) that a survey has responses of; null without responses. */
export async function responseDays(deps: Omit<AggregateDeps, 'clock'>, model: SurveyModel): Promise<DayRange> {
  const { analytics, identity, work } = deps
  if (identity) await analytics.fresh(identity.lastWrite)
  return analytics.dayRange(model.id, work?.signal, work?.caller)
}

/**
 * The columns of a survey's answers in the analytics store, after its tables are brought up to the survey's version.
 */
export async function columnSource(deps: AggregateDeps, model: SurveyModel): Promise<ColumnSource> {
  const tree = await loadUnitTree(deps, model)
  let signature = signatures.get(model)
  if (signature === undefined) signatures.set(model, (signature = new SurveyTables(model, tree).signature))
  if (!(await deps.analytics.feed.ensureTable(model.id, signature)))
    throw new AppError('unavailable', say`The survey is being changed right now. Try again in a moment.`)
  return new ColumnSource(model, tree, startOfToday(deps.clock, model.timeZone))
}

const signatures = new WeakMap<SurveyModel, string>()

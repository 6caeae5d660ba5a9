import { randomBytes } from 'node:crypto'
import { periodIndex, periodStart } from '@gensvar/contract/periods'
import { toDayNumber } from '@gensvar/contract/dates'
import { say } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import { todayIn } from '#server/platform/clock.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { Analytics } from '../engine/analytics.ts'
import { questionColumn } from '../store/answer-columns.ts'
import { programContext } from '#server/domain/context.ts'
import { noteReleased } from '#server/domain/webhooks/note.ts'
import { write } from '#server/domain/write.ts'
import { demandLogic } from '../rows/row-demand.ts'
import { releasedColumn } from '../store/built-in-columns.ts'
import { freezeScores } from './frozen-scores.ts'
import { KeyedNoise } from './keyed-noise.ts'
import { addSpreads, freezeRules, readPublication, startPublication } from './publication-store.ts'
import type { PublicationRow } from './publication-store.ts'
import { anonymousRules, comparisonRules, configuredScores } from './publishing-rules.ts'
import type { PublishingRules } from './publishing-rules.ts'
import { releaseAnswers } from './release-answers.ts'
import type { ReleaseTerms } from './release-answers.ts'

/** Least answers from which a question's spread is computed. */
const leastForSpread = 10
/** Limits of the spread, relative to the length of the scale. */
const spreadBounds = { low: 1 / 5, high: 1 / 3 } as const
/** Up to so many released responses are updated one by one; for more, rebuilding the survey's tables is quicker. */
const fewResponses = 5000

/** What the published figures of a survey are computed with. */
export interface Publication {
  rules: PublishingRules
  noise: KeyedNoise
  /**
   * Standard deviation of the answers by variable: of scales, and in a named survey of numbers. A question without one
   * has too few answers to be shown.
   */
  spreads: Readonly<Record<string, number>>
  /** Changes with the rules and spreads; part of cache keys. */
  key: string
}

/** What publishing needs of the program. */
export interface PublicationDeps {
  db: Kysely<Database>
  analytics: Analytics
  clock: Clock
}

/** A survey's last publication, and the state of the survey it is for. */
interface CachedPublication {
  at: string
  publication: Promise<Publication>
}

const publications = new WeakMap<Analytics, Map<number, CachedPublication>>()

/**
 * What a survey's figures are published with, computed once per day and version of its data. In an anonymous survey
 * this releases new answers first. Throws `unavailable` while the figures do not include them yet.
 */
export function publicationOf(deps: PublicationDeps, asked: SurveyModel): Promise<Publication> {
  // What is published of a survey, and stored of that, is no matter of a draft.
  const model = asked.published ?? asked
  let surveys = publications.get(deps.analytics)
  if (!surveys) publications.set(deps.analytics, (surveys = new Map()))
  const today = todayIn(deps.clock, model.timeZone)
  const at = `${model.version} ${deps.analytics.feed.dataVersion(model.id)} ${today}`
  const known = surveys.get(model.id)
  if (known?.at === at) return known.publication
  // One after the other: a later call must not take answers for released that the figures do not include yet.
  const before = known?.publication.then(Boolean, () => false)
  const current: CachedPublication = { at, publication: prepare(deps, model, today, before) }
  surveys.set(model.id, current)
  current.publication.then(
    () => {
      // Releasing answers raised the data version; this publication includes them.
      current.at = `${model.version} ${deps.analytics.feed.dataVersion(model.id)} ${today}`
    },
    () => {
      if (surveys.get(model.id) === current) surveys.delete(model.id)
    },
  )
  return current.publication
}

async function prepare(
  deps: PublicationDeps,
  model: SurveyModel,
  today: string,
  before: Promise<boolean> | undefined,
): Promise<Publication> {
  const { db, analytics } = deps
  const isCaughtUp = await before
  const row = await recordOf(db, model, today)
  const rules = model.anonymity ? anonymousRules(model, frozenRules(row), today) : comparisonRules(model)
  // After a crash or an earlier failure, the figures may not include all released answers yet.
  if (!isCaughtUp && rules.base) await analytics.feed.catchUp()
  const terms = releaseTerms(model, rules)
  if (terms) await release(deps, model.id, terms)
  const spreads = await spreadsOf(deps, model, row)
  return { rules, noise: new KeyedNoise(row.secret), spreads, key: keyOf(rules, spreads) }
}

/**
 * Releases the new answers of an anonymous survey; does nothing for a named one. For the transaction that inserts many
 * answers and then logs the change: so the feed applies both at once.
 */
export async function releaseWithin(trx: Kysely<Database>, surveyId: number, clock: Clock): Promise<void> {
  const model = await loadSurveyModelById({ db: trx }, surveyId)
  if (!model.anonymity) return
  const today = todayIn(clock, model.timeZone)
  const terms = releaseTerms(model, anonymousRules(model, frozenRules(await recordOf(trx, model, today)), today))
  if (terms) await releaseAnswers(trx, surveyId, terms)
}

/** Freezes the rules of an anonymous survey, by which the database knows that it is one; does nothing for a named one. */
export async function freezeRulesOf(db: Kysely<Database>, model: SurveyModel, clock: Clock): Promise<void> {
  if (model.anonymity) await recordOf(db, model, todayIn(clock, model.timeZone))
}

function releaseTerms(model: SurveyModel, { base, runningFrom }: PublishingRules): ReleaseTerms | null {
  const variables = scalesOf(model).map(({ variable }) => variable)
  return base && { period: base, runningFrom, variables }
}

/** What is stored about a survey's published figures; inserted if missing. */
async function recordOf(db: Kysely<Database>, model: SurveyModel, today: string): Promise<PublicationRow> {
  const known = await readPublication(db, model.id)
  return freeze(db, model, known ?? (await startPublication(db, model.id, randomBytes(32))), today)
}

/** The row after freezing the configured rules: they may become stricter, never looser. */
async function freeze(
  db: Kysely<Database>,
  model: SurveyModel,
  row: PublicationRow,
  today: string,
): Promise<PublicationRow> {
  const { anonymity } = model
  if (!anonymity) return row
  const period = row.period ?? anonymity.period
  const added = anonymity.filters.filter((variable) => !Object.hasOwn(row.filters, variable))
  const isRaised = anonymity.minimum.some((least, at) => least > (row.minimum?.[at] ?? 0))
  const next = periodStart(period, periodIndex(period, toDayNumber(today)) + 1)
  const scores = freezeScores(row.scores, configuredScores(model), next)
  if (row.period !== null && added.length === 0 && !isRaised && scores === row.scores) return row
  // A background added later holds from the next period: earlier ones were published without it.
  const since = row.period === null ? '' : next
  const filters = Object.fromEntries(added.map((variable) => [variable, since]))
  const rules = { period, minimum: anonymity.minimum, filters, scores, before: row.scores }
  const stored = await freezeRules(db, model.id, rules)
  if (stored) return stored
  // Another process has frozen scores meanwhile.
  const latest = await readPublication(db, model.id)
  if (!latest) throw new AppError('not_found', say`There is no survey named "${model.extName}".`)
  return freeze(db, model, latest, today)
}

function frozenRules({ period, minimum, filters, scores }: PublicationRow) {
  if (period === null || minimum === null) throw new Error('The rules of an anonymous survey are frozen by now')
  return { period, minimum, filters, scores }
}

/** Releases answers and waits until the figures include them all: never only some of them. */
async function release(deps: PublicationDeps, surveyId: number, terms: ReleaseTerms): Promise<void> {
  const { db, analytics, clock } = deps
  // Done as the program: the caller who happens to trigger it does not decide what is released.
  const xid = await write(programContext({ db, clock }, 'publishing'), async (tx) => {
    const ids = await releaseAnswers(tx.db, surveyId, terms)
    if (ids.length === 0) return null
    // Without the number of answers, which published figures never show exactly.
    await tx.audit({ action: 'answers.release', surveyId })
    await noteReleased(tx, surveyId)
    return ids.length <= fewResponses ? tx.changed(surveyId, ids) : tx.surveyChanged(surveyId)
  })
  if (xid !== null && !(await analytics.feed.waitFor(xid, 10_000)))
    throw new AppError('unavailable', say`New answers are being added to the figures. Try again in a moment.`)
}

async function spreadsOf(
  { db, analytics }: PublicationDeps,
  model: SurveyModel,
  { spreads }: PublicationRow,
): Promise<Readonly<Record<string, number>>> {
  // An anonymous survey has no figures of numbers: without bounds, one answer can dominate them.
  const counted = [...scalesOf(model), ...(model.anonymity ? [] : numbersOf(model))]
  const missing = counted.filter(({ variable }) => !Object.hasOwn(spreads, variable))
  if (missing.length === 0) return spreads
  const atoms = missing.map((question) => ({ kind: 'moments' as const, column: questionColumn(question) }))
  const released = model.anonymity ? [{ kind: 'in' as const, column: releasedColumn, values: [1] }] : []
  const where = demandLogic.all([{ kind: 'in', column: 'state', values: [0] }, ...released])
  const grouping = { parts: [{ key: { kind: 'same' as const, id: 0 }, where: null }], isWhole: true }
  const sums = await analytics.sums(model.id, { grouping, where, atoms }, new AbortController().signal)
  const numbers = sums.get(0)
  const found = missing.flatMap((question, at) => {
    const spread = spreadOf(question, numbers.slice(3 * at, 3 * at + 3))
    return spread === null ? [] : [[question.variable, spread] as const]
  })
  if (found.length === 0) return spreads
  await addSpreads(db, model.id, Object.fromEntries(found))
  return (await readPublication(db, model.id))?.spreads ?? spreads
}

function scalesOf({ questions }: SurveyModel): Question[] {
  return [...questions.values()].filter(({ type }) => type === 'scale')
}

function numbersOf({ questions }: SurveyModel): Question[] {
  return [...questions.values()].filter(({ type }) => type === 'numeric')
}

function spreadOf({ scaleMin, scaleMax }: Question, [n = 0, sum = 0, squares = 0]: readonly number[]): number | null {
  if (n < leastForSpread) return null
  const deviation = Math.sqrt(Math.max(0, squares / n - (sum / n) ** 2))
  if (scaleMin === null || scaleMax === null) return deviation
  const length = scaleMax - scaleMin
  return Math.min(spreadBounds.high * length, Math.max(spreadBounds.low * length, deviation))
}

function keyOf(rules: PublishingRules, spreads: Readonly<Record<string, number>>): string {
  return JSON.stringify([{ ...rules, backgrounds: [...rules.backgrounds], scores: [...rules.scores] }, spreads])
}

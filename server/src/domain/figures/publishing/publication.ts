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
import { write } from '#server/domain/write.ts'
import { demandLogic } from '../rows/row-demand.ts'
import { releasedColumn } from '../store/tables.ts'
import { KeyedNoise } from './keyed-noise.ts'
import { addSpreads, freezeRules, readPublication, startPublication } from './publication-store.ts'
import type { PublicationRow } from './publication-store.ts'
import { anonymousRules, comparisonRules } from './publishing-rules.ts'
import type { PublishingRules } from './publishing-rules.ts'
import { releaseAnswers } from './release-answers.ts'
import type { ReleaseTerms } from './release-answers.ts'

/** Least answers that a question's spread is set from. */
const leastForSpread = 10
/** Bounds of the spread, as parts of the scale's length. */
const spreadBounds = { low: 1 / 5, high: 1 / 3 } as const
/** Up to so many responses are replaced one by one; for more the survey's tables are rebuilt, which is quicker. */
const fewResponses = 5000

/** What published figures of a survey are made with. */
export interface Publication {
  rules: PublishingRules
  noise: KeyedNoise
  /** Standard deviation of the answers to scales (and to numbers, in a named survey) by variable; a question without one has too few answers to be shown. */
  spreads: Readonly<Record<string, number>>
  /** Changes whenever one of these does. */
  key: string
}

/** What publishing needs of the program. */
export interface PublicationDeps {
  db: Kysely<Database>
  analytics: Analytics
  clock: Clock
}

/** The last look at a survey, and what it was looked at. */
interface Looked {
  at: string
  publication: Promise<Publication>
}

const lookedAt = new WeakMap<Analytics, Map<number, Looked>>()

/**
 * What a survey's figures are published with, worked out once per state of its data. In an anonymous survey this is the
 * moment in which new answers come into the figures. Throws `unavailable` while they are on their way.
 */
export function publicationOf(deps: PublicationDeps, model: SurveyModel): Promise<Publication> {
  let surveys = lookedAt.get(deps.analytics)
  if (!surveys) lookedAt.set(deps.analytics, (surveys = new Map()))
  const today = todayIn(deps.clock, model.timeZone)
  const at = `${model.version} ${deps.analytics.feed.dataVersion(model.id)} ${today}`
  const known = surveys.get(model.id)
  if (known?.at === at) return known.publication
  // One look after the other: a later one must not find answers released that the figures do not hold yet.
  const before = known?.publication.then(Boolean, () => false)
  const looked: Looked = { at, publication: look(deps, model, today, before) }
  surveys.set(model.id, looked)
  looked.publication.then(
    () => {
      // What was released changed the data; this look has seen it.
      looked.at = `${model.version} ${deps.analytics.feed.dataVersion(model.id)} ${today}`
    },
    () => {
      if (surveys.get(model.id) === looked) surveys.delete(model.id)
    },
  )
  return looked.publication
}

async function look(
  deps: PublicationDeps,
  model: SurveyModel,
  today: string,
  before: Promise<boolean> | undefined,
): Promise<Publication> {
  const { db, analytics } = deps
  const isCaughtUp = await before
  const row = await recordOf(db, model, today)
  const rules = model.anonymity ? anonymousRules(model, frozenRules(row), today) : comparisonRules(model)
  // A process that ended in the middle, or a look that failed, may have left released answers out of the figures.
  if (!isCaughtUp && rules.base) await analytics.feed.catchUp()
  const terms = releaseTerms(model, rules)
  if (terms) await release(deps, model.id, terms)
  const spreads = await spreadsOf(deps, model, row)
  return { rules, noise: new KeyedNoise(row.secret), spreads, key: keyOf(rules, spreads) }
}

/**
 * Lets the answers of a survey into its figures, where it is anonymous, in the transaction that wrote them and that tells
 * the feed afterwards: of many answers at once the figures are then made once.
 */
export async function releaseWithin(trx: Kysely<Database>, surveyId: number, clock: Clock): Promise<void> {
  const model = await loadSurveyModelById({ db: trx }, surveyId)
  if (!model.anonymity) return
  const today = todayIn(clock, model.timeZone)
  const terms = releaseTerms(model, anonymousRules(model, frozenRules(await recordOf(trx, model, today)), today))
  if (terms) await releaseAnswers(trx, surveyId, terms)
}

function releaseTerms(model: SurveyModel, { base, runningFrom }: PublishingRules): ReleaseTerms | null {
  const variables = scalesOf(model).map(({ variable }) => variable)
  return base && { period: base, runningFrom, variables }
}

/** What is kept of a survey's published figures, started where there is nothing yet. */
async function recordOf(db: Kysely<Database>, model: SurveyModel, today: string): Promise<PublicationRow> {
  const known = await readPublication(db, model.id)
  if (!known) await startPublication(db, model.id, randomBytes(32))
  const row = known ?? (await readPublication(db, model.id))
  if (!row) throw new AppError('not_found', say`The survey no longer exists.`)
  return freeze(db, model, row, today)
}

/** The record with the configuration's rules frozen: what is published may become more careful, never less. */
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
  if (row.period !== null && added.length === 0 && !isRaised) return row
  // Questions added later are asked of later periods: those before were published without.
  const since = row.period === null ? '' : periodStart(period, periodIndex(period, toDayNumber(today)) + 1)
  const filters = Object.fromEntries(added.map((variable) => [variable, since]))
  await freezeRules(db, model.id, { period, minimum: anonymity.minimum, filters })
  return (await readPublication(db, model.id)) ?? row
}

function frozenRules({ period, minimum, filters }: PublicationRow) {
  if (period === null || minimum === null) throw new Error('The rules of an anonymous survey are frozen by now')
  return { period, minimum, filters }
}

/** Releases answers and waits until the figures hold them: figures in between would be of some of them. */
async function release(deps: PublicationDeps, surveyId: number, terms: ReleaseTerms): Promise<void> {
  const { db, analytics, clock } = deps
  // Nobody's request: whoever looks first after a period has ended does not decide what is released.
  const xid = await write(programContext({ db, clock }, 'publishing'), async (tx) => {
    const ids = await releaseAnswers(tx.db, surveyId, terms)
    if (ids.length === 0) return null
    // Without their number, which published figures show rounded at most.
    await tx.audit({ action: 'answers.release', surveyId })
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
  // One answer to a number without ends can weigh most, so an anonymous survey shows none.
  const counted = [...scalesOf(model), ...(model.anonymity ? [] : numbersOf(model))]
  const missing = counted.filter(({ variable }) => !Object.hasOwn(spreads, variable))
  if (missing.length === 0) return spreads
  const atoms = missing.map((question) => ({
    kind: 'moments' as const,
    column: questionColumn(question),
    packed: null,
  }))
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
  return JSON.stringify([{ ...rules, backgrounds: [...rules.backgrounds], scored: [...rules.scored] }, spreads])
}

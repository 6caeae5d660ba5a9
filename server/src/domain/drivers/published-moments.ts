import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { npsCuts } from '#server/domain/figures/expressions/aggregates.ts'
import { noiseLevel } from '#server/domain/figures/publishing/keyed-noise.ts'
import type { KeyedNoise } from '#server/domain/figures/publishing/keyed-noise.ts'
import { shownCount } from '#server/domain/figures/publishing/figure-law.ts'
import { publicationOf } from '#server/domain/figures/publishing/publication.ts'
import { configuredScores } from '#server/domain/figures/publishing/publishing-rules.ts'
import { releasedScores } from '#server/domain/figures/respondent-scores.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { shownScopes } from '#server/domain/rights/survey-access.ts'
import { leastForEffects } from '#server/domain/statistics/drivers.ts'
import type { KeyedPairs } from '#server/domain/statistics/keyed-pairs.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { printVariable } from '@gensvar/contract/row-rule'
import type { PublishedMoments } from '#server/platform/db-response-types.ts'
import type { Database } from '#server/platform/db-types.ts'
import { systemCaller } from '#server/platform/fair-queue.ts'
import { pairsInThread } from './driver-thread.ts'

/** Most responses that are read. */
const mostAnswers = 400_000
const decimals = 4

/** How the answers of an anonymous survey vary together, as it is published. */
export interface WholeMoments {
  moments: PublishedMoments
  /** First day (ISO) that is not counted. */
  before: string
  /** Least answers behind anything that is told of them. */
  least: number
}

/**
 * How the scales of an anonymous survey vary together in all its closed periods: made with noise and rounded when they are first
 * asked for after a period closed, stored, and the same for everybody until the next one closes. Throws as `aggregate` does.
 */
export async function publishedMoments({ ctx, access }: Pick<FigureRequest, 'ctx' | 'access'>): Promise<WholeMoments> {
  const { analytics, db, work } = ctx
  const model = access.model.published ?? access.model
  const { rules, noise } = await publicationOf(ctx, model)
  const before = rules.runningFrom
  const least = Math.max(leastForEffects, rules.minimum[0] ?? 0)
  const known = await readMoments(db, model.id, before)
  if (known) return { moments: known, before, least }
  const moments = await analytics.results.get(
    JSON.stringify(['published moments', model.id, before]),
    async (signal) => {
      const asked = columnsOf(model)
      const expressions = asked.map(
        ({ kind, variable }) => `${kind}(${printVariable({ name: variable, position: 0 })})`,
      )
      const read = await releasedScores(ctx, model, {
        ...{ before, expressions, most: mostAnswers },
        // Not those of a draft: what is stored is for everybody.
        fixed: shownScopes(model, ctx).compareScope.fixed,
      })
      const answers = read.columns.map((column) => column ?? new Float64Array(read.keys.length).fill(Number.NaN))
      const pairs = await pairsInThread(answers, read.keys, work?.caller ?? systemCaller, signal)
      return storeMoments(db, model.id, before, withNoise(asked, pairs, noise))
    },
    () => 1,
    work?.signal,
  )
  return { moments, before, least }
}

type Column = Omit<PublishedMoments['columns'][number], 'n' | 'deviation'>

/** The scales, each by its answers, and those that the configuration has a net promoter score of by that as well. */
function columnsOf(model: SurveyModel): Column[] {
  const scored = configuredScores(model)
  return [...model.questions.values()].flatMap(({ type, variable, scaleMin: min, scaleMax: max }): Column[] => {
    if (type !== 'scale' || min === null || max === null) return []
    const mean: Column = { variable, kind: 'mean', min, max }
    return scored.get(variable) && npsCuts[`${min}-${max}`] ? [mean, { ...mean, kind: 'nps' }] : [mean]
  })
}

/** How much stronger the noise of moments is than that of other figures: then all pairs of this many columns tell little of one answer. */
const strength = 2
const fewColumns = 4

/**
 * Standard deviation of the noise of a correlation of n answers, which one answer moves by about 1 / n. It is strong enough for an attacker who
 * knows every other answer, and grows from five columns on, because an answer is in a pair with each of them.
 */
export function momentNoise(n: number, columns: number): number {
  return strength * noiseLevel(n) * Math.sqrt(Math.max(1, columns / fewColumns))
}

/**
 * Sums with noise. It is determined by those who answered, and each pair has its own; that of a standard deviation s is s / sqrt(2)
 * times as large, as its sampling error is. What has fewer than the least answers is left out.
 */
export function withNoise(
  asked: readonly Column[],
  { all, columns, pairs }: KeyedPairs,
  noise: KeyedNoise,
): PublishedMoments {
  const records = ({ n, keys }: { n: number; keys: number }) => ({ count: n, keys })
  const noiseOf = (name: string, of: { n: number; keys: number }): number =>
    momentNoise(of.n, asked.length) * noise.of(`moment ${name}`, records(all), records(of), `moments ${name}`)
  const nameOf = (at: number): string => `${asked[at]?.kind}(${asked[at]?.variable})`
  return {
    columns: asked.map((column, at) => {
      const { n = 0, keys = 0, deviation = 0 } = columns[at] ?? {}
      if (n < leastForEffects) return { ...column, n: 0, deviation: 0 }
      const factor = 1 + noiseOf(nameOf(at), { n, keys }) / Math.SQRT2
      return { ...column, n: shownCount(n), deviation: rounded(deviation * Math.max(0, factor)) }
    }),
    pairs: pairs.flatMap(({ first, second, n, keys, r }): PublishedMoments['pairs'] => {
      if (n < leastForEffects || Number.isNaN(r)) return []
      const noisy = r + noiseOf(`${nameOf(first)} ${nameOf(second)}`, { n, keys })
      return [[first, second, shownCount(n), rounded(Math.max(-1, Math.min(1, noisy)))]]
    }),
  }
}

function rounded(value: number): number {
  return Number(value.toFixed(decimals))
}

async function readMoments(db: Kysely<Database>, surveyId: number, before: string): Promise<PublishedMoments | null> {
  const row = await db
    .selectFrom('published_moments')
    .select('moments')
    .where('survey_id', '=', surveyId)
    .where('before', '=', before)
    .executeTakeFirst()
  return row?.moments ?? null
}

/** Stores moments where none are, and returns those that are stored. */
async function storeMoments(
  db: Kysely<Database>,
  surveyId: number,
  before: string,
  moments: PublishedMoments,
): Promise<PublishedMoments> {
  await sql`insert into published_moments (survey_id, before, moments)
            values (${surveyId}, ${before}::date, ${JSON.stringify(moments)}::jsonb)
            on conflict do nothing`.execute(db)
  return (await readMoments(db, surveyId, before)) ?? moments
}

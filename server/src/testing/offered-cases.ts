import { EVENT_DATE } from '@gensvar/contract/conditions'
import { encodeCustomDates } from '@gensvar/contract/date-filters'
import { addToDate } from '@gensvar/contract/dates'
import { noneValue, plainToken, plainValue, printDrillPath } from '@gensvar/contract/drill-path'
import type { PathToken, PathView } from '@gensvar/contract/drill-path'
import type { Distribution } from '@gensvar/contract/entities/distribution'
import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'
import type { Survey } from '@gensvar/contract/entities/survey'
import { walkComponents } from '@gensvar/contract/widgets/find-component'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { UnitTree } from '#server/domain/survey/unit-tree.ts'
import { offeredByParts, offeredCases } from './counted-figures.ts'
import type { OfferedCases, ShownAt } from './counted-figures.ts'

/** Components whose figures offer their cases. */
const offering = new Set([
  'action-plan',
  'benchmark',
  'choice-line',
  'delta',
  'development-chart',
  'grouped',
  'indicator-block',
  'ranking-table',
  'results-block',
  'variable-action-block',
  'variable-block',
])

/** A reader of a survey, and what can be asked of it. */
export interface Reader {
  get: (url: string) => Promise<{ status: number; body: unknown }>
  survey: Survey
  model: SurveyModel
  tree: UnitTree
}

const periods = ['last_1q', 'last_12m', 'last_3m', 'this_y', 'rel_-90d_0d', 'all_time']

/** Any place, filters and period: choices of questions, some left out, some not answered, and days from a year ago on. */
function anyPath({ model, tree }: Reader, today: string): fc.Arbitrary<string> {
  const questions = [...model.questions.values()].filter(
    ({ type, variable, choices }) =>
      (type === 'single' || type === 'multiple') &&
      choices.length > 0 &&
      !model.views.some(({ levels }) => levels.includes(variable)),
  )
  const views = viewsOf({ model })
  const place = fc.constantFrom(...model.views).chain((view) => {
    const units = view.levels.flatMap((_, depth) => tree.atDepth(view.id, depth + 1))
    const path = fc
      .constantFrom(...units)
      .map((unit) => tree.pathOf(unit).map(({ extName }, depth) => plainToken(view.levels[depth] ?? '', extName)))
    return fc.option(path, { nil: [] }).map((steps) => ({ view: view.extName, place: steps }))
  })
  const filter = fc.constantFrom(...questions).chain((question) =>
    fc
      .record({
        of: fc.subarray(
          question.choices.map(({ extName }) => extName),
          { minLength: 1, maxLength: Math.min(3, question.choices.length) },
        ),
        how: fc.constantFrom('is', 'is', 'isNot', 'none'),
      })
      .map(({ of, how }): PathToken => {
        const [first = ''] = of
        const name = question.variable
        if (how === 'none') return { name, values: [noneValue()] }
        if (how === 'isNot') return { name, values: [{ ...plainValue(first), exclude: true }] }
        return { name, values: of.map(plainValue) }
      }),
  )
  const days = fc
    .tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 200 }))
    .map(([ago, length]) => encodeCustomDates(addToDate(today, -ago - length, 'd'), addToDate(today, -ago, 'd')))
  return fc
    .record({
      at: place,
      filters: fc.uniqueArray(filter, { maxLength: 2, selector: ({ name }) => name }),
      period: fc.option(fc.oneof(fc.constantFrom(...periods), days), { nil: null }),
    })
    .map(({ at, filters, period }) => {
      const dated = period === null ? [] : [plainToken(EVENT_DATE, period)]
      return printDrillPath({ ...at, filters: [...filters, ...dated] }, views)
    })
}

/** The views of a survey as paths name them. */
function viewsOf({ model }: Pick<Reader, 'model'>): PathView[] {
  return model.views.map(({ extName, levels }) => ({ extName, levels }))
}

/** Every list of cases that the pages offer at a path. Components that refuse it with one of the statuses offer none. */
export async function offersAt(
  reader: Reader,
  path: string,
  refusals: readonly number[] = [],
): Promise<OfferedCases[]> {
  const { survey, get } = reader
  const offers: OfferedCases[] = []
  const seen = new Set<string>()
  const views = viewsOf(reader)
  for (const page of survey.pages)
    for (const { component } of walkComponents([page])) {
      const { type, config } = component
      const { id } = config as { id?: string }
      if (!offering.has(type) || id === undefined) continue
      const at: ShownAt = { page, views, path }
      const { status, body } = await get(`/rest/widgets/data/${survey.extName}/${id}/${path}`)
      expect([200, ...refusals], `${id} at ${path}: ${JSON.stringify(body)}`).toContain(status)
      if (status !== 200) continue
      offers.push(...offeredCases(type, config as Record<string, unknown>, body, at))
      if (type !== 'variable-block') continue
      const [tile] = (body as { variables: IndicatorVariable[] }).variables.filter(
        ({ name, hasDistribution }) => hasDistribution === true && !seen.has(name),
      )
      if (!tile) continue
      seen.add(tile.name)
      const spread = await get(`/rest/distributions/data/${survey.extName}/${tile.name}/${path}?by=units`)
      expect(spread.status, JSON.stringify(spread.body)).toBe(200)
      offers.push(...offeredByParts(spread.body as Distribution, { ...at, page: { ...page, selectionInterval: null } }))
    }
  return offers
}

/** Opens some of the lists that are offered at random paths, and compares their totals with the figures. */
export async function expectAsMany(reader: Reader, today: string, { runs, each }: { runs: number; each: number }) {
  const kinds = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(anyPath(reader, today), fc.infiniteStream(fc.nat()), async (path, picks) => {
      // A place that the reader may not open has no figures.
      const offers = await offersAt(reader, path, [403])
      const chosen =
        offers.length <= each ? offers : Array.from({ length: each }, () => offers[picks.next().value % offers.length]!)
      for (const { of, name, path: listed, count, areMessages } of chosen) {
        const { status, body } = await reader.get(
          `/rest/rankings/cases/${reader.survey.extName}/${name}/${listed}?rowFrom=0&rowTo=1`,
        )
        expect(status, `${name} at ${listed}: ${JSON.stringify(body)}`).toBe(200)
        const { totalNumberRows } = (body as { rankingData: { totalNumberRows: number } }).rankingData
        const told = `${of}, ${name} at ${path}, listed at ${listed}`
        // One response can have several messages, a reminder for one.
        if (areMessages) expect(totalNumberRows, told).toBeLessThanOrEqual(count)
        else expect(totalNumberRows, told).toBe(count)
        const kind = of.split(':')[0] ?? of
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      }
    }),
    { numRuns: runs, endOnFailure: true },
  )
  return kinds
}

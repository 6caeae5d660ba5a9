import { size } from './made-rows.ts'
import type { MadeRows } from './made-rows.ts'
import { storeManager } from './measured-data.ts'
import type { Answer, Measure, Question } from './questions.ts'
import { readBlock, readMonths, readPage, readRanking, readTiles } from './read-answers.ts'
import { allTime, datesOf, daysOf, monthsBefore, windows } from './spans.ts'
import type { Months } from './spans.ts'
import { asked, components, nameOf, surveyName } from './survey-plan.ts'

/** One request of its kind: what is asked for over HTTP at once, and the same questions for whoever answers beside. */
export interface Variant {
  urls: readonly string[]
  questions: readonly Question[]
  /** Index of the store whose newest responses are asked for, and how many. */
  page?: { store: number; rows: number }
  /** The answers to the questions, or of a page the ids of its responses. */
  read(bodies: readonly unknown[]): Answer[]
}

/** A kind of request with its variants: no two are answered from one kept result. */
export interface NamedRequest {
  name: string
  /** Asked by the manager of a store, who compares what is beside it; else by somebody who may see everything. */
  byManager: boolean
  /** Whether roll-ups of units and months serve it. */
  isRollUp: boolean
  variants: readonly Variant[]
}

/** Rows of a page of cases. */
const pageRows = 40
/** Months of a year, and those before it that it is compared with. */
const year = 12

const mean = (question: number): Measure => ({ question, isScore: false })
const measure = (question: number): Measure => ({ question, isScore: question === 1 })
const block = Array.from({ length: size.questions }, (_, at) => mean(at))

/** The ten named requests. */
export function namedRequests(made: MadeRows): NamedRequest[] {
  const years = windows(size.months, year, year + 1)
  const always = allTime(size.months, 130)
  const root = ''
  return [
    named(
      'tiles',
      years.map((months) => tilesOf(made, root, null, months)),
    ),
    named(
      'months',
      windows(size.months, 3 * year, 0)
        .concat(windows(size.months, 3 * year + 3, 0))
        .map((months) => monthsOf(made, root, null, months)),
    ),
    named(
      'ranking',
      always.map((months) => rankingOf(made, root, 'region', months)),
    ),
    // As many units times months as there are rows for each.
    {
      ...named(
        'ranking-units',
        years.map((months) => rankingOf(made, 'view=outlets;', 'store', months)),
      ),
      isRollUp: false,
    },
    named(
      'ranking-second-view',
      always.map((months) => rankingOf(made, 'view=range;', 'category', months)),
    ),
    // The manager's own store is counted: it is one column, and what it is compared by another.
    { ...named('ranking-compare', comparisons(made)), byManager: true, isRollUp: false },
    named(
      'question-block',
      years.map((months) => blockOf(made, months)),
    ),
    { ...named('block-free-filter', filtered(made, always)), isRollUp: false },
    named(
      'drilled-page',
      years.map((months, at) => drilled(made, at % size.regions, months)),
    ),
    {
      ...named(
        'cases-page-40',
        Array.from({ length: 160 }, (_, at) => pageOf((at * 31) % size.stores)),
      ),
      isRollUp: false,
    },
  ]
}

function named(name: string, variants: readonly Variant[]): NamedRequest {
  return { name, byManager: false, isRollUp: true, variants }
}

function url(component: string, path: string, query = ''): string {
  return `/rest/widgets/data/${surveyName}/${component}/${path}${query}`
}

function question(made: MadeRows, months: Months, given: Partial<Question>): Question {
  return { days: daysOf(made, months), before: null, place: null, filters: [], by: null, measures: [], ...given }
}

function tilesOf(made: MadeRows, path: string, place: Question['place'], months: Months): Variant {
  const before = daysOf(made, monthsBefore(months))
  return {
    urls: [url(components.tiles, `${path}${datesOf(made, months)}`)],
    questions: [question(made, months, { place, before, measures: asked.tiles.map(measure) })],
    read: ([body]) => [readTiles(body)],
  }
}

function monthsOf(made: MadeRows, path: string, place: Question['place'], months: Months): Variant {
  return {
    urls: [url(components.months, `${path}${datesOf(made, months)}`, '?period=months')],
    questions: [question(made, months, { place, by: 'month', measures: asked.series.map(measure) })],
    read: ([body]) => [readMonths(made, body)],
  }
}

function rankingOf(made: MadeRows, path: string, by: 'region' | 'store' | 'category', months: Months): Variant {
  return {
    urls: [url(components.ranking, `${path}${datesOf(made, months)}`)],
    questions: [question(made, months, { by, measures: asked.columns.map(measure) })],
    read: ([body]) => [readRanking(body)],
  }
}

function blockOf(made: MadeRows, months: Months): Variant {
  const before = daysOf(made, monthsBefore(months))
  return {
    urls: [url(components.block, datesOf(made, months))],
    questions: [question(made, months, { before, measures: block })],
    read: ([body]) => [readBlock(body)],
  }
}

/** Three of four channels and four of six segments: half of the responses. */
function filtered(made: MadeRows, always: readonly Months[]): Variant[] {
  return always.map((months, at) => {
    const without = [at % size.segments, (at + 1 + (at % (size.segments - 1))) % size.segments]
    const channel = numbersBelow(size.channels).filter((one) => one !== at % size.channels)
    const segment = numbersBelow(size.segments).filter((one) => !without.includes(one))
    const path = `channel=${channel.map(nameOf.channel).join('*')};segment=${segment.map(nameOf.segment).join('*')}`
    return {
      urls: [url(components.block, `${path};${datesOf(made, months)}`)],
      questions: [
        question(made, months, {
          filters: [
            { column: 'channel', in: channel },
            { column: 'segment', in: segment },
          ],
          measures: block,
        }),
      ],
      read: ([body]) => [readBlock(body)],
    }
  })
}

/** What a store's manager sees of the regions, and of the stores beside their own, in whole calendar periods. */
function comparisons(made: MadeRows): Variant[] {
  const inRegion = `region=${nameOf.region(storeManager.region)};`
  const place = { column: 'region' as const, is: storeManager.region }
  return numbersBelow(size.months).flatMap((first) =>
    [1, 3, year].flatMap((count) => {
      const months = { first, count }
      const isCalendar = (made.firstMonth + first) % count === 0 && first + count <= size.months
      if (!isCalendar) return []
      const regions = rankingOf(made, '', 'region', months)
      if (count === 1) return [regions]
      const stores = rankingOf(made, inRegion, 'store', months)
      return [regions, { ...stores, questions: stores.questions.map((one) => ({ ...one, place })) }]
    }),
  )
}

/** What a page of one region asks for at once: tiles, months and the block. */
function drilled(made: MadeRows, region: number, months: Months): Variant {
  const path = `region=${nameOf.region(region)};`
  const place = { column: 'region' as const, is: region }
  const parts = [
    tilesOf(made, path, place, months),
    monthsOf(made, path, place, months),
    {
      urls: [url(components.block, `${path}${datesOf(made, months)}`)],
      questions: [question(made, months, { place, before: daysOf(made, monthsBefore(months)), measures: block })],
      read: ([body]: readonly unknown[]) => [readBlock(body)],
    },
  ]
  return {
    urls: parts.flatMap(({ urls }) => urls),
    questions: parts.flatMap(({ questions }) => questions),
    read: (bodies) => parts.flatMap(({ read }, at) => read([bodies[at]])),
  }
}

function pageOf(store: number): Variant {
  const region = nameOf.region(Math.floor(store / (size.stores / size.regions)))
  return {
    urls: [url(components.ranking, `region=${region};store=${nameOf.store(store)}`, `?rowFrom=0&rowTo=${pageRows}`)],
    questions: [],
    page: { store, rows: pageRows },
    read: ([body]) => [readPage(body)],
  }
}

function numbersBelow(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at)
}

import { toDayNumber } from '../../contract/src/dates.ts'
import { periodIndex, periodName } from '../../contract/src/periods.ts'
import type { WholePeriodKind } from '../../contract/src/periods.ts'
import { demoStore } from '../../server/src/demo/accounts/users.ts'
import { loadTestLevels } from './load-test.ts'

/** A survey to measure on, and the drill paths each kind of request is asked for with. */
export interface MeasuredSurvey {
  title: string
  universe: string
  extName: string
  /** The user; root by default. */
  username?: string
  /** Server times of a ranking promised, in ms, where they are not those of every request. */
  rankingGoal?: { p50: number; p95: number }
  /** Drill paths by kind of request; each is used once, so that no cached result answers. */
  paths: Readonly<Record<RequestKind, readonly string[]>>
}

/** The kinds of request of a dashboard. */
export type RequestKind = keyof typeof components

/** The component that answers each kind; every survey of the bench has them. */
export const components = { ranking: 'units', tiles: 'head', results: 'results' } as const

/** The demo's store visits: four places, and people of sixty ranges of age. */
export const demoVisits: MeasuredSurvey = {
  title: 'demo: store visits',
  universe: 'retail',
  extName: 'visits',
  paths: dealt(
    ['root', 'country=SE', 'country=NO', 'country=FI;channel=store'].flatMap((place) => withFilters(place, ages(60))),
  ),
}

/** The demo's store visits as the manager of one store: comparisons, by whole months and a background. */
export const demoComparisons: MeasuredSurvey = {
  title: 'demo: store visits, compared',
  universe: 'retail',
  extName: 'visits',
  username: 'store',
  paths: dealt(
    ['root', 'country=SE', `country=SE;region=${demoStore.region}`].flatMap((place) =>
      withFilters(place, eachWith(finished('month', 10), ['gender=female', 'gender=male'])),
    ),
  ),
}

/** The demo's anonymous survey: closed quarters, by none, one and two of its filters. */
export const demoBank: MeasuredSurvey = {
  title: 'demo: bank customers, anonymous',
  universe: 'bank',
  extName: 'customers',
  paths: dealt(
    ['root', 'country=SE', 'country=NO', 'country=FI', 'country=DK'].flatMap((place) =>
      withFilters(
        place,
        eachWith(finished('quarter', 3), ['', 'gender=female', 'age_group=45-64', 'age_group=45-64;gender=female']),
      ),
    ),
  ),
}

/** The large survey: everything and each of its areas, people of twelve ranges of age. */
export const largeSurvey: MeasuredSurvey = {
  title: 'large',
  universe: 'retail',
  extName: 'load',
  paths: dealt(largePlaces().flatMap((place) => withFilters(place, ages(12)))),
}

/** As large, with every unit in one level: a ranking compares five thousand and shows a thousand of them. */
export const flatSurvey: MeasuredSurvey = {
  title: 'large and flat',
  universe: 'retail',
  extName: 'flat',
  // Of a thousand rows of figures (800 kB), making, checking and writing the answer takes most of the time.
  rankingGoal: { p50: 100, p95: 200 },
  paths: dealt(withFilters('root', ages(90))),
}

/**
 * The large survey once it is anonymous: ranges of age are rejected there, so one segment in a closed quarter instead.
 */
export const largeAnonymous: MeasuredSurvey = {
  ...largeSurvey,
  title: 'large, anonymous',
  paths: dealt(largePlaces().flatMap((place) => withFilters(place, eachWith(finished('quarter', 3), segments(4))))),
}

function largePlaces(): string[] {
  return ['root', ...Array.from({ length: 20 }, (_, at) => `${loadTestLevels[0]}=area-${at + 1}`)]
}

/** Ranges of age, each with different rows. */
function ages(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `age=range_${16 + (at % 20)}_${45 + at}`)
}

function segments(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `segment=segment-${at + 1}`)
}

/** The last finished periods of a kind, which ended two weeks ago at least: an anonymous survey has closed them. */
function finished(kind: WholePeriodKind, count: number): string[] {
  const running = periodIndex(kind, toDayNumber(new Date().toISOString().slice(0, 10)) - 15)
  return Array.from({ length: count }, (_, age) => `date=${periodName(kind, running - 1 - age)}`)
}

/** Every period with every filter; '' is none. */
function eachWith(periods: readonly string[], filters: readonly string[]): string[] {
  return periods.flatMap((period) => filters.map((filter) => (filter === '' ? period : `${period};${filter}`)))
}

function withFilters(place: string, filters: readonly string[]): string[] {
  return filters.map((filter) => (place === 'root' ? filter : `${place};${filter}`))
}

/** Distributes paths over the kinds in turn. */
function dealt(paths: readonly string[]): MeasuredSurvey['paths'] {
  const every = (first: number): string[] => paths.filter((_, at) => at % 3 === first)
  return { ranking: every(0), tiles: every(1), results: every(2) }
}

import { loadTestLevels } from '../../server/src/features/demo/load-test.ts'

/** A survey to measure on, and the drill paths each kind of request is asked for with. */
export interface MeasuredSurvey {
  title: string
  universe: string
  extName: string
  /** By kind of request; no path comes twice, so that no result kept from another request answers. */
  paths: Readonly<Record<RequestKind, readonly string[]>>
}

/** What a dashboard asks for. */
export type RequestKind = keyof typeof components

/** The component that answers each kind; every survey of the bench has them. */
export const components = { ranking: 'units', tiles: 'head', results: 'results' } as const

/** Periods; an anonymous survey takes whole weeks of them. */
const periods = ['rel_-24m_0d', 'rel_-18m_0d', 'rel_-12m_0d'].map((period) => `date=${period}`)

/** The demo's store visits: four places, and people of sixty ranges of age. */
export const demoVisits: MeasuredSurvey = {
  title: 'demo: store visits',
  universe: 'retail',
  extName: 'visits',
  paths: dealt(
    ['root', 'country=SE', 'country=NO', 'country=FI;channel=store'].flatMap((place) => withFilters(place, ages(60))),
  ),
}

/** The demo's anonymous survey: its figures are looked at in several ways before they are shown. */
export const demoBank: MeasuredSurvey = {
  title: 'demo: bank customers, anonymous',
  universe: 'bank',
  extName: 'customers',
  paths: dealt(
    ['root', 'country=SE', 'country=NO', 'country=FI', 'country=DK'].flatMap((place) =>
      withFilters(
        place,
        ['overall=range_1_10', 'overall=range_2_10', 'recommend=range_1_10', 'recommend=range_2_10'].flatMap(
          (answers) => periods.map((period) => `${answers};${period}`),
        ),
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
  paths: dealt(withFilters('root', ages(90))),
}

/** The large survey once it is anonymous: ranges of age are refused there, so people of ten segments instead. */
export const largeAnonymous: MeasuredSurvey = {
  ...largeSurvey,
  title: 'large, anonymous',
  paths: dealt(largePlaces().flatMap((place) => withFilters(place, segments(12)))),
}

function largePlaces(): string[] {
  return ['root', ...Array.from({ length: 20 }, (_, at) => `${loadTestLevels[0]}=area-${at + 1}`)]
}

/** Ranges of age that ask for other rows each. */
function ages(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `age=range_${16 + (at % 20)}_${45 + at}`)
}

function segments(count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const chosen = Array.from({ length: 10 }, (_value, next) => `segment-${3 * at + next + 1}`)
    return `segment=${chosen.filter((name) => Number(name.slice(8)) <= 40).join('*')}`
  })
}

function withFilters(place: string, filters: readonly string[]): string[] {
  return filters.map((filter) => (place === 'root' ? filter : `${place};${filter}`))
}

/** Deals paths out to the kinds in turn. */
function dealt(paths: readonly string[]): MeasuredSurvey['paths'] {
  const every = (first: number): string[] => paths.filter((_, at) => at % 3 === first)
  return { ranking: every(0), tiles: every(1), results: every(2) }
}

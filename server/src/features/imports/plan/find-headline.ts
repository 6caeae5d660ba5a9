import { listed, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { ImportRefusal, noteOn } from '../import-words.ts'
import type { ImportNote } from '../import-words.ts'
import { asksVerdict, isAbout, isBareRating, unitRank } from '../profile/header-words.ts'
import type { Correlation, Correlations } from './correlations.ts'
import { askedBefore } from './before-after.ts'
import { shortName } from './blank-columns.ts'
import { demandColumn } from './demand-column.ts'
import type { PlannedColumn, Roles } from './planned.ts'
import { ofType } from './planned.ts'

/** Drivers with a tile of their own. */
const tileDrivers = 3
/** From this correlation on, a column is a copy of the headline rather than something that drives it. */
const copied = 0.98
/** Up to this one, a column is told to run against the headline. */
const against = -0.3

type Rating = ReturnType<typeof ofType<'scale'>>[number]

/** The overall question and the ratings of single aspects, and why these. */
export interface Headline extends Pick<Roles, 'main' | 'drivers' | 'tiles'> {
  notes: ImportNote[]
  /** Ratings that fall when the headline rises, by variable. */
  warnings: Map<string, ImportNote>
}

/** The choice of whoever imports, and that of the survey's current configuration. */
export interface AskedHeadline {
  asked: string | null
  before: string | null
}

/**
 * Finds the headline: the overall question by its name, its position and how closely the other ratings follow it; the
 * others are its drivers, the most closely related first. Errors: `validation` for a requested column that is no rating.
 */
export function findHeadline(
  columns: readonly PlannedColumn[],
  recommend: Roles['recommend'],
  correlation: Correlations,
  { asked, before }: AskedHeadline,
): Headline {
  const scales = ofType(columns, 'scale').filter(({ plan }) => plan.words?.family !== 'promoter')
  const early = askedBefore(columns)
  const outcome = outcomeOf(columns)
  const rated = scales.filter((column) => isRating(column) || column === outcome)
  const ratings = rated.filter(({ variable }) => variable !== recommend?.variable && !early.has(variable))
  const others = [...ratings, ...scales.filter(({ variable }) => variable === recommend?.variable)]
  const closeness = new Map(others.map((column) => [column.variable, closenessOf(column, others, correlation)]))
  const best = outcome ?? findMain(ratings, closeness)
  const found = best && (best === outcome || isOverall(best) || recommend?.kind !== 'nps') ? best : undefined
  const wanted = asked === null ? null : demandRating(columns, asked)
  const known = wanted ?? scales.find(({ variable }) => variable === before)
  const main = known ?? found ?? recommended(columns, recommend)
  const related = (column: Rating): Correlation | null => (main ? correlation(main.variable, column.variable) : null)
  const drivers = ratings
    .filter((column) => column !== main && !column.plan.binary && isDriver(column, related(column)))
    .toSorted((a, b) => Number(isAverage(a)) - Number(isAverage(b)) || weight(related(b)) - weight(related(a)))
  const tiles = drivers.filter((one) => !isAverage(one) && weight(related(one)) > 0).slice(0, tileDrivers)
  const first = drivers.every((column) => related(column) === null)
  const shown = first ? drivers.slice(0, tileDrivers) : tiles
  const why = known
    ? wanted
      ? say`Headline: ${known.title}.`
      : say`Headline: ${known.title} (as before).`
    : found
      ? found === outcome
        ? say`Headline: ${found.title} (named like the outcome of the other columns).`
        : reason(found, ratings, closeness)
      : main && recommendedBecause(main, ratings.length > 0)
  return {
    main: main?.variable ?? null,
    drivers: drivers.map(({ variable }) => variable),
    tiles: shown.map(({ variable }) => variable),
    notes: [
      ...(why ? [noteOn(why, {}, 'main')] : []),
      ...(drivers.length > 0 && shown.length === 0 ? [noneFollows] : tileNote(shown, related)),
      ...beforeNote(rated.filter(({ variable }) => early.has(variable))),
    ],
    warnings: new Map(drivers.flatMap((column) => runsAgainst(column, main, related(column)))),
  }
}

function recommendedBecause({ title }: PlannedColumn, areOthers: boolean): Words {
  return areOthers
    ? say`Headline: ${title} (the recommendation, as no other question is named as the overall one).`
    : say`Headline: ${title} (the recommendation, as no other question is rated).`
}

/** Whether the name or the answers of a question say that it is the overall one, so that it leads the recommendation. */
function isOverall(column: Rating): boolean {
  return nameScore(column) >= 1 || isRatingWords(column.plan)
}

/** The column `Y` of a table of `X1`, `X2` ...: what the others explain. */
function outcomeOf(columns: readonly PlannedColumn[]): Rating | undefined {
  const causes = columns.filter(({ header }) => /^x_?\d+$/iu.test(header))
  return causes.length < 2 ? undefined : ofType(columns, 'scale').find(({ header }) => /^y$/iu.test(header))
}

/** A two-valued question is a rating only if it asks for satisfaction. */
function isRating({ plan, about }: Rating): boolean {
  if (!plan.binary) return true
  const asks = isAbout(about, 'rating') || isAbout(about, 'overall') || asksVerdict(about)
  return (asks || isRatingWords(plan)) && !isAbout(about, 'negative')
}

function isRatingWords({ words }: Rating['plan']): boolean {
  return words?.family === 'satisfaction' || words?.family === 'quality' || words?.family === 'faces'
}

/** A figure of the unit rather than an answer. */
function isAverage({ about }: Rating): boolean {
  return isAbout(about, 'average')
}

/** How often and how important are ratings only where the headline follows them. */
function isDriver(column: Rating, related: Correlation | null): boolean {
  if (!isBackground(column) && !isAbout(column.about, 'importance')) return true
  return (related?.safe ?? 0) > 0.2
}

function findMain(ratings: readonly Rating[], closeness: ReadonlyMap<string, Correlation | null>): Rating | undefined {
  const score = (column: Rating): number => {
    const { variable, plan } = column
    const isEnd = column === ratings[0] || column === ratings.at(-1)
    return (
      nameScore(column) +
      1.5 * telling(closeness.get(variable)) +
      (isEnd ? 0.1 : 0) -
      (plan.binary ? 0.5 : 0) -
      (isBackground(column) ? 1 : 0)
    )
  }
  // How often something is done and how important it is say nothing of how good it is.
  const able = ratings.filter((column) => !isBackground(column) || nameScore(column) >= 1)
  return able.toSorted((a, b) => score(b) - score(a))[0]
}

/** Below this, the question that the others follow most closely is so by chance. */
const leastTelling = 0.15

/** A mean correlation that tells something; else 0. */
function telling(close: Correlation | null | undefined): number {
  return close && close.r >= leastTelling ? close.r : 0
}

function isBackground({ plan }: Rating): boolean {
  return plan.words?.family === 'frequency' || plan.words?.family === 'importance'
}

/** How much a name sounds like that of the overall question. */
function nameScore({ about, header }: Rating): number {
  return (
    (isAbout(about, 'overall') ? 2 : 0) +
    (isAbout(about, 'rating') ? 1 : 0) +
    (asksVerdict(about) ? 1 : 0) +
    (isBareRating(header) ? 1 : 0) -
    (isAbout(about, 'average') ? 2 : 0) -
    (isAbout(about, 'negative') ? 3 : 0) -
    (isAbout(about, 'importance') ? 2 : 0) -
    (unitRank(about) === null || isBareRating(header) ? 0 : 0.5)
  )
}

/** The mean correlation of a rating with all others; null without any that can be compared. */
function closenessOf(column: Rating, ratings: readonly Rating[], correlation: Correlations): Correlation | null {
  const found = ratings.flatMap((other) =>
    other === column ? [] : (correlation(column.variable, other.variable) ?? []),
  )
  if (found.length === 0) return null
  const mean = (part: (one: Correlation) => number): number =>
    found.reduce((sum, one) => sum + part(one), 0) / found.length
  return { r: mean(({ r }) => r), safe: mean(({ safe }) => safe) }
}

/** The recommendation as headline of a file that has no other rating. */
function recommended(columns: readonly PlannedColumn[], recommend: Roles['recommend']): PlannedColumn | undefined {
  if (recommend?.kind === 'yes-no') return undefined
  return columns.find(({ variable }) => variable === recommend?.variable)
}

function demandRating(columns: readonly PlannedColumn[], name: string): PlannedColumn {
  const column = demandColumn(columns, name, 'main')
  if (column.plan.type === 'scale') return column
  const words = say`The column "${column.header}" has no ordered answers, so it cannot be the headline.`
  throw new ImportRefusal('validation', words, 'main', { column: column.header })
}

/** What drivers are ordered by. */
function weight(related: Correlation | null): number {
  if (!related) return 0
  return related.r >= copied ? 0 : related.safe
}

function reason(main: Rating, ratings: readonly Rating[], closeness: ReadonlyMap<string, Correlation | null>): Words {
  const { title } = main
  if (ratings.length === 1) return say`Headline: ${title} (the only rating).`
  const own = closeness.get(main.variable)
  const isClosest =
    own && telling(own) > 0 && ratings.every(({ variable }) => (closeness.get(variable)?.r ?? -1) <= own.r)
  if (nameScore(main) >= 1) {
    return isClosest
      ? say`Headline: ${title} (by its name; it follows the other ratings most closely, r ${rounded(own)}).`
      : say`Headline: ${title} (by its name).`
  }
  return isClosest
    ? say`Headline: ${title} (no name says which question is the overall one; it follows the other ratings most closely, r ${rounded(own)}).`
    : say`Headline: ${title} (no name says which question is the overall one; by its place among the ratings).`
}

const noneFollows = noteOn(say`No tiles of other ratings beside the headline: none of them goes with it.`)

function tileNote(shown: readonly Rating[], related: (column: Rating) => Correlation | null): ImportNote[] {
  if (shown.length === 0) return []
  const names = listed(
    shown.map((column) => {
      const found = related(column)
      return found ? say`${column.title} (${'r'} ${rounded(found)})` : say`${column.title}`
    }),
    ', ',
  )
  return [
    noteOn(
      shown.some(related)
        ? say`Tiles beside the headline: ${names}, most closely related to it.`
        : say`Tiles beside the headline: ${names}, the first ratings, as too few answers show which matter most.`,
    ),
  ]
}

function beforeNote(asked: readonly Rating[]): ImportNote[] {
  if (asked.length === 0) return []
  const names = asked.map(({ title }) => shortName(title)).join(', ')
  return [noteOn(say`Asked before what the other questions are about, so neither headline nor driver: ${names}.`)]
}

function runsAgainst(
  column: Rating,
  main: PlannedColumn | undefined,
  related: Correlation | null,
): [string, ImportNote][] {
  if (!main || !related || related.r > against) return []
  const words = say`the higher the answer, the lower ${main.title} (r ${rounded(related)}): a high answer may be a bad one`
  return [[column.variable, noteOn(words)]]
}

function rounded({ r }: Correlation): string {
  return r.toFixed(2)
}

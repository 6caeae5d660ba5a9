import { isPlainWord } from '@gensvar/contract/expression-tokens'
import { askedBefore } from '../plan/before-after.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import { isAbout } from '../profile/header-words.ts'
import { isYes } from '../profile/infer-text.ts'
import { ofType } from '../plan/planned.ts'
import type { PlannedColumn } from '../plan/planned.ts'

/** A named figure of the written configuration. */
export interface WrittenIndicator {
  name: string
  title: unknown
  expression: string
  unit?: string
  decimals: number
  minValue?: number
  maxValue?: number
  helpText?: unknown
  /** A lower figure is a better one. */
  inverse?: true
}

/** What the written configuration shows, taken from the plan. */
export interface DashboardParts {
  main: WrittenIndicator | null
  drivers: PlannedColumn[]
  recommend: WrittenIndicator | null
  /** Of scales whose low end is good. */
  inverted: WrittenIndicator[]
  answers: WrittenIndicator
  /** Names of the figures in the order they are shown. */
  figures: string[]
  groups: { extname: string; title: unknown; driver?: true; loyalty?: true; questions: string[] }[]
  background: PlannedColumn[]
  ranges: PlannedColumn[]
  dates: PlannedColumn[]
  comments: string[]
}

/** Most questions of a kind that a written configuration shows; a person can add others. */
export const mostShown = 100

const titles = {
  answers: { en: 'Answers', sv: 'Svar', no: 'Svar', da: 'Svar', fi: 'Vastauksia' },
  recommend: { en: 'Recommend', sv: 'Rekommenderar', no: 'Anbefaler', da: 'Anbefaler', fi: 'Suosittelee' },
  drivers: { en: 'Drivers', sv: 'Drivkrafter', no: 'Drivere', da: 'Drivere', fi: 'Vaikuttajat' },
  loyalty: {
    en: 'Overall impression',
    sv: 'Helhetsintryck',
    no: 'Helhetsinntrykk',
    da: 'Helhedsindtryk',
    fi: 'Kokonaisvaikutelma',
  },
  before: { en: 'Asked before', sv: 'Svar före', no: 'Svar før', da: 'Svar før', fi: 'Ennen kysyttyä' },
  profile: { en: 'Background', sv: 'Bakgrund', no: 'Bakgrunn', da: 'Baggrund', fi: 'Taustatiedot' },
}

/** Why a figure is not what the file's numbers give. */
const turnedText = {
  en: 'In the file the lowest number is the best answer. Here the numbers are turned: higher is better.',
  sv: 'I filen är det lägsta talet det bästa svaret. Här är talen vända: högre är bättre.',
  no: 'I filen er det laveste tallet det beste svaret. Her er tallene snudd: høyere er bedre.',
  da: 'I filen er det laveste tal det bedste svar. Her er tallene vendt: højere er bedre.',
  fi: 'Tiedostossa pienin luku on paras vastaus. Tässä luvut on käännetty: suurempi on parempi.',
}

/** Title of the group of background questions, which the filters carry too. */
export const backgroundTitle = titles.profile

/** Selects from a plan what a first configuration shows; of the scales in `lowIsGood` a lower answer is a better one. */
export function dashboardParts(plan: ImportPlan, lowIsGood: ReadonlySet<string> = new Set()): DashboardParts {
  const { roles } = plan
  const columns = plan.columns.filter(({ metadata }) => metadata === null)
  const find = (variable: string | null): PlannedColumn | undefined =>
    columns.find((column) => column.variable === variable)
  const names = new Set(plan.columns.map(({ variable }) => variable))
  const main = mainFigure(find(roles.main), names)
  const recommend = recommendFigure(plan, names)
  const inverted = columns
    .filter(({ variable }) => lowIsGood.has(variable))
    .slice(0, mostShown)
    .flatMap((column) => meanFigure(column, freeName(`${column.variable}_mean`, names)) ?? [])
    .map((figure) => ({ ...figure, inverse: true as const }))
  const answers = { name: freeName('answers', names), title: titles.answers, expression: 'count()', decimals: 0 }
  const drivers = roles.drivers.flatMap((variable) => find(variable) ?? [])
  const background = ['single', 'multiple']
    .flatMap((type) => ofType(columns, type as 'single'))
    .filter((column) => isBackground(column, plan))
  const free = columns.filter(({ variable }) => variable !== roles.eventDate)
  const figures = [
    main,
    ...drivers.map(({ variable }) => ({ name: variable })),
    recommend,
    ...inverted,
    answers,
  ].flatMap((figure) => figure?.name ?? [])
  const ratings = ofType(columns, 'scale')
    .filter(({ plan: scale }) => !scale.binary)
    .map(({ variable }) => variable)
  return {
    main,
    drivers,
    recommend,
    inverted,
    answers,
    figures,
    groups: groupsOf(plan, background, ratings, askedBefore(columns)),
    background,
    ranges: ofType(free, 'numeric').filter(({ about }) => !isAbout(about, 'coordinate')),
    dates: ofType(free, 'date'),
    comments: roles.comments,
  }
}

function isBackground({ profile, variable }: PlannedColumn, { views, roles }: ImportPlan): boolean {
  const level = views.some((view) => view.levels.includes(variable))
  return !level && profile.filled > 0 && variable !== roles.recommend?.variable && variable !== roles.contact.language
}

function mainFigure(column: PlannedColumn | undefined, names: ReadonlySet<string>): WrittenIndicator | null {
  if (column?.plan.type !== 'scale') return null
  const { binary, words, lowBest } = column.plan
  // Promoters have the figure of the recommendation.
  if (words?.family === 'promoter') return null
  const name = freeName('overall', names)
  if (binary) {
    const expression = `share(${quoted(column.variable)}, 1)`
    return { name, title: titleOf(column), expression, unit: '%', decimals: 1, minValue: 0, maxValue: 100 }
  }
  const mean = meanFigure(column, name)
  return mean && { ...mean, ...(lowBest && { helpText: turnedText }) }
}

/** The mean of a scale's answers; null for other questions. */
function meanFigure(column: PlannedColumn, name: string): WrittenIndicator | null {
  if (column.plan.type !== 'scale') return null
  const { min, max } = column.plan
  return {
    ...{ name, title: titleOf(column), expression: `mean(${quoted(column.variable)})`, decimals: 2 },
    ...{ minValue: min, maxValue: max },
  }
}

/** The title of a figure that a question has by itself. */
function titleOf({ settings, title }: PlannedColumn): unknown {
  return settings?.title ?? title
}

function recommendFigure({ roles, columns }: ImportPlan, names: ReadonlySet<string>): WrittenIndicator | null {
  const column = columns.find(({ variable }) => variable === roles.recommend?.variable)
  if (!column || !roles.recommend) return null
  const variable = quoted(column.variable)
  if (roles.recommend.kind === 'nps' || roles.recommend.kind === 'promoter') {
    const isNumber = roles.recommend.kind === 'nps'
    return {
      name: freeName('nps', names),
      title: 'NPS',
      expression: isNumber ? `nps(${variable})` : `share(${variable}, 3) - share(${variable}, 1)`,
      decimals: 0,
      minValue: -100,
      maxValue: 100,
    }
  }
  if (roles.recommend.kind === 'rating') {
    return roles.main === column.variable ? null : meanFigure(column, freeName('recommend', names))
  }
  const yes = column.plan.type === 'scale' ? '1' : JSON.stringify(yesOf(column))
  return {
    name: freeName('recommend_share', names),
    title: titles.recommend,
    expression: `share(${variable}, ${yes})`,
    unit: '%',
    decimals: 1,
    minValue: 0,
    maxValue: 100,
  }
}

function yesOf({ profile }: PlannedColumn): string {
  const words = [...profile.values.keys()]
  return words.find((word) => isYes(word)) ?? words[0] ?? ''
}

/** A variable as written in an expression. */
function quoted(variable: string): string {
  return isPlainWord(variable) ? variable : `\`${variable.replaceAll('`', '\\`')}\``
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  return taken.has(wanted) ? freeName(`${wanted}_score`, taken) : wanted
}

function groupsOf(
  { roles }: ImportPlan,
  background: readonly PlannedColumn[],
  ratings: readonly string[],
  before: ReadonlySet<string>,
): DashboardParts['groups'] {
  const loyalty = [roles.main, roles.recommend?.variable ?? null].filter((variable) => variable !== null)
  const short = background.filter(({ profile }) => profile.distinct <= 20).map(({ variable }) => variable)
  const drivers = roles.drivers.filter((variable) => ratings.includes(variable))
  const asked = ratings.filter((variable) => before.has(variable) && !loyalty.includes(variable))
  return [
    ...(drivers.length > 0
      ? [{ extname: 'drivers', title: titles.drivers, driver: true as const, questions: drivers.slice(0, mostShown) }]
      : []),
    ...(loyalty.length > 0
      ? [{ extname: 'loyalty', title: titles.loyalty, loyalty: true as const, questions: [...new Set(loyalty)] }]
      : []),
    ...(asked.length > 0 ? [{ extname: 'before', title: titles.before, questions: asked.slice(0, mostShown) }] : []),
    ...(short.length > 0 ? [{ extname: 'profile', title: titles.profile, questions: short.slice(0, mostShown) }] : []),
  ]
}

/** The names of the groups that a plan can have. */
export const ownGroups: readonly string[] = ['drivers', 'loyalty', 'before', 'profile']

import { backgroundsOfRule, isOneOrBand } from '@gensvar/contract/backgrounds'
import { EVENT_DATE, answerOf } from '@gensvar/contract/conditions'
import type { Condition, ConditionKind, ConditionOf } from '@gensvar/contract/conditions'
import { UNITS_NAME } from '@gensvar/contract/drill-path'
import { wholePeriods } from '@gensvar/contract/periods'
import type { WholePeriodKind, WholePeriods } from '@gensvar/contract/periods'
import { isPublishedPeriod } from '@gensvar/contract/published-dates'
import type { Rule } from '@gensvar/contract/row-rule'
import { say, titled } from '@gensvar/contract/say'
import type { Name, Words } from '@gensvar/contract/say'
import type { PublishedPlaces } from '#server/domain/conditions/condition-kind.ts'
import { conditionKinds, nameOf } from '#server/domain/conditions/condition-kinds.ts'
import type { Choice, Question, SurveyShape } from '#server/domain/survey/survey-model.ts'
import type { GroupBy } from '../rows/grouping.ts'
import type { PublishingRules } from './publishing-rules.ts'

/** A background question with the requested choices: one, or a configured band of several. */
export interface Background {
  question: Question
  choices: readonly Choice[]
}

/** What published figures are grouped by. */
export type PublishedGrouping =
  | { kind: 'none' }
  | { kind: 'level'; view: string; depth: number }
  | { kind: 'background'; question: Question }
  | { kind: 'period'; period: WholePeriodKind }

/**
 * A request for published figures. It can only express what is in the vocabulary: other conditions and groupings cannot
 * be represented.
 */
export interface PublishedRequest {
  /** The place, as ext names from the top of a view; null for the top. */
  place: { view: string; path: readonly string[] } | null
  /** Null for all time. In an anonymous survey a single period, or several when grouped by period. */
  period: WholePeriods | null
  backgrounds: readonly Background[]
  by: PublishedGrouping
}

/** Why a request is outside the vocabulary: the reason in words, and the field at fault. */
export class OutsideVocabulary extends Error {
  readonly field: string
  readonly words: Words

  constructor(field: string, words: Words) {
    super(String(words))
    this.field = field
    this.words = words
  }
}

/** Converts a request to the vocabulary of published figures. Throws `OutsideVocabulary`. */
export function readPublished(
  survey: SurveyShape,
  rules: PublishingRules,
  asked: { conditions: readonly Condition[]; by: GroupBy },
): PublishedRequest {
  const reader = new Reader(survey, rules, asked.by !== 'none' && 'period' in asked.by)
  for (const condition of asked.conditions) publish(condition, reader)
  const request = { ...reader.request, by: reader.grouping(asked.by) }
  demandFew(rules, request.backgrounds.length + Number(request.by.kind === 'background'))
  return request
}

/** The backgrounds in an indicator's `where`. Throws `OutsideVocabulary` for a rule with anything else. */
export function readRule(survey: SurveyShape, rules: PublishingRules, rule: Rule): Background[] {
  const demands = backgroundsOfRule(rule)
  if (!demands) throw new OutsideVocabulary('where', say`It counts by more than background questions.`)
  return demands.map(({ variable, values }) => backgroundOf(survey, rules, variable, values))
}

function demandFew(rules: PublishingRules, backgrounds: number): void {
  if (backgrounds < rules.minimum.length) return
  const most = rules.minimum.length - 1
  throw new OutsideVocabulary(
    'filters',
    most === 1
      ? say`One background question can be chosen at a time.`
      : say`Two background questions can be chosen at a time.`,
  )
}

/** Adds a condition to the request. Its kind decides what it becomes; the reader checks whether that is published. */
function publish<K extends ConditionKind>(condition: ConditionOf<K>, reader: Reader): void {
  if (!conditionKinds[condition.kind].publish?.(condition, reader))
    throw refusedFilter(reader.survey, nameOf(condition))
}

class Reader implements PublishedPlaces {
  readonly survey: SurveyShape
  private readonly rules: PublishingRules
  /** Grouped by period: each row is of one period, so the request can cover several. */
  private readonly isByPeriod: boolean
  private place: PublishedRequest['place'] = null
  private period: WholePeriods | null = null
  private isDated = false
  private readonly backgrounds = new Map<string, Background>()

  constructor(survey: SurveyShape, rules: PublishingRules, isByPeriod: boolean) {
    this.survey = survey
    this.rules = rules
    this.isByPeriod = isByPeriod
  }

  get request(): Omit<PublishedRequest, 'by'> {
    return { place: this.place, period: this.period, backgrounds: [...this.backgrounds.values()] }
  }

  setPlace(view: string, path: readonly string[]): void {
    if (this.place) throw new OutsideVocabulary(view, say`Only one place can be chosen at a time.`)
    this.place = { view, path }
  }

  setDates(from: string | null, to: string | null): void {
    if (this.isDated) throw new OutsideVocabulary(EVENT_DATE, say`Only one period can be chosen at a time.`)
    this.isDated = true
    if (from === null && to === null) return
    const periods = from !== null && to !== null ? wholePeriods(from, to) : null
    const each = periods && this.isByPeriod ? { ...periods, count: 1 } : periods
    if (!each || !isKnownPeriod(this.rules, each)) throw new OutsideVocabulary(EVENT_DATE, periodWords(this.rules))
    this.period = periods
  }

  addBackground(variable: string, choices: readonly string[]): void {
    if (this.backgrounds.has(variable))
      throw new OutsideVocabulary(variable, say`A background question can be chosen once.`)
    this.backgrounds.set(variable, backgroundOf(this.survey, this.rules, variable, choices))
  }

  refuseUnits(): never {
    throw new OutsideVocabulary(
      UNITS_NAME,
      say`Figures of others are shown with units as they were: a difference between two readings could give single answers away.`,
    )
  }

  grouping(by: GroupBy): PublishedGrouping {
    if (by === 'none') return { kind: 'none' }
    if ('level' in by) return { kind: 'level', ...by.level }
    if ('question' in by) {
      const question = this.survey.questions.get(by.question)
      if (!question || !this.rules.backgrounds.has(by.question) || this.backgrounds.has(by.question))
        throw new OutsideVocabulary('by', say`Answers are counted one by one for background questions alone.`)
      return { kind: 'background', question }
    }
    const kind = typeof by.period === 'string' ? periodKindOf[by.period] : null
    if (!kind || !isKnownPeriod(this.rules, { kind, first: 0, count: 1 }))
      throw new OutsideVocabulary('period', periodWords(this.rules))
    return { kind: 'period', period: kind }
  }
}

const periodKindOf = { days: null, weeks: 'week', months: 'month', quarters: 'quarter', years: 'year' } as const

function isKnownPeriod({ base }: PublishingRules, periods: WholePeriods): boolean {
  return base === null || isPublishedPeriod(base, periods)
}

function periodWords({ base }: PublishingRules): Words {
  if (base === null) return say`The period has to be whole weeks, months, quarters or years.`
  return base === 'month'
    ? say`The period has to be one month, quarter or year, or all time.`
    : say`The period has to be one quarter or year, or all time.`
}

function backgroundOf(
  survey: SurveyShape,
  rules: PublishingRules,
  variable: string,
  values: readonly string[],
): Background {
  const question = survey.questions.get(variable)
  if (!question || question.type !== 'single' || !rules.backgrounds.has(variable)) throw refusedFilter(survey, variable)
  const names = values.map(answerOf)
  const choices = question.choices.filter((choice) => names.includes(choice.extName))
  const unknown = values.find((value) => !question.choiceByName.has(answerOf(value) ?? ''))
  if (unknown !== undefined)
    throw new OutsideVocabulary(variable, say`"${titleOf(survey, variable)}" has no answer "${unknown}".`)
  if (
    !isOneOrBand(
      choices.map((choice) => choice.extName),
      rules.bands[variable],
    )
  )
    throw new OutsideVocabulary(variable, say`One answer to "${titleOf(survey, variable)}" can be chosen at a time.`)
  return { question, choices }
}

function refusedFilter(survey: Pick<SurveyShape, 'questions'>, variable: string): OutsideVocabulary {
  return new OutsideVocabulary(variable, say`It cannot be filtered by "${titleOf(survey, variable)}".`)
}

/** A question as the reader knows it: its title, or its variable where it has none. */
function titleOf({ questions }: Pick<SurveyShape, 'questions'>, variable: string): Name {
  const title = questions.get(variable)?.title ?? {}
  return titled(Object.keys(title).length > 0 ? { ...title } : variable)
}

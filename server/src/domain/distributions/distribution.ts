import type { Distribution, DistributionBar, DistributionSplit } from '@gensvar/contract/entities/distribution'
import { say, titled } from '@gensvar/contract/say'
import { countedKind } from '#server/domain/cases/counted-cases.ts'
import { closedShares, shareOfAnswers } from '#server/domain/indicators/answer-shares.ts'
import { indicatorRequest } from '#server/domain/indicators/figure-request.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { indicatorOf, isIndicator, titleOf } from '#server/domain/indicators/indicator.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { AppError } from '#server/platform/errors.ts'
import type { IndicatorRequest } from '#server/domain/figures/expressions/indicators.ts'
import type { Distributed } from './distributed.ts'
import { distributedQuestions, isNetPromoterScore, rulesOfExpression } from './distributed-questions.ts'
import { answerSpread, groupSpread, hasGroups, otherTitle } from './parts.ts'
import type { Spread } from './parts.ts'
import { splitBars } from './split-bars.ts'

/** A request for a distribution, of an indicator or a question by its name. */
export interface DistributionRequest {
  name: string
  /** One of the questions behind the indicator; the first where missing. */
  question?: string | undefined
  by: DistributionSplit
  /** Each answer by itself, also where there are promoters, passives and detractors. */
  isDetailed: boolean
}

/**
 * How the answers behind an indicator are spread at the request's place: in all, by unit or by period. Throws `validation`
 * for a figure without such answers and for a question that is not behind it.
 */
export async function distributionOf(request: FigureRequest, asked: DistributionRequest): Promise<Distribution> {
  const { model } = request.access
  const indicator = indicatorFor(model, asked.name)
  const questions = distributedQuestions(model, indicator)
  const question = questionAsked(indicator, questions, asked.question)
  const canGroup = isNetPromoterScore(indicator) && hasGroups(question)
  const isGrouped = canGroup && !asked.isDetailed
  const spread = isGrouped ? groupSpread(question) : answerSpread(question)
  const level = levelBelow(request)
  const about = {
    name: indicator.name,
    title: indicator.title,
    question: question.variable,
    questions: questions.map((one) => ({ variable: one.variable, title: titleOf(one) })),
    parts: spread.parts.map(({ of: _of, ...part }) => part),
    hasGroups: canGroup,
    isGrouped,
    isScale: question.type === 'scale',
    isMultiple: question.type === 'multiple',
    level: level && titleOfLevel(model, level),
    cases: casesOf(request, indicator, questions, question),
    isRounded: !request.access.canViewInterviews,
    lowBase: model.config.lowBase,
  }
  const closed = closedShares(request, question)
  if (closed) return { ...about, bars: [], total: 0, withheld: localWords(closed) }
  const measure = measureOf(model, indicator, questions, question)
  const distributed: Distributed = {
    indicator,
    question,
    spread,
    measure,
    isFiltered: isFiltered(indicator),
    figures: [...sharesOf(indicator, question, spread), ...(measure ? [indicatorRequest(measure)] : [])],
  }
  const { bars, total, leftOut } = await splitBars(request, distributed, asked.by)
  const isKnown = bars.some(({ withheld }) => withheld === null)
  return {
    ...about,
    ...withOthers(about.parts, bars),
    total,
    withheld: leftOut && !isKnown ? localWords(leftOut) : null,
  }
}

/** An indicator by its name, or of a question with choices, which has none of its own. */
function indicatorFor(model: SurveyModel, name: string): Indicator {
  const question = model.questions.get(name)
  const isCounted = question?.type === 'single' || question?.type === 'multiple'
  if (!question || !isCounted || isIndicator(model, name)) return indicatorOf(model, name)
  return {
    ...shareOfAnswers(
      question,
      question.choices.map(({ extName }) => extName),
      titleOf(question),
    ),
    name,
  }
}

function questionAsked(indicator: Indicator, questions: readonly Question[], name: string | undefined): Question {
  const question = name === undefined ? questions[0] : questions.find(({ variable }) => variable === name)
  if (question) return question
  const words =
    name === undefined
      ? say`"${titled(indicator.title)}" has no answers that are spread over choices or a scale.`
      : say`"${titled(indicator.title)}" is not made of answers to "${name}".`
  throw new AppError('validation', words, { [name === undefined ? 'indicator' : 'question']: words })
}

/** The shares that a distribution is made of, of the rows that its indicator counts. */
function sharesOf(indicator: Indicator, question: Question, { counted }: Spread): IndicatorRequest[] {
  const rules = rulesOfExpression(indicator)
  return counted.map((names) => ({
    ...indicatorRequest(shareOfAnswers(question, names, titleOf(question))),
    where: indicator.where ?? undefined,
    ...(rules.length > 0 && { rules }),
  }))
}

/** What tells the value of the answers shown: the indicator, or of one made of several questions the question's own. */
function measureOf(
  model: SurveyModel,
  indicator: Indicator,
  questions: readonly Question[],
  { variable }: Question,
): Indicator | null {
  const isOwn = Object.hasOwn(model.config.indicators, indicator.name) || isIndicator(model, indicator.name)
  if (questions.length === 1) return isOwn ? indicator : null
  return isIndicator(model, variable) && !isFiltered(indicator) ? indicatorOf(model, variable) : null
}

/** Whether an indicator counts some rows only. */
function isFiltered(indicator: Indicator): boolean {
  return indicator.where !== null || rulesOfExpression(indicator).length > 0
}

/** The figure whose interviews are those of the question's answers: as many as the distribution counts. */
function casesOf(
  { access }: FigureRequest,
  indicator: Indicator,
  questions: readonly Question[],
  question: Question,
): string | null {
  const measure = access.canViewInterviews ? measureOf(access.model, indicator, questions, question) : null
  return measure && countedKind(measure) === 'interviews' ? measure.name : null
}

function levelBelow({ requested: { view, path } }: FigureRequest): string | null {
  return view?.levels[path.place.length] ?? null
}

function titleOfLevel({ questions }: SurveyModel, level: string): Distribution['level'] {
  const question = questions.get(level)
  return question ? titleOf(question) : level
}

/** The bars and parts, with one part more where some answers are in none. */
function withOthers(
  parts: Distribution['parts'],
  bars: readonly DistributionBar[],
): Pick<Distribution, 'parts' | 'bars'> {
  const hasOthers = bars.some(({ counts }) => (counts?.[parts.length] ?? 0) > 0)
  const others = { name: '', title: otherTitle, tone: null, filter: null }
  const length = parts.length + Number(hasOthers)
  return {
    parts: hasOthers ? [...parts, others] : parts,
    bars: bars.map((bar) => ({
      ...bar,
      shares: bar.shares.slice(0, length),
      counts: bar.counts && bar.counts.slice(0, length),
    })),
  }
}

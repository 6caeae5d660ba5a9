import { mostChoiceLines } from '@gensvar/contract/widgets/choice-line'
import type { PeriodState } from '@gensvar/contract/entities/chart'
import type { FigureAbout } from '@gensvar/contract/entities/figure-about'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import { closedShares, countedQuestion, givenAnswers, shareOfAnswers } from '#server/domain/indicators/answer-shares.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { casesOf } from '#server/domain/indicators/indicator-variable.ts'
import { countName, indicatorOf, titleOf } from '#server/domain/indicators/indicator.ts'
import { isOwnPlace } from '#server/domain/indicators/own-place.ts'
import type { Question } from '#server/domain/survey/survey-model.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import { chartOf, firstPeriod } from '#server/widgets/shared/chart.ts'
import type { WidgetServer } from '#server/widgets/widget-server.ts'

/** The share of each choice of a question over the chosen periods. */
export const choiceLine: WidgetServer<'choice-line'> = {
  async data(request, { period }) {
    const { config, access } = request
    const question = countedQuestion(access.model, config.question)
    const about = {
      question: titleOf(question),
      isMultiple: question.type === 'multiple',
    }
    const closed = closedShares(request, question)
    const answers = givenAnswers(question)
    if (closed || answers.length === 0)
      return {
        ...{ categories: [], series: [], descriptors: [], summary: null, drawn: [], leading: null },
        ...about,
        withheld: closed && localWords(closed),
      }
    const indicators = answers.map(({ name, title }) => shareOfAnswers(question, [name], title))
    const chosen = period ?? (await firstPeriod(request, config.periods)) ?? 'months'
    const told = { at: 0 }
    const data = await chartOf(request, indicators, chosen, [], false, (periods, states) => {
      told.at = mostCommonOf(periods, states)
      return told.at
    })
    return {
      ...data,
      ...about,
      descriptors: data.descriptors.map((one) => ({ ...one, ...casesOfShare(request, question, one.about) })),
      drawn: drawnOf(data.series.map(({ data: shares, n = [] }, at) => counted(answers[at]?.name ?? '', shares, n))),
      leading: data.summary ? (answers[told.at]?.name ?? null) : null,
    }
  },
}

/**
 * What can be listed of a share: the interviews with the answer, which the survey's count lists where the path has a filter on
 * it. Nothing can be filtered by what comments say.
 */
function casesOfShare(
  request: FigureRequest,
  { facet }: Question,
  about: FigureAbout | undefined,
): { about?: FigureAbout } {
  if (!about || facet) return {}
  const count = indicatorOf(request.access.model, countName)
  const cases = casesOf(request.access, count, isOwnPlace(request))
  return { about: { ...about, name: countName, cases } }
}

/** Index of the choice with the largest share in the latest period that is over; in the latest with values otherwise. */
function mostCommonOf(periods: readonly IndicatorValue[][], states: readonly PeriodState[]): number {
  const isKnown = (values: readonly IndicatorValue[]): boolean => values.some(({ value }) => value !== null)
  const latest =
    periods.findLast((values, at) => states[at] === 'whole' && isKnown(values)) ?? periods.findLast(isKnown)
  const shares = latest?.map(({ value }) => value ?? -1) ?? []
  return Math.max(0, shares.indexOf(Math.max(...shares)))
}

interface Counted {
  name: string
  answers: number
}

function counted(name: string, shares: readonly (number | null)[], n: readonly (number | null)[]): Counted {
  return { name, answers: shares.reduce<number>((sum, share, at) => sum + (share ?? 0) * (n[at] ?? 0), 0) }
}

/** The choices to draw: the most common over all periods, in the order of the question. */
function drawnOf(choices: readonly Counted[]): string[] {
  const most = choices.toSorted((a, b) => b.answers - a.answers).slice(0, mostChoiceLines)
  const names = new Set(most.map(({ name }) => name))
  return choices.flatMap(({ name }) => (names.has(name) ? [name] : []))
}

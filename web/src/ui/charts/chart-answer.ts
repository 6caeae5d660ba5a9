import type { ChartSummary, PeriodState } from '@gensvar/contract/entities/chart'
import type { LocalText } from '@gensvar/contract/local-text'
import { periodPhrase } from './period-label.ts'
import type { PeriodWords } from './period-label.ts'

/** True where too few answers are behind a value for it to say much. An unknown number counts as enough. */
export function isFew(n: number | null | undefined, lowBase: number | null): boolean {
  return n !== null && n !== undefined && lowBase !== null && n < lowBase
}

/** A chart's periods, as its sentence names them. */
export interface AnsweredPeriods {
  name: string
  categories: readonly string[]
  states: readonly PeriodState[]
  /** How the categories divide time. */
  period: string
}

/** What a chart says in one sentence: the value the server sums it up by, and its change from what it is compared with. */
export function chartAnswer(
  summary: ChartSummary | null | undefined,
  { name, categories, states, period }: AnsweredPeriods,
  { text, ...words }: PeriodWords & { text: (text: LocalText | null | undefined) => string },
): string {
  const { t } = words
  if (!summary) return t('answer_none')
  const { value, change, base, arrow, against, chance } = summary
  const when = phraseOf(summary.at, summary.period, summary.few ? [t('fewAnswers')] : [])
  if (change === null || base === null) return t('answer_was', { name, value, when })
  const direction = arrow === 1 ? 'rose' : arrow === 2 ? 'fell' : 'same'
  if (against?.kind === 'place')
    return told(t(`answer_place_${direction}`, { name, value, when, change, base, against: text(against.name) }))
  const before = phraseOf(summary.before, against?.name ?? null)
  return told(t(`answer_${direction}`, { name, value, when, change, base, before }))

  function told(answer: string): string {
    return chance?.isMore === false ? t('answer_chance', { answer }) : answer
  }

  function phraseOf(at: number | null, span: LocalText | null, marks: readonly string[] = []): string {
    if (at === null) return t('when_span', { period: [text(span), ...marks].join(', ') })
    const state = states[at] ?? 'whole'
    const all = state === 'whole' ? marks : [t(`state_${state}`), ...marks]
    const phrase = periodPhrase(categories[at] ?? '', period, words)
    return all.length === 0 ? phrase : `${phrase} (${all.join(', ')})`
  }
}

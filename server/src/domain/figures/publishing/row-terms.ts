import { periodSpan } from '@gensvar/contract/periods'
import type { WholePeriods } from '@gensvar/contract/periods'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { FigureLaw } from './figure-law.ts'
import { isScoredAt } from './frozen-scores.ts'
import type { PublishingRules } from './publishing-rules.ts'

/** Decides which figures a row may show, by the period of the row. */
export interface RowTerms {
  /** Why a figure with these backgrounds is withheld in the row; null when it may be shown. */
  refusal(law: Pick<FigureLaw, 'kind' | 'variable'> | null, backgrounds: readonly string[]): Words | null
}

/**
 * Terms of a row with answers of the given periods; null is all time. In an anonymous survey, backgrounds need a single
 * closed base period and allow one figure per question; shares need a closed period and allow no background.
 */
export function rowTerms(rules: PublishingRules, period: WholePeriods | null): RowTerms {
  if (!rules.isAnonymous) return { refusal: () => null }
  const from = period && closedFrom(rules, period)
  const baseFrom = isOneBase(rules, period) ? from : null
  return {
    refusal(law, backgrounds) {
      if (backgrounds.length > 0) {
        if (baseFrom === null) return rules.base === 'month' ? monthWords : quarterWords
        if (backgrounds.some((variable) => baseFrom < (rules.backgrounds.get(variable) ?? ''))) return laterWords
        if (law && !isMain(rules, law, baseFrom)) return oneFigureWords
      }
      return law?.kind === 'share' && from === null ? shareWords : null
    },
  }
}

/** First day of periods that are all closed; null where one is not. */
function closedFrom({ runningFrom }: PublishingRules, { kind, first, count }: WholePeriods): string | null {
  return periodSpan(kind, first + count - 1).to <= runningFrom ? periodSpan(kind, first).from : null
}

/** Whether periods are a single base period. */
export function isOneBase({ base }: Pick<PublishingRules, 'base'>, period: WholePeriods | null): boolean {
  return period !== null && period.kind === base && period.count === 1
}

/** Whether a figure is its question's one with backgrounds, in the base period that begins on a day. */
function isMain(
  { scores }: PublishingRules,
  { kind, variable }: Pick<FigureLaw, 'kind' | 'variable'>,
  day: string,
): boolean {
  return kind === (isScoredAt(scores, variable ?? '', day) ? 'nps' : 'mean')
}

const monthWords = say`With filters, figures are of one month that is closed.`
const quarterWords = say`With filters, figures are of one quarter that is closed.`
const laterWords = say`In this period there was no such filter yet.`
const oneFigureWords = say`With filters, each question has one figure only, and this is another.`
const shareWords = say`Shares are of one period that is closed.`

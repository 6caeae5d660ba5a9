import type { Distribution, DistributionBar } from '@gensvar/contract/entities/distribution'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { periodLabel } from '#web/ui/charts/period-label.ts'
import { useTexts as useChartTexts } from '#web/ui/charts/texts.ts'
import { useTexts } from '#web/widgets/shares/texts.ts'
import { useAnswers } from './use-answers.ts'
import { useIsWeighted, useShare } from './use-share.ts'

/** What a distribution says, of its place or of its latest period: each group, or the most common answer. */
export function useSentence({ bars, parts, isGrouped, isRounded }: Distribution, period: string | null): string {
  const t = useTexts()
  const chart = useChartTexts()
  const text = useLocalText()
  const { locale } = useFormat()
  const share = useShare(isRounded)
  const isWeighted = useIsWeighted()
  const answers = useAnswers()
  const bar = period === null ? bars[0] : latestOf(bars)
  if (!bar) return ''
  const where = period === null ? text(bar.title) : periodLabel(bar.name, period, { locale, t: chart })
  if (bar.withheld !== null) return `${where}: ${text(bar.withheld)}`
  if (bar.n === null || bar.n === 0) return t('spreadNone', { where })
  const said = parts.map((part, at) => ({ title: text(part.title), value: bar.shares[at] ?? 0 }))
  const of = { where, answers: answers(bar.n) }
  if (isGrouped) {
    const shares = said.toReversed().map(({ title, value }) => `${title} ${share(value)}`)
    return t(isWeighted ? 'spreadGroupsWeighted' : 'spreadGroups', { ...of, shares: shares.join(', ') })
  }
  const most = said.reduce((best, one) => (one.value > best.value ? one : best))
  return t(isWeighted ? 'spreadMostWeighted' : 'spreadMost', { ...of, name: most.title, share: share(most.value) })
}

/** The latest period that is over and has answers to tell of, else the latest with any. */
function latestOf(bars: readonly DistributionBar[]): DistributionBar | undefined {
  const isTold = ({ n, withheld }: DistributionBar): boolean => withheld === null && n !== null && n > 0
  return bars.findLast((bar) => isTold(bar) && bar.state === 'whole') ?? bars.findLast(isTold) ?? bars.at(-1)
}

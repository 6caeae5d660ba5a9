import { useMemo } from 'react'
import type { RankingData, RankingRow } from '@gensvar/contract/entities/ranking'
import { useLocalText } from '#web/lib/local-text.ts'
import { useTexts } from './texts.ts'

/** What is known of a rank, as a few words. */
export interface RankWords {
  notes(row: RankingRow): string
}

/** Words for the ranks of a table, in the language shown. */
export function useRankWords({ among, trendTime }: Pick<RankingData, 'among' | 'trendTime'>): RankWords {
  const t = useTexts()
  const text = useLocalText()
  return useMemo(() => {
    const period = text(trendTime)
    const possibleText = ({ from, to }: { from: number; to: number }): string =>
      from === to ? t('rankSure') : t('possibleRanks', { from, to, among: among ?? to })
    return {
      notes({ rankRange, before }) {
        const possible = rankRange === undefined ? '' : possibleText(rankRange)
        const then = before === undefined ? '' : t('rankBefore', { rank: before.rank, period })
        const change = before?.isMore == null ? '' : t(before.isMore ? 'changeMore' : 'changeChance')
        return [possible, then, change].filter((part) => part !== '').join(' · ')
      },
    }
  }, [t, text, among, trendTime])
}

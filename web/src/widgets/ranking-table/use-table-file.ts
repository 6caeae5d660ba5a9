import { useCallback } from 'react'
import { isAlertState, isSampleState } from '@gensvar/contract/entities/states'
import type { RankingCell, RankingData, RankingHeader, RankingRow } from '@gensvar/contract/entities/ranking'
import { useLocalText } from '#web/lib/local-text.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { useSampleStateText } from '#web/ui/sample-state-icon.tsx'
import { csvCell, writeCsv } from './csv.ts'
import { loadRanking, type RankingQuery, type RankingSource } from './ranking-source.ts'
import { saveFile } from './save-file.ts'
import { useTexts } from './texts.ts'

/** Most rows one call answers with. */
const perCall = 1000

/** All rows of a list that is shown in pages, with the sorting and the term it is shown with. */
async function allRows(source: RankingSource, query: RankingQuery): Promise<RankingRow[]> {
  const rows: RankingRow[] = []
  for (;;) {
    const { rankingData } = await loadRanking(source, { ...query, rowFrom: rows.length, rowTo: rows.length + perCall })
    rows.push(...rankingData.rows)
    if (rankingData.rows.length === 0 || rows.length >= rankingData.totalNumberRows) return rows
  }
}

interface Shown {
  title: string
  ranking: RankingData | undefined
  /** Columns as seen, from left to right. */
  columns: readonly RankingHeader[]
  /** Rows as seen; of a list in pages the other pages are fetched. */
  rows: readonly RankingRow[]
  hasRank: boolean
  source: RankingSource
  query: RankingQuery
}

/** Saves a table as the reader sees it: its columns, its order and what matches the filter, with the Total. */
export function useTableFile(shown: Shown): () => Promise<void> {
  const t = useTexts()
  const app = useAppTexts()
  const text = useLocalText()
  const stateText = useSampleStateText()
  const { title, ranking, columns, rows, hasRank, source, query } = shown
  return useCallback(async () => {
    if (ranking === undefined) return
    const written = (cell: RankingCell | undefined, header: RankingHeader): string => {
      const state = String(cell?.value ?? '')
      if (header.renderType === 'state' && isSampleState(state)) return stateText(state)
      const alert = Number(cell?.value ?? Number.NaN)
      if (header.renderType === 'alertstate') return isAlertState(alert) ? app(`alertState${alert}`) : ''
      return csvCell(cell, header)
    }
    const isPaged = ranking.leafRows && ranking.totalNumberRows > rows.length
    const all = isPaged ? await allRows(source, query) : rows
    const lines = all.map((row) => [
      ...(hasRank ? [String(row.rankTarget ?? '')] : []),
      ...columns.map((header) => written(row.cells[header.cellIndex], header)),
    ])
    const { footer } = ranking
    if (footer !== null) {
      const cells = columns.map((header, at) =>
        at === 0 ? t('total') : written(footer.cells[header.cellIndex], header),
      )
      lines.push([...(hasRank ? [''] : []), ...cells])
    }
    const headings = [...(hasRank ? [t('rank')] : []), ...columns.map((header) => text(header.text))]
    saveFile(`${title}.csv`.replaceAll(/[\\/:*?"<>|]/g, '-'), 'text/csv', writeCsv(headings, lines))
  }, [ranking, columns, rows, hasRank, source, query, title, t, app, text, stateText])
}

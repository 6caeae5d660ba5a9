import { useCallback } from 'react'
import type { ReactNode } from 'react'
import type { RankingData, RankingHeader, RankingRow } from '@gensvar/contract/entities/ranking'
import { useLocalText } from '#web/lib/local-text.ts'
import { useFigureDialog } from '#web/widgets/figure-details/use-figure-dialog.tsx'

/**
 * Opens what a figure of a ranking is, or that of a ball, with the way to what it counts; the dialog is drawn once, beside
 * the table.
 */
export function useFigureCells({ selectionTime }: Pick<RankingData, 'selectionTime'>): {
  onFigure: (row: RankingRow, header: RankingHeader, ball?: number) => void
  dialog: ReactNode
} {
  const text = useLocalText()
  const { open, dialog } = useFigureDialog()
  const onFigure = useCallback(
    (row: RankingRow, header: RankingHeader, ball?: number) => {
      const whole = row.cells[header.cellIndex]
      const cell = ball === undefined ? whole : whole?.balls?.[ball]
      const of = ball === undefined ? header : header.balls?.[ball]
      const about = of?.about
      if (!cell || !about) return
      const isClosed = about.cases !== null && row.isClosed === true
      open({
        title: [text(of.text), row.cells[0]?.text ?? ''].filter((part) => part !== '').join(' · '),
        value: cell.text,
        details: {
          ...about,
          low: cell.low ?? null,
          high: cell.high ?? null,
          cases: isClosed ? 'closed' : about.cases,
        },
        decimals: about.decimals,
        n: cell.n ?? null,
        period: text(selectionTime),
        // The Total is of the page's own place.
        ...(row.drillPath !== null && { at: { drillPath: row.drillPath } }),
      })
    },
    [open, text, selectionTime],
  )
  return { onFigure, dialog }
}

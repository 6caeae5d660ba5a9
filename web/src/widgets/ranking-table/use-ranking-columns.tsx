import { IconChartBarPopular, IconInfoCircle } from '@tabler/icons-react'
import { useMemo } from 'react'
import { isAlertState, isSampleState } from '@gensvar/contract/entities/states'
import type { RankingData, RankingHeader, RankingRow } from '@gensvar/contract/entities/ranking'
import { useLocalText } from '#web/lib/local-text.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { CellButton } from '#web/ui/data-table/cell-button.tsx'
import type { Column, FileFigure } from '#web/ui/data-table/columns.ts'
import { useSampleStateText } from '#web/ui/sample-state-icon.tsx'
import { FigureCell } from '#web/widgets/figure-details/figure-cell.tsx'
import { CellContent } from './cell-content.tsx'
import { FigureLits } from './lits.tsx'
import { useTexts } from './texts.ts'
import classes from './ranking-panel.module.css'

/** Least widths of columns by their kind, in pixels. */
const widths: Record<RankingHeader['renderType'], number> = {
  string: 160,
  number: 80,
  lits: 112,
  alertstate: 136,
  link: 168,
  state: 80,
  custom: 200,
}

/** Least width of a column of dates, in pixels: the longest date of any language with its padding. */
const dateWidth = 120

/** Width of a ball that opens, and that of the margins of its cell, in pixels. */
const ballWidth = 24
const margins = 24

/** Least width of a column; one of balls that open has room for all of them. */
function widthOf({ isDate, renderType, balls = [] }: RankingHeader): number {
  return isDate === true ? dateWidth : Math.max(widths[renderType], balls.length * ballWidth + margins)
}

/** Kinds that sort descending first: the greatest or the newest on top. */
const isDescFirst = ({ renderType, isDate }: RankingHeader): boolean => renderType === 'number' || isDate === true

/** Whether a cell has a figure to show, and not an answer or nothing. */
function isFigure(row: RankingRow, { about, cellIndex }: RankingHeader): boolean {
  const cell = row.cells[cellIndex]
  return about !== undefined && cell?.n != null && cell.text !== ''
}

/** The Total leads nowhere: it is no stop of the arrow keys. */
const isTotal = ({ drillPath, interviewId }: RankingRow): boolean => drillPath === null && interviewId === null

/** The text of a cell; for a response whose first cell is empty, its number. */
function cellText(row: RankingRow, { cellIndex }: RankingHeader, isFirst: boolean): string {
  const text = row.cells[cellIndex]?.text ?? ''
  return isFirst && text === '' && row.interviewId !== null ? `#${row.interviewId}` : text
}

/** Content of the first cell. A link cannot stand inside a link; figures and icons keep their own looks. */
function nameContent(row: RankingRow, header: RankingHeader): React.ReactNode {
  const cell = row.cells[header.cellIndex]
  const isText = (cell?.text ?? '') === '' || header.renderType === 'link' || header.renderType === 'string'
  if (!isText) return <CellContent cell={cell} header={header} />
  const isNumberOnly = (cell?.text ?? '') === '' && row.interviewId !== null
  return isNumberOnly ? <span className={classes['quiet']}>#{row.interviewId}</span> : cellText(row, header, true)
}

interface Options {
  ranking: Pick<RankingData, 'headers' | 'nameCount'>
  /** Opens the details of a cell. */
  onDetails: (row: RankingRow, header: RankingHeader) => void
  /** Opens what a figure is, or that of a ball; left out where rows and Total have none. */
  onFigure?: (row: RankingRow, header: RankingHeader, ball?: number) => void
  /** Opens how the answers behind the figures of a unit are spread; left out where rows are no units. */
  onDistribution?: ((row: RankingRow) => void) | undefined
}

/** The columns of a ranking, as its headers describe them. */
export function useRankingColumns({ ranking, onDetails, onFigure, onDistribution }: Options): Column<RankingRow>[] {
  const text = useLocalText()
  const t = useTexts()
  const app = useAppTexts()
  const stateText = useSampleStateText()
  const { headers, nameCount } = ranking
  const canSpread = headers.some(({ hasDistribution }) => hasDistribution === true)
  return useMemo(() => {
    function content(row: RankingRow, header: RankingHeader): React.ReactNode {
      const cell = row.cells[header.cellIndex]
      const drawn = <CellContent cell={cell} header={header} />
      if (onFigure && isFigure(row, header))
        return (
          <FigureCell
            isStop={isTotal(row)}
            label={t('details', { column: text(header.text) })}
            onOpen={() => onFigure(row, header)}
          >
            {drawn}
          </FigureCell>
        )
      if (onFigure && header.balls && cell?.balls)
        return (
          <FigureLits
            cell={cell}
            of={header.balls}
            isStop={isTotal(row)}
            onOpen={(ball) => onFigure(row, header, ball)}
          />
        )
      if (header.detailsVariable === null || row.interviewId === null || (cell?.text ?? '') === '') return drawn
      return <CellButton onClick={() => onDetails(row, header)}>{drawn}</CellButton>
    }
    /** The details of the first cell, which is a link already; of a unit, how its answers are spread. */
    function aside(row: RankingRow, header: RankingHeader): React.ReactNode {
      if (onDistribution && canSpread && row.drillPath !== null && row.accessAllowed)
        return (
          <CellButton
            onClick={() => onDistribution(row)}
            label={t('openDistribution', { title: cellText(row, header, true) })}
          >
            <IconChartBarPopular size={16} stroke={1.75} aria-hidden="true" />
          </CellButton>
        )
      if (header.detailsVariable === null || row.interviewId === null) return null
      if ((row.cells[header.cellIndex]?.text ?? '') === '') return null
      return (
        <CellButton onClick={() => onDetails(row, header)} label={t('details', { column: text(header.text) })}>
          <IconInfoCircle size={16} stroke={1.75} aria-hidden="true" />
        </CellButton>
      )
    }
    function fileCell(row: RankingRow, { cellIndex, renderType }: RankingHeader): string | FileFigure {
      const cell = row.cells[cellIndex]
      const state = String(cell?.value ?? '')
      if (renderType === 'state' && isSampleState(state)) return stateText(state)
      const alert = Number(cell?.value ?? Number.NaN)
      if (renderType === 'alertstate') return isAlertState(alert) ? app(`alertState${alert}`) : ''
      const shown = cell?.text ?? ''
      return renderType === 'number' && typeof cell?.value === 'number' ? { figure: shown } : shown
    }
    return headers.map((header, at) => {
      // A variable may have several columns; the first keeps its plain name.
      const isRepeated = headers.findIndex((one) => one.value === header.value) < at
      const help = text(header.helpText)
      return {
        id: isRepeated ? `${header.value} ${header.cellIndex}` : header.value,
        title: text(header.text),
        help: help === '' ? undefined : help,
        align: header.align,
        width: widthOf(header),
        isFixed: header.isDate,
        isProse: header.isProse,
        aside: at === 0 ? (row) => aside(row, header) : undefined,
        naming: at < nameCount,
        extra: header.extra,
        sortBy: header.sortable ? header.value : undefined,
        descFirst: isDescFirst(header),
        text: (row) => cellText(row, header, at === 0),
        cell: (row) => (at === 0 ? nameContent(row, header) : content(row, header)),
        fileCell: (row) => fileCell(row, header),
      }
    })
  }, [headers, nameCount, canSpread, text, t, app, stateText, onDetails, onFigure, onDistribution])
}

import { IconChevronDown, IconChevronRight, IconLock } from '@tabler/icons-react'
import { memo, type MouseEvent, type ReactNode } from 'react'
import type { RankingHeader, RankingRow } from '@gensvar/contract/entities/ranking'
import { CellContent } from './cell-content.tsx'
import { useCellWords } from './cell-words.ts'
import classes from './ranking-grid.module.css'
import { useTexts } from './texts.ts'

interface Props {
  row: RankingRow
  index: number
  columns: readonly RankingHeader[]
  /** Columns shown under the row when it is expanded; null where there is room for all. */
  folded: readonly RankingHeader[] | null
  showRank: boolean
  expanded: boolean
  /** The one row of the table the keyboard stops at. */
  isStop: boolean
  /** Address the row leads to, or null. */
  href: string | null
  /** A unit one can go down into. */
  drills: boolean
  onOpen: (row: RankingRow) => void
  onDetails: (row: RankingRow, header: RankingHeader) => void
  onExpand: (index: number) => void
}

/** True when the click asks for something else than going there: a new tab, a download. */
function isSpecial(event: MouseEvent): boolean {
  return event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
}

function Name({
  row,
  header,
  href,
  isStop,
  onOpen,
}: Pick<Props, 'row' | 'href' | 'isStop' | 'onOpen'> & { header: RankingHeader }) {
  const words = useCellWords()
  const cell = row.cells[header.cellIndex]
  const isEmpty = (cell?.text ?? '') === ''
  const text = isEmpty && row.interviewId !== null ? `#${row.interviewId}` : (cell?.text ?? '')
  // A link cannot stand inside a link; figures and icons keep their own looks.
  const content =
    isEmpty || header.renderType === 'link' || header.renderType === 'string' ? (
      text
    ) : (
      <CellContent cell={cell} header={header} />
    )
  const stop = { tabIndex: isStop ? 0 : -1, 'data-stop': '', className: classes['name'], title: text }
  if (!row.accessAllowed) {
    return (
      <span {...stop} title={words.noAccess}>
        <IconLock size={14} stroke={1.75} aria-hidden="true" className={classes['lock']} />
        <span className={classes['nameText']}>{content}</span>
        <span className={classes['unseen']}>{words.noAccess}</span>
      </span>
    )
  }
  if (href === null) {
    return (
      <span {...stop}>
        <span className={classes['nameText']}>{content}</span>
      </span>
    )
  }
  return (
    <a
      {...stop}
      href={href}
      onClick={(event) => {
        if (isSpecial(event)) return
        event.preventDefault()
        onOpen(row)
      }}
    >
      <span className={classes['nameText']}>{content}</span>
    </a>
  )
}

function Cell({ row, header, onDetails }: Pick<Props, 'row' | 'onDetails'> & { header: RankingHeader }): ReactNode {
  const cell = row.cells[header.cellIndex]
  const content = <CellContent cell={cell} header={header} />
  if (header.detailsVariable === null || row.interviewId === null || (cell?.text ?? '') === '') return content
  return (
    <button
      type="button"
      className={classes['details']}
      aria-haspopup="dialog"
      tabIndex={-1}
      onClick={() => onDetails(row, header)}
    >
      {content}
    </button>
  )
}

function ExpandButton({ name, expanded, onClick }: { name: string; expanded: boolean; onClick: () => void }) {
  const t = useTexts()
  return (
    <button
      type="button"
      className={classes['expand']}
      aria-expanded={expanded}
      aria-label={t('showAll', { name })}
      onClick={onClick}
    >
      <IconChevronDown size={18} aria-hidden="true" />
    </button>
  )
}

interface FoldedProps extends Pick<Props, 'row' | 'onDetails'> {
  folded: readonly RankingHeader[]
  /** How many columns of the table it lies under. */
  span: number
}

/** The columns there is no room for, under the row they belong to. */
function FoldedCells({ row, folded, span, onDetails }: FoldedProps) {
  const { text } = useCellWords()
  return (
    <tr className={classes['folded']}>
      <td colSpan={span}>
        <dl>
          {folded.map((header) => (
            <div key={header.cellIndex} className={classes['foldedLine']}>
              <dt>{text(header.text)}</dt>
              <dd>
                <Cell row={row} header={header} onDetails={onDetails} />
              </dd>
            </div>
          ))}
        </dl>
      </td>
    </tr>
  )
}

/** A row of the table; on narrow screens with a button that shows the columns there is no room for. */
export const TableRow = memo(function TableRow(props: Props) {
  const { row, index, columns, folded, showRank, expanded, href, drills, isStop, onOpen, onDetails, onExpand } = props
  return (
    <>
      <tr
        data-index={index}
        aria-rowindex={index + 2}
        className={classes['row']}
        data-locked={!row.accessAllowed || undefined}
        data-opens={href !== null || undefined}
      >
        {showRank && <td className={classes['rank']}>{row.rankTarget ?? ''}</td>}
        {columns.map((header, at) =>
          at === 0 ? (
            <th key={header.cellIndex} scope="row" className={classes['nameCell']} data-align={header.align}>
              <span className={classes['nameLine']}>
                <Name row={row} header={header} href={href} isStop={isStop} onOpen={onOpen} />
                {drills && folded === null && (
                  <IconChevronRight size={16} aria-hidden="true" className={classes['chevron']} />
                )}
              </span>
            </th>
          ) : (
            <td key={header.cellIndex} data-align={header.align} data-type={header.renderType}>
              <Cell row={row} header={header} onDetails={onDetails} />
            </td>
          ),
        )}
        {folded !== null && (
          <td className={classes['expandCell']}>
            <ExpandButton name={row.cells[0]?.text ?? ''} expanded={expanded} onClick={() => onExpand(index)} />
          </td>
        )}
      </tr>
      {folded !== null && expanded && (
        <FoldedCells row={row} folded={folded} span={columns.length + (showRank ? 2 : 1)} onDetails={onDetails} />
      )}
    </>
  )
})

import { useMediaQuery } from '@mantine/hooks'
import {
  IconChartBarPopular,
  IconCheck,
  IconChevronDown,
  IconChevronRight,
  IconCircleDashed,
  IconPlusMinus,
  IconX,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { SummaryGroup, SummaryRow } from '@gensvar/contract/entities/summary-results'
import type { LocalText } from '@gensvar/contract/local-text'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useSide } from '#web/lib/side.ts'
import type { PlainColumn } from '#web/ui/data-table/columns.ts'
import { PlainTable } from '#web/ui/data-table/plain-table.tsx'
import { NoValue } from '#web/ui/no-value.tsx'
import { FigureButton } from '#web/widgets/figure-details/figure-button.tsx'
import { ChanceSign } from '#web/widgets/chance-sign.tsx'
import type { DistributionOf } from '#web/widgets/distribution/distribution-panel.tsx'
import { useDistributionDialog } from '#web/widgets/distribution/use-distribution-dialog.tsx'
import { changeOf, shownDiff } from './prepare.ts'
import classes from './results-block.module.css'
import { useTexts } from './texts.ts'

interface Props {
  label: string
  groups: readonly SummaryGroup[]
  /** The days of the values, in words. */
  selection: string
  /** The days of the values, also where no period is told. */
  period: LocalText
  /** The days compared with, in words; null where answers have no dates, so that nothing develops. */
  trend: string | null
}

/** A line of the table. A group with questions can be opened; a numeric answer is a row of its own. */
interface Line {
  kind: 'group' | 'question' | 'numeric'
  row: SummaryRow
  isOpen: boolean
}

/** The lines of the groups: those of closed groups without their questions. */
function linesOf(groups: readonly SummaryGroup[], closed: ReadonlySet<string>): Line[] {
  return groups.flatMap((group) => {
    const isOpen = !closed.has(group.extName)
    const line = (kind: Line['kind'], row: SummaryRow): Line => ({ kind, row, isOpen })
    return [
      ...(group.questionAnswers.length > 0 ? [line('group', group)] : []),
      ...(isOpen ? group.questionAnswers.map((row) => line('question', row)) : []),
      ...group.numericQuestionAnswers.map((row) => line('numeric', row)),
    ]
  })
}

/** Least width of a column of figures in pixels: its heading is a period of two dates. */
const figureWidth = 84

const levels = { group: 'over', question: 'under', numeric: null } as const

/** Groups with their questions under them. */
export function ResultsTable({ label, groups, selection, period, trend }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const isNarrow = useMediaQuery('(max-width: 639.98px)', false, { getInitialValueInEffect: false })
  // A single group starts open.
  const [closed, setClosed] = useState<ReadonlySet<string>>(
    new Set(groups.length > 1 ? groups.map((group) => group.extName) : []),
  )
  const distribution = useDistributionDialog()
  const toggle = (name: string) => {
    const next = new Set(closed)
    if (!next.delete(name)) next.add(name)
    setClosed(next)
  }
  const question: PlainColumn<Line> = {
    id: 'question',
    title: t('question'),
    naming: true,
    cell: (line) =>
      line.kind === 'group' ? (
        <Toggle line={line} onToggle={() => toggle(line.row.extName)} />
      ) : (
        <Question row={line.row} onDistribution={distribution.open} />
      ),
  }
  const goalOf = (row: SummaryRow) =>
    row.goal === null ? <NoValue why={t('noGoal')} /> : format.number(row.goal, row.decimals)
  const statusOf = (row: SummaryRow) =>
    row.goalStatus === null ? <NoValue /> : <Status isMet={row.goalStatus} weight={row.weight} />
  const valueOf = ({ row }: Line) => <Figure row={row} period={period} />
  const trendOf = ({ row }: Line) => <Value row={row} value={row.valueTrend} />
  const changeIn = ({ row }: Line) => <Change row={row} />
  const right = { align: 'right', width: figureWidth } as const
  const side = useSide()
  const difference = side?.difference
  const beside: PlainColumn<Line>[] =
    difference?.title != null
      ? [
          {
            id: 'beside',
            title: difference.title,
            ...right,
            // A group's own row has the name of the group, not of a figure.
            cell: ({ kind, row }) => (
              <difference.Difference name={kind === 'group' ? (row.details?.name ?? '') : row.extName} />
            ),
          },
        ]
      : []
  const wide: PlainColumn<Line>[] = [
    { id: 'value', title: selection, ...right, cell: valueOf },
    ...beside,
    ...(trend === null
      ? []
      : [
          { id: 'trend', title: trend, ...right, cell: trendOf },
          { id: 'development', title: t('development'), ...right, cell: changeIn },
        ]),
    { id: 'goal', title: t('goal'), ...right, cell: ({ row }) => goalOf(row) },
    { id: 'status', title: t('status'), align: 'center', cell: ({ row }) => statusOf(row) },
  ]
  // On a phone related figures share a column, so that a value is not without its change.
  const narrow: PlainColumn<Line>[] = [
    {
      id: 'value',
      title: selection,
      align: 'right',
      cell: (line) =>
        trend === null ? valueOf(line) : <Pair over={valueOf(line)} under={<Change row={line.row} />} />,
    },
    ...beside,
    ...(trend === null ? [] : [{ id: 'trend', title: trend, align: 'right' as const, cell: trendOf }]),
    {
      id: 'goal',
      title: t('goal'),
      align: 'right',
      cell: ({ row }) => (row.goal === null ? goalOf(row) : <Pair over={goalOf(row)} under={statusOf(row)} />),
    },
  ]
  const rows = groups.flatMap((group) => [...group.questionAnswers, ...group.numericQuestionAnswers])
  const reasons = new Set(rows.flatMap(({ withheld }) => text(withheld) || []))
  return (
    <div>
      <PlainTable
        isWide
        label={label}
        columns={[question, ...(isNarrow || side !== null ? narrow : wide)]}
        rows={linesOf(groups, closed)}
        keyOf={({ kind, row }) => `${kind} ${row.extName}`}
        levelOf={({ kind }) => levels[kind]}
      />
      {[...reasons].map((reason) => (
        <p key={reason} className={classes['reason']}>
          — {reason}
        </p>
      ))}
      {distribution.dialog}
    </div>
  )
}

/** The title of a question, and the way to how its answers are spread. */
function Question({ row, onDistribution }: { row: SummaryRow; onDistribution: (of: DistributionOf) => void }) {
  const t = useTexts()
  const text = useLocalText()
  const title = text(row.title)
  if (row.hasDistribution !== true) return title
  return (
    <span className={classes['question']}>
      {title}
      <button
        type="button"
        className={classes['spread']}
        aria-haspopup="dialog"
        aria-label={t('openDistribution', { title })}
        title={t('openDistribution', { title })}
        onClick={() => onDistribution({ name: row.extName, title })}
      >
        <IconChartBarPopular size={16} stroke={1.75} aria-hidden="true" />
      </button>
    </span>
  )
}

/** Two figures that belong together, one under the other. */
function Pair({ over, under }: { over: ReactNode; under: ReactNode }) {
  return (
    <span className={classes['pair']}>
      <span>{over}</span>
      <span>{under}</span>
    </span>
  )
}

function Toggle({ line, onToggle }: { line: Line; onToggle: () => void }) {
  const t = useTexts()
  const text = useLocalText()
  const title = text(line.row.title)
  const Chevron = line.isOpen ? IconChevronDown : IconChevronRight
  return (
    <button
      type="button"
      className={classes['toggle']}
      aria-expanded={line.isOpen}
      aria-label={t(line.isOpen ? 'collapse' : 'expand', { title })}
      onClick={onToggle}
    >
      <Chevron size={16} stroke={2} aria-hidden="true" />
      {title}
    </button>
  )
}

/** The value of the period chosen, which opens what it is. */
function Figure({ row, period }: { row: SummaryRow; period: LocalText }) {
  const text = useLocalText()
  const { details, decimals, n, chance } = row
  const value = <Value row={row} value={row.value} />
  if (details === null || row.value === null) return value
  return (
    <FigureButton title={text(row.title)} period={text(period)} {...{ details, decimals, n, chance }}>
      {value}
    </FigureButton>
  )
}

/** A value at the row's precision, or the sign for none, which says why. */
function Value({ row, value }: { row: SummaryRow; value: number | null }) {
  const text = useLocalText()
  const format = useFormat()
  if (value !== null) return format.number(value, row.decimals)
  return <NoValue why={text(row.withheld)} />
}

function Change({ row }: { row: SummaryRow }) {
  const text = useLocalText()
  const format = useFormat()
  const diff = shownDiff(row)
  if (diff === null) return <NoValue why={text(row.withheld)} />
  return (
    <span className={classes['change']} data-change={changeOf(row)}>
      {diff > 0 ? '+' : ''}
      {format.number(diff, row.decimals)}
      <ChanceSign chance={row.chance} decimals={row.decimals} />
    </span>
  )
}

const quietSigns = { few: IconCircleDashed, near: IconPlusMinus }

/** Check or cross; where few answers or an interval around the goal cannot tell, as in tiles, a quiet sign with words. */
function Status({ isMet, weight }: { isMet: boolean; weight: SummaryRow['weight'] }) {
  const t = useTexts()
  const isTold = weight === 'full'
  const words = t(isTold ? (isMet ? 'met' : 'missed') : weight)
  const Sign = isTold ? (isMet ? IconCheck : IconX) : quietSigns[weight]
  return (
    <span
      role="img"
      aria-label={words}
      title={words}
      className={classes['status']}
      data-met={isTold ? isMet : undefined}
    >
      <Sign size={18} stroke={isTold ? 2.25 : 1.75} aria-hidden="true" />
    </span>
  )
}

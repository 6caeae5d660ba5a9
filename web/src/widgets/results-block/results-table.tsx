import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import type { SummaryGroup, SummaryRow } from '@gensvar/contract/entities/summary-results'
import type { LocalText } from '@gensvar/contract/local-text'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useSide } from '#web/lib/side.ts'
import type { PlainColumn } from '#web/ui/data-table/columns.ts'
import { PlainTable } from '#web/ui/data-table/plain-table.tsx'
import { NoValue } from '#web/ui/no-value.tsx'
import { useDistributionDialog } from '#web/widgets/distribution/use-distribution-dialog.tsx'
import { Change, ChangeFrom, Figure, Pair, Question, Status, Toggle, Value } from './results-cells.tsx'
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
/** The same of the period's own column beside another side, where the dates stand in two lines. */
const comparedWidth = 112

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
        <Toggle row={line.row} isOpen={line.isOpen} onToggle={() => toggle(line.row.extName)} />
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
            align: 'right',
            // A group's own row has the name of the group, not of a figure; a mean of its questions is no figure.
            cell: ({ kind, row }) => {
              const name = kind === 'group' ? row.details?.name : row.extName
              return name === undefined ? <NoValue why={t('besideQuestions')} /> : <difference.Difference name={name} />
            },
          },
        ]
      : []
  const wide: PlainColumn<Line>[] = [
    { id: 'value', title: selection, ...right, cell: valueOf },
    ...(trend === null
      ? []
      : [
          { id: 'trend', title: trend, ...right, cell: trendOf },
          { id: 'development', title: t('development'), ...right, cell: changeIn },
        ]),
    { id: 'goal', title: t('goal'), ...right, cell: ({ row }) => goalOf(row) },
    { id: 'status', title: t('status'), align: 'center', cell: ({ row }) => statusOf(row) },
  ]
  const goalWithStatus: PlainColumn<Line> = {
    id: 'goal',
    title: t('goal'),
    align: 'right',
    cell: ({ row }) => (row.goal === null ? goalOf(row) : <Pair over={goalOf(row)} under={statusOf(row)} />),
  }
  // On a phone related figures share a column, so that a value is not without its change.
  const narrow: PlainColumn<Line>[] = [
    {
      id: 'value',
      title: selection,
      align: 'right',
      cell: (line) =>
        trend === null ? valueOf(line) : <Pair over={valueOf(line)} under={<Change row={line.row} />} />,
    },
    ...(trend === null ? [] : [{ id: 'trend', title: trend, align: 'right' as const, cell: trendOf }]),
    goalWithStatus,
  ]
  // Half of a page: the change is in words under the value, and what it is from below the table.
  const compared: PlainColumn<Line>[] = [
    {
      id: 'value',
      title: selection,
      align: 'right',
      width: comparedWidth,
      cell: (line) =>
        trend === null ? valueOf(line) : <Pair over={valueOf(line)} under={<ChangeFrom row={line.row} />} />,
    },
    ...beside,
    goalWithStatus,
  ]
  const rows = groups.flatMap((group) => [...group.questionAnswers, ...group.numericQuestionAnswers])
  const reasons = new Set(rows.flatMap(({ withheld }) => text(withheld) || []))
  return (
    <div>
      <div className={classes['scroll']}>
        <PlainTable
          // Half of a page has less room for names.
          isWide={side === null}
          label={label}
          columns={[question, ...(side !== null ? compared : isNarrow ? narrow : wide)]}
          rows={linesOf(groups, closed)}
          keyOf={({ kind, row }) => `${kind} ${row.extName}`}
          levelOf={({ kind }) => levels[kind]}
        />
      </div>
      {side !== null && trend !== null && <p className={classes['reason']}>{t('changesFrom', { period: trend })}</p>}
      {[...reasons].map((reason) => (
        <p key={reason} className={classes['reason']}>
          — {reason}
        </p>
      ))}
      {distribution.dialog}
    </div>
  )
}

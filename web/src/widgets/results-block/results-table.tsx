import { IconCheck, IconChevronDown, IconChevronRight, IconX } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import type { SummaryGroup, SummaryRow } from '@gensvar/contract/entities/summary-results'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { changeOf, shownDiff } from './prepare.ts'
import classes from './results-block.module.css'
import { useTexts } from './texts.ts'

interface Props {
  label: string
  groups: readonly SummaryGroup[]
  /** The days of the values, in words. */
  selection: string
  /** The days compared with, in words; null where nothing is compared: the table then has no columns for it. */
  trend: string | null
  /** Whether the survey has goals; without any the table has no columns for them. */
  hasGoals: boolean
}

/** Groups with their questions under them; numeric answers are plain rows of their own. */
export function ResultsTable({ label, groups, selection, trend, hasGoals }: Props) {
  const t = useTexts()
  // One group alone is opened at the start: there is nothing else to look at.
  const [closed, setClosed] = useState<ReadonlySet<string>>(
    new Set(groups.length > 1 ? groups.map((group) => group.extName) : []),
  )
  const toggle = (name: string) => {
    const next = new Set(closed)
    if (!next.delete(name)) next.add(name)
    setClosed(next)
  }
  const shows = { hasTrend: trend !== null, hasGoals }
  const text = useLocalText()
  const reasons = new Set(groups.flatMap(rowsOf).flatMap(({ withheld }) => text(withheld) || []))
  return (
    <div className={classes['wide']} role="region" aria-label={label} tabIndex={0}>
      <table className={classes['table']} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('question')}</th>
            <th scope="col" className={classes['number']}>
              {selection}
            </th>
            {trend !== null && (
              <>
                <th scope="col" className={classes['number']}>
                  {trend}
                </th>
                <th scope="col" className={classes['number']}>
                  {t('development')}
                </th>
              </>
            )}
            {hasGoals && (
              <>
                <th scope="col" className={classes['number']}>
                  {t('goal')}
                </th>
                <th scope="col" className={classes['centre']}>
                  {t('status')}
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => {
            const isOpen = !closed.has(group.extName)
            return (
              <Fragment key={group.extName}>
                {group.questionAnswers.length > 0 && (
                  <Row {...shows} row={group} kind="group" isOpen={isOpen} onToggle={() => toggle(group.extName)} />
                )}
                {isOpen &&
                  group.questionAnswers.map((row) => <Row key={row.extName} {...shows} row={row} kind="question" />)}
                {group.numericQuestionAnswers.map((row) => (
                  <Row key={row.extName} {...shows} row={row} kind="numeric" />
                ))}
              </Fragment>
            )
          })}
        </tbody>
      </table>
      {[...reasons].map((reason) => (
        <p key={reason} className={classes['reason']}>
          — {reason}
        </p>
      ))}
    </div>
  )
}

function rowsOf({ questionAnswers, numericQuestionAnswers }: SummaryGroup): SummaryRow[] {
  return [...questionAnswers, ...numericQuestionAnswers]
}

interface RowProps {
  row: SummaryRow
  kind: 'group' | 'question' | 'numeric'
  hasTrend: boolean
  hasGoals: boolean
  isOpen?: boolean
  onToggle?: () => void
}

function Row({ row, kind, hasTrend, hasGoals, isOpen = false, onToggle }: RowProps) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const title = text(row.title)
  const diff = shownDiff(row)
  const number = (value: number | null) =>
    value === null ? (
      <span
        role="img"
        aria-label={row.suppressed ? text(row.withheld) || t('noValue') : t('noValue')}
        title={text(row.withheld) || undefined}
      >
        —
      </span>
    ) : (
      format.number(value, row.decimals)
    )
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <tr data-kind={kind}>
      <th scope="row">
        {onToggle ? (
          <button
            type="button"
            className={classes['toggle']}
            aria-expanded={isOpen}
            aria-label={t(isOpen ? 'collapse' : 'expand', { title })}
            onClick={onToggle}
          >
            <Chevron size={16} stroke={2} aria-hidden="true" />
            {title}
          </button>
        ) : (
          title
        )}
      </th>
      <td className={classes['number']}>{number(row.value)}</td>
      {hasTrend && (
        <>
          <td className={classes['number']}>{row.valueTrend === null ? '' : number(row.valueTrend)}</td>
          <td className={classes['number']} data-change={changeOf(row)}>
            {diff === null ? '' : `${diff > 0 ? '+' : ''}${format.number(diff, row.decimals)}`}
          </td>
        </>
      )}
      {hasGoals && (
        <>
          <td className={classes['number']}>{row.goal === null ? '' : format.number(row.goal, row.decimals)}</td>
          <td className={classes['centre']}>{row.goalStatus !== null && <Status isMet={row.goalStatus} />}</td>
        </>
      )}
    </tr>
  )
}

function Status({ isMet }: { isMet: boolean }) {
  const t = useTexts()
  const Sign = isMet ? IconCheck : IconX
  return (
    <span role="img" aria-label={t(isMet ? 'met' : 'missed')} className={classes['status']} data-met={isMet}>
      <Sign size={18} stroke={2.25} aria-hidden="true" />
    </span>
  )
}

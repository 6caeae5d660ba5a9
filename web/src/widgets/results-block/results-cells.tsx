import {
  IconChartBarPopular,
  IconCheck,
  IconChevronDown,
  IconChevronRight,
  IconCircleDashed,
  IconPlusMinus,
  IconX,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { SummaryRow } from '@gensvar/contract/entities/summary-results'
import type { LocalText } from '@gensvar/contract/local-text'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { NoValue } from '#web/ui/no-value.tsx'
import { FigureButton } from '#web/widgets/figure-details/figure-button.tsx'
import { ChanceSign } from '#web/widgets/chance-sign.tsx'
import type { DistributionOf } from '#web/widgets/distribution/distribution-panel.tsx'
import { useTexts as useTileTexts } from '#web/widgets/variable-block/texts.ts'
import { changeOf, shownDiff } from './prepare.ts'
import classes from './results-block.module.css'
import { useTexts } from './texts.ts'

/** The title of a question, and the way to how its answers are spread. */
export function Question({ row, onDistribution }: { row: SummaryRow; onDistribution: (of: DistributionOf) => void }) {
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
export function Pair({ over, under }: { over: ReactNode; under: ReactNode }) {
  return (
    <span className={classes['pair']}>
      <span>{over}</span>
      <span>{under}</span>
    </span>
  )
}

/** The title of a group, which opens and closes its questions. */
export function Toggle({ row, isOpen, onToggle }: { row: SummaryRow; isOpen: boolean; onToggle: () => void }) {
  const t = useTexts()
  const text = useLocalText()
  const title = text(row.title)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
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
  )
}

/** The value of the period chosen, which opens what it is. */
export function Figure({ row, period }: { row: SummaryRow; period: LocalText }) {
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
export function Value({ row, value }: { row: SummaryRow; value: number | null }) {
  const text = useLocalText()
  const format = useFormat()
  if (value !== null) return format.number(value, row.decimals)
  return <NoValue why={text(row.withheld)} />
}

/** How much a value has changed, with a sign where that may be chance. */
export function Change({ row }: { row: SummaryRow }) {
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

/** A change with the value that it is from. */
export function ChangeFrom({ row }: { row: SummaryRow }) {
  const tiles = useTileTexts()
  const format = useFormat()
  return (
    <>
      <Change row={row} />
      {row.valueTrend !== null && shownDiff(row) !== null && (
        <span className={classes['from']}>
          {' '}
          {tiles('from', { base: format.number(row.valueTrend, row.decimals) ?? '' })}
        </span>
      )}
    </>
  )
}

const quietSigns = { few: IconCircleDashed, near: IconPlusMinus }

/** Check or cross; where few answers or an interval around the goal cannot tell, as in tiles, a quiet sign with words. */
export function Status({ isMet, weight }: { isMet: boolean; weight: SummaryRow['weight'] }) {
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

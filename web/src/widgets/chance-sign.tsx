import { IconPlusMinus } from '@tabler/icons-react'
import type { ChangeChance } from '@gensvar/contract/entities/indicator'
import { useFormat } from '#web/lib/format.ts'
import classes from './chance-sign.module.css'
import { useTexts } from './texts.ts'

interface Props {
  chance: ChangeChance | null
  /** Decimals of the value; the interval has one more, so that it does not end at 0 by rounding. */
  decimals: number
}

/** A quiet sign where a change may be chance, with its interval in words; nothing where it is more, or not known. */
export function ChanceSign({ chance, decimals }: Props) {
  const t = useTexts()
  const words = useChanceWords(chance, decimals)
  if (chance === null || chance.isMore || words === null) return null
  return (
    <span role="img" aria-label={t('mayBeChance')} title={words} className={classes['sign']}>
      <IconPlusMinus size={14} stroke={1.75} aria-hidden="true" />
    </span>
  )
}

/** What is known of how far a change can be chance, as one sentence; null where nothing is. */
export function useChanceWords(chance: ChangeChance | null, decimals: number): string | null {
  const t = useTexts()
  const format = useFormat()
  if (chance === null) return null
  const ends = { low: format.number(chance.low, decimals + 1), high: format.number(chance.high, decimals + 1) }
  return t(chance.isMore ? 'moreLong' : 'chanceLong', ends)
}

import { IconCircleDashed, IconPlusMinus } from '@tabler/icons-react'
import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'
import { useLocalText } from '#web/lib/local-text.ts'
import { useTexts } from './texts.ts'
import classes from './weight-sign.module.css'

const signs = { few: IconCircleDashed, near: IconPlusMinus }

/** A small sign with words where a value is to be read with care; nothing where it is not. */
export function WeightSign({ variable: { weight, few } }: { variable: Pick<IndicatorVariable, 'weight' | 'few'> }) {
  const t = useTexts()
  const text = useLocalText()
  if (weight === 'full') return null
  const Sign = signs[weight]
  return (
    <span className={classes['sign']}>
      <Sign size={14} stroke={1.75} aria-hidden="true" />
      {weight === 'few' ? text(few?.short) : t(weight)}
    </span>
  )
}

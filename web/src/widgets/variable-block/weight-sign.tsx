import { IconCircleDashed, IconPlusMinus } from '@tabler/icons-react'
import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'
import { useTexts } from './texts.ts'
import classes from './weight-sign.module.css'

const signs = { few: IconCircleDashed, near: IconPlusMinus }

/** A small sign with words where a value is to be read with care; nothing where it is not. */
export function WeightSign({ variable: { weight } }: { variable: Pick<IndicatorVariable, 'weight'> }) {
  const t = useTexts()
  if (weight === 'full') return null
  const Sign = signs[weight]
  return (
    <span className={classes['sign']}>
      <Sign size={14} stroke={1.75} aria-hidden="true" />
      {t(weight)}
    </span>
  )
}

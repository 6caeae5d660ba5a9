import { IconArrowDown, IconArrowRight, IconArrowUp } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'
import { arrowOf, changeTone } from './prepare.ts'
import { useTexts } from './texts.ts'
import classes from './tile.module.css'

const arrows: Record<ReturnType<typeof arrowOf>, Icon> = { up: IconArrowUp, down: IconArrowDown, none: IconArrowRight }

/** The change of a value: its direction by arrow, good or bad by colour and text. */
export function Difference({ variable }: { variable: IndicatorVariable }) {
  const t = useTexts()
  if (variable.formattedDiff === null) return null
  const direction = arrowOf(variable.diffArrow)
  const tone = changeTone(variable)
  const Arrow = arrows[direction]
  return (
    <span className={classes['difference']} data-tone={tone}>
      <span role="img" aria-label={t(`change_${direction}_${tone}`)} data-arrow={direction}>
        <Arrow size={16} stroke={2} aria-hidden="true" />
      </span>
      {variable.formattedDiff}
      {variable.formattedBase !== null && (
        <span className={classes['quiet']}> {t('from', { base: variable.formattedBase })}</span>
      )}
    </span>
  )
}

import { IconArrowDown, IconArrowRight, IconArrowUp } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'
import { useLocalText } from '#web/lib/local-text.ts'
import { ChanceSign } from '#web/widgets/chance-sign.tsx'
import { arrowOf, changeTone } from './prepare.ts'
import { useTexts } from './texts.ts'
import classes from './tile.module.css'

const arrows: Record<ReturnType<typeof arrowOf>, Icon> = { up: IconArrowUp, down: IconArrowDown, none: IconArrowRight }

type Differing = Pick<
  IndicatorVariable,
  'formattedDiff' | 'formattedBase' | 'against' | 'diffArrow' | 'inverse' | 'chance' | 'decimals'
>

/** The change of a value and what it is from: its direction by arrow, good or bad by colour and text. */
export function Difference({ variable }: { variable: Differing }) {
  const t = useTexts()
  const text = useLocalText()
  const { formattedDiff, formattedBase: base, against } = variable
  if (formattedDiff === null) return null
  const direction = arrowOf(variable.diffArrow)
  const tone = changeTone(variable)
  const Arrow = arrows[direction]
  const name = against === null ? '' : text(against.name)
  return (
    <span className={classes['difference']} data-tone={tone}>
      <span role="img" aria-label={t(`change_${direction}_${tone}`)} data-arrow={direction}>
        <Arrow size={16} stroke={2} aria-hidden="true" />
      </span>
      {formattedDiff}
      <ChanceSign chance={variable.chance} decimals={variable.decimals} />
      {base !== null && (
        <span className={classes['quiet']}>
          {' '}
          {against === null ? t('from', { base }) : t(`from_${against.kind}`, { base, name })}
        </span>
      )}
    </span>
  )
}

import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useAbout } from '#web/lib/vocabulary.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { NoValue } from '#web/ui/no-value.tsx'
import { FigureButton } from '#web/widgets/figure-details/figure-button.tsx'
import { useCasesAddress } from '#web/widgets/variable-block/counted-cases.ts'
import { useTexts } from './texts.ts'
import classes from './bar-chart.module.css'

/** The name of a row's figure: a link to what it counts, where the reader may open all of it. */
export function FigureName({ variable }: { variable: IndicatorVariable }) {
  const text = useLocalText()
  const href = useCasesAddress()(variable)
  const name = text(variable.title) || variable.name
  return href === null ? (
    name
  ) : (
    <AppLink href={href} className={classes['link']}>
      {name}
    </AppLink>
  )
}

/** A row's figure, which opens what it is. */
export function FigureValue({ variable }: { variable: IndicatorVariable }) {
  const text = useLocalText()
  const { formattedValue, decimals, nInterviews, period } = variable
  if (formattedValue === null) return <NoValue why={text(variable.withheld)} />
  return (
    <FigureButton
      title={text(variable.title) || variable.name}
      details={variable}
      n={nInterviews}
      period={text(period)}
      decimals={decimals}
    >
      {formattedValue}
    </FigureButton>
  )
}

/** Why no change is told: the reason in quiet words, or a dash without one. */
export function NotTold({ variable }: { variable: IndicatorVariable }) {
  const text = useLocalText()
  const why = text(variable.suppressed ? variable.withheld : variable.baseWithheld)
  return why === '' ? <NoValue /> : <span className={classes['why']}>{why}</span>
}

/** How far chance reaches; a dash where that is not known. */
export function IntervalCell({ variable: { chance, decimals } }: { variable: IndicatorVariable }) {
  const t = useTexts()
  const format = useFormat()
  if (chance === null) return <NoValue />
  // One decimal more than the value has, so that an end is not 0 by rounding.
  const end = (value: number) => format.number(value, decimals + 1)
  return t('intervalOf', { low: end(chance.low), high: end(chance.high) })
}

/** The number of answers behind a figure. */
export function AnswersCell({ variable: { nInterviews } }: { variable: IndicatorVariable }) {
  const format = useFormat()
  const about = useAbout()
  return nInterviews === null ? <NoValue /> : `${about}${format.number(nInterviews)}`
}

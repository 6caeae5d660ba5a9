import { useQuery } from '@tanstack/react-query'
import { isIsoDate } from '@gensvar/contract/dates'
import { useFormat } from '#web/lib/format.ts'
import classes from './action-dialog.module.css'
import { effectiveQuery } from './action-query.ts'
import { useTexts } from './texts.ts'

interface Props {
  survey: string
  period: string
  deadline: string | null
}

/** Of which days the end value is, in a sentence; nothing until period and deadline are known. */
export function EffectivePeriod({ survey, period, deadline }: Props) {
  const t = useTexts()
  const format = useFormat()
  const known = deadline !== null && isIsoDate(deadline) ? deadline : null
  const { data } = useQuery(effectiveQuery(survey, period, known))
  if (known === null || period === '' || data === undefined) return null
  return (
    <p className={classes['quiet']}>
      {t('effectivePeriod', { from: format.date(data.from), to: format.date(data.to) })}
    </p>
  )
}

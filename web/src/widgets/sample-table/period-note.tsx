import type { SampleListResponse } from '@gensvar/contract/entities/samples'
import { useFormat } from '#web/lib/format.ts'
import classes from './sample-table.module.css'
import { useTexts } from './texts.ts'

/** Says which samples are open for changes; nothing where all are. */
export function PeriodNote({ period: { isOpen, from, to } }: Pick<SampleListResponse, 'period'>) {
  const t = useTexts()
  const format = useFormat()
  if (isOpen && from === null && to === null) return null
  function words(): string {
    if (!isOpen) return t('allClosed')
    if (from === null) return t('openTo', { to: format.date(to ?? '') })
    if (to === null) return t('openFrom', { from: format.date(from) })
    return t('openDays', { from: format.date(from), to: format.date(to) })
  }
  return <p className={classes['note']}>{words()}</p>
}

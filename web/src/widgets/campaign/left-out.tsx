import type { campaign } from '@gensvar/contract/entities/campaigns'
import type { z } from 'zod'
import { useFormat } from '#web/lib/format.ts'
import classes from './campaign.module.css'
import { useTexts } from './texts.ts'

/** People left out, by rule. */
export type Excluded = z.output<typeof campaign>['excluded']

interface Props {
  excluded: Excluded
  /** Lists those whom a rule leaves out. */
  onOpen: (rule: Excluded[number]) => void
}

/** How many people each rule leaves out; a rule opens the list of them. */
export function LeftOut({ excluded, onOpen }: Props) {
  const t = useTexts()
  const format = useFormat()
  if (excluded.length === 0) return <p className="gv-quiet">{t('nobodyLeftOut')}</p>
  return (
    <ul className={classes['rules']}>
      {excluded.map((rule) => (
        <li key={rule.rule}>
          <button type="button" className={classes['link']} aria-haspopup="dialog" onClick={() => onOpen(rule)}>
            {rule.title}
          </button>
          <span className="gv-figures">{format.number(rule.count)}</span>
        </li>
      ))}
    </ul>
  )
}

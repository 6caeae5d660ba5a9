import { Switch } from '@mantine/core'
import type { campaignConfiguration } from '@gensvar/contract/entities/campaigns'
import type { z } from 'zod'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import classes from './campaign.module.css'
import { useTexts } from './texts.ts'

interface Props {
  filters: z.output<typeof campaignConfiguration>['mailFilters']
  /** Names of those that are on. */
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** The checks that people have to pass before they are written to, with how many pass each. */
export function FilterToggles({ filters, chosen, onChange }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  if (filters.length === 0) return <p className="gv-quiet">{t('noMailFilters')}</p>
  return (
    <ul className={classes['toggles']} data-path="filters">
      {filters.map(({ extname, title, help, nInterviews }) => (
        <li key={extname} className={classes['toggle']}>
          <Switch
            label={text(title) || extname}
            description={help === null ? undefined : text(help)}
            checked={chosen.includes(extname)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(
                filters
                  .map((filter) => filter.extname)
                  .filter((name) => (name === extname ? checked : chosen.includes(name))),
              )
            }
          />
          {nInterviews !== null && (
            <span className={classes['count']}>
              {t('passing', { count: nInterviews, n: format.number(nInterviews) })}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

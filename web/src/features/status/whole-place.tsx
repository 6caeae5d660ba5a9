import type { getSurveyWork } from '@gensvar/contract/status'
import type { Answer } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { Card } from '#web/ui/card.tsx'
import { NoValue } from '#web/ui/no-value.tsx'
import { useTexts } from './texts.ts'
import classes from './status.module.css'

const states = [0, 1, 2, 3, 4] as const

/** A place's samples by state, with what waits or has failed in the survey. */
export function WholePlace({ work: { whole, withheld, work } }: { work: Answer<typeof getSurveyWork> }) {
  const t = useTexts()
  const app = useAppTexts()
  const text = useLocalText()
  const format = useFormat()
  return (
    <div className={classes['cards']}>
      <Card title={t('samples')} subtitle={withheld === null ? undefined : text(withheld)}>
        <Numbers
          entries={[
            ...states.map((state): Entry => [app(`sampleState${state}`), whole.states[state] ?? null]),
            [t('responseRate'), whole.responseRate === null ? null : format.percent(whole.responseRate)],
          ]}
        />
      </Card>
      {work !== null && (
        <>
          <Card title={t('deliveries')}>
            <Numbers
              entries={[
                [t('waiting'), work.deliveries.waiting],
                [t('failed'), work.deliveries.failed],
                [t('unknown'), work.deliveries.unknown],
              ]}
            />
          </Card>
          <Card title={t('tasks')}>
            <Numbers
              entries={[
                [t('waiting'), work.tasks.waiting],
                [t('running'), work.tasks.running],
                [t('failed'), work.tasks.failed],
              ]}
            />
          </Card>
        </>
      )}
    </div>
  )
}

type Entry = [label: string, value: number | string | null]

function Numbers({ entries }: { entries: readonly Entry[] }) {
  const format = useFormat()
  return (
    <dl className={classes['numbers']}>
      {entries.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="gv-figures">
            {value === null ? <NoValue /> : typeof value === 'number' ? format.number(value) : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

import { useId, useState } from 'react'
import type { InterviewData } from '@gensvar/contract/entities/interview'
import { useLocalText } from '#web/lib/local-text.ts'
import { Card } from '#web/ui/card.tsx'
import { GradedTable } from './graded-table.tsx'
import classes from './interview.module.css'
import { useTexts } from './texts.ts'

/** Result groups on the left; the graded answers of the chosen one on the right. */
export function ResultsPanel({ groups }: { groups: InterviewData['resultGroupsData'] }) {
  const t = useTexts()
  const text = useLocalText()
  const id = useId()
  const [chosen, setChosen] = useState(0)
  const group = groups[chosen] ?? groups[0]
  if (!group) return null
  return (
    <Card title={t('results')}>
      <div className={classes['results']}>
        <ul className={classes['groups']} aria-label={t('groups')}>
          {groups.map((one, at) => (
            <li key={text(one.label)}>
              <button
                type="button"
                className={classes['group']}
                aria-pressed={one === group}
                aria-controls={id}
                onClick={() => setChosen(at)}
              >
                {text(one.label)}
              </button>
            </li>
          ))}
        </ul>
        <div id={id}>
          <GradedTable label={text(group.label)} answers={group.answers} />
        </div>
      </div>
    </Card>
  )
}

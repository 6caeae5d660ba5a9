import { Button } from '@mantine/core'
import type { NewSurveyCheck } from '@gensvar/contract/new-survey-plan'
import { useState } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { ProblemTable } from '#web/ui/problem-table.tsx'
import { firstPlaced, goToField } from './field-place.ts'
import classes from './new-survey.module.css'
import { useTexts } from './texts.ts'
import type { PlanProblem } from './use-new-survey.ts'

/** Notes that are shown before all are asked for. */
const shownAtFirst = 5

/** Why no survey can be made with these options, with the way to what to change. */
export function PlanProblems({ problems }: { problems: readonly PlanProblem[] }) {
  const t = useTexts()
  const count = problems.length
  return (
    <div role="alert">
      <Card title={t('problems', { count })} subtitle={t('problemsText')}>
        <ProblemTable
          label={t('problems', { count })}
          problems={problems}
          actionOf={({ fields }) => {
            const field = firstPlaced(fields)
            return (
              field !== undefined && (
                <Button variant="subtle" size="compact-sm" onClick={() => goToField(field)}>
                  {t('changeIt')}
                </Button>
              )
            )
          }}
        />
      </Card>
    </div>
  )
}

/** What else is worth knowing of the file. */
export function PlanNotes({ notes }: { notes: NewSurveyCheck['notes'] }) {
  const t = useTexts()
  const format = useFormat()
  const [areAllShown, setAllShown] = useState(false)
  // What a doubt tells is decided above.
  const told = notes.filter(({ doubt }) => doubt === null)
  if (told.length === 0) return null
  const shown = areAllShown ? told : told.slice(0, shownAtFirst)
  return (
    <Card title={t('notesTitle')}>
      <ul className={classes['notes']}>
        {shown.map(({ message }, index) => (
          <li key={index}>{message}</li>
        ))}
      </ul>
      {shown.length < told.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setAllShown(true)}>
          {t('allNotes', { n: format.number(told.length) })}
        </Button>
      )}
    </Card>
  )
}

import type { Doubt } from '@gensvar/contract/doubts'
import type { NewSurveyCheck, NewSurveyOptions } from '@gensvar/contract/new-survey-plan'
import { useState } from 'react'
import { DoubtCard } from '#web/features/doubts/service.ts'
import { useIdentity } from '#web/lib/session-store.ts'
import classes from './new-survey.module.css'
import { useTexts } from './texts.ts'
import type { ChangeOptions } from './use-new-survey.ts'

interface Props {
  check: NewSurveyCheck
  options: NewSurveyOptions
  onChange: ChangeOptions
  isChecking: boolean
}

/** What was not sure about the file: each is decided by one click, now or once the survey is there. */
export function PlanDoubts({ check, options, onChange, isChecking }: Props) {
  const t = useTexts()
  const { username } = useIdentity()
  const [saving, setSaving] = useState<{ id: string; choice: string; at: string } | null>(null)
  if (check.doubts.length === 0) return null

  function decide(id: string, choice: string): void {
    setSaving({ id, choice, at: new Date().toISOString() })
    onChange({ decisions: [...options.decisions.filter((one) => one.id !== id), { id, choice }] })
  }

  return (
    <section aria-label={t('doubtsTitle')}>
      <h2 className={classes['heading']}>{t('doubtsTitle')}</h2>
      <p className={classes['lead']}>{t('doubtsText')}</p>
      <ul className={classes['doubts']}>
        {check.doubts.map(({ isDecided, choices, ...doubt }) => {
          const shown: Doubt = {
            ...doubt,
            choices: choices.map((choice) => ({ ...choice, effect: '' })),
            examples: [],
            decided: isDecided ? { through: 'person', by: username, at: saving?.at ?? new Date().toISOString() } : null,
            locked: null,
            version: 1,
          }
          const isSaved = saving?.id === doubt.id
          return (
            <li key={doubt.id}>
              <DoubtCard
                doubt={shown}
                saving={isSaved && isChecking ? saving.choice : null}
                isSaved={isSaved}
                onDecide={(choice) => decide(doubt.id, choice)}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

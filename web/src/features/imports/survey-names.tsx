import { TextInput } from '@mantine/core'
import type { NewSurveyOptions } from '@gensvar/contract/new-survey-plan'
import { useState } from 'react'
import { addressName } from '#web/lib/address-name.ts'
import { useIdentity } from '#web/lib/session-store.ts'
import { Card } from '#web/ui/card.tsx'
import classes from './new-survey.module.css'
import { useTexts } from './texts.ts'
import type { ChangeOptions } from './use-new-survey.ts'

interface Props {
  options: NewSurveyOptions
  /** Why a field was rejected, by its name. */
  wrong: Readonly<Record<string, string>>
  onChange: ChangeOptions
}

interface FieldProps {
  label: string
  description?: string
  value: string
  error?: string
  onCommit: (value: string) => void
}

/** A text that counts once the field is left, or at Enter: each change is checked against the whole file. */
function CommitField({ label, description, value, error, onCommit }: FieldProps) {
  const t = useTexts()
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? value
  const isEmpty = typed !== null && typed.trim() === ''
  function commit(): void {
    if (typed === null || isEmpty) return
    setTyped(null)
    if (typed.trim() !== value) onCommit(typed.trim())
  }
  return (
    <TextInput
      label={label}
      description={description}
      value={shown}
      error={isEmpty ? t('fillIn') : error}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={commit}
      onKeyDown={({ key }) => key === 'Enter' && commit()}
    />
  )
}

/** What the survey is called, and the organisation where there is none yet. */
export function SurveyNames({ options, wrong, onChange }: Props) {
  const t = useTexts()
  const { universe } = useIdentity()
  return (
    <Card title={t('namesTitle')}>
      <div className={classes['fields']}>
        <CommitField
          label={t('surveyTitle')}
          value={options.title}
          error={wrong['title']}
          onCommit={(title) => onChange({ title })}
        />
        <CommitField
          label={t('surveyName')}
          description={t('surveyNameHelp')}
          value={options.survey}
          error={wrong['survey']}
          onCommit={(name) => onChange({ survey: addressName(name) || options.survey })}
        />
        {universe === null && (
          <CommitField
            label={t('organisation')}
            description={t('organisationHelp')}
            value={options.universeTitle ?? ''}
            error={wrong['universeTitle'] ?? wrong['universe']}
            onCommit={(title) => onChange({ universeTitle: title, universe: addressName(title) || 'organisation' })}
          />
        )}
      </div>
    </Card>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useCallback } from 'react'
import { onDemand } from '#web/lib/on-demand.tsx'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { Loading } from '#web/ui/states/loading.tsx'
import { useTexts } from '#web/widgets/campaign/texts.ts'
import { wizardKey } from './wizard-place.ts'
import type { DraftBody } from './wizard-state.ts'
import classes from './wizard.module.css'

const editors = {
  EMAIL: onDemand(async () => (await import('#web/features/templates/service.ts')).TemplateEditor),
  SMS: onDemand(async () => (await import('#web/features/templates/service.ts')).SmsTemplateEditor),
  PHONE: onDemand(async () => (await import('#web/features/templates/service.ts')).SmsTemplateEditor),
}

/** The editor of the chosen template below the fields, for those who may change templates. */
export function TemplateBelow({ survey, draft }: { survey: string; draft: DraftBody }) {
  const t = useTexts()
  const client = useQueryClient()
  const { canAdministrate } = useSurveyStart().rights
  const { templateId, sendingType } = draft
  // What recipients get, and the names to choose from, are other ones now.
  const reload = useCallback(() => void client.invalidateQueries({ queryKey: wizardKey }), [client])
  if (!canAdministrate || templateId === null || sendingType === 'LETTER') return null
  const TemplateEditor = editors[sendingType]
  return (
    <section aria-label={t('template')} className={classes['group']}>
      <Suspense fallback={<Loading height={900} />}>
        <TemplateEditor key={templateId} survey={survey} templateId={templateId} onSaved={reload} />
      </Suspense>
    </section>
  )
}

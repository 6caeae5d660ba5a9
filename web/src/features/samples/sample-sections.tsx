import { useState } from 'react'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { useLocalText } from '#web/lib/local-text.ts'
import { RowGroups } from '#web/features/interviews/service.ts'
import { Card } from '#web/ui/card.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { QuestionFieldInput } from '#web/ui/form/question-field-input.tsx'
import { ActionButtons } from './action-buttons.tsx'
import type { Sample } from './queries.ts'
import { fieldPath } from './sample-fields.ts'
import { StateCard } from './state-card.tsx'
import type { StateAction } from './state-dialog.tsx'
import { useTexts } from './texts.ts'
import { useReturn } from './use-return.ts'
import { useSampleForm } from './use-sample-form.ts'
import type { SampleForm } from './use-sample-form.ts'
import classes from './sample.module.css'

const StateDialog = whenOpened(() => import('./state-dialog.tsx').then((file) => file.StateDialog))

interface Props {
  sample: Sample
  survey: string
  fromPage: string
}

/** The answers and the state of a sample as one form, with its buttons at the bottom of the screen. */
export function SampleSections({ sample, survey, fromPage }: Props) {
  const t = useTexts()
  const { goBack } = useReturn(fromPage)
  const form = useSampleForm(sample, { survey, sampleId: sample.id }, goBack)
  const [asked, setAsked] = useState<StateAction | null>(null)
  const isEditable = sample.canEdit || sample.canEditState
  return (
    <>
      <Form
        form={form}
        save={isEditable ? t('save') : null}
        actions={<ActionButtons sample={sample} survey={survey} form={form} onAsk={setAsked} onLeave={goBack} />}
      >
        <div className={classes['main']}>
          <Groups sample={sample} form={form} />
          <StateCard sample={sample} form={form} />
          <RowGroups groups={sample.tableGroups} />
        </div>
      </Form>
      <StateDialog opened={asked !== null} action={asked} sample={sample} form={form} onClose={() => setAsked(null)} />
    </>
  )
}

/** The groups of fields. A comment on a state stands beside the state. */
function Groups({ sample, form }: { sample: Sample; form: SampleForm }) {
  const text = useLocalText()
  return sample.groups.map((group, at) => {
    const fields = group.fields.filter((field) => !field.cancelledComment && !field.approvedComment)
    if (fields.length === 0) return null
    const title = text(group.title)
    return (
      <Card key={`${at} ${title}`} title={title === '' ? undefined : title}>
        <div className={classes['fields']}>
          {fields.map((field) => (
            <QuestionFieldInput key={field.questionId} field={field} {...form.field(fieldPath(field.questionId))} />
          ))}
        </div>
      </Card>
    )
  })
}

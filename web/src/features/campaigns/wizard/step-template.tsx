import { useQuery } from '@tanstack/react-query'
import { Card } from '#web/ui/card.tsx'
import type { CampaignForm, SendingType } from '#web/widgets/campaign/campaign-form.ts'
import { SenderFields, TemplateSelect } from '#web/widgets/campaign/sender-fields.tsx'
import { useTexts } from '#web/widgets/campaign/texts.ts'
import type { ShownProblems } from '#web/widgets/campaign/use-rules.ts'
import { voicesQuery } from '#web/widgets/campaign/voices.ts'
import { WaysFields } from '#web/widgets/campaign/ways-fields.tsx'
import type { WizardForm } from './step-basics.tsx'
import type { Info } from './wizard-place.ts'

interface Props {
  survey: string
  form: WizardForm
  info: Info
  problems: ShownProblems
  mayFixRecipient: boolean
  onWays: (ways: SendingType[]) => void
}

/** Step 2: what is sent, and from whom. */
export function StepTemplate({ survey, form, info, problems, mayFixRecipient, onWays }: Props) {
  const t = useTexts()
  const { sendingType, templateId } = form.values
  const { data } = useQuery({ ...voicesQuery(survey), enabled: sendingType === 'PHONE' })
  return (
    <Card title={t('step_2')}>
      <SenderFields
        form={form as unknown as CampaignForm}
        problems={problems}
        sendingType={sendingType}
        fromEmails={info.fromEmails}
        mayFixRecipient={mayFixRecipient}
        voices={data?.voices ?? []}
        template={
          <TemplateSelect
            templates={info.templates}
            value={templateId}
            onChange={(id) => form.set('templateId', id)}
            field={problems.at('templateId', form.field('templateId'))}
          />
        }
      />
      <WaysFields
        survey={survey}
        form={form as unknown as CampaignForm}
        problems={problems}
        offered={info.otherWays}
        onTypes={onWays}
      />
    </Card>
  )
}

import type { campaignConfiguration } from '@gensvar/contract/entities/campaigns'
import type { z } from 'zod'
import type { CampaignForm, SendingType } from '#web/widgets/campaign/campaign-form.ts'
import { SenderFields, TemplateSelect } from '#web/widgets/campaign/sender-fields.tsx'
import type { ShownProblems } from '#web/widgets/campaign/use-rules.ts'
import { WaysFields } from '#web/widgets/campaign/ways-fields.tsx'
import type { EditorForm } from './editor-body.ts'
import classes from './editor.module.css'

interface Props {
  survey: string
  form: EditorForm
  shared: CampaignForm
  sendingType: SendingType
  /** A call has a template of its own. */
  templateField: 'templateId' | 'callTemplate'
  configuration: z.output<typeof campaignConfiguration>
  problems: ShownProblems
}

/** What a campaign sends, and from whom. */
export function TemplateTab({ survey, form, shared, sendingType, templateField, configuration, problems }: Props) {
  return (
    <div className={classes['group']}>
      <SenderFields
        form={shared}
        problems={problems}
        sendingType={sendingType}
        fromEmails={configuration.fromEmails}
        mayFixRecipient={configuration.editFixedRecipient || form.values.campaignType === 'PUSH'}
        template={
          <TemplateSelect
            templates={configuration.templates}
            value={form.values[templateField] ?? null}
            onChange={(id) => form.set(templateField, id)}
            field={problems.at(templateField, form.field(templateField))}
          />
        }
      />
      {form.values.campaignType !== 'PULL_SINGLE' && (
        <WaysFields survey={survey} form={shared} problems={problems} offered={configuration.otherWays} />
      )}
    </div>
  )
}

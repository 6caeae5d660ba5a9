import { useQuery } from '@tanstack/react-query'
import type { StoredTemplate } from '@gensvar/contract/templates'
import { DataState } from '#web/ui/states/data-state.tsx'
import { editorHeight } from './editor-height.ts'
import { MailEditor } from './mail-editor.tsx'
import { mailQuery, smsQuery } from './queries.ts'
import { SmsEditor } from './sms-editor.tsx'

interface Props {
  survey: string
  /** 0 is a new template. */
  templateId: number
  /** Called with what was saved. */
  onSaved: (template: StoredTemplate) => void
  /** Leaves the editor; without it there is no Cancel button. */
  onCancel?: () => void
  /** It stands within another screen, such as one with a form of its own. */
  embedded?: boolean
}

/** The editor of a mail's template, for other screens to hold: without heading, Duplicate and Delete. */
export function TemplateEditor({ survey, templateId, onSaved, onCancel, embedded = false }: Props) {
  const query = useQuery(mailQuery(survey, templateId))
  return (
    <DataState query={query} height={editorHeight}>
      {(template) => (
        <MailEditor
          survey={survey}
          template={template}
          onSaved={onSaved}
          {...(onCancel && { onCancel })}
          isInner={embedded}
        />
      )}
    </DataState>
  )
}

/** The editor of the template of a text message or a call, for other screens to hold. */
export function SmsTemplateEditor({ survey, templateId, onSaved, onCancel, embedded = false }: Props) {
  const query = useQuery(smsQuery(survey, templateId, 'SMS'))
  return (
    <DataState query={query} height={480}>
      {(template) => (
        <SmsEditor
          survey={survey}
          template={template}
          onSaved={onSaved}
          {...(onCancel && { onCancel })}
          isInner={embedded}
        />
      )}
    </DataState>
  )
}

import { useQuery } from '@tanstack/react-query'
import { removeTemplate } from '@gensvar/contract/templates'
import type { StoredTemplate } from '@gensvar/contract/templates'
import { useMemo } from 'react'
import { call } from '#web/api.ts'
import { DataState } from '#web/ui/states/data-state.tsx'
import { editorHeight } from './editor-height.ts'
import { MailEditor } from './mail-editor.tsx'
import { mailQuery } from './queries.ts'
import { copyOf } from './template-body.ts'
import { TemplateEditor } from './template-editor.tsx'
import { TemplateFrame } from './template-frame.tsx'
import { useEditorKey } from './use-editor-key.ts'
import { useTemplatePlace } from './use-template-place.ts'

/**
 * The editor of a mail's template; id 0 is a new one. In the address, `duplicate` makes it a copy, and `embedded` leaves out
 * what leads elsewhere.
 */
export function MailTemplatePage() {
  const place = useTemplatePlace('mailtemplate')
  const { survey, templateId, isCopy } = place
  const { key, created } = useEditorKey(place)
  const query = useQuery(mailQuery(survey, templateId))
  const { data } = query
  const template = useMemo(() => (data && isCopy ? copyOf(data) : data), [data, isCopy])
  const onSaved = (saved: StoredTemplate) => {
    if (template?.id !== 0) return
    created(saved.id)
    place.open(saved.id, { replace: true })
  }
  return (
    <DataState query={query} height={editorHeight}>
      {() =>
        template && (
          <TemplateFrame
            place={place}
            template={template}
            remove={(id) => call(removeTemplate, { params: { survey, templateId: id } })}
          >
            {place.isEmbedded && !isCopy ? (
              <TemplateEditor key={key} {...{ survey, templateId, onSaved }} onCancel={place.leave} embedded />
            ) : (
              <MailEditor key={key} {...{ survey, template, onSaved }} onCancel={place.leave} />
            )}
          </TemplateFrame>
        )
      }
    </DataState>
  )
}

import { useQuery } from '@tanstack/react-query'
import { removeSmsTemplate } from '@gensvar/contract/templates'
import type { StoredTemplate } from '@gensvar/contract/templates'
import { useMemo } from 'react'
import { call } from '#web/api.ts'
import { DataState } from '#web/ui/states/data-state.tsx'
import { smsQuery } from './queries.ts'
import type { TextKind } from './queries.ts'
import { SmsEditor } from './sms-editor.tsx'
import { copyOf } from './template-body.ts'
import { TemplateFrame } from './template-frame.tsx'
import { useEditorKey } from './use-editor-key.ts'
import { useTemplatePlace } from './use-template-place.ts'

/**
 * The editor of the template of a text message or a call; id 0 is a new one. In the address, `duplicate` makes it a copy, and `embedded` leaves
 * out what leads elsewhere.
 */
export function SmsTemplatePage({ kind = 'SMS' }: { kind?: TextKind }) {
  const place = useTemplatePlace(kind === 'SMS' ? 'smstemplate' : 'calltemplate')
  const { survey, templateId, isCopy } = place
  const { key, created } = useEditorKey(place)
  const query = useQuery(smsQuery(survey, templateId, kind))
  const { data } = query
  const template = useMemo(() => (data && isCopy ? copyOf(data) : data), [data, isCopy])
  const onSaved = (saved: StoredTemplate) => {
    if (template?.id !== 0) return
    created(saved.id)
    place.open(saved.id, { replace: true })
  }
  return (
    <DataState query={query} height={480}>
      {() =>
        template && (
          <TemplateFrame
            place={place}
            template={template}
            remove={(id) => call(removeSmsTemplate, { params: { survey, templateId: id } })}
          >
            <SmsEditor key={key} {...{ survey, template, onSaved }} onCancel={place.leave} isInner={place.isEmbedded} />
          </TemplateFrame>
        )
      }
    </DataState>
  )
}

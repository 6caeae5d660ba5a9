import { useQuery } from '@tanstack/react-query'
import { removeTemplate } from '@gensvar/contract/templates'
import { useMemo } from 'react'
import { call } from '#web/api.ts'
import { DataState } from '#web/ui/states/data-state.tsx'
import { MailTemplateScreen } from './mail-template-screen.tsx'
import { mailQuery } from './queries.ts'
import { copyOf } from './template-body.ts'
import { TemplateFrame } from './template-frame.tsx'
import { useTemplatePlace } from './use-template-place.ts'

/** The editor of a mail's template; id 0 is a new one, and `duplicate` in the address a copy. */
export function MailTemplatePage() {
  const place = useTemplatePlace('mailtemplate')
  const { survey, templateId, isCopy } = place
  const query = useQuery(mailQuery(survey, templateId))
  const { data } = query
  const template = useMemo(() => (data && isCopy ? copyOf(data) : data), [data, isCopy])
  return (
    <DataState query={query} height={900}>
      {() =>
        template && (
          <TemplateFrame
            place={place}
            template={template}
            remove={(id) => call(removeTemplate, { params: { survey, templateId: id } })}
          >
            <MailTemplateScreen key={`${template.id} ${isCopy}`} place={place} template={template} />
          </TemplateFrame>
        )
      }
    </DataState>
  )
}

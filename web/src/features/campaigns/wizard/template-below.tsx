import { useQuery } from '@tanstack/react-query'
import { getTemplate, previewMail } from '@gensvar/contract/templates'
import { call } from '#web/api.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { Card } from '#web/ui/card.tsx'
import { MessagePreview } from '#web/ui/message-preview/message-preview.tsx'
import { useTexts } from '#web/widgets/campaign/texts.ts'
import type { DraftBody } from './wizard-state.ts'

/** The chosen template below the fields, for those who may open templates. */
export function TemplateBelow({ survey, draft }: { survey: string; draft: DraftBody }) {
  const t = useTexts()
  const { canAdministrate } = useSurveyStart().rights
  const { templateId, sendingType } = draft
  const query = useQuery({
    queryKey: ['templates', 'shown', survey, templateId],
    queryFn: async ({ signal }) => {
      const template = await call(getTemplate, { params: { survey, templateId: templateId ?? 0 } }, { signal })
      const design = JSON.parse(template.design) as { mjml: string; preheader: string }
      const { subject, locale } = template
      const { mail } = await call(previewMail, { params: { survey }, body: { design, subject, locale } }, { signal })
      return mail ?? { subject, html: '', text: '' }
    },
    enabled: canAdministrate && templateId !== null && sendingType === 'EMAIL',
    meta: { quiet: true },
  })
  if (!canAdministrate || templateId === null || sendingType !== 'EMAIL') return null
  return (
    <Card title={t('template')}>
      <MessagePreview query={query} label={t('template')} />
    </Card>
  )
}

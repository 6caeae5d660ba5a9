import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createTemplate, updateTemplate } from '@gensvar/contract/templates'
import type { StoredTemplate } from '@gensvar/contract/templates'
import { useMemo } from 'react'
import { call } from '#web/api.ts'
import { getTemplate } from '@gensvar/contract/templates'
import { Form } from '#web/ui/form/form.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { DesignCard } from './design-card.tsx'
import { EnvelopeCard } from './envelope-card.tsx'
import { PreviewCard } from './preview-card.tsx'
import { mailQuery, optionsQuery, previewQuery, templatesKey } from './queries.ts'
import { mailBodyOf } from './template-body.ts'
import { TemplateFields } from './template-fields.tsx'
import { TestMail } from './test-mail.tsx'
import { text, useTexts } from './texts.ts'
import type { TemplatePlace } from './use-template-place.ts'
import classes from './templates.module.css'

/** Milliseconds without a change before a mail is shown anew. */
const showAfter = 500

/** The form of a mail's template beside what recipients get. */
export function MailTemplateScreen({ place, template }: { place: TemplatePlace; template: StoredTemplate }) {
  const t = useTexts()
  const { survey } = place
  const queryClient = useQueryClient()
  const isNew = template.id === 0
  const initial = useMemo(() => mailBodyOf(template), [template])
  // Both take the same body; what a new template has no use for is left out by the schema.
  const form = useContractForm((isNew ? createTemplate : updateTemplate) as typeof updateTemplate, {
    params: { survey },
    initial,
    keepsLetters: true,
    latest: async () => mailBodyOf(await call(getTemplate, { params: { survey, templateId: template.id } })),
    done: () => text('saved'),
    onSaved({ template: saved }) {
      queryClient.setQueryData(mailQuery(survey, saved.id).queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: [...templatesKey, 'tags'] })
      if (isNew) place.open(saved.id, { replace: true })
    },
  })
  const { design, subject, locale } = form.values
  const shown = useMemo(() => ({ design, subject, locale }), [design, subject, locale])
  const [asked] = useDebouncedValue(shown, showAfter)
  const preview = useQuery(previewQuery(survey, asked))
  const { data: options } = useQuery(optionsQuery(survey, locale))
  const problems = preview.data?.problems ?? []
  return (
    <Form
      form={form}
      save={template.canEdit ? t('submit') : null}
      onCancel={() => form.leave(place.leave)}
      actions={<span />}
    >
      <div className={classes['editor']}>
        <fieldset className={classes['group']} disabled={!template.canEdit}>
          <TemplateFields survey={survey} form={form} />
          <EnvelopeCard form={form} options={options} problems={problems} />
          <DesignCard
            survey={survey}
            form={form}
            blocks={options?.blocks ?? []}
            problems={problems}
            readOnly={!template.canEdit}
          />
        </fieldset>
        <div className={classes['group']}>
          <PreviewCard query={preview} />
          {template.canEdit && options && <TestMail form={form} ownEmail={options.ownEmail} />}
        </div>
      </div>
    </Form>
  )
}

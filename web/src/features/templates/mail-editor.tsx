import { useDebouncedValue } from '@mantine/hooks'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { createTemplate, getTemplate, updateTemplate } from '@gensvar/contract/templates'
import type { MessageProblem, StoredTemplate } from '@gensvar/contract/templates'
import { useMemo, useState } from 'react'
import { call } from '#web/api.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { Checks } from './checks.tsx'
import { DesignCard } from './design-card.tsx'
import type { DesignView } from './design-card.tsx'
import { EnvelopeCard } from './envelope-card.tsx'
import { LanguageBar } from './language-bar.tsx'
import { versionPaths, versionsOf } from './language-versions.ts'
import { mailQuery, optionsQuery, previewQuery, templatesKey } from './queries.ts'
import { mailBodyOf } from './template-body.ts'
import { TemplateFields } from './template-fields.tsx'
import { TestMail } from './test-mail.tsx'
import { text, useTexts } from './texts.ts'
import classes from './templates.module.css'

/** Milliseconds without a change before a mail is checked and shown anew. */
const showAfter = 500

interface Props {
  survey: string
  template: StoredTemplate
  /** Called after saving. */
  onSaved?: (template: StoredTemplate) => void
  /** Leaves the editor; without it there is no Cancel button. */
  onCancel?: () => void
  /** The editor stands inside another form. */
  isInner?: boolean
}

/** The form of a mail's template: settings, languages, design, what is wrong with it, and a test. */
export function MailEditor({ survey, template, onSaved, onCancel, isInner = false }: Props) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const isNew = template.id === 0
  const readOnly = !template.canEdit
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
      onSaved?.(saved)
    },
  })
  const versions = versionsOf(form.values)
  const [wanted, setWanted] = useState(0)
  const at = Math.min(wanted, versions.length - 1)
  const [view, setView] = useState<DesignView>(readOnly ? 'preview' : 'design')
  const [shown, setShown] = useState<{ line: number } | null>(null)
  const [asked] = useDebouncedValue(form.values, showAfter)
  const previews = useQueries({ queries: versionsOf(asked).map((version) => previewQuery(survey, version)) })
  const preview = previews[Math.min(at, previews.length - 1)] ?? previews[0]
  const locale = versions[at]?.locale ?? form.values.locale
  const { data: options } = useQuery(optionsQuery(survey, locale))
  const problems = preview?.data?.problems ?? []
  const wrong = previews.flatMap(({ data }, place) => (data?.problems.some(({ isError }) => isError) ? [place] : []))
  const go = (place: number) => {
    setShown(null)
    setWanted(place)
  }
  const addLanguage = (added: string) => {
    const { subject, design } = versions[at] ?? versions[0]
    form.set('languages', [...form.values.languages, { locale: added, subject, design }])
    go(versions.length)
  }
  const removeLanguage = (place: number) => {
    form.set('languages', form.values.languages.toSpliced(place - 1, 1))
    go(0)
  }
  const show = ({ part, line }: MessageProblem) => {
    if (part !== 'mjml')
      return form.state.element
        ?.querySelector<HTMLElement>(`[data-path="${versionPaths(at)[pathPart(part)]}"]`)
        ?.focus()
    if (view === 'preview') setView(readOnly ? 'source' : 'design')
    setShown({ line: line ?? 1 })
  }
  return (
    <Form
      form={form}
      isInner={isInner}
      save={template.canEdit ? t('submit') : null}
      {...(onCancel && { onCancel: () => form.leave(onCancel) })}
      actions={<span />}
    >
      <div className={classes['screen']}>
        <fieldset className={classes['group']} disabled={readOnly}>
          <TemplateFields survey={survey} form={form} />
        </fieldset>
        <LanguageBar
          survey={survey}
          locales={versions.map((version) => version.locale)}
          at={at}
          show={go}
          add={addLanguage}
          remove={removeLanguage}
          wrong={wrong}
          readOnly={readOnly}
        />
        <fieldset className={classes['group']} disabled={readOnly}>
          <EnvelopeCard form={form} at={at} options={options} problems={problems} />
        </fieldset>
        {preview && (
          <DesignCard
            {...{ survey, form, at, locale, view, setView, problems, preview, shown, readOnly }}
            blocks={options?.blocks ?? []}
            checks={<Checks problems={preview.data?.problems ?? null} show={show} />}
          />
        )}
        {template.canEdit && options && <TestMail form={form} ownEmail={options.ownEmail} locale={locale} />}
      </div>
    </Form>
  )
}

/** The field of a part of a message that stands outside of the design. */
function pathPart(part: MessageProblem['part']): 'subject' | 'preheader' {
  return part === 'preheader' ? 'preheader' : 'subject'
}

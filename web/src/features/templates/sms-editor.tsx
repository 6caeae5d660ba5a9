import { useDebouncedValue } from '@mantine/hooks'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { createSmsTemplate, getSmsTemplate, updateSmsTemplate } from '@gensvar/contract/templates'
import type { StoredTemplate } from '@gensvar/contract/templates'
import { useMemo, useState } from 'react'
import { call } from '#web/api.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { LanguageBar } from './language-bar.tsx'
import { optionsQuery, smsPreviewQuery, smsQuery, templatesKey } from './queries.ts'
import { SmsMessageCard } from './sms-message-card.tsx'
import { SmsPreview } from './sms-preview.tsx'
import { smsBodyOf } from './template-body.ts'
import type { MailForm, SmsBody } from './template-body.ts'
import { TemplateFields } from './template-fields.tsx'
import { text, useTexts } from './texts.ts'
import classes from './templates.module.css'

const SmsTestDialog = whenOpened(() => import('./sms-test-dialog.tsx').then((file) => file.SmsTestDialog))

/** Milliseconds without a change before a message is checked and shown anew. */
const showAfter = 300

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

/**
 * The form of a text message's template: settings, languages, contents with their length, how a phone shows it, and a test. That of
 * a call has the greeting that is said.
 */
export function SmsEditor({ survey, template, onSaved, onCancel, isInner = false }: Props) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const isNew = template.id === 0
  const readOnly = !template.canEdit
  const isCall = template.sendingType === 'PHONE'
  const initial = useMemo(() => smsBodyOf(template), [template])
  // Both take the same body; what a new template has no use for is left out by the schema.
  const form = useContractForm((isNew ? createSmsTemplate : updateSmsTemplate) as typeof updateSmsTemplate, {
    params: {},
    initial,
    keepsLetters: true,
    latest: async () => smsBodyOf(await call(getSmsTemplate, { params: { survey, templateId: template.id } })),
    done: () => text('saved'),
    onSaved({ template: saved }) {
      queryClient.setQueryData(smsQuery(survey, saved.id, 'SMS').queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: [...templatesKey, 'tags'] })
      onSaved?.(saved)
    },
  })
  const versions = versionsOf(form.values)
  const [wanted, setWanted] = useState(0)
  const [isTesting, setTesting] = useState(false)
  const at = Math.min(wanted, versions.length - 1)
  const shown = versions[at] ?? versions[0]
  const [asked] = useDebouncedValue(form.values, showAfter)
  const previews = useQueries({ queries: versionsOf(asked).map((version) => smsPreviewQuery(survey, version)) })
  const preview = previews[Math.min(at, previews.length - 1)] ?? previews[0]
  const { data: options } = useQuery(optionsQuery(survey, shown.locale))
  const wrong = previews.flatMap(({ data }, place) => (data?.problems.some(({ isError }) => isError) ? [place] : []))
  return (
    <>
      <Form
        form={form}
        isInner={isInner}
        save={template.canEdit ? t('submit') : null}
        {...(onCancel && { onCancel: () => form.leave(onCancel) })}
        actions={<span />}
      >
        <fieldset className={classes['group']} disabled={readOnly}>
          {/* The fields that both kinds have are the same in both forms. */}
          <TemplateFields survey={survey} form={form as unknown as MailForm} />
        </fieldset>
        <LanguageBar
          survey={survey}
          locales={versions.map((version) => version.locale)}
          at={at}
          show={setWanted}
          add={(added) => {
            form.set('languages', [...form.values.languages, { ...shown, locale: added }])
            setWanted(versions.length)
          }}
          remove={(place) => {
            form.set('languages', form.values.languages.toSpliced(place - 1, 1))
            setWanted(0)
          }}
          wrong={wrong}
          readOnly={readOnly}
        />
        <div className={classes['smsColumns']}>
          <fieldset className={classes['group']} disabled={readOnly}>
            <SmsMessageCard
              survey={survey}
              form={form}
              at={at}
              filled={preview?.data?.text ?? null}
              onTest={isCall ? null : () => setTesting(true)}
            />
          </fieldset>
          {preview && <SmsPreview query={preview} isCall={isCall} isEmpty={shown.contents.trim() === ''} />}
        </div>
      </Form>
      {/* Beside the form: what is sent in a dialog within it would be sent in it too. */}
      {options && !isCall && (
        <SmsTestDialog
          opened={isTesting}
          onClose={() => setTesting(false)}
          survey={survey}
          sender={options.smsSender}
          contents={shown.contents}
          locale={shown.locale}
        />
      )}
    </>
  )
}

type Version = Pick<SmsBody, 'locale' | 'subject' | 'contents'>

/** The message in all of its languages, the main one first. */
function versionsOf({ locale, subject, contents, languages }: SmsBody): [Version, ...Version[]] {
  return [{ locale, subject, contents }, ...languages]
}

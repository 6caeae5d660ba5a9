import { Autocomplete, Select, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useFormat } from '#web/lib/format.ts'
import type { CampaignForm, SendingType, TemplateChoice } from './campaign-form.ts'
import classes from './campaign.module.css'
import { useTexts } from './texts.ts'
import type { ShownProblems } from './use-rules.ts'

/** Languages that a voice can speak. */
export const phoneLocales = ['da', 'nl', 'en', 'en-US', 'en-GB', 'fi', 'fr', 'de', 'it', 'es', 'no', 'sv'] as const

interface Props {
  form: CampaignForm
  problems: ShownProblems
  sendingType: SendingType
  fromEmails: readonly string[]
  /** Whether everything may be sent to one address. */
  mayFixRecipient: boolean
  /** The field of the template, which a phone campaign has another of in the editor. */
  template: ReactNode
  /** Voices that can call; nothing where none are asked for. */
  voices?: readonly { value: string; text: string }[]
}

/** Template and sender of a campaign, as its way of sending needs them. */
export function SenderFields(props: Props) {
  const { form, problems, sendingType, fromEmails, mayFixRecipient, template, voices } = props
  const t = useTexts()
  const isMail = sendingType === 'EMAIL'
  return (
    <div className={classes['columns']}>
      {template}
      {isMail && <TextInput label={t('fromName')} required {...problems.at('fromName', form.field('fromName'))} />}
      {sendingType !== 'LETTER' && (
        <Autocomplete
          label={t(isMail ? 'fromEmail' : 'fromNumber')}
          required
          // E-mail addresses are none of a phone's.
          data={fromEmails.filter((one) => one.includes('@') === isMail)}
          {...problems.at('fromEmail', form.field('fromEmail'))}
        />
      )}
      {sendingType === 'PHONE' && voices !== undefined && (
        <VoiceFields
          voices={voices}
          voice={problems.at('selectedVoice', form.field('selectedVoice'))}
          locale={problems.at('selectedLocale', form.field('selectedLocale'))}
        />
      )}
      <TextInput label={t('bcc')} {...problems.at('bcc', form.field('bcc'))} />
      <TextInput label={t('replyTo')} {...problems.at('replyTo', form.field('replyTo'))} />
      <TextInput
        label={t('fixedRecipient')}
        description={t(mayFixRecipient ? 'fixedRecipientHelp' : 'fixedRecipientClosed')}
        disabled={!mayFixRecipient}
        {...problems.at('fixedRecipient', form.field('fixedRecipient'))}
      />
    </div>
  )
}

interface VoiceProps {
  voices: readonly { value: string; text: string }[]
  /** The fields of the form. */
  voice: object
  locale: object
}

/** With which voice and in which language people are called. */
export function VoiceFields({ voices, voice, locale: field }: VoiceProps) {
  const t = useTexts()
  const { locale } = useFormat()
  const locales = useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'language' })
    return phoneLocales.map((value) => ({ value, label: names.of(value) ?? value }))
  }, [locale])
  return (
    <>
      <Select label={t('voice')} required data={voices.map(({ value, text }) => ({ value, label: text }))} {...voice} />
      <Select label={t('voiceLocale')} required searchable data={locales} {...field} />
    </>
  )
}

interface TemplateProps {
  templates: readonly TemplateChoice[]
  value: number | null
  onChange: (id: number | null) => void
  /** Path, error and focus of the field. */
  field: { 'data-path': string; error: ReactNode; onFocus: () => void; onBlur: () => void }
}

/** Chooses the template of a campaign; says where there is none. */
export function TemplateSelect({ templates, value, onChange, field }: TemplateProps) {
  const t = useTexts()
  const { 'data-path': path, error, onFocus, onBlur } = field
  return (
    <Select
      label={t('template')}
      required
      searchable
      data-path={path}
      error={error}
      onFocus={onFocus}
      onBlur={onBlur}
      data={templates.map(({ id, title }) => ({ value: String(id), label: title }))}
      placeholder={templates.length === 0 ? t('noTemplates') : undefined}
      nothingFoundMessage={templates.length === 0 ? t('noTemplates') : t('noTemplateFound')}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
    />
  )
}

import { Textarea, TextInput } from '@mantine/core'
import { languageTags } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import type { ClipboardEvent } from 'react'
import { localeNames } from '#web/lib/locale.ts'
import { useParts } from '../builder-parts.ts'
import type { Texts } from '../document/edited-document.ts'
import { isMissing } from '../document/missing-texts.ts'
import { useTexts } from '../texts.ts'
import { useNoted } from './field-note.tsx'
import classes from './fields.module.css'

/** Longest text of a question or a choice, in characters, as the contract has it. */
export const longestText = 4000

interface Props {
  /** Path of the text, without its language. */
  path: string
  label: string
  description?: string
  value: Texts
  onChange: (texts: Texts) => void
  /** In characters; as long as a text of a question can be by default. */
  maxLength?: number
  /** A text of several lines. */
  isLong?: boolean
  /** Without a label on screen; the label is still read out. */
  isBare?: boolean
  placeholder?: string
  /** Key of the question or choice that is named after this text. */
  names?: string
  /** Called when Enter is pressed in the main language. */
  onEnter?: () => void
  onPaste?: (event: ClipboardEvent<HTMLInputElement>) => void
}

/** A text in the main language, and beside it in the other language that is shown. */
export function TextPair(props: Props) {
  const { main, other } = useParts()
  return (
    <div className={classes['pair']} data-two={other !== null || undefined}>
      <LanguageInput {...props} locale={main} isMain />
      {other !== null && <LanguageInput {...props} locale={other} isMain={false} />}
    </div>
  )
}

function LanguageInput({ locale, isMain, ...props }: Props & { locale: Locale; isMain: boolean }) {
  const { path, label, description, value, onChange, isLong = false, isBare = false, placeholder, names } = props
  const t = useTexts()
  const { main, other, keeper } = useParts()
  const noted = useNoted()
  const missing = !isMain && isMissing(value, main, locale) ? t('notWritten') : undefined
  const full = other === null ? label : `${label}, ${localeNames[locale]}`
  const shared = {
    ...noted(`${path}.${locale}`, isMain ? description : undefined, missing),
    ...(isBare ? { 'aria-label': full } : { label: full }),
    // Beneath, so that both languages stand on one line.
    inputWrapperOrder: ['label' as const, 'input' as const, 'error' as const, 'description' as const],
    lang: languageTags[locale],
    value: value[locale] ?? '',
    maxLength: props.maxLength ?? longestText,
    placeholder: isMain ? placeholder : undefined,
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...value, [locale]: event.currentTarget.value }),
    ...(names !== undefined && isMain && { onFocus: () => keeper.typing(names), onBlur: () => keeper.typing(null) }),
  }
  if (isLong) return <Textarea {...shared} autosize minRows={2} maxRows={10} />
  return (
    <TextInput
      {...shared}
      onPaste={isMain ? props.onPaste : undefined}
      onKeyDown={({ key, nativeEvent }) => {
        if (isMain && key === 'Enter' && !nativeEvent.isComposing) props.onEnter?.()
      }}
    />
  )
}

import { Button, TextInput } from '@mantine/core'
import type { TextInputProps } from '@mantine/core'
import { locales } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { useId, useState } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { localeNames } from '#web/lib/locale.ts'
import { isRecord } from '../values.ts'
import { useTexts } from '../texts.ts'
import type { FieldProps } from './field-props.ts'
import { useTyped } from './use-typed.ts'
import classes from '../forms.module.css'

/** The text of a language; one text for all languages stands at the reader's. */
function textIn(value: unknown, locale: Locale, reader: Locale): string {
  if (typeof value === 'string') return locale === reader ? value : ''
  const text = isRecord(value) ? value[locale] : undefined
  return typeof text === 'string' ? text : ''
}

/**
 * A text in the reader's language; the other languages unfold. As long as nothing is written in another language, it is one
 * text for all.
 */
export function LocalTextField(props: FieldProps) {
  const t = useTexts()
  const reader = useFormat().locale
  const [isOpen, setOpen] = useState(false)
  const others = useId()
  const { value, label, description, error, required } = props
  const isByLanguage = isRecord(value)

  const rest = locales.filter((locale) => locale !== reader)
  const written = rest.filter((locale) => textIn(value, locale, reader) !== '')
  const shown = written.length > 0 ? t('otherLanguagesSet', { count: written.length }) : t('otherLanguages')
  return (
    <div className={classes['texts']} data-path={props.path.join('.')}>
      <LanguageInput
        {...{ props, reader, description, error }}
        locale={reader}
        label={isByLanguage || isOpen ? `${label}, ${localeNames[reader]}` : label}
        required={required && written.length === 0}
      />
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes['unfold'] ?? ''}
        aria-expanded={isOpen}
        aria-controls={others}
        aria-label={`${shown}, ${label}`}
        onClick={() => setOpen(!isOpen)}
      >
        {shown}
      </Button>
      <div id={others} className={classes['languages']} hidden={!isOpen}>
        {isOpen &&
          rest.map((locale) => (
            <LanguageInput
              key={locale}
              {...{ props, reader, locale }}
              label={localeNames[locale]}
              aria-label={`${label}, ${localeNames[locale]}`}
            />
          ))}
      </div>
    </div>
  )
}

interface LanguageProps extends TextInputProps {
  /** Those of the whole field. */
  props: FieldProps
  reader: Locale
  locale: Locale
}

/** The text of one language. */
function LanguageInput({ props: { value, change }, reader, locale, ...input }: LanguageProps) {
  function write(text: unknown): void {
    const next = typeof text === 'string' && text !== '' ? text : undefined
    if (isRecord(value)) {
      const isOther = locales.some((one) => one !== locale && textIn(value, one, reader) !== '')
      if (next === undefined && !isOther) change(undefined)
      else change(next, [locale])
    } else if (locale === reader) change(next)
    else if (next !== undefined) {
      const own = textIn(value, reader, reader)
      change({ ...(own !== '' && { [reader]: own }), [locale]: next })
    }
  }
  const typed = useTyped(textIn(value, locale, reader), write)
  return (
    <TextInput
      {...input}
      lang={locale}
      value={typeof typed.value === 'string' ? typed.value : ''}
      onChange={({ currentTarget }) => typed.type(currentTarget.value)}
      onBlur={typed.leave}
    />
  )
}

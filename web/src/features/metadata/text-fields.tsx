import { TextInput, Textarea } from '@mantine/core'
import type { Locale } from '@gensvar/contract/local-text'
import type { ReactNode } from 'react'
import { localeNames } from '#web/lib/locale.ts'
import classes from './metadata.module.css'

interface Props {
  legend: string
  locales: readonly Locale[]
  /** Several lines. */
  isLong?: boolean
  /** Props of the field of a language. */
  field: (locale: Locale) => {
    'data-path': string
    error: ReactNode
    value: string | undefined
    onChange: (given: unknown) => void
    onFocus: () => void
    onBlur: () => void
  }
}

/** A text in the languages of the organisation, side by side. */
export function TextFields({ legend, locales, isLong = false, field }: Props) {
  const Field = isLong ? Textarea : TextInput
  return (
    <fieldset className={classes['texts']}>
      <legend>{legend}</legend>
      <div className={classes['languages']}>
        {locales.map((locale) => (
          <Field
            key={locale}
            lang={locale}
            label={localeNames[locale]}
            aria-label={`${legend}, ${localeNames[locale]}`}
            {...(isLong && { autosize: true, minRows: 2 })}
            {...field(locale)}
          />
        ))}
      </div>
    </fieldset>
  )
}

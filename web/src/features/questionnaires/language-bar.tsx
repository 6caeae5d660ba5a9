import { NativeSelect } from '@mantine/core'
import type { Locale } from '@gensvar/contract/local-text'
import { useMemo } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { localeNames } from '#web/lib/locale.ts'
import type { EditedDocument } from './document/edited-document.ts'
import { countMissing } from './document/missing-texts.ts'
import { useTexts } from './texts.ts'
import classes from './builder.module.css'

interface Props {
  document: EditedDocument
  other: Locale | null
  onChoose: (other: Locale | null) => void
}

/** Which language stands beside the main one, and what each still lacks; nothing where there is one language. */
export function LanguageBar({ document, other, onChoose }: Props) {
  const t = useTexts()
  const format = useFormat()
  const missing = useMemo(
    () => new Map(document.languages.map((locale) => [locale, countMissing(document, locale)])),
    [document],
  )
  const [main, ...others] = document.languages
  if (main === undefined || others.length === 0) return null
  const label = (locale: Locale) => {
    const n = missing.get(locale) ?? 0
    return n === 0
      ? localeNames[locale]
      : t('languageMissing', { language: localeNames[locale], count: n, n: format.number(n) })
  }
  return (
    <NativeSelect
      className={classes['languages']}
      label={t('beside', { language: localeNames[main] })}
      value={other ?? ''}
      onChange={({ currentTarget }) => onChoose(others.find((one) => one === currentTarget.value) ?? null)}
      data={[
        { value: '', label: t('besideNone') },
        ...others.map((locale) => ({ value: locale, label: label(locale) })),
      ]}
    />
  )
}

import { Button, NativeSelect } from '@mantine/core'
import { isLocale, type Locale } from '@gensvar/contract/local-text'
import { useState } from 'react'
import { localeNames } from '#web/lib/locale.ts'
import { useTexts } from './texts.ts'
import classes from './own-details.module.css'

interface Props {
  /** Languages of the organisation. */
  locales: readonly Locale[]
  saved: Locale
  isSaving: boolean
  onSave: (locale: Locale) => void
}

/** Chooses the language of a profile. */
export function LanguageForm({ locales, saved, isSaving, onSave }: Props) {
  const t = useTexts()
  const [chosen, setChosen] = useState(saved)
  const offered = locales.includes(saved) ? locales : [saved, ...locales]
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault()
        onSave(chosen)
      }}
    >
      <NativeSelect
        label={t('language')}
        description={t('languageHelp')}
        descriptionProps={{ fz: 13 }}
        value={chosen}
        onChange={({ currentTarget: { value } }) => isLocale(value) && setChosen(value)}
        data={offered.map((locale) => ({ value: locale, label: localeNames[locale] }))}
      />
      <Button type="submit" loading={isSaving} style={{ justifySelf: 'start' }}>
        {t('save')}
      </Button>
    </form>
  )
}

import { NativeSelect } from '@mantine/core'
import type { Locale } from '@gensvar/contract/local-text'
import { saveUserDetails } from '@gensvar/contract/users'
import type { Answer } from '#web/api.ts'
import { localeNames } from '#web/lib/locale.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { text, useTexts } from './texts.ts'

interface Props {
  survey: string
  userId: number
  /** Languages of the organisation. */
  locales: readonly Locale[]
  saved: Locale
  onSaved: (details: Answer<typeof saveUserDetails>) => Promise<void>
}

/** Chooses the language of a profile. */
export function LanguageForm({ survey, userId, locales, saved, onSaved }: Props) {
  const t = useTexts()
  const form = useContractForm(saveUserDetails, {
    params: { survey, userId },
    initial: { userDTO: { locale: saved } },
    onSaved,
    // In the language that was chosen.
    done: () => text('saved'),
  })
  const offered = locales.includes(saved) ? locales : [saved, ...locales]
  return (
    <Form form={form} save={t('save')}>
      <NativeSelect
        label={t('language')}
        description={t('languageHelp')}
        data={offered.map((locale) => ({ value: locale, label: localeNames[locale] }))}
        {...form.field('userDTO.locale')}
      />
    </Form>
  )
}

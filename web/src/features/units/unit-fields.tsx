import { TagsInput, TextInput } from '@mantine/core'
import { locales } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { maxUnitAliases } from '@gensvar/contract/units'
import { localeNames } from '#web/lib/locale.ts'
import { DateField } from '#web/ui/form/date-field.tsx'
import { useTexts } from './texts.ts'
import classes from './units.module.css'

/** Props of an input of a form. */
interface FieldProps {
  'data-path': string
  error: React.ReactNode
  onChange: (valueOrEvent: unknown) => void
  onFocus: () => void
  onBlur: () => void
}

interface Props {
  titles: Partial<Record<Locale, string>>
  aliases: string[]
  onTitles: (titles: Partial<Record<Locale, string>>) => void
  onAliases: (aliases: string[]) => void
  aliasField: FieldProps
  opens: FieldProps & { value: string | null }
  closes: FieldProps & { value: string | null }
}

/** What can be said of any unit: its titles, its other names, and when it opened and closed. */
export function UnitFields({ titles, aliases, onTitles, onAliases, aliasField, opens, closes }: Props) {
  const t = useTexts()
  return (
    <>
      <fieldset className={classes['titles']}>
        <legend>{t('titles')}</legend>
        {locales.map((locale) => (
          <TextInput
            key={locale}
            label={localeNames[locale]}
            lang={locale}
            maxLength={200}
            value={titles[locale] ?? ''}
            onChange={({ currentTarget }) => onTitles({ ...titles, [locale]: currentTarget.value })}
          />
        ))}
      </fieldset>
      <TagsInput
        {...aliasField}
        label={t('aliases')}
        description={t('aliasesHelp')}
        maxTags={maxUnitAliases}
        splitChars={[';']}
        value={aliases}
        onChange={onAliases}
      />
      <div className={classes['pair']}>
        <DateField {...opens} label={t('opens')} />
        <DateField {...closes} label={t('closes')} />
      </div>
    </>
  )
}

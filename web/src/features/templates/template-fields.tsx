import { Select, Switch, TagsInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useIdentity } from '#web/lib/session-store.ts'
import { Card } from '#web/ui/card.tsx'
import { helpBelow } from '#web/ui/form/help-below.ts'
import { localesQuery, tagsQuery } from './queries.ts'
import type { MailForm } from './template-body.ts'
import { useTexts } from './texts.ts'
import classes from './templates.module.css'

/** The fields that templates of all kinds have. The forms of the kinds share them. */
export function TemplateFields({ survey, form }: { survey: string; form: Pick<MailForm, 'field' | 'values' | 'set'> }) {
  const t = useTexts()
  const { isRoot } = useIdentity()
  const { data: languages } = useQuery(localesQuery(survey))
  const { data: known } = useQuery(tagsQuery(survey))
  const { locale, languages: versions } = form.values
  const others = versions.map((version) => version.locale)
  const locales = languages?.locales.map(({ value, text }) => ({ value, label: text })) ?? []
  const offered = locales.some(({ value }) => value === locale)
    ? locales
    : [...locales, { value: locale, label: locale }]
  return (
    <Card title={t('settings')}>
      <div className={classes['columns']}>
        <TextInput label={t('name')} required {...form.field('name')} />
        <Select
          label={t('mainLanguage')}
          data={offered.filter(({ value }) => !others.includes(value))}
          allowDeselect={false}
          searchable
          {...form.field('locale')}
        />
        <TagsInput label={t('tags')} data={known?.tags ?? []} {...form.field('tags')} />
        {isRoot && (
          <TextInput
            label={t('extname')}
            description={t('forRoot')}
            inputWrapperOrder={helpBelow}
            {...form.field('extname')}
          />
        )}
        {isRoot && (
          <Switch
            label={t('system')}
            description={t('systemHelp')}
            data-path="system"
            checked={form.values.system === true}
            onChange={(event) => form.set('system', event.currentTarget.checked)}
          />
        )}
      </div>
    </Card>
  )
}

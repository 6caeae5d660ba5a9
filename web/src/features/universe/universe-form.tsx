import { Checkbox, MultiSelect, NativeSelect, Switch, TextInput } from '@mantine/core'
import { calendarCountries } from '@gensvar/contract/configuration/calendar'
import { locales } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { getUniverse, saveUniverse } from '@gensvar/contract/universes'
import { useMemo } from 'react'
import { call } from '#web/api.ts'
import { localeNames } from '#web/lib/locale.ts'
import { useFormat } from '#web/lib/format.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { AccentField } from './accent-field.tsx'
import { FreeDays } from './free-days.tsx'
import type { Universe } from './queries.ts'
import { useTexts } from './texts.ts'
import { useTimeZones } from './use-time-zones.ts'
import classes from './universe.module.css'

interface Props {
  universe: Universe
  onSaved: (saved: Universe) => Promise<void>
}

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

/** The form's values: every language has a name, empty where there is none. */
function valuesOf({ title, branding, calendar, name: _name, ...settings }: Universe) {
  const texts = typeof title === 'string' ? { en: title } : title
  return {
    ...settings,
    title: Object.fromEntries(locales.map((locale) => [locale, texts[locale] ?? ''])),
    palette: branding.palette,
    calendar,
  }
}

/** The settings of an organisation besides its logo. */
export function UniverseForm({ universe, onSaved }: Props) {
  const t = useTexts()
  const { locale } = useFormat()
  const form = useContractForm(saveUniverse, {
    initial: valuesOf(universe),
    latest: async () => valuesOf(await call(getUniverse, {})),
    done: () => t('saved'),
    onSaved,
  })
  const zones = useTimeZones(universe.timeZone)
  const names = useMemo(() => {
    const day = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
    // The 5th of January 2026 is a Monday.
    return weekdays.map((number) => day.format(new Date(Date.UTC(2026, 0, 4 + number))))
  }, [locale])
  const countries = useMemo(() => new Intl.DisplayNames(locale, { type: 'region' }), [locale])
  const { calendar } = form.values
  const days = calendar.workingDays ?? []
  const data = locales.map((value) => ({ value, label: localeNames[value] }))
  return (
    <Form form={form} save={t('save')}>
      <div className={classes['fields']}>
        <fieldset className={classes['group']} data-path="title">
          <legend>{t('name')}</legend>
          {locales.map((one) => (
            <TextInput key={one} lang={one} label={localeNames[one]} {...form.field(`title.${one}`)} />
          ))}
        </fieldset>
        <fieldset className={classes['group']}>
          <legend>{t('languageAndTime')}</legend>
          <MultiSelect
            label={t('locales')}
            data={data}
            {...form.field('locales')}
            onChange={(chosen) => form.set('locales', chosen as Locale[])}
          />
          <NativeSelect label={t('defaultLocale')} data={data} {...form.field('defaultLocale')} />
          <NativeSelect label={t('timeZone')} data={zones} {...form.field('timeZone')} />
        </fieldset>
        <fieldset className={classes['group']}>
          <legend>{t('addresses')}</legend>
          <TextInput label={t('host')} description={t('hostHelp')} {...form.field('host')} />
          <TextInput label={t('sheetKey')} description={t('sheetKeyHelp')} {...form.field('sheetKey')} />
        </fieldset>
        <fieldset className={classes['group']}>
          <legend>{t('looks')}</legend>
          <AccentField {...form.field('palette')} onChange={(colour) => form.set('palette', colour)} />
        </fieldset>
        <fieldset className={classes['group']}>
          <legend>{t('dashboards')}</legend>
          <Switch
            label={t('editsDashboards')}
            description={t('editsDashboardsHelp')}
            {...form.field('editsDashboards')}
          />
        </fieldset>
        <fieldset className={classes['group']}>
          <legend>{t('calendar')}</legend>
          <p className={classes['note']}>{t('calendarHelp')}</p>
          <div className={classes['days']} role="group" aria-label={t('workingDays')} data-path="calendar.workingDays">
            {weekdays.map((number, at) => (
              <Checkbox
                key={number}
                label={names[at]}
                checked={days.includes(number)}
                onChange={({ currentTarget: { checked } }) =>
                  form.set(
                    'calendar.workingDays',
                    checked ? [...days, number].toSorted() : days.filter((one) => one !== number),
                  )
                }
              />
            ))}
          </div>
          {form.field('calendar.workingDays').error}
          <TextInput type="time" label={t('from')} {...form.field('calendar.from')} />
          <TextInput type="time" label={t('to')} {...form.field('calendar.to')} />
          <NativeSelect
            label={t('country')}
            data={[
              { value: '', label: t('noCountry') },
              ...calendarCountries.map((code) => ({ value: code, label: countries.of(code) ?? code })),
            ]}
            {...form.field('calendar.country')}
            value={calendar.country ?? ''}
            onChange={({ currentTarget: { value } }) =>
              form.set(
                'calendar.country',
                calendarCountries.find((code) => code === value),
              )
            }
          />
          <FreeDays
            days={calendar.holidays ?? []}
            error={form.field('calendar.holidays').error}
            onChange={(free) => form.set('calendar.holidays', free)}
          />
        </fieldset>
      </div>
    </Form>
  )
}

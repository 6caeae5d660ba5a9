import { Switch, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { locales } from '@gensvar/contract/local-text'
import { getMetaInterview, saveMetaInterview } from '@gensvar/contract/survey-list'
import { call } from '#web/api.ts'
import type { Answer } from '#web/api.ts'
import { refreshIdentity } from '#web/features/session/session.ts'
import { localeNames } from '#web/lib/locale.ts'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'
import { DataCard } from '#web/ui/data-card.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import classes from './survey-details.module.css'
import { useTexts } from './texts.ts'

type Settings = Answer<typeof getMetaInterview>

interface Props {
  survey: string
  surveyId: number
}

/** The settings of a survey. */
export function MetaInterviewSection({ survey, surveyId }: Props) {
  const t = useTexts()
  const query = useQuery({
    queryKey: ['meta-interview', survey],
    queryFn: ({ signal }) => call(getMetaInterview, { params: { survey } }, { signal }),
  })
  return (
    <DataCard title={t('settings')} query={query} height={420}>
      {(settings) => <SettingsForm survey={survey} surveyId={surveyId} settings={settings} />}
    </DataCard>
  )
}

/** The form's values: every language has a name, empty where there is none. */
function valuesOf({ nameText, ...settings }: Settings) {
  const texts = typeof nameText === 'string' ? { en: nameText } : nameText
  return { ...settings, nameText: Object.fromEntries(locales.map((locale) => [locale, texts[locale] ?? ''])) }
}

function SettingsForm({ survey, surveyId, settings }: Props & { settings: Settings }) {
  const t = useTexts()
  const go = useGo()
  const queryClient = useQueryClient()
  const form = useContractForm(saveMetaInterview, {
    params: { survey },
    initial: valuesOf(settings),
    latest: async () => valuesOf(await call(getMetaInterview, { params: { survey } })),
    done: () => t('saved'),
    async onSaved(saved) {
      queryClient.setQueryData(['meta-interview', saved.extName], saved)
      // Menus show the survey's name, and addresses hold it.
      await refreshIdentity()
      if (saved.extName !== survey) go(paths.survey(saved.extName, surveyId), { replace: true })
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'meta-interview' })
    },
  })
  return (
    <Form form={form} save={t('save')}>
      <div className={classes['fields']}>
        <TextInput
          label={t('extName')}
          description={t('extNameHelp')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.field('extName')}
        />
        <TextInput label={t('organisationName')} {...form.field('organisationName')} />
        <TextInput label={t('tag')} {...form.field('tag')} />
        <TextInput label={t('textTag')} {...form.field('textTag')} />
        <fieldset className={classes['names']} data-path="nameText">
          <legend>{t('nameText')}</legend>
          {locales.map((locale) => (
            <TextInput key={locale} lang={locale} label={localeNames[locale]} {...form.field(`nameText.${locale}`)} />
          ))}
        </fieldset>
        <div className={classes['switches']}>
          <Switch label={t('disabled')} description={t('disabledHelp')} {...form.field('disabled')} />
          <Switch label={t('samplesOpen')} description={t('samplesOpenHelp')} {...form.field('samplesOpen')} />
        </div>
      </div>
    </Form>
  )
}

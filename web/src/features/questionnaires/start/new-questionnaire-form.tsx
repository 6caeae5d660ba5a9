import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { Locale } from '@gensvar/contract/local-text'
import { createQuestionnaire } from '@gensvar/contract/questionnaires'
import type { QuestionnaireTemplate } from '@gensvar/contract/questionnaires'
import { useState } from 'react'
import { addressName } from '#web/lib/address-name.ts'
import { useFormat } from '#web/lib/format.ts'
import { localeNames } from '#web/lib/locale.ts'
import { useIdentity } from '#web/lib/session-store.ts'
import { Card } from '#web/ui/card.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { useTexts } from '../texts.ts'
import { useEnterSurvey } from './enter-survey.ts'
import { TemplateCards } from './template-cards.tsx'
import classes from './start.module.css'

interface Props {
  templates: readonly QuestionnaireTemplate[]
  /** Languages of the organisation, its own first. */
  locales: readonly Locale[]
}

/** The title of a template without the abbreviation of the field after it, which says nothing to respondents. */
function plainTitle(title: string): string {
  return title.replace(/\s*\([^)]*\)$/, '')
}

/** How a new questionnaire begins, what it is called, and in which languages it is. */
export function NewQuestionnaireForm({ templates, locales }: Props) {
  const t = useTexts()
  const reader = useFormat().locale
  const { universe } = useIdentity()
  const enter = useEnterSurvey()
  const first = locales.includes(reader) ? reader : (locales[0] ?? 'en')
  const [template] = templates
  const titleOf = (name: QuestionnaireTemplate['name'] | null) =>
    plainTitle(templates.find((one) => one.name === name)?.title ?? '')
  const [main, setMain] = useState<Locale>(first)
  const form = useContractForm(createQuestionnaire, {
    initial: {
      survey: '',
      title: { [first]: plainTitle(template?.title ?? '') },
      template: template?.name ?? null,
      languages: [first],
      universe: null,
      universeTitle: universe === null ? '' : null,
    },
    warns: false,
    fieldOf: (name) => (name === 'title' ? `title.${main}` : name === 'universe' ? 'universeTitle' : name),
    complete: (values) => {
      const title = values.title?.[main] ?? ''
      const organisation = values.universeTitle ?? ''
      return Promise.resolve({
        ...values,
        title: { [main]: title },
        survey: values.survey || addressName(title) || 'survey',
        ...(universe === null && { universe: addressName(organisation) || 'organisation' }),
      })
    },
    onSaved: enter,
  })
  const { values, set } = form
  const title = values.title[main] ?? ''
  const putMain = (next: Locale) => {
    setMain(next)
    set('title', { [next]: title })
    set('languages', [next, ...values.languages.filter((one) => one !== next && one !== main)])
  }
  return (
    <Form form={form} save={t('create')}>
      <Card title={t('template')}>
        <TemplateCards
          templates={templates}
          chosen={values.template}
          onChoose={(name) => {
            // A title that somebody wrote stays.
            if (title === '' || title === titleOf(values.template)) set('title', { [main]: titleOf(name) })
            set('template', name)
          }}
        />
      </Card>
      <Card title={t('names')}>
        <div className={classes['fields']}>
          <TextInput
            label={t('surveyTitle')}
            description={t('surveyTitleHelp')}
            maxLength={200}
            required
            {...form.field(`title.${main}`)}
          />
          <TextInput
            label={t('surveyName')}
            description={t('surveyNameHelp')}
            placeholder={addressName(title)}
            {...form.field('survey')}
          />
          {universe === null && (
            <TextInput
              label={t('organisation')}
              description={t('organisationHelp')}
              maxLength={200}
              required
              {...form.field('universeTitle', { empty: null })}
            />
          )}
          <NativeSelect
            label={t('mainLanguage')}
            description={t('mainLanguageHelp')}
            value={main}
            onChange={({ currentTarget }) => putMain(locales.find((one) => one === currentTarget.value) ?? main)}
            data={locales.map((locale) => ({ value: locale, label: localeNames[locale] }))}
          />
          {locales.length > 1 && (
            <Checkbox.Group
              data-path="languages"
              label={t('moreLanguages')}
              description={t('moreLanguagesHelp')}
              value={values.languages}
              onChange={(chosen) =>
                set('languages', [main, ...locales.filter((one) => one !== main && chosen.includes(one))])
              }
            >
              <div className={classes['checks']}>
                {locales
                  .filter((locale) => locale !== main)
                  .map((locale) => (
                    <Checkbox key={locale} value={locale} label={localeNames[locale]} />
                  ))}
              </div>
            </Checkbox.Group>
          )}
        </div>
      </Card>
    </Form>
  )
}

import { everywhere } from '@gensvar/contract/user-filters'
import type { getUserDetails } from '@gensvar/contract/users'
import type { Answer } from '#web/api.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useIdentity } from '#web/lib/session-store.ts'
import type { ContractForm } from '#web/ui/form/use-contract-form.ts'
import { usePeopleTexts } from './people-texts.ts'
import { QuestionFilters } from './question-filters.tsx'
import { draftFilters } from './user-body.ts'
import type { UserBody } from './user-body.ts'
import classes from './user-form.module.css'

interface Props {
  survey: string
  form: ContractForm<UserBody>
  stored: Answer<typeof getUserDetails>['userQuestionFilterMap']
}

/** The question filters of a user: those that hold in every survey first, then a block for each survey. */
export function FilterBlocks({ survey, form, stored }: Props) {
  const t = usePeopleTexts()
  const text = useLocalText()
  const { surveys } = useIdentity()
  const names = Object.keys(stored).toSorted((a, b) => Number(b === everywhere) - Number(a === everywhere))
  const titleOf = (name: string): string =>
    name === everywhere ? t('filtersEverywhere') : text(surveys.find((one) => one.extName === name)?.title) || name
  return (
    <section aria-label={t('filters')} className={classes['blocks']}>
      <h2 className={classes['heading']}>{t('filters')}</h2>
      <p className={classes['note']}>{t('filtersHelp')}</p>
      {names.map((name) => {
        const values = draftFilters(form.values)[name] ?? []
        const items = (stored[name] ?? []).map((item, at) => ({
          ...item,
          value: values[at]?.value ?? '',
          changed: values[at]?.changed === true,
        }))
        return (
          <QuestionFilters
            key={name}
            title={titleOf(name)}
            items={items}
            survey={survey}
            fieldOf={(at) => {
              const field = form.field(`userQuestionFilterMap.${name}.${at}.value`)
              return { 'data-path': field['data-path'], error: field.error }
            }}
            onChange={(at, value) => {
              form.set(`userQuestionFilterMap.${name}.${at}.value`, value)
              form.set(`userQuestionFilterMap.${name}.${at}.changed`, true)
            }}
          />
        )
      })}
    </section>
  )
}

import { NativeSelect } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useLocalText } from '#web/lib/local-text.ts'
import { usePeopleTexts } from './people-texts.ts'
import { QuestionFilterField } from './question-filter-field.tsx'
import type { QuestionFilterItem } from './question-filter-field.tsx'
import classes from './question-filters.module.css'

interface Props {
  /** Heading of the block: the survey's title, or that the filters hold everywhere. */
  title: string
  items: readonly QuestionFilterItem[]
  /** The survey to look for values in where a filter names none. */
  survey?: string
  /** Place and error of a filter in its form, by its index. */
  fieldOf?: (index: number) => { 'data-path'?: string; error?: ReactNode }
  /** The new values of a filter, joined by semicolons. */
  onChange: (index: number, value: string) => void
  readOnly?: boolean
}

/**
 * A block of a user's question filters: those in use and those that need a value, and a menu to add another one. A
 * question without values does not limit the user.
 */
export function QuestionFilters({ title, items, survey, fieldOf, onChange, readOnly = false }: Props) {
  const t = usePeopleTexts()
  const text = useLocalText()
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set())
  const isShown = ({ value, variable, required, changed }: QuestionFilterItem): boolean =>
    value !== '' || required === true || changed || added.has(variable)
  const rest = items.filter((item) => !isShown(item))
  const canAdd = !readOnly && rest.length > 0
  return (
    <fieldset className={classes['block']}>
      <legend className={classes['legend']}>{title}</legend>
      {items.every((item) => !isShown(item)) && (
        <p className={classes['unlimited']}>
          <IconAlertTriangle size={18} aria-hidden="true" />
          <span>
            {t('filtersNone')}
            {canAdd && ` ${t('filtersChoose')}`}
          </span>
        </p>
      )}
      {items.map(
        (item, index) =>
          isShown(item) && (
            <QuestionFilterField
              key={item.variable}
              item={item.surveyName === '' && survey !== undefined ? { ...item, surveyName: survey } : item}
              readOnly={readOnly}
              onChange={(value) => onChange(index, value)}
              {...fieldOf?.(index)}
            />
          ),
      )}
      {canAdd && (
        <NativeSelect
          aria-label={t('filterAddTo', { name: title })}
          value=""
          onChange={(event) => setAdded(new Set([...added, event.currentTarget.value]))}
          data={[
            { value: '', label: t('filterAdd') },
            ...rest.map(({ variable, title: name }) => ({ value: variable, label: text(name) || variable })),
          ]}
        />
      )}
    </fieldset>
  )
}

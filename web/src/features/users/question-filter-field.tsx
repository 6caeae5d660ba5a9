import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { userQuestionFilter } from '@gensvar/contract/entities/users'
import {
  anyText,
  joinFilterValues,
  splitFilterValues,
  suggestQuestionFilterValues,
} from '@gensvar/contract/user-filters'
import { call } from '#web/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { usePeopleTexts } from './people-texts.ts'

/** Pause in typing before the server is asked, in milliseconds. */
const pause = 250

/** A user question filter of a form. */
export type QuestionFilterItem = z.output<typeof userQuestionFilter> & { required?: boolean }

interface Props {
  item: QuestionFilterItem
  onChange: (value: string) => void
  error?: ReactNode
  readOnly?: boolean
  'data-path'?: string
}

/** The values of one user question filter, chosen from those that the caller may give. */
export function QuestionFilterField({ item, onChange, error, readOnly = false, ...rest }: Props) {
  const t = usePeopleTexts()
  const text = useLocalText()
  const { variable, questionId, surveyName: survey } = item
  const [term, setTerm] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [typed] = useDebouncedValue(term.trim(), pause)
  // A dot alone cannot be a part of an address: a browser reads it as "this folder".
  const asked = typed === '' || /^\.{1,2}$/.test(typed) ? anyText : typed
  const found = useQuery({
    queryKey: ['user-filter-values', survey, questionId, asked],
    queryFn: ({ signal }) =>
      call(suggestQuestionFilterValues, { params: { survey, questionId, text: asked } }, { signal }),
    enabled: isOpen && survey !== '' && questionId > 0,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
  const values = useMemo(() => splitFilterValues(item.value), [item.value])
  const gone = values.filter((value) => item.gone?.includes(value))
  const data = useMemo(() => {
    const titles = new Map(Object.entries(item.valueTitles ?? {}))
    for (const { value, title } of found.data?.suggestions ?? []) titles.set(value, title)
    const label = (value: string): string => text(titles.get(value)) || value
    const offered = (found.data?.suggestions ?? []).map(({ value }) => value)
    return [...new Set([...values, ...offered])].map((value) => ({ value, label: label(value) }))
  }, [item.valueTitles, found.data, values, text])
  const goneNote = gone.length > 0 ? t('filterGone', { values: gone.join(', ') }) : undefined
  const isBusy = found.isFetching || term.trim() !== typed
  return (
    <MultiSelect
      {...rest}
      label={text(item.title) || variable}
      description={questionId === 0 ? t('filterUnknown', { variable }) : undefined}
      required={item.required === true}
      readOnly={readOnly}
      data={data}
      value={values}
      onChange={(next) => onChange(joinFilterValues(next))}
      searchable
      hidePickedOptions
      // The server has searched already.
      filter={({ options }) => options}
      searchValue={term}
      onSearchChange={setTerm}
      onDropdownOpen={() => setOpen(true)}
      nothingFoundMessage={isBusy ? t('filterSearching') : found.error ? errorText(found.error) : t('filterNoMatch')}
      placeholder={values.length === 0 ? t('filterAll') : undefined}
      error={error ?? goneNote}
      maxDropdownHeight={280}
      // Beside a value there is little room on a phone.
      styles={{ inputField: { minWidth: 40 } }}
      clearable
      clearButtonProps={{ 'aria-label': t('filterClear', { name: text(item.title) || variable }) }}
    />
  )
}

import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { listSubscriptionRecipients, mostRecipients } from '@gensvar/contract/subscriptions'
import { call } from '#web/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTexts } from './texts.ts'
import classes from './subscriptions.module.css'

/** Pause in typing before the server is asked, in milliseconds. */
const pause = 250

interface Props {
  survey: string
  value: readonly number[]
  onChange: (userIds: number[]) => void
  error: ReactNode
  'data-path': string
}

/** The people who get a report, chosen from those whom the reader may subscribe. */
export function PeopleField({ survey, value, onChange, error, 'data-path': path }: Props) {
  const t = useTexts()
  const [term, setTerm] = useState('')
  const [typed] = useDebouncedValue(term.trim(), pause)
  // Those who were chosen keep their names when others are searched for.
  const [chosen, setChosen] = useState<readonly { value: string; label: string }[]>([])
  const found = useQuery({
    queryKey: ['subscription-recipients', survey, typed],
    queryFn: ({ signal }) =>
      call(listSubscriptionRecipients, { params: { survey }, query: typed === '' ? {} : { term: typed } }, { signal }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
  const offered = (found.data?.users ?? []).map(({ userId, name, username }) => ({
    value: String(userId),
    label: name === username ? name : `${name} (${username})`,
  }))
  const data = [...new Map([...chosen, ...offered].map((one) => [one.value, one])).values()]
  function choose(ids: string[]): void {
    setChosen(data.filter((one) => ids.includes(one.value)))
    onChange(ids.map(Number))
  }
  const isBusy = found.isFetching || term.trim() !== typed
  return (
    <MultiSelect
      data-path={path}
      label={t('people')}
      description={found.data?.hasMore === true ? t('peopleMore') : t('peopleHelp')}
      data={data}
      value={value.map(String)}
      onChange={choose}
      maxValues={mostRecipients}
      searchable
      hidePickedOptions
      // The server has searched already.
      filter={({ options }) => options}
      searchValue={term}
      onSearchChange={setTerm}
      nothingFoundMessage={isBusy ? t('peopleSearching') : found.error ? errorText(found.error) : t('peopleNone')}
      placeholder={value.length === 0 ? t('peopleSearch') : undefined}
      error={error}
      maxDropdownHeight={240}
      classNames={{ pill: classes['person'], inputField: classes['term'] }}
      clearable
      clearButtonProps={{ 'aria-label': t('peopleClear') }}
    />
  )
}

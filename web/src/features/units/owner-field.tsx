import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { listUnitOwners } from '@gensvar/contract/units'
import type { UnitDetails } from '@gensvar/contract/units'
import { call } from '#web/api.ts'
import { useTexts } from './texts.ts'

/** Pause in typing after which people are searched for, in milliseconds. */
const pause = 200

interface Props {
  survey: string
  unitId: number
  /** Who owns it so far: still named when they may no longer. */
  stored: UnitDetails['ownerUser']
  input: { 'data-path': string; error: ReactNode; onFocus: () => void; onBlur: () => void }
  value: number | null
  onChoose: (userId: number | null) => void
}

/** Who owns a unit, to whom its alerts go; nobody when empty. */
export function OwnerField({ survey, unitId, stored, input, value, onChoose }: Props) {
  const t = useTexts()
  const [term, setTerm] = useState('')
  const [chosen, setChosen] = useState(stored)
  // The name of whoever is chosen is no search.
  const [searched] = useDebouncedValue(term, pause)
  const people = useQuery({
    queryKey: ['unit-owners', survey, unitId, searched],
    queryFn: ({ signal }) =>
      call(listUnitOwners, { params: { survey, unitId }, query: { filter: searched } }, { signal }),
    placeholderData: keepPreviousData,
  })
  const found = people.data?.owners ?? []
  const kept = chosen !== null && !found.some(({ userId }) => userId === chosen.userId) && term === '' ? [chosen] : []
  const offered = [...kept, ...found]
  const { 'data-path': path, error, onFocus, onBlur } = input
  return (
    <Select
      data-path={path}
      error={error}
      onFocus={onFocus}
      onBlur={onBlur}
      label={t('owner')}
      description={t('ownerHelp')}
      placeholder={t('nobody')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('clearOwner') }}
      data={offered.map(({ userId, name }) => ({ value: String(userId), label: name }))}
      // The server has searched already.
      filter={({ options }) => options}
      nothingFoundMessage={people.isFetching ? t('searching') : t('nobodyFound')}
      value={value === null ? null : String(value)}
      onChange={(next) => {
        const owner = offered.find(({ userId }) => String(userId) === next) ?? null
        setChosen(owner)
        onChoose(owner?.userId ?? null)
      }}
      onSearchChange={(typed) => setTerm(offered.some(({ name }) => name === typed) ? '' : typed)}
    />
  )
}

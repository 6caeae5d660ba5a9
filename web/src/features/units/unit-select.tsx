import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { listUnits } from '@gensvar/contract/units'
import { call } from '#web/api.ts'
import { useTexts } from './texts.ts'

/** Pause in typing after which units are searched for, in milliseconds. */
const pause = 200
/** Most units that are offered. */
const mostOffered = 50

interface Props {
  survey: string
  view: string
  /** Only units of this depth. */
  depth: number
  /** A unit that is not offered. */
  except: number
  label: string
  input: { 'data-path': string; error: ReactNode; onFocus: () => void; onBlur: () => void }
  value: number | null
  onChoose: (unitId: number | null) => void
}

/** Chooses a unit of a level by a part of its name. */
export function UnitSelect({ survey, view, depth, except, label, input, value, onChoose }: Props) {
  const t = useTexts()
  const [term, setTerm] = useState('')
  const [searched] = useDebouncedValue(term, pause)
  const query = useQuery({
    queryKey: ['unit-choice', survey, view, depth, searched],
    queryFn: ({ signal }) =>
      call(
        listUnits,
        { params: { survey }, query: { view, depth, filter: searched, rowFrom: 0, rowTo: mostOffered } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
  const units = (query.data?.units ?? []).filter(({ id, isBlank, mayEdit }) => id !== except && !isBlank && mayEdit)
  const data = units.map(({ id, title, above }) => ({ value: String(id), label: [...above, title].join(' › ') }))
  const { 'data-path': path, error, onFocus, onBlur } = input
  return (
    <Select
      data-autofocus
      data-path={path}
      error={error}
      onFocus={onFocus}
      onBlur={onBlur}
      label={label}
      placeholder={t('searchUnits')}
      searchable
      data={data}
      // The server has searched already.
      filter={({ options }) => options}
      nothingFoundMessage={query.isFetching ? t('searching') : t('noUnitFound')}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChoose(chosen === null ? null : Number(chosen))}
      onSearchChange={(typed) => setTerm(data.some(({ label: one }) => one === typed) ? '' : typed)}
    />
  )
}

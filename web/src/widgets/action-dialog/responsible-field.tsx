import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Action } from '@gensvar/contract/entities/actions'
import { responsiblesQuery } from './action-query.ts'
import type { AskedPlace } from './action-query.ts'
import { useClearButton, useTexts } from './texts.ts'
import type { ActionForm } from './use-action-form.ts'

/** Pause in typing after which people are searched for, in milliseconds. */
const pause = 200

interface Props {
  form: ActionForm
  place: AskedPlace
  /** Who is responsible so far: still named when they may no longer be. */
  stored: Pick<Action, 'responsible' | 'responsibleName'>
}

/** Who is responsible; nobody when empty. */
export function ResponsibleField({ form, place, stored }: Props) {
  const t = useTexts()
  const clearButton = useClearButton()
  const [term, setTerm] = useState('')
  const [chosen, setChosen] = useState({
    value: stored.responsible,
    label: stored.responsibleName || stored.responsible,
  })
  // The name of whoever is chosen is no search.
  const [searched] = useDebouncedValue(term, pause)
  const people = useQuery(responsiblesQuery(place, searched))
  const found = (people.data?.users ?? []).map(({ username, name }) => ({ value: username, label: name || username }))
  const value = form.values.responsible
  const isFound = found.some((one) => one.value === value)
  const others =
    value !== '' && !isFound && term === '' ? [{ value, label: chosen.value === value ? chosen.label : value }] : []
  const { onChange: _, value: __, ...input } = form.field('responsible')
  return (
    <Select
      {...input}
      label={t('responsible')}
      placeholder={t('nobody')}
      searchable
      clearable
      clearButtonProps={clearButton(t('responsible'))}
      data={[...others, ...found]}
      // The server has searched already.
      filter={({ options }) => options}
      nothingFoundMessage={people.isFetching ? t('searching') : t('nobodyFound')}
      value={value === '' ? null : value}
      onChange={(next, option) => {
        setChosen({ value: next ?? '', label: option?.label ?? '' })
        form.set('responsible', next ?? '')
      }}
      onSearchChange={(typed) => setTerm([...others, ...found].some(({ label }) => label === typed) ? '' : typed)}
    />
  )
}

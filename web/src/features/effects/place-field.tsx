import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { getSuggestions } from '@gensvar/contract/paths'
import { call } from '#web/api.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useTexts } from './texts.ts'

/** Pause in typing after which places are searched for, in milliseconds. */
const pause = 200

/** The whole survey, as a drill path. */
const everywhere = 'root'

interface Props {
  survey: string
  input: { 'data-path': string; error: ReactNode; onFocus: () => void; onBlur: () => void }
  /** A drill path. */
  value: string
  /** Name of the place that is stored; null where there is none any more. */
  storedTitle: string | null
  onChoose: (drillPath: string) => void
}

/** Chooses a place by a part of its name, or the whole survey. */
export function PlaceField({ survey, input, value, storedTitle, onChoose }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const [own, setOwn] = useState({ value, label: value === everywhere ? t('everywhere') : (storedTitle ?? value) })
  const [term, setTerm] = useState('')
  const [asked] = useDebouncedValue(term.trim(), pause)
  const query = useQuery({
    queryKey: ['effect-places', survey, asked],
    queryFn: ({ signal }) =>
      call(getSuggestions, { params: { survey, drillPath: everywhere }, query: { term: asked } }, { signal }),
    enabled: asked !== '',
    meta: { quiet: true },
  })
  const found = asked === '' ? [] : (query.data?.viewResults ?? [])
  const groups = found.map(({ header, paths }) => ({
    group: text(header),
    items: paths.map((path) => ({ value: path.value, label: path.text })).filter((one) => one.value !== own.value),
  }))
  const whole = { value: everywhere, label: t('everywhere') }
  const fixed = own.value === everywhere ? [own] : [whole, own]
  const places = [...fixed, ...groups.flatMap(({ items }) => items)]
  const { 'data-path': path, error, onFocus, onBlur } = input
  return (
    <Select
      label={t('place')}
      description={t('placeHelp')}
      data-path={path}
      error={error}
      onFocus={onFocus}
      onBlur={onBlur}
      searchable
      allowDeselect={false}
      data={[...fixed, ...groups.filter(({ items }) => items.length > 0)]}
      // The server has searched already.
      filter={({ options }) => options}
      nothingFoundMessage={query.isFetching ? t('searching') : t('noPlace')}
      value={value}
      onChange={(chosen) => {
        const place = places.find((one) => one.value === chosen)
        if (place === undefined) return
        setOwn(place)
        onChoose(place.value)
      }}
      onSearchChange={(typed) => setTerm(places.some(({ label }) => label === typed) ? '' : typed)}
    />
  )
}

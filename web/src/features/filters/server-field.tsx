import { Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { queryFilter } from '@gensvar/contract/filters'
import type { Filter } from '@gensvar/contract/entities/survey'
import { call } from '#web/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { CheckedOptions } from './checked-options.tsx'
import { chosenOptions, optionValue, withValue } from './choice-values.ts'
import type { Mode } from './choice-values.ts'
import { rememberTitles, useOptionTitles } from './option-titles.ts'
import { useTexts } from './texts.ts'
import { Typeahead } from './typeahead.tsx'
import type { Filters } from './use-filters.ts'

/** Pause in typing before the server is queried, in milliseconds. */
const pause = 250

interface Props {
  filter: Filter
  title: string
  mode: Mode
  filters: Filters
}

/** A filter with too many options to send: the server searches them. */
export function ServerField({ filter, title, mode, filters }: Props) {
  const t = useTexts()
  const localText = useLocalText()
  const queryClient = useQueryClient()
  const [term, setTerm] = useState('')
  const [asked] = useDebouncedValue(term.trim(), pause)
  const { survey } = filters
  const name = filter.extName
  const token = filters.find(name)
  const several = filter.multipleSelections
  const checked = useMemo(() => new Set(chosenOptions(token)), [token])
  const titles = useOptionTitles(survey, name)
  // A single dot cannot be a URL segment: the browser reads it as "this folder".
  const enabled = asked !== '' && !/^\.{1,2}$/.test(asked)
  const found = useQuery({
    queryKey: ['filter-query', survey, name, asked],
    queryFn: async ({ signal }) => {
      const answer = await call(queryFilter, { params: { survey, filter: name, text: asked } }, { signal })
      rememberTitles(queryClient, survey, name, answer.options)
      return answer
    },
    enabled,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
  const options = useMemo(
    () =>
      (enabled ? (found.data?.options ?? []) : [])
        .filter((option) => !checked.has(option.extName))
        .map((option) => ({ value: option.extName, text: localText(option.title) || option.extName })),
    [enabled, found.data, checked, localText],
  )
  const hidden = (found.data?.options.length ?? 0) - options.length
  const toggle = (value: string) => filters.set(withValue(name, token, optionValue(value, mode), several))
  return (
    <Stack gap={8}>
      <CheckedOptions
        label={title}
        options={[...checked].map((value) => ({ value, text: localText(titles[value]) || value }))}
        onUncheck={toggle}
      />
      <Typeahead
        label={title}
        term={term}
        onTerm={setTerm}
        options={options}
        total={enabled && found.data !== undefined ? found.data.total - hidden : undefined}
        onChoose={toggle}
        busy={term.trim() !== '' && (term.trim() !== asked || found.isFetching)}
        nothing={found.error ? errorText(found.error) : enabled ? undefined : t('typeToList')}
      />
    </Stack>
  )
}

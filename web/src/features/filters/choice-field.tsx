import { Checkbox, MultiSelect, Radio, Select, Stack } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Filter } from '@gensvar/contract/entities/survey'
import { namesOnly } from '@gensvar/contract/names-only'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { CheckedOptions } from './checked-options.tsx'
import { chosenOptions, optionValue, withValue, type Mode } from './choice-values.ts'
import { indexOptions, matchingOptions, typeaheadFrom, type Option } from './option-index.ts'
import { useTexts } from './texts.ts'
import { Typeahead } from './typeahead.tsx'
import type { Filters } from './use-filters.ts'

interface Props {
  filter: Filter
  title: string
  mode: Mode
  filters: Filters
}

/** Options of a filter with their words in the language shown. */
function useOptions(filter: Filter): Option[] {
  const text = useLocalText()
  const app = useAppTexts()
  return useMemo(() => {
    const stateTexts = namesOnly<Partial<Record<string, string>>>({
      0: app('sampleState0'),
      1: app('sampleState1'),
      2: app('sampleState2'),
      3: app('sampleState3'),
      4: app('sampleState4'),
    })
    return filter.options.map(({ extName, title }) => ({
      value: extName,
      text: (filter.extName === 'samplestate' ? stateTexts[extName] : undefined) ?? (text(title) || extName),
    }))
  }, [filter, text, app])
}

/** The options of a filter: all in sight while they are few, searched by typing from ten on. */
export function ChoiceField(props: Props) {
  const { filter, filters } = props
  const t = useTexts()
  const options = useOptions(filter)
  if (options.length >= typeaheadFrom) return <SearchedOptions {...props} options={options} />
  if (options.length === 0) return filter.submatch ? null : <p className="gv-quiet">{t('noOptions')}</p>
  const several = filter.multipleSelections
  const token = filters.find(filter.extName)
  const list = { ...props, options, chosen: chosenOptions(token) }
  if (filter.dropdown) return several ? <SeveralInDropdown {...list} /> : <OneInDropdown {...list} />
  return several ? <Checkboxes {...list} /> : <Radios {...list} />
}

interface ListProps extends Props {
  options: readonly Option[]
  chosen: readonly string[]
}

function Checkboxes({ filter, title, mode, filters, options, chosen }: ListProps) {
  const token = filters.find(filter.extName)
  return (
    <Stack gap={8} role="group" aria-label={title}>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          size="sm"
          label={option.text}
          checked={chosen.includes(option.value)}
          onChange={() => filters.set(withValue(filter.extName, token, optionValue(option.value, mode), true))}
        />
      ))}
    </Stack>
  )
}

/** Choosing "all" clears a filter that takes one option. */
const all = ''

function Radios({ filter, title, mode, filters, options, chosen }: ListProps) {
  const t = useTexts()
  return (
    <Radio.Group
      aria-label={title}
      value={chosen[0] ?? all}
      onChange={(value) =>
        value === all
          ? filters.remove(filter.extName)
          : filters.set({ name: filter.extName, values: [optionValue(value, mode)] })
      }
    >
      <Stack gap={8}>
        <Radio size="sm" value={all} label={t('all')} />
        {options.map((option) => (
          <Radio key={option.value} size="sm" value={option.value} label={option.text} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

function selectData(options: readonly Option[]): { value: string; label: string }[] {
  return options.map((option) => ({ value: option.value, label: option.text }))
}

function OneInDropdown({ filter, title, mode, filters, options, chosen }: ListProps) {
  const t = useTexts()
  return (
    <Select
      size="sm"
      aria-label={title}
      placeholder={t('all')}
      data={selectData(options)}
      value={chosen[0] ?? null}
      clearable
      clearButtonProps={{ 'aria-label': t('clearOne', { name: title }) }}
      onChange={(value) =>
        filters.set({ name: filter.extName, values: value === null ? [] : [optionValue(value, mode)] })
      }
    />
  )
}

function SeveralInDropdown({ filter, title, mode, filters, options, chosen }: ListProps) {
  const t = useTexts()
  const token = filters.find(filter.extName)
  return (
    <MultiSelect
      size="sm"
      aria-label={title}
      placeholder={chosen.length === 0 ? t('all') : undefined}
      data={selectData(options)}
      value={[...chosen]}
      onChange={(values) => {
        const kept = (token?.values ?? []).filter(
          (value) => value.contains || value.none || values.includes(value.text),
        )
        const added = values.filter((value) => !chosen.includes(value)).map((value) => optionValue(value, mode))
        filters.set({ name: filter.extName, values: [...kept, ...added] })
      }}
    />
  )
}

function SearchedOptions({ filter, title, mode, filters, options }: Props & { options: readonly Option[] }) {
  const { locale } = useFormat()
  const [term, setTerm] = useState('')
  const token = filters.find(filter.extName)
  const several = filter.multipleSelections
  const index = useMemo(() => indexOptions(options, locale), [options, locale])
  const checked = useMemo(() => new Set(chosenOptions(token)), [token])
  const found = useMemo(() => matchingOptions(index, checked, term, locale), [index, checked, term, locale])
  const words = useMemo(() => new Map(options.map((option) => [option.value, option.text])), [options])
  return (
    <Stack gap={8}>
      <CheckedOptions
        label={title}
        options={[...checked].map((value) => ({ value, text: words.get(value) ?? value }))}
        onUncheck={(value) => filters.set(withValue(filter.extName, token, optionValue(value, mode), several))}
      />
      <Typeahead
        label={title}
        term={term}
        onTerm={setTerm}
        options={found}
        onChoose={(value) => filters.set(withValue(filter.extName, token, optionValue(value, mode), several))}
      />
    </Stack>
  )
}

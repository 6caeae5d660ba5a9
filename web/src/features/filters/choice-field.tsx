import { CheckIcon, Checkbox, Group, MultiSelect, Pill, Radio, Select, Stack } from '@mantine/core'
import type { ComboboxItem, ComboboxLikeRenderOptionInput, ComboboxRenderPillInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { CheckedOptions } from './checked-options.tsx'
import { chosenOptions, optionValue, withValue } from './choice-values.ts'
import { ContainsField } from './contains-field.tsx'
import type { FieldProps } from './filter-control.ts'
import { indexOptions, matchingOptions, typeaheadFrom } from './option-index.ts'
import type { Option } from './option-index.ts'
import { ServerField } from './server-field.tsx'
import { useTexts } from './texts.ts'
import { Typeahead } from './typeahead.tsx'

/** A choice among the filter's options, local or from the server, and parts of texts if the filter has `submatch`. */
export function ChoiceField(props: FieldProps) {
  const { filter } = props
  const text = useLocalText()
  const options = useMemo(
    () => filter.options.map(({ extName, title }) => ({ value: extName, text: text(title) || extName })),
    [filter, text],
  )
  return (
    <>
      {filter.serverSide ? <ServerField {...props} /> : <OptionsField {...props} options={options} />}
      {filter.submatch && <ContainsField {...props} />}
    </>
  )
}

interface Props extends FieldProps {
  options: readonly Option[]
}

/** The options of a filter: all visible if there are few, searched by typing from ten on. */
export function OptionsField(props: Props) {
  const { filter, filters, options } = props
  const t = useTexts()
  if (options.length >= typeaheadFrom) return <SearchedOptions {...props} />
  if (options.length === 0) return filter.submatch ? null : <p className="gv-quiet">{t('noOptions')}</p>
  const several = filter.multipleSelections
  const token = filters.find(filter.extName)
  const list = { ...props, chosen: chosenOptions(token) }
  if (filter.dropdown) return several ? <SeveralInDropdown {...list} /> : <OneInDropdown {...list} />
  return several ? <Checkboxes {...list} /> : <Radios {...list} />
}

interface ListProps extends Props {
  chosen: readonly string[]
}

/** The text of an option, with its icon where it has one. */
function OptionLabel({ option: { icon, text } }: { option: Option }) {
  if (icon === undefined) return text
  return (
    <>
      {icon}
      {text}
    </>
  )
}

function Checkboxes({ filter, title, mode, filters, options, chosen }: ListProps) {
  const token = filters.find(filter.extName)
  return (
    <Stack gap={8} role="group" aria-label={title}>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          size="sm"
          label={<OptionLabel option={option} />}
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
          <Radio key={option.value} size="sm" value={option.value} label={<OptionLabel option={option} />} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

function selectData(options: readonly Option[]): { value: string; label: string }[] {
  return options.map((option) => ({ value: option.value, label: option.text }))
}

/** How the list of a dropdown shows options with icons; undefined where they have none. */
function renderWithIcons(options: readonly Option[]) {
  if (options.every(({ icon }) => icon === undefined)) return undefined
  return ({ option, checked }: ComboboxLikeRenderOptionInput<ComboboxItem>) => (
    <Group gap={8}>
      {checked === true && <CheckIcon size={12} />}
      <span>
        <OptionLabel option={optionOf(options, option.value)} />
      </span>
    </Group>
  )
}

/** How chosen options with icons are shown in their field; undefined where they have none. */
function pillWithIcon(options: readonly Option[]) {
  if (options.every(({ icon }) => icon === undefined)) return undefined
  return ({ value = '', onRemove }: ComboboxRenderPillInput) => (
    <Pill withRemoveButton onRemove={onRemove}>
      <OptionLabel option={optionOf(options, value)} />
    </Pill>
  )
}

function optionOf(options: readonly Option[], value: string): Option {
  return options.find((option) => option.value === value) ?? { value, text: value }
}

function OneInDropdown({ filter, title, mode, filters, options, chosen }: ListProps) {
  const t = useTexts()
  return (
    <Select
      size="sm"
      aria-label={title}
      placeholder={t('all')}
      data={selectData(options)}
      renderOption={renderWithIcons(options)}
      leftSection={options.find((option) => option.value === chosen[0])?.icon}
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
      renderOption={renderWithIcons(options)}
      renderPill={pillWithIcon(options)}
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

function SearchedOptions({ filter, title, mode, filters, options }: Props) {
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

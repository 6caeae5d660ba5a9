import { MultiSelect, Select, TagsInput } from '@mantine/core'
import { useMemo } from 'react'
import { useFormParts } from '../form-context.ts'
import type { NameSource, SeveralOf } from '../inputs.ts'
import { namesFor, namesWith } from '../survey-facts.ts'
import { useTexts, valueLabel } from '../texts.ts'
import { inputProps } from './field-props.ts'
import type { FieldProps } from './field-props.ts'

/** Most names that a list shows at once; the others are found by typing. */
const mostShown = 100

/** The names that a field offers, with those that stand in it. */
export function useNames(source: NameSource, used: readonly string[]) {
  const { facts } = useFormParts()
  const groups = useMemo(() => namesFor(source, facts), [source, facts])
  return useMemo(() => namesWith(groups, used), [groups, used])
}

const listOf = (value: unknown, standard: unknown): unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : Array.isArray(standard) ? (standard as unknown[]) : []

/** The name of an indicator, a question or something else of the survey. */
export function NameField(props: FieldProps & { source: NameSource }) {
  const t = useTexts()
  const { value, change, source, required, label, standard } = props
  const name = typeof value === 'string' ? value : typeof standard === 'string' ? standard : null
  const used = useMemo(() => (name === null ? [] : [name]), [name])
  const data = useNames(source, used)
  return (
    <Select
      {...inputProps(props)}
      data={data}
      limit={mostShown}
      searchable
      nothingFoundMessage={t('noMatch')}
      placeholder={t('choose')}
      value={name}
      allowDeselect={false}
      clearable={!required && typeof value === 'string'}
      clearButtonProps={{ 'aria-label': t('clearNamed', { name: label }) }}
      onChange={(next) => change(next ?? undefined)}
    />
  )
}

/** Several values in the order in which they are chosen. */
export function SeveralField(props: FieldProps & { of: SeveralOf }) {
  const { of } = props
  switch (of.kind) {
    case 'choice':
      return <ChosenField {...props} values={of.values} />
    case 'name':
      return <NamesField {...props} source={of.source} />
    default:
      return <TypedField {...props} isNumber={of.kind === 'number'} />
  }
}

const noneIf = (values: readonly unknown[]) => (values.length === 0 ? undefined : values)

function ChosenField(props: FieldProps & { values: readonly (string | number)[] }) {
  const { id, values, value, standard, change } = props
  return (
    <MultiSelect
      {...inputProps(props)}
      data={values.map((one) => ({ value: String(one), label: valueLabel(id, one) }))}
      value={listOf(value, standard).map(String)}
      onChange={(chosen) => change(chosen.map((one) => values.find((known) => String(known) === one)))}
    />
  )
}

function NamesField(props: FieldProps & { source: NameSource }) {
  const t = useTexts()
  const { value, standard, change, source } = props
  const names = useMemo(() => listOf(value, standard).map(String), [value, standard])
  const data = useNames(source, names)
  return (
    <MultiSelect
      {...inputProps(props)}
      data={data}
      limit={mostShown}
      searchable
      hidePickedOptions
      nothingFoundMessage={t('noMatch')}
      placeholder={names.length === 0 ? t('choose') : undefined}
      value={names}
      onChange={(next) => change(noneIf(next))}
    />
  )
}

function TypedField(props: FieldProps & { isNumber: boolean }) {
  const { value, standard, change, isNumber } = props
  const asTyped = (text: string) =>
    isNumber && text.trim() !== '' && !Number.isNaN(Number(text)) ? Number(text) : text
  return (
    <TagsInput
      {...inputProps(props)}
      value={listOf(value, standard).map(String)}
      onChange={(next) => change(noneIf(next.map(asTyped)))}
      acceptValueOnBlur
    />
  )
}

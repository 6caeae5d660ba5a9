import { MultiSelect, Select, Textarea, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import type { FocusEventHandler, ReactNode } from 'react'
import { isIsoDate } from '@gensvar/contract/dates'
import type en from '#web/locales/en/form.json'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { defineTexts } from '#web/lib/texts.ts'
import { NoValue } from '../no-value.tsx'
import { isBlankValue } from './check-field.ts'
import type { FieldValue, QuestionField } from './check-field.ts'
import { DateField } from './date-field.tsx'
import classes from './question-field-input.module.css'

const useTexts = defineTexts<typeof en>('form')

/** From so many choices on they can be searched. */
const searchedFrom = 8

/** A text of at least so many characters, or of several lines, gets a box of several lines. */
const longText = 60

interface Props {
  field: QuestionField
  value: FieldValue
  onChange: (value: FieldValue) => void
  error?: ReactNode
  /** Shows the answer without an input; also where the field itself is read-only. */
  readOnly?: boolean
  /** What an empty field stands for. */
  placeholder?: string
  onFocus?: FocusEventHandler
  onBlur?: FocusEventHandler
  'data-path'?: string
  'data-autofocus'?: boolean
}

/** A question of a sample as an input, by its type; a read-only one as its label and answer. */
export function QuestionFieldInput({ field, readOnly = false, value, onChange, ...rest }: Props) {
  const t = useTexts()
  const text = useLocalText()
  if (readOnly || field.readOnly) return <Answer field={field} value={value} />
  const label = text(field.title)
  const input = { ...rest, label, required: !field.optional }
  const written = typeof value === 'string' ? value : ''
  const data = field.choices.map(({ extName, title }) => ({ value: extName, label: text(title) }))
  const list = { data, searchable: data.length >= searchedFrom, nothingFoundMessage: t('noMatch') }
  switch (field.type) {
    case 'SingleChoice':
      return (
        <Select
          {...input}
          {...list}
          value={written === '' ? null : written}
          onChange={onChange}
          placeholder={rest.placeholder ?? t('choose')}
          allowDeselect={field.optional}
          clearable={field.optional}
          clearButtonProps={{ 'aria-label': t('clear', { name: label }) }}
        />
      )
    case 'MultiChoice2': {
      const chosen = Array.isArray(value) ? value : []
      return (
        <MultiSelect
          {...input}
          {...list}
          value={chosen}
          onChange={(next) => onChange(next.length === 0 ? null : next)}
          placeholder={chosen.length === 0 ? (rest.placeholder ?? t('choose')) : undefined}
        />
      )
    }
    case 'Date':
    case 'EventDate':
      return <DateField {...input} value={written === '' ? null : written} onChange={onChange} />
    case 'Email':
      return (
        <TextInput
          {...input}
          type="email"
          value={written}
          onChange={(event) => onChange(emptyAsNone(event.currentTarget.value))}
        />
      )
    case 'text':
      return <TextAnswer {...input} field={field} value={written} onChange={onChange} />
  }
}

type TextProps = Omit<Props, 'value' | 'readOnly'> & { label: string; required: boolean; value: string }

/** A text on one line, or in a box where it began as a long one or is a comment. */
function TextAnswer({ field, value, onChange, ...input }: TextProps) {
  // It stays what it is while one writes: another element would lose the focus.
  const [isLong] = useState(
    () => field.cancelledComment || field.approvedComment || value.length > longText || value.includes('\n'),
  )
  const write = (event: { currentTarget: { value: string } }) => onChange(emptyAsNone(event.currentTarget.value))
  if (isLong) return <Textarea {...input} autosize minRows={2} maxRows={8} value={value} onChange={write} />
  return <TextInput {...input} value={value} onChange={write} />
}

function emptyAsNone(text: string): string | null {
  return text === '' ? null : text
}

/** A field that cannot be changed: its label and its answer in words. */
function Answer({ field, value }: Pick<Props, 'field' | 'value'>) {
  const id = useId()
  const text = useLocalText()
  const format = useFormat()
  const titles = new Map(field.choices.map((choice) => [choice.extName, text(choice.title)]))
  const isDate = field.type === 'Date' || field.type === 'EventDate'
  const inWords = (one: string) => (isDate && isIsoDate(one) ? format.date(one) : (titles.get(one) ?? one))
  const parts = Array.isArray(value) ? value : [value ?? '']
  return (
    <div role="group" aria-labelledby={id} className={classes['answer']}>
      <div id={id} className={classes['label']}>
        {text(field.title)}
      </div>
      <div className={classes['value']}>{isBlankValue(value) ? <NoValue /> : parts.map(inWords).join(', ')}</div>
    </div>
  )
}

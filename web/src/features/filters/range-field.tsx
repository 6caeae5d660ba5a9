import { Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { plainValue } from '@gensvar/contract/drill-path'
import { areReversed, decodeRange, encodeRange } from '@gensvar/contract/filter-kinds/range'
import type { FieldProps } from './filter-control.ts'
import { useTexts } from './texts.ts'

/** A range of numbers; applied when both ends are filled in, cleared when one is empty. Reversed ends are swapped. */
export function RangeField({ filter, title, mode, filters }: FieldProps) {
  const t = useTexts()
  const active = filters.find(filter.extName)?.values[0]?.text ?? ''
  const [seen, setSeen] = useState<string | null>(null)
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  if (seen !== active) {
    // The URL changed to another range: by a chip, a link or the history.
    const range = decodeRange(active)
    setSeen(active)
    setFrom(range === null ? '' : String(range.from))
    setTo(range === null ? '' : String(range.to))
  }
  const isWrong = (text: string) => text.trim() !== '' && encodeRange(text, text) === null
  const isReversed = areReversed(from, to)
  function apply(): void {
    const encoded = encodeRange(from, to)
    if (encoded === active || (encoded === null && active === '')) return
    if (encoded === null) filters.remove(filter.extName)
    else filters.set({ name: filter.extName, values: [{ ...plainValue(encoded), exclude: mode === 'excluded' }] })
  }
  function applyOnEnter(event: KeyboardEvent): void {
    if (event.key === 'Enter') apply()
  }
  return (
    <Group
      gap={8}
      grow
      align="flex-start"
      role="group"
      aria-label={title}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) apply()
      }}
    >
      <TextInput
        size="sm"
        inputMode="decimal"
        label={t('from')}
        value={from}
        error={isWrong(from) && t('mustBeNumber')}
        onChange={(event) => setFrom(event.currentTarget.value)}
        onKeyDown={applyOnEnter}
      />
      <TextInput
        size="sm"
        inputMode="decimal"
        label={t('to')}
        value={to}
        description={isReversed && t('swapped')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={isWrong(to) && t('mustBeNumber')}
        onChange={(event) => setTo(event.currentTarget.value)}
        onKeyDown={applyOnEnter}
      />
    </Group>
  )
}

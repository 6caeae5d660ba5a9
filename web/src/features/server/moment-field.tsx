import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  label: string
  description?: string
  /** An ISO moment; empty for none. */
  value: string
  onChange: (moment: string | null) => void
  error: ReactNode
  onFocus: () => void
  onBlur: () => void
  'data-path': string
}

/** A day and a time in the zone of the browser, as the browser's own field has it. */
function localText(moment: string): string {
  const at = new Date(moment)
  if (Number.isNaN(at.getTime())) return ''
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** A moment, chosen in the time zone of the browser. */
export function MomentField({ value, onChange, ...input }: Props) {
  return (
    <TextInput
      {...input}
      type="datetime-local"
      value={localText(value)}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? null : new Date(currentTarget.value).toISOString())
      }
    />
  )
}

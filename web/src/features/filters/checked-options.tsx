import { Checkbox, Stack } from '@mantine/core'
import type { Option } from './option-index.ts'

interface Props {
  label: string
  options: readonly Option[]
  onUncheck: (value: string) => void
}

/** The chosen options of a filter whose others are searched by typing. */
export function CheckedOptions({ label, options, onUncheck }: Props) {
  if (options.length === 0) return null
  return (
    <Stack gap={8} role="group" aria-label={label}>
      {options.map((option) => (
        <Checkbox key={option.value} size="sm" checked label={option.text} onChange={() => onUncheck(option.value)} />
      ))}
    </Stack>
  )
}

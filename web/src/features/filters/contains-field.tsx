import { ActionIcon, Group, Stack, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { Filter } from '@gensvar/contract/entities/survey'
import { Chip } from '#web/ui/chip.tsx'
import { chosenParts, partValue, withValue } from './choice-values.ts'
import type { Mode } from './choice-values.ts'
import { useTexts } from './texts.ts'
import type { Filters } from './use-filters.ts'

interface Props {
  filter: Filter
  title: string
  mode: Mode
  filters: Filters
}

/** Looks for a part of the answer: `text~` in the address. */
export function ContainsField({ filter, title, mode, filters }: Props) {
  const t = useTexts()
  const [part, setPart] = useState('')
  const token = filters.find(filter.extName)
  const parts = chosenParts(token)
  const toggle = (text: string) =>
    filters.set(withValue(filter.extName, token, partValue(text, mode), filter.multipleSelections))
  function add(): void {
    const text = part.trim()
    if (text === '') return
    if (!parts.includes(text)) toggle(text)
    setPart('')
  }
  return (
    <Stack gap={8}>
      {parts.length > 0 && (
        <Group gap={4}>
          {parts.map((text) => (
            <Chip key={text} tone="accent" onRemove={() => toggle(text)} label={text}>
              {t('contains')} {text}
            </Chip>
          ))}
        </Group>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <TextInput
          size="sm"
          aria-label={t('containsIn', { name: title })}
          placeholder={t('containsText')}
          value={part}
          onChange={(event) => setPart(event.currentTarget.value)}
          rightSection={
            <ActionIcon type="submit" variant="subtle" color="gray" disabled={part.trim() === ''} aria-label={t('add')}>
              <IconPlus size={16} aria-hidden="true" />
            </ActionIcon>
          }
        />
      </form>
    </Stack>
  )
}

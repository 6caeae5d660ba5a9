import { ActionIcon, Popover, TextInput } from '@mantine/core'
import type { TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { isIsoDate } from '@gensvar/contract/dates'
import type { Locale } from '@gensvar/contract/local-text'
import type en from '#web/locales/en/form.json'
import { dateText, readDate } from '#web/lib/date-text.ts'
import { useFormat } from '#web/lib/format.ts'
import { defineTexts } from '#web/lib/texts.ts'
import { Calendar } from '../calendar/calendar.tsx'

const useTexts = defineTexts<typeof en>('form')

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'label' | 'rightSection'> {
  label: string
  /** An ISO date, or what was typed where that is no date; null where it is empty. */
  value: string | null
  onChange: (value: string | null) => void
  /** First date of the calendar, ISO. */
  min?: string
  'data-path'?: string
}

/** A date as the field shows it: ISO dates in the format of the language, anything else as it is. */
function written(value: string | null, locale: Locale): string {
  if (value === null) return ''
  return isIsoDate(value) ? dateText(value, locale) : value
}

/** A date, typed in the reader's format or chosen from a calendar. What is typed and is no date is left to the form's check. */
export function DateField({ value, onChange, min, onBlur, ...input }: Props) {
  const t = useTexts()
  const { locale } = useFormat()
  const [opened, setOpened] = useState(false)
  // While a date is typed it stays as typed.
  const [typed, setTyped] = useState<{ text: string; value: string | null } | null>(null)
  const shown = typed !== null && typed.value === value ? typed.text : written(value, locale)

  function type(text: string): void {
    const next = text.trim() === '' ? null : (readDate(text) ?? text)
    setTyped({ text, value: next })
    onChange(next)
  }

  return (
    <TextInput
      autoComplete="off"
      {...input}
      value={shown}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={(event) => {
        setTyped(null)
        onBlur?.(event)
      }}
      rightSection={
        <Popover
          opened={opened}
          onChange={setOpened}
          position="bottom-end"
          withinPortal
          trapFocus
          returnFocus
          shadow="md"
        >
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('openCalendar', { name: input.label })}
              onClick={() => setOpened(!opened)}
            >
              <IconCalendar size={18} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>
            <Calendar
              value={value !== null && isIsoDate(value) ? value : null}
              defaultDate={value !== null && isIsoDate(value) ? value : min}
              minDate={min}
              onChange={(date) => {
                setTyped(null)
                onChange(date)
                setOpened(false)
              }}
            />
          </Popover.Dropdown>
        </Popover>
      }
    />
  )
}

import { Combobox, Textarea } from '@mantine/core'
import type { TextareaProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { useListbox } from '../use-listbox.ts'
import classes from './mention-area.module.css'

/** Somebody who can be mentioned. */
export interface Mentionable {
  name: string
  username: string
}

interface Props extends Omit<TextareaProps, 'value' | 'onChange'> {
  value: string
  onChange: (text: string) => void
  /** Name of the list of people. */
  listLabel: string
  /** What the people found depend on besides the term. */
  searchKey: readonly unknown[]
  /** Finds people by a part of their name or user name; all of them for an empty term. */
  find: (term: string, signal: AbortSignal) => Promise<readonly Mentionable[]>
}

/** Pause in typing after which people are searched for, in milliseconds. */
const pause = 150
/** Most people offered. */
const mostOffered = 6

/** What is typed after an `@` that begins a word, before the caret. */
const begun = /(?<![\p{L}\p{N}.])@([\p{L}\p{N}._%+@-]*)$/u

/** A text area that offers people while `@` and a part of their name is typed; `@username` is what the text gets. */
export function MentionArea({ value, onChange, listLabel, searchKey, find, ...input }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [term, setTerm] = useState<string | null>(null)
  const [searched] = useDebouncedValue(term, pause)
  const caret = useRef<number | null>(null)
  const { data: found } = useQuery({
    queryKey: ['mentions', ...searchKey, searched],
    queryFn: ({ signal }) => find(searched ?? '', signal),
    enabled: searched !== null && term !== null,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
  const people = term === null ? [] : (found ?? []).slice(0, mostOffered)

  function choose(index: number): void {
    const person = people[index]
    const end = area.current?.selectionStart ?? value.length
    const before = value.slice(0, end).replace(begun, '')
    if (person === undefined) return
    const mention = `@${person.username} `
    caret.current = before.length + mention.length
    onChange(before + mention + value.slice(end).replace(/^ /, ''))
    follow(null)
  }
  const { store, active, setActive, listId, optionId, boxProps } = useListbox({
    count: people.length,
    onChoose: choose,
    onClose: () => setTerm(null),
  })
  function follow(next: string | null): void {
    setTerm(next)
    setActive(next === null ? -1 : 0)
    if (next === null) store.closeDropdown()
    else store.openDropdown()
  }
  useLayoutEffect(() => {
    if (caret.current !== null) area.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  }, [value])
  const isOpen = store.dropdownOpened && people.length > 0
  // A text box of several lines stays one: `combobox` would hide that from screen readers.
  const { role: _, 'aria-expanded': __, ...listProps } = boxProps
  return (
    <Combobox
      store={store}
      onOptionSubmit={(username) => choose(people.findIndex((one) => one.username === username))}
      width="target"
      position="bottom-start"
      shadow="md"
      withinPortal
    >
      <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={isOpen}>
        <Textarea
          {...input}
          {...listProps}
          ref={area}
          value={value}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value)
            follow(begun.exec(currentTarget.value.slice(0, currentTarget.selectionStart))?.[1] ?? null)
          }}
          onBlur={(event) => {
            input.onBlur?.(event)
            follow(null)
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown p={4} hidden={!isOpen}>
        {isOpen && (
          <Combobox.Options id={listId} aria-label={listLabel}>
            {people.map(({ name, username }, index) => (
              <Combobox.Option
                key={username}
                id={optionId(index)}
                value={username}
                selected={index === active}
                aria-selected={index === active}
                className={classes['option']}
              >
                <span>{name}</span>
                <span className={classes['username']}>@{username}</span>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}

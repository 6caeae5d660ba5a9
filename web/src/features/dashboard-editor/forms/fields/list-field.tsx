import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useFormParts } from '../form-context.ts'
import type { SettingInput } from '../inputs.ts'
import { useTexts } from '../texts.ts'
import { emptyEntry } from '../entries.ts'
import { EntryFields } from './entry-fields.tsx'
import { EntryRow } from './entry-row.tsx'
import type { FieldProps } from './field-props.ts'
import { useEntryTitle } from './use-entry-title.ts'
import classes from '../forms.module.css'

/** Entries that are added, moved and removed; each unfolds to its settings. */
export function ListField({
  id,
  path,
  value,
  label,
  description,
  error,
  required,
  entry,
}: FieldProps & { entry: SettingInput }) {
  const t = useTexts()
  const { edits } = useFormParts()
  const [openAt, setOpenAt] = useState<number | null>(null)
  const [told, setTold] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const focusNext = useRef<string | null>(null)
  const own = useId()
  const titleOf = useEntryTitle(id, entry)
  const entries = Array.isArray(value) ? (value as unknown[]) : []
  const waits = entries.length > 0 && edits.isWaiting([...path, entries.length - 1])

  // A moved, added or removed entry changes which element has to have the focus.
  useEffect(() => {
    if (focusNext.current === null) return
    list.current?.querySelector<HTMLElement>(focusNext.current)?.focus()
    focusNext.current = null
  })

  function move(from: number, to: number): void {
    if (to < 0 || to >= entries.length || (waits && to === entries.length - 1)) return
    edits.move(path, from, to)
    if (openAt === from) setOpenAt(to)
    else if (openAt === to) setOpenAt(from)
    focusNext.current = `[data-row="${to}"] [data-handle]`
    setTold(t('movedTo', { name: titleOf(entries[from], from), place: to + 1, count: entries.length }))
  }

  function remove(at: number): void {
    edits.remove(path, at)
    setOpenAt(null)
    focusNext.current = '[data-add]'
    setTold(t('removed', { name: titleOf(entries[at], at) }))
  }

  function add(): void {
    edits.add(path, emptyEntry(entry))
    setOpenAt(entries.length)
    focusNext.current = `[data-row="${entries.length}"] :is(input, select, textarea)`
  }

  return (
    <div ref={list} role="group" aria-labelledby={own} className={classes['list']} data-path={path.join('.')}>
      <div>
        <div id={own} className={classes['legend']}>
          {label}
          {required && (
            <span aria-hidden="true" className={classes['asterisk']}>
              {' *'}
            </span>
          )}
        </div>
        {description !== undefined && <p className={classes['note']}>{description}</p>}
      </div>
      {entries.length > 0 && (
        <ol className={classes['entries']}>
          {entries.map((one, at) => {
            const own = [...path, at]
            return (
              <EntryRow
                // Entries have no identity of their own but their position.
                key={at}
                at={at}
                count={entries.length}
                title={titleOf(one, at)}
                waits={edits.isWaiting(own)}
                error={edits.problemAt(own)}
                isOpen={openAt === at}
                onOpen={() => setOpenAt(openAt === at ? null : at)}
                onMove={(to) => move(at, to)}
                onRemove={() => remove(at)}
              >
                <EntryFields id={id} path={own} value={one} entry={entry} />
              </EntryRow>
            )
          })}
        </ol>
      )}
      {error !== undefined && <p className={classes['wrong']}>{error}</p>}
      <div>
        <Button
          variant="default"
          size="compact-md"
          data-add
          aria-label={t('addTo', { name: label })}
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          disabled={waits}
          onClick={add}
        >
          {t('add')}
        </Button>
      </div>
      <p role="status" className={classes['told']}>
        {told}
      </p>
    </div>
  )
}

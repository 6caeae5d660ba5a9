import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconChevronDown, IconChevronRight, IconX } from '@tabler/icons-react'
import { useId } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { useTexts } from '../texts.ts'
import classes from '../forms.module.css'

interface Props {
  at: number
  count: number
  title: string
  /** It is not in the configuration yet, because something in it is missing or wrong. */
  waits: boolean
  error: string | undefined
  isOpen: boolean
  onOpen: () => void
  onMove: (to: number) => void
  onRemove: () => void
  children: ReactNode
}

/** An entry of a list: its title unfolds it, buttons and Alt with the arrow keys move it. */
export function EntryRow({ at, count, title, waits, error, isOpen, onOpen, onMove, onRemove, children }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  const content = useId()
  const Chevron = isOpen ? IconChevronDown : IconChevronRight

  function press(event: KeyboardEvent): void {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (by === 0 || !event.altKey) return
    event.preventDefault()
    onMove(at + by)
  }

  const button = (label: string, Icon: typeof IconX, act: () => void, isOff = false) => (
    <ActionIcon variant="subtle" color="gray" size={32} aria-label={label} title={label} disabled={isOff} onClick={act}>
      <Icon size={16} aria-hidden="true" />
    </ActionIcon>
  )

  return (
    <li className={classes['entry']} data-row={at} data-open={isOpen || undefined}>
      <div className={classes['entryHead']}>
        <button
          type="button"
          data-handle
          className={classes['handle']}
          aria-expanded={isOpen}
          aria-controls={content}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          title={t('moveHelp')}
          onClick={onOpen}
          onKeyDown={press}
        >
          <Chevron size={16} aria-hidden="true" />
          <span>{title}</span>
        </button>
        {button(t('moveUp', { name: title }), IconArrowUp, () => onMove(at - 1), at === 0 || waits)}
        {button(t('moveDown', { name: title }), IconArrowDown, () => onMove(at + 1), at === count - 1 || waits)}
        {button(app('removeNamed', { name: title }), IconX, onRemove)}
      </div>
      {error !== undefined && <p className={classes['wrong']}>{error}</p>}
      <div id={content} className={classes['entryBody']} hidden={!isOpen}>
        {isOpen && children}
        {isOpen && waits && <p className={classes['note']}>{t('notAdded')}</p>}
      </div>
    </li>
  )
}

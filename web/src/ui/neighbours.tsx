import { ActionIcon, Tooltip } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useFormat } from '#web/lib/format.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { useShortcuts } from '#web/lib/use-shortcuts.ts'
import classes from './neighbours.module.css'

/** One of the two neighbours: what its button is called, and opens it; null where the list ends. */
export interface Neighbour {
  text: string
  open: (() => void) | null
}

interface Props {
  /** What the group of buttons is called. */
  label: string
  previous: Neighbour
  next: Neighbour
  /** Where the one shown stands in its list, from 0. */
  position: number
  total: number
}

/** Leads to the previous and next one of the list that a page was opened from, also with `k` and `j`. */
export function Neighbours({ label, previous, next, position, total }: Props) {
  const t = useAppTexts()
  const format = useFormat()
  const buttons = [
    { ...previous, key: 'k', Icon: IconChevronUp },
    { ...next, key: 'j', Icon: IconChevronDown },
  ].map(({ open, ...button }) => ({ ...button, isEnd: open === null, run: () => open?.() }))
  useShortcuts(buttons.map(({ key, text, run }) => ({ keys: [key], text, run })))
  return (
    <div role="group" aria-label={label} className={classes['neighbours']}>
      {buttons.map(({ key, text, isEnd, run, Icon }) => (
        <Tooltip key={key} label={`${text} (${key})`}>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={text}
            aria-keyshortcuts={key}
            // Not `disabled`, so that the focus stays on the button at the end of the list.
            data-disabled={isEnd || undefined}
            aria-disabled={isEnd || undefined}
            onClick={run}
          >
            <Icon size={18} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      ))}
      <span className={classes['position']} role="status">
        {t('positionOf', { position: format.number(position + 1), total: format.number(total) })}
      </span>
    </div>
  )
}

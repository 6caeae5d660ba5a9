import { ActionIcon, Tooltip } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { useGo } from '#web/lib/use-go.ts'
import { useShortcuts } from '#web/lib/use-shortcuts.ts'
import type { Shortcut } from '#web/lib/use-shortcuts.ts'
import { paths } from '#web/paths.ts'
import { useTexts } from '#web/widgets/alert-table/texts.ts'
import classes from './alert.module.css'
import type { AlertRef } from './queries.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Ids of the alerts that the list showed from which this alert was opened; kept in the entry of the history. */
    alertIds?: readonly number[]
  }
}

/** The previous and next alert of those that the list showed, also with `k` and `j`; nothing without a list. */
export function AlertNeighbours({ survey, alertId }: AlertRef) {
  const t = useTexts()
  const format = useFormat()
  const go = useGo()
  const ids = useLocation({ select: ({ state }) => state.alertIds }) ?? none
  const at = ids.indexOf(alertId)
  const shortcuts = useMemo((): Shortcut[] => {
    // Back leads to the list, so the alerts passed on the way leave no entries.
    const open = (id: number | undefined) => () => {
      if (at >= 0 && id !== undefined) go(paths.alert(survey, id), { replace: true, state: { alertIds: ids } })
    }
    return [
      { keys: ['k'], text: t('previousAlert'), run: open(ids[at - 1]) },
      { keys: ['j'], text: t('nextAlert'), run: open(ids[at + 1]) },
    ]
  }, [ids, at, survey, go, t])
  useShortcuts(shortcuts)
  if (at < 0) return null
  const isThere = [at > 0, at < ids.length - 1]
  return (
    <div role="group" aria-label={t('neighbours')} className={classes['neighbours']}>
      {shortcuts.map(({ keys: [key], text, run }, index) => (
        <Tooltip key={key} label={`${text} (${key})`}>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={text}
            aria-keyshortcuts={key}
            // Not `disabled`, so that the focus stays on the button at the end of the list.
            data-disabled={isThere[index] === false || undefined}
            aria-disabled={isThere[index] === false || undefined}
            onClick={run}
          >
            {index === 0 ? (
              <IconChevronUp size={18} aria-hidden="true" />
            ) : (
              <IconChevronDown size={18} aria-hidden="true" />
            )}
          </ActionIcon>
        </Tooltip>
      ))}
      <span className={classes['position']} role="status">
        {t('positionOf', { position: format.number(at + 1), total: format.number(ids.length) })}
      </span>
    </div>
  )
}

const none: readonly number[] = []

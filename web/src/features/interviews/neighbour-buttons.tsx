import { ActionIcon, Tooltip } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { useGo } from '#web/lib/use-go.ts'
import { useShortcuts } from '#web/lib/use-shortcuts.ts'
import type { Shortcut } from '#web/lib/use-shortcuts.ts'
import { paths } from '#web/paths.ts'
import { neighboursQuery } from '#web/widgets/ranking-table/neighbours.ts'
import type { Neighbour } from '#web/widgets/ranking-table/neighbours.ts'
import classes from './interview.module.css'
import type { InterviewRef } from './queries.ts'
import { useTexts } from './texts.ts'

/** The previous and next interview of the list this one was opened from, also with `k` and `j`; nothing without one. */
export function NeighbourButtons({ survey, interviewId }: InterviewRef) {
  const t = useTexts()
  const format = useFormat()
  const go = useGo()
  const list = useLocation({ select: ({ state }) => state.interviewList })
  const { data, isPlaceholderData } = useQuery(neighboursQuery(survey, interviewId, list))
  // While another interview loads, the neighbours known are still those of the one before.
  const known = list === undefined || isPlaceholderData ? null : (data ?? null)
  const shortcuts = useMemo((): Shortcut[] => {
    const open = (neighbour: Neighbour | null | undefined) => () => {
      if (neighbour == null || list === undefined) return
      const { position } = neighbour
      // Back leads to the list, so the interviews passed on the way leave no entries.
      go(paths.interview(survey, neighbour.interviewId), {
        replace: true,
        state: { interviewList: { ...list, position } },
      })
    }
    return [
      { keys: ['k'], text: t('previousInterview'), run: open(known?.previous) },
      { keys: ['j'], text: t('nextInterview'), run: open(known?.next) },
    ]
  }, [known, list, survey, go, t])
  useShortcuts(shortcuts)
  if (list === undefined || data == null) return null
  const isThere = [data.previous !== null, data.next !== null]
  return (
    <div role="group" aria-label={t('neighbours')} className={classes['neighbours']}>
      {shortcuts.map(({ keys: [key], text, run }, at) => (
        <Tooltip key={key} label={`${text} (${key})`}>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={text}
            aria-keyshortcuts={key}
            // Not `disabled`, so that the focus stays on the button at the end of the list.
            data-disabled={isThere[at] === false || undefined}
            aria-disabled={isThere[at] === false || undefined}
            onClick={run}
          >
            {at === 0 ? (
              <IconChevronUp size={18} aria-hidden="true" />
            ) : (
              <IconChevronDown size={18} aria-hidden="true" />
            )}
          </ActionIcon>
        </Tooltip>
      ))}
      <span className={classes['position']} role="status">
        {t('positionOf', { position: format.number(data.position + 1), total: format.number(data.total) })}
      </span>
    </div>
  )
}

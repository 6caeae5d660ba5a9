import { Tooltip } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { use, useCallback, useEffect, useMemo, useRef } from 'react'
import type { ReactNode } from 'react'
import { parentPath } from '@gensvar/contract/path-steps'
import type { Segment, SegmentedDrillPath } from '@gensvar/contract/entities/navigation'
import { UnitsChip } from '#web/features/filters/service.ts'
import { ConnectionContext } from '#web/lib/connection-context.ts'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useChangePath, useDrillPath, usePlace } from '#web/lib/place.ts'
import { useCountedPath } from '#web/lib/cases-path.ts'
import { segmentsKey, segmentsQuery } from '#web/lib/segments.ts'
import { useAskedPage, useFollowsFilters } from '#web/lib/shown-page.ts'
import { useAreAlertsOld, useOpenAlerts } from '#web/lib/survey-status.ts'
import { useUpKey } from '#web/lib/use-up-key.ts'
import { paths } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { notifyError } from '#web/ui/notify.tsx'
import { titleWhenCut } from '#web/ui/title-when-cut.ts'
import { usePending } from '#web/ui/pending.ts'
import classes from './drill-path-bar.module.css'
import { knownSteps } from './known-steps.ts'
import { SegmentMenu } from './segment-menu.tsx'
import { useTexts } from './texts.ts'

interface StepProps {
  segment: Segment
  /** The path of the next step, which the menu of children highlights. */
  next: string | undefined
  last: boolean
  onGo: (path: string) => void
}

function Step({ segment, next, last, onGo }: StepProps) {
  const text = useLocalText()
  const help = text(segment.helpText)
  return (
    <li className={classes['step']}>
      <Tooltip label={help} disabled={help === ''}>
        <button
          type="button"
          className={classes['segment']}
          aria-current={last ? 'location' : undefined}
          onClick={() => onGo(segment.path)}
          onPointerEnter={titleWhenCut}
          onFocus={titleWhenCut}
        >
          {segment.text}
        </button>
      </Tooltip>
      {segment.children.some((child) => child.accessAllowed) && (
        <SegmentMenu segment={segment} current={next} onChoose={onGo} />
      )}
    </li>
  )
}

/** The steps to the place; while they cannot be fetched, those that are known from other places and pages. */
function useSteps(): {
  segments: readonly Segment[]
  isPlaceholderData: boolean
  data: SegmentedDrillPath | undefined
} {
  const place = usePlace()
  const client = useQueryClient()
  const { data, isPlaceholderData } = useQuery(segmentsQuery(place.survey, place.drillPath, useAskedPage()))
  const isOffline = use(ConnectionContext)?.trouble === 'offline'
  const isUnknown = data === undefined || (isOffline && isPlaceholderData)
  const known = useMemo(() => {
    if (!isUnknown) return null
    const found = client.getQueriesData<SegmentedDrillPath>({ queryKey: segmentsKey(place.survey) })
    return knownSteps(
      place,
      found.flatMap(([, answer]) => answer ?? []),
    )
  }, [isUnknown, client, place])
  return { segments: (isUnknown ? known : data.segments) ?? [], isPlaceholderData, data }
}

/**
 * The current place in the hierarchy: each step is a link, and its chevron lists the units below it. `children` stand
 * beside the place.
 */
export function DrillPathBar({ children }: { children?: ReactNode }) {
  const t = useTexts()
  const format = useFormat()
  const drillPath = useDrillPath()
  const place = usePlace()
  const change = useChangePath()
  const { survey } = place
  const { segments, isPlaceholderData, data } = useSteps()
  const areAlertsOld = useAreAlertsOld()
  const isOffline = use(ConnectionContext)?.trouble === 'offline'
  const pending = usePending({ isPlaceholderData: isPlaceholderData || areAlertsOld })
  const counted = useCountedPath()
  const isFollowed = useFollowsFilters()
  const counts = useOpenAlerts() ?? null
  // Offline, the number of the place before is not replaced soon.
  const openAlerts = isOffline && areAlertsOld ? null : counts
  const list = useRef<HTMLOListElement>(null)
  const go = useCallback((path: string) => void change(path).catch(notifyError), [change])
  const goUp = useCallback(() => {
    if (place.place.length > 0) void change(parentPath(place)).catch(notifyError)
  }, [change, place])
  useUpKey(goUp)
  // On a narrow screen the end of the path matters most.
  useEffect(() => {
    if (list.current !== null) list.current.scrollLeft = list.current.scrollWidth
  }, [segments.length, drillPath])
  return (
    <nav className={classes['bar']} aria-label={t('drillPath')} {...pending}>
      {place.views.length > 0 && (
        <ol className={classes['steps']} ref={list}>
          {segments.map((segment, index) => (
            <Step
              key={segment.path}
              segment={segment}
              next={segments[index + 1]?.path}
              last={index === segments.length - 1}
              onGo={go}
            />
          ))}
        </ol>
      )}
      {isFollowed && (
        <div className={classes['beside']}>
          {children}
          <UnitsChip isOffered={data?.hasMovedUnits === true} />
        </div>
      )}
      {isFollowed && openAlerts !== null && (
        <AppLink
          href={paths.alertList(survey, counted, { states: 'open' })}
          className={classes['alerts']}
          data-some={openAlerts > 0 || undefined}
        >
          <IconAlertCircle size={16} stroke={1.75} aria-hidden="true" />
          <span className={classes['alertWords']}>
            {t(data?.ownAlertsOnly === true ? 'ownAlertsHere' : 'alertsHere', { count: openAlerts })}
          </span>
          <span className={classes['alertCount']} aria-hidden="true">
            {format.number(openAlerts)}
          </span>
        </AppLink>
      )}
    </nav>
  )
}

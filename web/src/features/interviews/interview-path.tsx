import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useDrillPath } from '#web/lib/place.ts'
import { segmentsQuery } from '#web/lib/segments.ts'
import { useUpKey } from '#web/lib/use-up-key.ts'
import { paths } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import classes from './interview.module.css'
import { NeighbourButtons } from './neighbour-buttons.tsx'
import type { InterviewRef } from './queries.ts'
import { useTexts } from './texts.ts'

interface Props extends InterviewRef {
  /** The interview's place in the hierarchy; null while it is not known. */
  drillPath: string | null
}

const leaveKeys: readonly string[] = ['Backspace', 'Escape']

/** The link back, also with Backspace and Escape, the other interviews of the list, and the place in the hierarchy; each step links to its ranking. */
export function InterviewPath({ survey, interviewId, drillPath }: Props) {
  return (
    <div className={classes['path']}>
      <BackButton survey={survey} drillPath={drillPath} />
      <NeighbourButtons survey={survey} interviewId={interviewId} />
      {drillPath !== null && <Steps survey={survey} drillPath={drillPath} />}
    </div>
  )
}

/** Leads to the screen before; to the ranking of the interview's place, or of the last one, if there is none. */
export function BackButton({ survey, drillPath }: Omit<Props, 'interviewId'>) {
  const t = useTexts()
  const router = useRouter()
  const lastPath = useDrillPath()
  const leave = useCallback(() => {
    if (router.history.canGoBack()) router.history.back()
    else router.history.push(paths.ranking(survey, drillPath ?? lastPath))
  }, [router, survey, drillPath, lastPath])
  useUpKey(leave, leaveKeys)
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />}
      onClick={leave}
    >
      {t('back')}
    </Button>
  )
}

function Steps({ survey, drillPath }: { survey: string; drillPath: string }) {
  const t = useTexts()
  const { data } = useQuery(segmentsQuery(survey, drillPath))
  return (
    <nav aria-label={t('drillPath')}>
      <ol className={classes['steps']}>
        {data?.segments.map((segment) => (
          <li key={segment.path}>
            <AppLink href={paths.ranking(survey, segment.path)}>{segment.text}</AppLink>
          </li>
        ))}
      </ol>
    </nav>
  )
}

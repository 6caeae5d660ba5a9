import { useDrillPath } from '#web/lib/place.ts'
import { paths } from '#web/paths.ts'
import classes from './interview.module.css'
import { NeighbourButtons } from './neighbour-buttons.tsx'
import { BackButton, PlaceSteps } from './place-path.tsx'
import type { InterviewRef } from './queries.ts'
import { useTexts } from './texts.ts'

interface Props extends InterviewRef {
  /** The interview's place in the hierarchy; null while it is not known. */
  drillPath: string | null
}

/** The way back, the other interviews of the list, and the interview's place in the hierarchy. */
export function InterviewPath({ survey, interviewId, drillPath }: Props) {
  const t = useTexts()
  return (
    <div className={classes['path']}>
      <BackToRanking survey={survey} drillPath={drillPath} />
      <NeighbourButtons survey={survey} interviewId={interviewId} />
      {drillPath !== null && <PlaceSteps survey={survey} drillPath={drillPath} label={t('drillPath')} />}
    </div>
  )
}

/** Leads to the screen before; to the ranking of the interview's place, or of the last one, if there is none. */
export function BackToRanking({ survey, drillPath }: Omit<Props, 'interviewId'>) {
  const lastPath = useDrillPath()
  return <BackButton address={paths.ranking(survey, drillPath ?? lastPath)} />
}

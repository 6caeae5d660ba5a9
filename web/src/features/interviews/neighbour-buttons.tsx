import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'
import { Neighbours } from '#web/ui/neighbours.tsx'
import { neighboursQuery } from '#web/widgets/ranking-table/neighbours.ts'
import type { Neighbour } from '#web/widgets/ranking-table/neighbours.ts'
import type { InterviewRef } from './queries.ts'
import { useTexts } from './texts.ts'

/** The previous and next interview of the list this one was opened from; nothing without one. */
export function NeighbourButtons({ survey, interviewId }: InterviewRef) {
  const t = useTexts()
  const go = useGo()
  const list = useLocation({ select: ({ state }) => state.interviewList })
  const { data, isPlaceholderData } = useQuery(neighboursQuery(survey, interviewId, list))
  if (list === undefined || data == null) return null
  const neighbour = (text: string, found: Neighbour | null) => ({
    text,
    open:
      found === null
        ? null
        : () => {
            // While another interview loads, the neighbours known are still those of the one before.
            if (isPlaceholderData) return
            // Back leads to the list, so the interviews passed on the way leave no entries.
            go(paths.interview(survey, found.interviewId), {
              replace: true,
              state: { interviewList: { ...list, position: found.position } },
            })
          },
  })
  return (
    <Neighbours
      label={t('neighbours')}
      previous={neighbour(t('previousInterview'), data.previous)}
      next={neighbour(t('nextInterview'), data.next)}
      position={data.position}
      total={data.total}
    />
  )
}

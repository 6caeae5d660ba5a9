import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getGlobalOverview } from '@gensvar/contract/overview'
import type { SignInResult } from '@gensvar/contract/identity'
import { call } from '#web/api.ts'
import { rememberSurvey } from '#web/lib/last-survey.ts'
import type { Choose } from './overview-block.tsx'
import { OverviewPanel } from './overview-panel.tsx'

/** Requests the first time span while the time spans are not known yet. */
const firstSpan = '-'

interface Props {
  identity: Pick<SignInResult, 'username'>
  /** Called with the universe and the meta-interview of the tile chosen. */
  onSelect: Choose
}

/** The overview on the login screen, where a user of several universes chooses one. */
export function LoginOverview({ identity: { username }, onSelect }: Props) {
  const [timeSpan, setTimeSpan] = useState<string | null>(null)
  const query = useQuery({
    queryKey: ['login', 'overview', username, timeSpan],
    queryFn: ({ signal }) =>
      call(getGlobalOverview, { params: { username, timeSpan: timeSpan ?? firstSpan } }, { signal }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
  const select: Choose = (universe, metaInterview) => {
    // The login continues to the last survey, so make that the tile's survey.
    rememberSurvey(metaInterview)
    onSelect(universe, metaInterview)
  }
  return <OverviewPanel query={query} timeSpan={timeSpan} onTimeSpan={setTimeSpan} onSelect={select} />
}

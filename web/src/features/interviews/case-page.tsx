import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '#web/lib/api-error.ts'
import { startAddress, useSurveyStart } from '#web/lib/survey-start.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { useGo } from '#web/lib/use-go.ts'
import { DataState } from '#web/ui/states/data-state.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import classes from './case-page.module.css'
import { BackButton, PlaceSteps } from './place-path.tsx'

/** Whether the number that an address names can be the id of a row; if it cannot, there is no such row. */
export function isRowId(id: number): boolean {
  return Number.isSafeInteger(id) && id >= 0
}

interface Props<T> {
  survey: string
  /** Whether the address can name one at all (`isRowId`); otherwise `query` is not enabled. */
  isRow: boolean
  query: UseQueryResult<T>
  /** Where the way back leads if there is no screen before. */
  back: string
  /** The previous and next one of the list. */
  neighbours?: ReactNode
  texts: { drillPath: string; notFound: string; notFoundHelp: string }
  /** On narrow screens the content names the place, and the steps to it are left out. */
  placeBelow?: boolean
  /** Shown instead of everything below the way back, because nobody may see it here. */
  closed?: ReactNode
  children: (data: T) => ReactNode
}

/** The page of one interview, sample or alert: the way back, its neighbours and place, and what is known of it. */
export function CasePage<T extends { drillPath: string }>(props: Props<T>) {
  const { survey, isRow, query, back, neighbours, texts, placeBelow, closed, children } = props
  const isMissing = !isRow || (query.error instanceof ApiError && query.error.code === 'not_found')
  return (
    <div className={classes['page']}>
      <div className={classes['path']} data-place-below={placeBelow}>
        <BackButton address={back} />
        {neighbours}
        {query.data !== undefined && (
          <PlaceSteps survey={survey} drillPath={query.data.drillPath} label={texts.drillPath} />
        )}
      </div>
      {closed ??
        (isMissing ? (
          <NotFound title={texts.notFound}>{texts.notFoundHelp}</NotFound>
        ) : (
          <DataState query={query} height={480}>
            {children}
          </DataState>
        ))}
    </div>
  )
}

/** There is no such row; leads to the start page. */
function NotFound({ title, children }: { title: string; children: string }) {
  const app = useAppTexts()
  const go = useGo()
  const start = useSurveyStart()
  return (
    <Empty title={title} action={{ text: app('toStart'), run: () => go(startAddress(start)) }}>
      {children}
    </Empty>
  )
}

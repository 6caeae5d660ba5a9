import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ApiError } from '#web/lib/api-error.ts'
import { useDrillPath } from '#web/lib/place.ts'
import { startAddress, useSurveyStart } from '#web/lib/survey-start.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'
import { BackButton, PlaceSteps } from '#web/features/interviews/service.ts'
import { DataState } from '#web/ui/states/data-state.tsx'
import { Empty, NoAccess } from '#web/ui/states/states.tsx'
import { useTexts } from '#web/widgets/alert-table/texts.ts'
import classes from './alert.module.css'
import { AlertNeighbours } from './alert-neighbours.tsx'
import { AroundAlert } from './around-alert.tsx'
import { HandleCard } from './handle-card.tsx'
import { HeadCard } from './head-card.tsx'
import { alertQuery } from './queries.ts'
import type { Alert, AlertRef } from './queries.ts'

/** The page of an alert: what happened, how to reach the customer, and what was done about it. */
export function AlertPage({ survey, alertId }: AlertRef) {
  const t = useTexts()
  const { named } = useSurveyStart()
  // The id in the URL may be anything; if it is not a number, there is no such alert.
  const isNumber = Number.isSafeInteger(alertId) && alertId >= 0
  const query = useQuery({ ...alertQuery({ survey, alertId }), enabled: isNumber && named })
  const isMissing = !isNumber || (query.error instanceof ApiError && query.error.code === 'not_found')
  const drillPath = query.data?.drillPath
  const lastPath = useDrillPath()
  const list = paths.alertList(survey, drillPath ?? lastPath)
  return (
    <div className={classes['page']}>
      <div className={classes['path']}>
        <BackButton address={list} />
        <AlertNeighbours survey={survey} alertId={alertId} />
        {drillPath !== undefined && <PlaceSteps survey={survey} drillPath={drillPath} label={t('drillPath')} />}
      </div>
      {!named ? (
        <NoAccess>{t('anonymous')}</NoAccess>
      ) : isMissing ? (
        <NotFound />
      ) : (
        <DataState query={query} height={480}>
          {(alert) => <AlertView key={alert.id} alert={alert} survey={survey} list={list} />}
        </DataState>
      )}
    </div>
  )
}

/** There is no such alert; leads to the start page. */
function NotFound() {
  const t = useTexts()
  const app = useAppTexts()
  const go = useGo()
  const start = useSurveyStart()
  return (
    <Empty title={t('notFound')} action={{ text: app('toStart'), run: () => go(startAddress(start)) }}>
      {t('notFoundHelp')}
    </Empty>
  )
}

/** An alert; once it is closed, the list it was opened from is shown again, as it was left. */
function AlertView({ alert, survey, list }: { alert: Alert; survey: string; list: string }) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const ref = { survey, alertId: alert.id }
  const leave = () => {
    if (router.history.canGoBack()) router.history.back()
    else router.history.push(list)
  }
  return (
    <div className={classes['columns']}>
      <HeadCard
        alert={alert}
        survey={survey}
        onAssigned={() => queryClient.refetchQueries({ queryKey: alertQuery(ref).queryKey })}
      />
      <HandleCard alert={alert} survey={survey} onClosed={leave} />
      <AroundAlert alert={alert} survey={survey} />
    </div>
  )
}

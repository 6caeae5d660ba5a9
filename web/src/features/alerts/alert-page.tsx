import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDrillPath } from '#web/lib/place.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useLeave } from '#web/lib/use-leave.ts'
import { paths } from '#web/paths.ts'
import { CasePage, isRowId } from '#web/features/interviews/service.ts'
import { NoAccess } from '#web/ui/states/states.tsx'
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
  const isRow = isRowId(alertId)
  const query = useQuery({ ...alertQuery({ survey, alertId }), enabled: isRow && named })
  const lastPath = useDrillPath()
  const list = paths.alertList(survey, query.data?.drillPath ?? lastPath)
  return (
    <CasePage
      survey={survey}
      isRow={isRow}
      query={query}
      back={list}
      neighbours={<AlertNeighbours survey={survey} alertId={alertId} />}
      texts={{ drillPath: t('drillPath'), notFound: t('notFound'), notFoundHelp: t('notFoundHelp') }}
      placeBelow
      closed={named ? undefined : <NoAccess>{t('anonymous')}</NoAccess>}
    >
      {(alert) => <AlertView key={alert.id} alert={alert} survey={survey} list={list} />}
    </CasePage>
  )
}

/** An alert; once it is closed, the list it was opened from is shown again, as it was left. */
function AlertView({ alert, survey, list }: { alert: Alert; survey: string; list: string }) {
  const leave = useLeave(list)
  const queryClient = useQueryClient()
  const ref = { survey, alertId: alert.id }
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

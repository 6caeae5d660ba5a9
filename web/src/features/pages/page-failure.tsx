import { ApiError } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useChangePath, usePlace } from '#web/lib/place.ts'
import { startAddress, useSurveyStart } from '#web/lib/survey-start.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { useGo } from '#web/lib/use-go.ts'
import { Card } from '#web/ui/card.tsx'
import { notifyError } from '#web/ui/notify.tsx'
import type { SharedFailure } from '#web/ui/states/failure-scope.ts'
import { Notice } from '#web/ui/states/notice.tsx'
import type { NoticeAction } from '#web/ui/states/notice.tsx'
import { NoAccess } from '#web/ui/states/states.tsx'
import { useTexts } from '#web/widgets/texts.ts'

/** What the reader can do: correct what the address asks for, or try again. */
function useWayOn({ error, retry }: SharedFailure): NoticeAction {
  const t = useTexts()
  const app = useAppTexts()
  const go = useGo()
  const place = usePlace()
  const change = useChangePath()
  const start = useSurveyStart()
  const code = error instanceof ApiError ? error.code : 'internal'
  if (code === 'validation' && place.filters.length > 0)
    return { text: t('clearFilters'), run: () => void change({ ...place, filters: [] }).catch(notifyError) }
  if (code === 'validation' || code === 'not_found' || code === 'forbidden')
    return { text: app('toStart'), run: () => go(startAddress(start)) }
  return { text: app('tryAgain'), run: retry }
}

/** One message for a failure that the parts of a page share. `action` is what the reader can do, if it is not the usual. */
export function PageFailure({ failure, action: given }: { failure: SharedFailure; action?: NoticeAction }) {
  const app = useAppTexts()
  const wayOn = useWayOn(failure)
  const action = given ?? wayOn
  const { error, isWhole } = failure
  if (error instanceof ApiError && error.code === 'forbidden')
    return (
      <Card>
        <NoAccess action={action}>{error.message === '' ? undefined : error.message}</NoAccess>
      </Card>
    )
  const isSlow = error instanceof ApiError && error.code === 'timeout'
  const title = isSlow ? app('tooSlowTitle') : app(isWhole ? 'pageFailedTitle' : 'partFailedTitle')
  return (
    <Card>
      <Notice picture={isSlow ? 'too-slow' : 'failed'} title={title} action={action} alert compact={!isWhole}>
        {isSlow ? app('tooSlowText') : errorText(error)}
      </Notice>
    </Card>
  )
}

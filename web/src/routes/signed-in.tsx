import { Outlet, useLocation } from '@tanstack/react-router'
import { useSuspenseQuery } from '@tanstack/react-query'
import { logout } from '@gensvar/contract/identity'
import { Suspense, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { call } from '#web/api.ts'
import { BugNotifier } from '#web/features/bugs/bug-notifier.tsx'
import { DoubtsNotice } from '#web/features/doubts/doubts-notice.tsx'
import { madeStore } from '#web/features/imports/made-survey.ts'
import { logOut } from '#web/features/session/logout.ts'
import { Freshness } from '#web/features/shell/freshness.tsx'
import { ImpersonationBanner } from '#web/features/shell/impersonation-banner.tsx'
import { Shell } from '#web/features/shell/shell.tsx'
import { Tools } from '#web/features/shell/tools.tsx'
import { SystemMessageBar } from '#web/features/system-message/system-message-bar.tsx'
import { ApiError } from '#web/lib/api-error.ts'
import { applyBranding } from '#web/lib/branding.ts'
import { rememberSurvey } from '#web/lib/last-survey.ts'
import { onDemand, whenOpened } from '#web/lib/on-demand.tsx'
import { useLocalText } from '#web/lib/local-text.ts'
import { EditsDraftContext } from '#web/lib/path-draft.ts'
import { expandedPathQuery, storedPathId, useDrillPath } from '#web/lib/place.ts'
import { isPreview } from '#web/lib/preview-draft.ts'
import { screenTitle } from '#web/lib/screen-title.ts'
import { sessionStore, useIdentity, useSession } from '#web/lib/session-store.ts'
import { hasStartedReports } from '#web/lib/started-reports.ts'
import { useStore } from '#web/lib/store.ts'
import { useSurveyStart, useSurveyStartIfAny } from '#web/lib/survey-start.ts'
import { useCurrentStart, useNewerFigures, useSurveyStatus } from '#web/lib/survey-status.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { useGo } from '#web/lib/use-go.ts'
import { useShownPage } from '#web/lib/shown-page.ts'
import { ShownFiltersContext } from '#web/lib/shown-filters.ts'
import { paths } from '#web/paths.ts'
import { notifyError } from '#web/ui/notify.tsx'
import { DataState } from '#web/ui/states/data-state.tsx'
import { Loading, PageSkeleton } from '#web/ui/states/loading.tsx'
import { Notice } from '#web/ui/states/notice.tsx'
import { WidgetBoundary } from '#web/widgets/widget-boundary.tsx'

/** Waits until the browser is idle; a short time where it cannot tell. */
function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 500 })
    else setTimeout(resolve, 200)
  })
}

const ShownFilters = onDemand(() => import('#web/features/filters/shown-filters.tsx').then((file) => file.ShownFilters))
const shownFilters = <ShownFilters />

const FilterSidebar = onDemand(async () => {
  await whenIdle()
  return (await import('#web/features/filters/filter-sidebar.tsx')).FilterSidebar
})

const ShowAnswers = onDemand(async () => (await import('#web/features/filters/show-answers.tsx')).ShowAnswers)

const Announcements = onDemand(
  async () => (await import('#web/features/announcements/announcement-dialog.tsx')).Announcements,
)

const ReportTray = onDemand(async () => {
  await whenIdle()
  return (await import('#web/features/reports/report-tray.tsx')).ReportTray
})

const MadeNotice = onDemand(async () => (await import('#web/features/imports/made-notice.tsx')).MadeNotice)

const SupportDialog = whenOpened(() =>
  import('#web/features/support/support-dialog.tsx').then((file) => file.SupportDialog),
)

/** The notice of a survey that was just made of a file. */
function MadeHere() {
  const isMade = useStore(madeStore, (state) => state.made !== null)
  if (!isMade) return null
  return (
    <Suspense fallback={null}>
      <MadeNotice />
    </Suspense>
  )
}

/** The filters, loaded after the page's first drawing, because figures come first. */
function Filters({ onHide }: { onHide?: () => void }) {
  const page = useShownPage()
  const { data: start } = useSurveyStartIfAny()
  return (
    <WidgetBoundary>
      <Suspense fallback={<Loading height={320} />}>
        <EditsDraftContext value={true}>
          <FilterSidebar interval={(page ?? start?.survey)?.selectionInterval ?? null} onHide={onHide} />
        </EditsDraftContext>
      </Suspense>
    </WidgetBoundary>
  )
}

function FiltersFoot({ onShow }: { onShow: () => void }) {
  const page = useShownPage()
  const { data: start } = useSurveyStartIfAny()
  return (
    <Suspense fallback={<Loading height={42} />}>
      <EditsDraftContext value={true}>
        <ShowAnswers interval={(page ?? start?.survey)?.selectionInterval ?? null} onShow={onShow} />
      </EditsDraftContext>
    </Suspense>
  )
}

/** Waits for the stored path when the address has only its id (`sel=<id>`). */
function StoredPath({ survey, id, children }: { survey: string; id: string; children: ReactNode }) {
  useSuspenseQuery(expandedPathQuery(survey, id))
  return children
}

/** Applies the survey's branding and title, and remembers the survey and place shown. */
function Effects() {
  const { branding, survey } = useSurveyStart()
  const text = useLocalText()
  const page = useShownPage()
  const drillPath = useDrillPath()
  const named = useStore(screenTitle, (state) => state.title)
  const title = [named ?? '', page === undefined ? '' : text(page.title), text(survey.title), 'Gensvar']
    .filter((part) => part !== '')
    .join(' · ')
  useEffect(() => applyBranding(branding), [branding])
  useEffect(() => rememberSurvey(survey.extName), [survey.extName])
  useEffect(() => sessionStore.set({ drillPath }), [drillPath])
  useEffect(() => {
    document.title = title
  }, [title])
  return null
}

/** The tray of reports, where one was started here or in this browser before. */
function Reports() {
  const survey = useSession((state) => state.survey) ?? '-'
  const isStarted = useSession((state) => state.reports.length > 0)
  if (!isStarted && !hasStartedReports(survey)) return null
  return (
    <WidgetBoundary>
      <Suspense fallback={null}>
        <ReportTray />
      </Suspense>
    </WidgetBoundary>
  )
}

/** Announcements are shown over the alert list and the generic pages; over a preview they would hide it and take the focus. */
function AnnouncementsHere() {
  const screen = useLocation({ select: (location) => location.pathname.split('/')[1] })
  return !isPreview && (screen === 'alertlist' || screen === 'page') ? <Announcements /> : null
}

/**
 * Shown when the address names a survey that the user's organisation does not have; `universe` is the one that has it,
 * which only root is told.
 */
function UnknownSurvey({ name, universe }: { name: string; universe: string | undefined }) {
  const t = useAppTexts()
  const go = useGo()
  if (universe !== undefined)
    return (
      <Notice
        picture="empty"
        title={t('surveyElsewhere', { name })}
        action={{
          text: t('toUniverse', { universe }),
          run: () => go(paths.login({ change: 'universe', universe, survey: name })),
        }}
      >
        {t('surveyElsewhereText', { universe })}
      </Notice>
    )
  return (
    <Notice
      picture="empty"
      title={t('unknownSurvey', { name })}
      action={{ text: t('toStart'), run: () => go(paths.login()) }}
    >
      {t('unknownSurveyText')}
    </Notice>
  )
}

/** The screen itself, once the survey is there. */
function Screen() {
  const { data: start, error, isPending, refetch } = useSurveyStartIfAny()
  const survey = useSession((state) => state.survey)
  const id = storedPathId(useDrillPath())
  if (survey === null || survey === '-') return <Outlet />
  if (start === undefined && error instanceof ApiError && error.code === 'not_found')
    return <UnknownSurvey name={survey} universe={error.fields['universe']} />
  return (
    <DataState query={{ data: start, error, isPending, refetch }} loading={<PageSkeleton />}>
      {() => (
        <Suspense fallback={<PageSkeleton />}>
          <Effects />
          <AnnouncementsHere />
          <MadeHere />
          <DoubtsNotice />
          {id === null ? (
            <Outlet />
          ) : (
            <StoredPath survey={survey} id={id}>
              <Outlet />
            </StoredPath>
          )}
          <Freshness />
        </Suspense>
      )}
    </DataState>
  )
}

/** Ends acting as somebody else and starts a new session of the user's own. */
async function stopActing(): Promise<void> {
  await call(logout, {})
  window.location.assign('/')
}

/** Everything behind sign-in: the frame, filled by the features. */
export default function SignedIn() {
  const { isRoot } = useIdentity()
  const survey = useSession((state) => state.survey)
  const { data: start } = useSurveyStartIfAny()
  const status = useSurveyStatus()
  useCurrentStart()
  useNewerFigures()
  const [support, setSupport] = useState(false)
  return (
    <Shell
      notices={
        <>
          <SystemMessageBar message={status?.systemMessage} />
          <ImpersonationBanner onStop={() => void stopActing().catch(notifyError)} />
        </>
      }
      filters={(onHide) => <Filters onHide={onHide} />}
      filtersFoot={(close) => <FiltersFoot onShow={close} />}
      tools={(room, onShortcuts) => (
        <Tools
          room={room}
          onShortcuts={onShortcuts}
          onLogout={() => void logOut().catch(notifyError)}
          bugs={isRoot && survey !== null && survey !== '-' && <BugNotifier survey={survey} />}
        />
      )}
      onSupport={() => setSupport(true)}
      tray={<Reports />}
    >
      <ShownFiltersContext value={shownFilters}>
        <Screen />
      </ShownFiltersContext>
      <SupportDialog opened={support} onClose={() => setSupport(false)} support={start?.support} />
    </Shell>
  )
}

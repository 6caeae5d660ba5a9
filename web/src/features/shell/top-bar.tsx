import { IconFilter, IconHome, IconMenu2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { usePlace } from '#web/lib/place.ts'
import { useFollowsFilters } from '#web/lib/shown-page.ts'
import { sessionStore, useSession } from '#web/lib/session-store.ts'
import { homeAddress, useSurveyStartIfAny } from '#web/lib/survey-start.ts'
import type { SurveyStart } from '#web/lib/survey-start.ts'
import { useGo } from '#web/lib/use-go.ts'
import { AlertBadge } from './alert-badge.tsx'
import { Brand } from './brand.tsx'
import { IconButton } from './icon-button.tsx'
import { NoticeBell } from './notice-bell.tsx'
import { SurveyMenu } from './survey-menu.tsx'
import { useTexts } from './texts.ts'
import classes from './top-bar.module.css'
import { ViewTabs } from './view-tabs.tsx'

/** Sizes of the window that change the top bar. */
export type Room = 'wide' | 'middle' | 'narrow'

interface Props {
  room: Room
  hideTabs: boolean
  hideFilters: boolean
  /** Opens the drawer with the pages; absent when the sidebar is beside the content. */
  onOpenPages?: () => void
  /** Opens the drawer with the filters; absent when they are beside the content. */
  onOpenFilters?: () => void
  /** Buttons of the account, the administration and root. */
  tools: ReactNode
}

/** Opens the survey's default page without any filter. */
function HomeButton({ start }: { start: SurveyStart | undefined }) {
  const t = useTexts()
  const go = useGo()
  function goHome(): void {
    if (start === undefined) return go('/')
    sessionStore.set({ drillPath: start.startPath })
    go(homeAddress(start))
  }
  return <IconButton icon={IconHome} label={t('home')} onClick={goHome} />
}

function FiltersButton({ onOpen }: { onOpen: () => void }) {
  const t = useTexts()
  const chosen = usePlace().filters.length
  const active = useFollowsFilters() ? chosen : 0
  return (
    <IconButton
      icon={IconFilter}
      label={active === 0 ? t('filters') : t('filtersActive', { count: active })}
      count={active}
      data-open-filters=""
      onClick={onOpen}
    />
  )
}

/** The bar over every screen behind sign-in. */
export function TopBar({ room, hideTabs, hideFilters, onOpenPages, onOpenFilters, tools }: Props) {
  const t = useTexts()
  const { data: start } = useSurveyStartIfAny()
  const hasSurveys = useSession((state) => (state.identity?.surveys.length ?? 0) > 0)
  return (
    <header className={classes['bar']}>
      {onOpenPages !== undefined && <IconButton icon={IconMenu2} label={t('openPages')} onClick={onOpenPages} />}
      {room !== 'narrow' && <Brand />}
      <HomeButton start={start} />
      {hasSurveys && <SurveyMenu />}
      {start !== undefined && !hideTabs && room === 'wide' && <ViewTabs />}
      <div className={classes['tools']}>
        {start !== undefined && <AlertBadge />}
        <NoticeBell />
        {start !== undefined && !hideFilters && onOpenFilters !== undefined && <FiltersButton onOpen={onOpenFilters} />}
        {tools}
      </div>
    </header>
  )
}

import { useElementSize, useLocalStorage, useMediaQuery } from '@mantine/hooks'
import type { Page } from '@gensvar/contract/entities/survey'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import { useConnection } from '#web/lib/connection.ts'
import { ConnectionContext } from '#web/lib/connection-context.ts'
import { useDrillPath } from '#web/lib/place.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { filterWish } from '#web/lib/path-draft.ts'
import { newVersionStore } from '#web/lib/new-version.ts'
import { onDemand, whenOpened } from '#web/lib/on-demand.tsx'
import { isPreview } from '#web/lib/preview-draft.ts'
import { useReach } from '#web/lib/reach.ts'
import { pageAddress, useSurveyStartIfAny } from '#web/lib/survey-start.ts'
import { useKeptSide } from '#web/lib/side.ts'
import { useStore } from '#web/lib/store.ts'
import { useGo } from '#web/lib/use-go.ts'
import { usePreference } from '#web/lib/use-preference.ts'
import { snackbarWidth } from '#web/ui/constants.ts'
import { ConnectionNotice } from './connection-notice.tsx'
import { LeavePage } from './leave-page.tsx'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { useTexts } from './texts.ts'
import { TopBar } from './top-bar.tsx'
import type { Room } from './top-bar.tsx'
import { useFocusReturn } from './use-focus-return.ts'
import { useScreenFlags } from './use-screen-flags.ts'
import { pickLetters, useShortcuts } from '#web/lib/use-shortcuts.ts'
import type { Shortcut } from '#web/lib/use-shortcuts.ts'
import { ViewTabs } from './view-tabs.tsx'

const SideDrawer = whenOpened(() => import('./side-drawer.tsx').then((file) => file.SideDrawer))
const NewVersion = onDemand(() => import('./new-version.tsx').then((file) => file.NewVersion))
const ShortcutsDialog = whenOpened(() => import('./shortcuts-dialog.tsx').then((file) => file.ShortcutsDialog))

interface Slots {
  /** Bars over everything: the system message, the acting-as banner. */
  notices: ReactNode
  /** Content of the filter sidebar; `onHide` folds it, where it stands beside the screen. */
  filters: (onHide?: () => void) => ReactNode
  /** Under the filters where they cover the page: closes them. */
  filtersFoot: (close: () => void) => ReactNode
  /** Buttons at the end of the top bar. */
  tools: (room: Room, onShortcuts: () => void) => ReactNode
  /** Stays in sight at the end of the screen, such as reports under way. */
  tray: ReactNode
  /** The screen. */
  children: ReactNode
  onSupport: () => void
}

function useRoom(): Room {
  const wide = useMediaQuery('(min-width: 992px)', true, { getInitialValueInEffect: false })
  const middle = useMediaQuery('(min-width: 640px)', true, { getInitialValueInEffect: false })
  return wide ? 'wide' : middle ? 'middle' : 'narrow'
}

const isTrue = (stored: unknown): boolean => stored === true

/** The filter sidebar beside the screen, folded or not, which is remembered; the focus goes along. */
function useFoldedFilters(): [boolean, (folded: boolean) => void] {
  const [isFolded, setFolded] = usePreference('filters.folded', isTrue, { everywhere: true })
  const isFocusWanted = useRef(false)
  useEffect(() => {
    if (!isFocusWanted.current) return
    isFocusWanted.current = false
    // The filters may still be loading; then the sidebar itself has the focus.
    if (isFolded) focusFirst('[data-open-filters]')
    else if (!focusFirst(firstFilter)) focusFirst('[data-filter-sidebar]')
  }, [isFolded])
  const fold = useCallback(
    (folded: boolean) => {
      isFocusWanted.current = true
      setFolded(folded)
    },
    [setFolded],
  )
  return [isFolded, fold]
}

const firstFilter = '[data-filter-sidebar] :is(input, button, [tabindex="0"])'

/** Focuses the screen's search box or the filters. */
function focusFirst(selector: string): boolean {
  const target = document.querySelector<HTMLElement>(selector)
  target?.focus()
  return target !== null
}

function useShellShortcuts(openFilters: () => void, openList: () => void): Shortcut[] {
  const t = useTexts()
  const text = useLocalText()
  const go = useGo()
  const reach = useReach()
  const drillPath = useDrillPath()
  const keptSide = useKeptSide()
  const { data: start } = useSurveyStartIfAny()
  return useMemo(() => {
    const pageAt = (page: Page) => pageAddress(page, start?.survey.extName ?? '-', drillPath)
    const addressOf = (page: Page) => keptSide(page, pageAt(page))
    const pages = (start?.survey.pages ?? []).filter((page) => reach(pageAt(page)) === null)
    const titles = pages.map((page) => text(page.title))
    const letters = pickLetters(titles)
    const toPages = pages.map((page, index): Shortcut => ({
      keys: ['g', letters[index] ?? '0'],
      text: t('goTo', { page: titles[index] ?? '' }),
      run: () => go(addressOf(page)),
    }))
    return [
      { keys: ['/'], text: t('keySearch'), run: () => void focusFirst('[data-search]') },
      { keys: ['f'], text: t('keyFilters'), run: openFilters },
      { keys: ['?'], text: t('keyList'), run: openList },
      ...toPages,
    ]
  }, [start, drillPath, keptSide, go, reach, openFilters, openList, t, text])
}

/** A newly published version that waits until what is open is finished. */
function VersionNotice() {
  const waiting = useStore(newVersionStore, (state) => state.waiting)
  if (waiting === null) return null
  return (
    <Suspense fallback={null}>
      <NewVersion waiting={waiting} />
    </Suspense>
  )
}

/** The frame around every screen behind sign-in. */
export function Shell({ notices, filters, filtersFoot, tools, tray, children, onSupport }: Slots) {
  const t = useTexts()
  const room = useRoom()
  const roomForFilters = useMediaQuery('(min-width: 1200px)', true, { getInitialValueInEffect: false })
  const flags = useScreenFlags()
  const { data: start } = useSurveyStartIfAny()
  const [narrow, setNarrow] = useLocalStorage({ key: 'gensvar-sidebar-narrow', defaultValue: false })
  const [drawer, setDrawer] = useState<'pages' | 'filters' | null>(null)
  const [listed, setListed] = useState(false)
  const hasFilters = flags.hideFilters !== true && start !== undefined
  const close = () => setDrawer(null)
  const [isFolded, fold] = useFoldedFilters()
  const areFiltersBeside = hasFilters && roomForFilters && !isFolded

  const openFilters = useMemo(
    () => () => {
      if (!hasFilters) return
      if (!roomForFilters) setDrawer('filters')
      else if (isFolded) fold(false)
      else focusFirst(firstFilter)
    },
    [hasFilters, roomForFilters, isFolded, fold],
  )
  const wishes = useStore(filterWish, ({ count }) => count)
  const fulfilled = useRef(wishes)
  useEffect(() => {
    if (wishes === fulfilled.current || !hasFilters) return
    fulfilled.current = wishes
    openFilters()
  }, [wishes, hasFilters, openFilters])
  const openList = useMemo(() => () => setListed(true), [])
  const shortcuts = useShellShortcuts(openFilters, openList)
  useShortcuts(shortcuts)
  useFocusReturn()

  const connection = useConnection()
  const hasSidebar = flags.hideSidebar !== true
  const { ref: head, height: headHeight } = useElementSize()
  const measured =
    room === 'wide' && (isPreview || headHeight > 0) ? { '--gv-sticky-top': `${headHeight}px` } : undefined
  return (
    <div className={classes['shell']} style={measured as CSSProperties | undefined}>
      <a href="#content" className={classes['skip']}>
        {t('skip')}
      </a>
      <div ref={head} className={classes['head']}>
        {notices}
        {!isPreview && (
          <TopBar
            room={room}
            hideTabs={flags.hideTabs === true}
            hideFilters={!hasFilters}
            onOpenPages={hasSidebar && room !== 'wide' ? () => setDrawer('pages') : undefined}
            onOpenFilters={areFiltersBeside ? undefined : openFilters}
            tools={tools(room, openList)}
          />
        )}
      </div>
      {start !== undefined && flags.hideTabs !== true && room !== 'wide' && (
        <div className={classes['tabsRow']}>
          <ViewTabs />
        </div>
      )}
      <div className={classes['columns']}>
        {hasSidebar && room === 'wide' && (
          <div className={classes['sidebar']} data-narrow={narrow || undefined}>
            <Sidebar narrow={narrow} onToggle={() => setNarrow(!narrow)} onSupport={onSupport} />
          </div>
        )}
        <main id="content" tabIndex={-1} className={classes['main']}>
          <ConnectionContext value={connection}>
            <div className={classes['content']}>
              <LeavePage />
              {children}
            </div>
            {!isPreview && tray}
          </ConnectionContext>
        </main>
        {areFiltersBeside && (
          <aside className={classes['filters']} aria-label={t('filters')} data-filter-sidebar="" tabIndex={-1}>
            {filters(() => fold(true))}
          </aside>
        )}
      </div>
      <SideDrawer
        opened={drawer === 'pages' && room !== 'wide' && hasSidebar}
        onClose={close}
        side="left"
        size={room === 'narrow' ? `${snackbarWidth}%` : 280}
        title={t('pages')}
      >
        <Sidebar fixed onSupport={onSupport} onChosen={close} />
      </SideDrawer>
      <SideDrawer
        opened={drawer === 'filters' && !roomForFilters && hasFilters}
        onClose={close}
        side="right"
        size={room === 'narrow' ? `${snackbarWidth}%` : 360}
        title={t('filters')}
        foot={filtersFoot(close)}
      >
        <div data-filter-sidebar="">{filters()}</div>
      </SideDrawer>
      <ConnectionNotice connection={connection} />
      <VersionNotice />
      <ShortcutsDialog opened={listed} onClose={() => setListed(false)} shortcuts={shortcuts} />
    </div>
  )
}

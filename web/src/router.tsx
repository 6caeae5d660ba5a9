import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import type { RouterHistory } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import type { JSX } from 'react'
import { guardRoot, guardScreen } from './features/session/guard.ts'
import { ShellSkeleton } from './features/shell/shell-skeleton.tsx'
import { loadCode } from './lib/on-demand.tsx'
import type { RouterContext } from './lib/reach.ts'
import type { ScreenFlags } from './lib/screen-flags.ts'
import type { ComparedSearch, LoginSearch, NewSurveySearch, RankingSearch, TableSearch } from './paths.ts'
import { Broken } from './ui/states/broken.tsx'
import { PageSkeleton } from './ui/states/loading.tsx'

type ScreenModule = { default: () => JSX.Element | null }

/** Screens, one file each; adding a file named by the table below is all a new screen needs. */
const screens = import.meta.glob<ScreenModule>(['./routes/*.tsx', '!./routes/*.test.tsx'])

function screen(name: string) {
  const load = screens[`./routes/${name}.tsx`] ?? screens['./routes/not-available.tsx']
  if (load === undefined) throw new Error(`No screen ${name}`)
  // It keeps a failure until it is loaded again.
  const component = lazyRouteComponent(() => loadCode(load, () => void component.preload?.()))
  return component
}

const root = createRootRouteWithContext<RouterContext & { queryClient: QueryClient }>()({ component: Outlet })

/** Names of the screens by the first part of their addresses. */
const screenNames = new Map<string, string>()

/** The screen of a path of the table. */
function screenAt(path: string, name: string) {
  screenNames.set(path.split('/')[1] ?? '', name)
  return screen(name)
}

/** Whether there is a file for the screen of an address: until then, what leads to it is disabled. */
function isScreenBuilt(href: string): boolean {
  const name = screenNames.get(href.split(/[/?#]/)[1] ?? '')
  return name === undefined || screens[`./routes/${name}.tsx`] !== undefined
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** A boolean of the query. During sign-in the query is parsed more than once, so the value may be a boolean already. */
const flag = (value: unknown): boolean | undefined =>
  value === undefined || value === '' ? undefined : value === true || value === 'true'

/** Query of the screens with a table; anything that is not a page number or a direction is dropped. */
function tableSearch(search: Record<string, unknown>): TableSearch {
  const page = Number(search['page'])
  return {
    page: Number.isInteger(page) && page >= 0 && search['page'] !== undefined ? page : undefined,
    sortBy: text(search['sortBy']),
    sortDesc: flag(search['sortDesc']),
  }
}

/** Query of a page that can be compared: the drill path of the other side. */
function comparedSearch(search: Record<string, unknown>): ComparedSearch {
  return { vs: text(search['vs']) }
}

/** Query of the rankings page, which can list the cases behind a figure. */
function rankingSearch(search: Record<string, unknown>): RankingSearch & ComparedSearch {
  return { ...tableSearch(search), ...comparedSearch(search), cases: text(search['cases']) }
}

/** Query of the page that makes a survey of a file, with that of its table of columns. */
function newSurveySearch(search: Record<string, unknown>): TableSearch & NewSurveySearch {
  return { ...tableSearch(search), file: text(search['file']) }
}

function loginSearch(search: Record<string, unknown>): LoginSearch {
  return {
    redirect: text(search['redirect']),
    survey: text(search['survey']),
    change: text(search['change']),
    preselectedUniverse: text(search['preselectedUniverse']),
    universe: text(search['universe']),
    profile: text(search['profile']),
  }
}

/** Query of the template and campaign screens. */
interface FromPageSearch {
  fromPage?: string
  embedded?: boolean
  duplicate?: boolean
}

function fromPageSearch(search: Record<string, unknown>): FromPageSearch {
  return {
    fromPage: text(search['fromPage']),
    embedded: flag(search['embedded']) || undefined,
    duplicate: flag(search['duplicate']) || undefined,
  }
}

const shell = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: ({ location, params }) =>
    guardScreen({ href: location.href, survey: (params as { survey?: string }).survey }),
  component: screen('signed-in'),
  // On the first load the frame is there at once; later it stays.
  pendingComponent: ShellSkeleton,
  pendingMs: 0,
})

const noFilters: ScreenFlags = { hideFilters: true }
const plain: ScreenFlags = { hideFilters: true, hideTabs: true }
const rootOnly: ScreenFlags = { ...plain, root: true }
const bare: ScreenFlags = { hideTabs: true, hideSidebar: true, hideFilters: true }

/** A screen behind sign-in, inside the shell. */
function inside<Path extends string>(path: Path, name: string, flags: ScreenFlags = {}) {
  return createRoute({
    getParentRoute: () => shell,
    path,
    component: screenAt(path, name),
    beforeLoad: flags.root === true ? guardRoot : undefined,
    staticData: { screen: flags },
  })
}

/** The same, with the query of a table. */
function listed<Path extends string>(path: Path, name: string, flags: ScreenFlags = {}) {
  return createRoute({
    getParentRoute: () => shell,
    path,
    component: screenAt(path, name),
    beforeLoad: flags.root === true ? guardRoot : undefined,
    validateSearch: tableSearch,
    staticData: { screen: flags },
  })
}

/** The same, with the page to return to. */
function reached<Path extends string>(path: Path, name: string) {
  return createRoute({
    getParentRoute: () => shell,
    path,
    component: screenAt(path, name),
    validateSearch: fromPageSearch,
    staticData: { screen: plain },
  })
}

/** A screen anyone may open, without the shell. */
function open<Path extends string>(path: Path, name: string) {
  return createRoute({
    getParentRoute: () => root,
    path,
    component: screenAt(path, name),
    staticData: { screen: bare },
  })
}

const routeTree = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: '/',
    component: screen('login'),
    validateSearch: loginSearch,
    staticData: { screen: bare },
  }),
  open('/upgrade', 'upgrade'),
  open('/vgs', 'forward'),
  open('/finland', 'forward'),
  open('/responsive', 'responsive'),
  shell.addChildren([
    createRoute({
      getParentRoute: () => shell,
      path: '/ranking/$survey/$drillPath',
      component: screenAt('/ranking', 'ranking'),
      validateSearch: rankingSearch,
      staticData: { screen: {} },
    }),
    inside('/interview/$survey/$interviewId', 'interview', noFilters),
    listed('/alertlist/$survey/$drillPath', 'alert-list'),
    inside('/alert/$survey/$alertId', 'alert', noFilters),
    listed('/samplelist/$survey/$drillPath', 'sample-list'),
    inside('/sample/$survey/$fromPage/$sampleId', 'sample', noFilters),
    createRoute({
      getParentRoute: () => shell,
      path: '/page/$pageId/$survey/$drillPath',
      component: screenAt('/page', 'page'),
      validateSearch: comparedSearch,
      staticData: { screen: {} },
    }),
    inside('/reportdownload/$survey/$reportUuid', 'report-download', plain),
    listed('/userlist/$survey', 'user-list', plain),
    inside('/userdetails/$survey/$userId', 'user-details', plain),
    inside('/usereditor/$survey/$userId', 'user-editor', plain),
    listed('/tasks/$survey', 'tasks', rootOnly),
    listed('/mails/$survey', 'mails', rootOnly),
    listed('/auditlog/$survey', 'audit-log', rootOnly),
    inside('/server/$survey', 'server', rootOnly),
    inside('/surveylist/$survey', 'survey-list', rootOnly),
    inside('/sl', 'survey-list', rootOnly),
    inside('/doubtlist/$survey', 'doubt-list', plain),
    createRoute({
      getParentRoute: () => shell,
      path: '/newsurvey/$survey',
      component: screenAt('/newsurvey', 'new-survey'),
      validateSearch: newSurveySearch,
      staticData: { screen: plain },
    }),
    inside('/newquestionnaire/$survey', 'new-questionnaire', plain),
    inside('/questionnaire/$survey', 'questionnaire', plain),
    inside('/firstanswer/$survey', 'first-answer', plain),
    inside('/survey/$survey/$surveyId', 'survey', rootOnly),
    inside('/script/$survey/$surveyId/$scriptId', 'script', rootOnly),
    inside('/script/$survey/$scriptId', 'script', rootOnly),
    inside('/script/$survey', 'script', rootOnly),
    inside('/roles/$survey', 'roles', plain),
    inside('/role/$survey/$roleId', 'role', plain),
    inside('/dashboard/$survey', 'dashboard', plain),
    listed('/units/$survey', 'units', plain),
    listed('/respondents/$survey', 'respondents', plain),
    inside('/answerlinks/$survey', 'answer-links', plain),
    listed('/sendingrules/$survey', 'sending-rules', plain),
    inside('/pools/$survey', 'pools', plain),
    inside('/status/$survey', 'status', plain),
    reached('/mailtemplate/$survey/$templateId', 'mail-template'),
    reached('/smstemplate/$survey/$templateId', 'sms-template'),
    reached('/lettertemplate/$survey/$templateId', 'letter-template'),
    reached('/calltemplate/$survey/$templateId', 'call-template'),
    reached('/mailcampaign/$survey/$campaignId', 'mail-campaign'),
    reached('/createmailcampaign/$survey/$mailAction/$drillPath', 'create-mail-campaign'),
  ]),
  createRoute({
    getParentRoute: () => root,
    path: '/new/$',
    beforeLoad: ({ location }) => {
      throw redirect({ href: location.href.replace(/^\/new/, ''), replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '$',
    beforeLoad: () => {
      throw redirect({ to: '/', replace: true })
    },
  }),
])

/** Keeps query values as plain text, so that addresses stay readable and types are not guessed. */
function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  const written = query.toString()
  return written === '' ? '' : `?${written}`
}

/** Makes the router with all screens of the route table; tests pass a history in memory. */
export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    history,
    context: { queryClient, isScreenBuilt },
    parseSearch,
    stringifySearch,
    pathParamsAllowedCharacters: [';', ':', '@', '&', '=', '+', '$', ','],
    scrollRestoration: true,
    defaultPreload: false,
    defaultPendingComponent: PageSkeleton,
    defaultPendingMs: 150,
    defaultErrorComponent: Broken,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

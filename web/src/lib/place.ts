import { MAX_PATH_LENGTH, parsePath, printDrillPath, selectionOf, splitPath } from '@gensvar/contract/drill-path'
import type { PathView, SplitPath } from '@gensvar/contract/drill-path'
import { withoutIllegal } from '@gensvar/contract/path-steps'
import { expandPath, storePath } from '@gensvar/contract/paths'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLocation, useParams, useRouter } from '@tanstack/react-router'
import { use, useCallback, useMemo } from 'react'
import { call } from '#web/api.ts'
import { pathSegment } from '#web/paths.ts'
import { whileChanging } from './path-changes.ts'
import { EditsDraftContext, pathDraft } from './path-draft.ts'
import { useSession, useSessionStore } from './session-store.ts'
import { comparing, useSide, withSide } from './side.ts'
import { useStore } from './store.ts'
import { useSurveyStart } from './survey-start.ts'
import type { SurveyStart } from './survey-start.ts'

/** Where the user is: survey, drill path as in the URL, and the parsed path without the hidden filter. */
export interface Place extends SplitPath {
  survey: string
  /** Drill path as calls and addresses take it (a long one is `sel=<id>`). */
  drillPath: string
  /** Views of the survey as the path functions take them. */
  views: PathView[]
}

/** A survey's views as the path functions take them. */
export function pathViews(start: SurveyStart): PathView[] {
  return start.survey.views.map((view) => ({
    extName: view.extName,
    levels: view.levels.map((level) => level.variable),
  }))
}

/** Query that resolves a stored path (`sel=<id>`). */
export function expandedPathQuery(survey: string, id: string) {
  return queryOptions({
    queryKey: ['stored-path', survey, id],
    queryFn: ({ signal }) => call(expandPath, { params: { survey, id } }, { signal }),
    staleTime: Infinity,
    gcTime: Infinity,
  })
}

/** Id of the stored path in an address; null for any other path, also one that cannot be read. */
export function storedPathId(drillPath: string): string | null {
  try {
    return selectionOf(parsePath(drillPath))
  } catch {
    return null
  }
}

/** The draft of a path that this part of the screen edits; null where it follows the address. */
function usePathDraft(): string | null {
  const isEditor = use(EditsDraftContext)
  const draft = useStore(pathDraft, ({ path }) => path)
  return isEditor ? draft : null
}

/**
 * Drill path of the URL; on screens without one, the path looked at last. Where a draft is edited, that; inside a side of a
 * comparison, that side's.
 */
export function useDrillPath(): string {
  const { drillPath } = useParams({ strict: false })
  const last = useSession((state) => state.drillPath)
  const side = useSide()
  const draft = usePathDraft()
  return side?.drillPath ?? draft ?? drillPath ?? last
}

function split(path: string, views: PathView[]): SplitPath {
  try {
    const taken = splitPath(parsePath(path), views)
    return { ...taken, filters: withoutIllegal(taken.filters) }
  } catch {
    // The server reports an unreadable path, and the screen shows its failed state.
    return { view: views[0]?.extName ?? '', place: [], filters: [] }
  }
}

/** Where the user is; for screens and sidebars inside the shell. */
export function usePlace(): Place {
  return usePlaceAt(useDrillPath())
}

/** The same for another drill path than the one around. */
export function usePlaceAt(drillPath: string): Place {
  const start = useSurveyStart()
  const survey = start.survey.extName
  const id = storedPathId(drillPath)
  const stored = useQuery({ ...expandedPathQuery(survey, id ?? ''), enabled: id !== null })
  const full = id === null ? drillPath : (stored.data?.path ?? 'root')
  return useMemo(() => {
    const views = pathViews(start)
    return { survey, drillPath, views, ...split(full, views) }
  }, [start, survey, drillPath, full])
}

/** True on screens whose address has a drill path of its own. */
export function useHasDrillPath(): boolean {
  return useParams({ strict: false }).drillPath !== undefined
}

/** A drill path as an address can carry it: a long one is stored and becomes `sel=<id>`. */
export async function shortPath(survey: string, path: string): Promise<string> {
  if (path.length <= MAX_PATH_LENGTH) return path
  const stored = await whileChanging(call(storePath, { params: { survey }, body: { path } }))
  return stored.path
}

/** The address with its drill path replaced; tables go back to the first page. */
export function withDrillPath(pathname: string, search: string, drillPath: string): string {
  const query = new URLSearchParams(search)
  query.delete('page')
  const rest = query.toString()
  const path = `${pathname.slice(0, pathname.lastIndexOf('/') + 1)}${pathSegment(drillPath)}`
  return rest === '' ? path : `${path}?${rest}`
}

/** Addresses of other drill paths on the same screen; inside a side of a comparison, of that side. */
export function useHrefAt(): (drillPath: string) => string {
  const side = useSide()
  const pathname = useLocation({ select: (location) => location.pathname })
  const searchStr = useLocation({ select: (location) => location.searchStr })
  return useCallback(
    (drillPath) =>
      side?.isOther === true ? withSide(pathname, searchStr, drillPath) : withDrillPath(pathname, searchStr, drillPath),
    [side?.isOther, pathname, searchStr],
  )
}

/**
 * Changes place, view or filters: the same screen with another drill path. On a screen without a drill path it only
 * remembers the path for the next screen. Where a draft is edited, that is changed and nothing else; inside a side of a
 * comparison, that side. Outside of the sides, what they share moves along.
 */
export function useChangePath(): (path: SplitPath | string, options?: { replace?: boolean }) => Promise<void> {
  const router = useRouter()
  const { survey, views } = usePlace()
  const hasPath = useHasDrillPath()
  const isDraft = usePathDraft() !== null
  const session = useSessionStore()
  const side = useSide()
  return useCallback(
    async (path, options) => {
      const printed = typeof path === 'string' ? path : printDrillPath(path, views)
      const short = await shortPath(survey, printed)
      if (side?.change != null) {
        side.change(short)
        return
      }
      if (isDraft) {
        pathDraft.set({ path: short })
        return
      }
      session.set({ drillPath: short })
      if (!hasPath) return
      const { moveAlong } = comparing.get()
      const other = side === null && moveAlong !== null ? await moveAlong(printed) : null
      const { pathname, searchStr } = router.state.location
      const search = other === null ? searchStr : withSide('', searchStr, other)
      const href = withDrillPath(pathname, search, short)
      if (options?.replace === true) router.history.replace(href)
      else router.history.push(href)
    },
    [router, survey, views, hasPath, isDraft, session, side],
  )
}

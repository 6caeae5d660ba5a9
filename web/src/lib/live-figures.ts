import { notifyManager } from '@tanstack/react-query'
import type { Query, QueryClient } from '@tanstack/react-query'
import { isMoving, isOfRows } from './figures-shown.ts'

/** Shortest pause between two refreshes, in milliseconds, and how many times as long as the last one took it is at least. */
const shortestPause = 1_000
const timesAsLong = 3

/** Rows that somebody has the pointer or the focus in, has chosen some of, or has scrolled past the first of. */
function isInUse(rows: Element): boolean {
  if (rows.matches(':hover, :focus-within') || rows.querySelector('input:checked') !== null) return true
  const scroller = rows.closest('[data-scroll-restoration-id]')
  return (scroller?.scrollTop ?? 0) > 0 || rows.getBoundingClientRect().top < 0
}

const areRowsInUse = (): boolean => [...document.querySelectorAll('[data-rows]')].some(isInUse)

/**
 * Keeps the figures shown up to date with the answers that come in. They are fetched beside what is shown and change all at
 * once: nothing looks pending, and what cannot be fetched stays as it is. Rows wait while somebody uses some, so that none
 * moves under their hands. One refresh at a time, with pauses, and none while the window cannot be seen.
 */
class LiveFigures {
  private readonly client: QueryClient
  /** Surveys whose figures, and whose rows, are to be fetched again. */
  private readonly figures = new Set<string>()
  private readonly rows = new Set<string>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private isRunning = false

  constructor(client: QueryClient) {
    this.client = client
  }

  /** Has what is shown of a survey fetched again, soon; what is not shown when it is. */
  moved(survey: string): void {
    this.figures.add(survey)
    this.rows.add(survey)
    this.look(0)
  }

  private look(pause: number): void {
    if (this.isRunning || this.figures.size + this.rows.size === 0) return
    this.timer ??= setTimeout(() => {
      this.timer = undefined
      if (document.hidden) document.addEventListener('visibilitychange', () => this.look(0), { once: true })
      else void this.run()
    }, pause)
  }

  private async run(): Promise<void> {
    this.isRunning = true
    const begun = performance.now()
    const figures = new Set(this.figures)
    const rows = areRowsInUse() ? new Set<string>() : new Set(this.rows)
    for (const survey of figures) this.figures.delete(survey)
    for (const survey of rows) this.rows.delete(survey)
    const predicate = (query: Query): boolean =>
      isMoving(query) && query.queryKey.some((part) => (isOfRows(query) ? rows : figures).has(part as string))
    void this.client.invalidateQueries({ type: 'inactive', refetchType: 'none', predicate })
    await this.refresh(this.client.getQueryCache().findAll({ type: 'active', predicate }))
    this.isRunning = false
    this.look(Math.max(shortestPause, timesAsLong * (performance.now() - begun)))
  }

  private async refresh(queries: readonly Query[]): Promise<void> {
    const isUnderway = ({ state }: Query): boolean => state.fetchStatus === 'fetching'
    await Promise.all([
      this.replace(queries.filter((query) => !isUnderway(query))),
      // What is under way may have been asked for before the figures moved.
      ...queries.filter(isUnderway).map(async (query) => {
        await query.promise?.catch(() => undefined)
        await this.replace([query])
      }),
    ])
  }

  /** Fetches answers again and shows them together, but for those that came by themselves meanwhile. */
  private async replace(queries: readonly Query[]): Promise<void> {
    const answers = await Promise.all(queries.map((query) => this.answer(query)))
    notifyManager.batch(() => {
      for (const show of answers) show?.()
    })
  }

  private async answer(query: Query): Promise<(() => void) | null> {
    const { queryKey, meta, options, state } = query
    const { queryFn } = options
    if (state.data === undefined || typeof queryFn !== 'function') return null
    try {
      const { signal } = new AbortController()
      const data: unknown = await queryFn({ client: this.client, queryKey, meta, signal })
      return () => {
        const isAsBefore = query.state.dataUpdatedAt === state.dataUpdatedAt && query.state.fetchStatus === 'idle'
        if (isAsBefore) this.client.setQueryData(queryKey, data)
      }
    } catch {
      // The figures shown say how old they are, and the status tells when the server cannot be reached.
      return null
    }
  }
}

const ofClients = new WeakMap<QueryClient, LiveFigures>()

/** The figures shown from a cache of answers, which are kept up to date. */
export function liveFigures(client: QueryClient): LiveFigures {
  let live = ofClients.get(client)
  if (live === undefined) ofClients.set(client, (live = new LiveFigures(client)))
  return live
}

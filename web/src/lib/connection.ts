import { onlineManager, useQueryClient } from '@tanstack/react-query'
import type { Query, QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { ApiError } from './api-error.ts'
import type { Connection, Trouble } from './connection-context.ts'
import { createStore, useStore } from './store.ts'
import { statusKey } from './survey-status.ts'

/** How long a request may take before the reader is told, in milliseconds. */
const slowAfter = 1800

/** How often a server that cannot be reached is tried again, in milliseconds. */
const retryEvery = 5000

const isUnreachable = (error: unknown) => error instanceof ApiError && error.code === 'offline'

/** True for requests of the screen shown that have no answer yet, or failed. */
const isWaiting = (query: Query) =>
  query.isActive() && (query.state.fetchStatus !== 'idle' || query.state.status === 'error')

/** Follows the requests of the screen shown. */
class Watch {
  readonly store = createStore<{ trouble: Trouble | null }>({ trouble: null })
  private readonly client: QueryClient
  private readonly startedAt = new WeakMap<Query, number>()
  private isGone = false
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(client: QueryClient) {
    this.client = client
  }

  /** Starts; returns the function that ends it. */
  readonly start = (): (() => void) => {
    const leave = [this.client.getQueryCache().subscribe(this.note), onlineManager.subscribe(this.look)]
    // After a failed retry the library takes itself for online, and would not notice.
    window.addEventListener('online', this.retry)
    this.look()
    return () => {
      clearTimeout(this.timer)
      window.removeEventListener('online', this.retry)
      for (const end of leave) end()
    }
  }

  /** Requests again what has no answer, and the status, which tells whether the server is back. */
  readonly retry = (): void => {
    // The browser may be wrong about being offline; a request tells.
    onlineManager.setOnline(true)
    const waiting = new Set(this.client.getQueryCache().findAll({ predicate: isWaiting }))
    const predicate = (query: Query) => waiting.has(query) || (this.isGone && query.queryKey[0] === statusKey)
    void this.client.cancelQueries({ predicate }).then(() => this.client.refetchQueries({ type: 'active', predicate }))
  }

  private readonly note = (event: QueryCacheNotifyEvent): void => {
    if (event.type === 'updated') {
      const { action, query } = event
      if (action.type === 'fetch') this.startedAt.set(query, Date.now())
      else if (action.type === 'failed' || action.type === 'error') this.isGone = isUnreachable(action.error)
      else if (action.type === 'success' && action.manual !== true) this.isGone = false
    }
    this.look()
  }

  private readonly look = (): void => {
    clearTimeout(this.timer)
    const now = Date.now()
    const isOffline = this.isGone || !onlineManager.isOnline()
    const running = this.client
      .getQueryCache()
      .findAll({ type: 'active', fetchStatus: 'fetching' })
      .map((query) => this.startOf(query, now))
    const left = Math.min(...running) + slowAfter - now
    const trouble = isOffline ? 'offline' : left <= 0 ? 'slow' : null
    if (this.store.get().trouble !== trouble) this.store.set({ trouble })
    if (this.isGone && running.length === 0) this.timer = setTimeout(this.retry, retryEvery)
    else if (trouble === null && running.length > 0) this.timer = setTimeout(this.look, left)
  }

  /** When a request started, in milliseconds; now for one that was running before. */
  private startOf(query: Query, now: number): number {
    const known = this.startedAt.get(query)
    if (known === undefined) this.startedAt.set(query, now)
    return known ?? now
  }
}

/** Follows the connection to the server; use it once, in the shell. */
export function useConnection(): Connection {
  const client = useQueryClient()
  const [watch] = useState(() => new Watch(client))
  useEffect(() => watch.start(), [watch])
  const trouble = useStore(watch.store, (state) => state.trouble)
  return useMemo(() => ({ trouble, retry: watch.retry }), [trouble, watch])
}

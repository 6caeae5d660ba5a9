import { createContext, use, useEffect, useId, useLayoutEffect, useMemo, useState } from 'react'
import { ApiError } from '#web/lib/api-error.ts'
import { createStore, useStore } from '#web/lib/store.ts'
import type { Store } from '#web/lib/store.ts'

/** A part of a page that failed: why, and how to request it again. */
interface Failure {
  cause: string
  error: Error
  retry: () => void
}

/** The parts of a page by their id. */
type Parts = Readonly<Record<string, Failure | 'loading' | 'shown'>>

/** How long a failed part waits for the others, so that what they share is shown once from the start; milliseconds. */
const othersWithin = 500

/** The parts of a page, which report their failures so that a failure they share is shown once. */
export type FailureScope = Store<{ parts: Parts }>

/** Makes the scope of a page. */
export function createFailureScope(): FailureScope {
  return createStore<{ parts: Parts }>({ parts: {} })
}

/** The scope of the page around; null where every part shows its own failure. */
export const FailureScopeContext = createContext<FailureScope | null>(null)

/** A failure that several parts of a page share, or that is all the page has. */
export interface SharedFailure {
  error: Error
  /** True when nothing else of the page is shown. */
  isWhole: boolean
  retry: () => void
}

/** Failures with the same cause: the request ids of unexpected errors differ. */
function causeOf(error: Error): string {
  return error instanceof ApiError ? `${error.code} ${error.message}` : error.message
}

function isFailure(part: Parts[string]): part is Failure {
  return typeof part === 'object'
}

/** The cause that the page shows instead of its parts; null while each part shows its own. */
function sharedCause(parts: Parts): string | null {
  const all = Object.values(parts)
  const byCause = Map.groupBy(all.filter(isFailure), (part) => part.cause)
  const [largest] = [...byCause.values()].toSorted((a, b) => b.length - a.length)
  const [first] = largest ?? []
  const isShared = largest !== undefined && (largest.length > 1 || largest.length === all.length)
  return isShared && first !== undefined ? first.cause : null
}

/** The failure that the parts of a page share, or null. */
export function useSharedFailure(scope: FailureScope): SharedFailure | null {
  const parts = useStore(scope, (state) => state.parts)
  return useMemo(() => {
    const cause = sharedCause(parts)
    const failed = Object.values(parts)
      .filter(isFailure)
      .filter((part) => part.cause === cause)
    const [first] = failed
    if (first === undefined) return null
    return {
      error: first.error,
      isWhole: failed.length === Object.keys(parts).length,
      retry: () => failed.forEach((part) => part.retry()),
    }
  }, [parts])
}

/** Scope of parts outside of a page; nothing reads it. */
const outside = createFailureScope()

/** Who shows a part's failure: the part, the page for all its parts, or nobody yet. */
type Teller = 'part' | 'page' | 'nobody yet'

/** What a part of a page is: its failure, or whether it has something to show. */
interface Part {
  error: Error | null
  isLoading: boolean
  retry: () => void
}

/** Reports a part of a page to the page. Returns who shows its failure. */
export function useTeller({ error, isLoading, retry }: Part): Teller {
  const id = useId()
  const scope = use(FailureScopeContext) ?? outside
  // Before the first drawing, so that a shared failure does not appear in each part first.
  useLayoutEffect(() => {
    const part = error !== null ? { cause: causeOf(error), error, retry } : isLoading ? 'loading' : 'shown'
    scope.set({ parts: { ...scope.get().parts, [id]: part } })
    // The way to request it again changes with each render; the last one is as good.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [scope, id, error, isLoading])
  useLayoutEffect(
    () => () => {
      const { [id]: _, ...others } = scope.get().parts
      scope.set({ parts: others })
    },
    [scope, id],
  )
  const [alone, setAlone] = useState<Error | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setAlone(error), othersWithin)
    return () => clearTimeout(timer)
  }, [error])
  const teller = useStore(scope, ({ parts }): Teller => {
    if (scope === outside || error === null) return 'part'
    if (Object.values(parts).includes('loading')) return 'nobody yet'
    return sharedCause(parts) === causeOf(error) ? 'page' : 'part'
  })
  return teller === 'nobody yet' && alone === error ? 'part' : teller
}

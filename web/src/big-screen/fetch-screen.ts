import type { bigScreen } from '@gensvar/contract/entities/big-screen'
import type { z } from 'zod'
import { askedLocale } from './texts.ts'

/** What a screen shows. */
export type Screen = z.output<typeof bigScreen>

/** An answer of the server: what to show, that the key opens nothing any more, or that there was no answer. */
export type Answer = { kind: 'shown'; screen: Screen } | { kind: 'ended' } | { kind: 'away' }

/** After so long without an answer there is none, in ms. */
const patience = 30_000

/** Asks for what the screen of this address shows. Never throws. */
export async function fetchScreen(): Promise<Answer> {
  const token = location.pathname.split('/').findLast((part) => part !== '') ?? ''
  const lang = askedLocale()
  const query = lang === null ? '' : `?lang=${lang}`
  try {
    const answer = await fetch(`/rest/bigscreen/${token}${query}`, {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(patience),
    })
    if (answer.ok) return { kind: 'shown', screen: (await answer.json()) as Screen }
    return { kind: isRefusal(answer.status) ? 'ended' : 'away' }
  } catch {
    return { kind: 'away' }
  }
}

/** Whether a status means that asking again changes nothing by itself, unlike too many requests or a slow network. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}

/** What was shown last, and when (ms). */
export interface Kept {
  screen: Screen
  at: number
}

const keptName = `bigscreen ${location.pathname}`

/** What this browser showed last at this address; null without any. */
export function readKept(): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(keptName) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

/** Keeps what is shown for when the page is loaded again and the server is away; null forgets it. */
export function keep(kept: Kept | null): void {
  try {
    if (kept === null) localStorage.removeItem(keptName)
    else localStorage.setItem(keptName, JSON.stringify(kept))
  } catch {
    // A browser that stores nothing shows the screen all the same.
  }
}

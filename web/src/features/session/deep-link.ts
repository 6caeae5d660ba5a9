const storageKey = 'gensvar-after-sign-in'

/** True while the URL has the identity provider's answer. */
export function hasProviderAnswer(hash: string = location.hash): boolean {
  const answer = new URLSearchParams(hash.replace(/^#/, ''))
  return answer.has('state') && (answer.has('code') || answer.has('error'))
}

/** Saves the login screen's query while the browser is at the identity provider. */
export function keepQuery(query: string): void {
  sessionStorage.setItem(storageKey, query)
}

/**
 * Restores the saved query in the URL when the identity provider has answered. The provider knows only one return URL,
 * so the query cannot be part of it. Call before the router starts.
 */
export function restoreQuery(): void {
  const query = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  if (query === null || !hasProviderAnswer()) return
  history.replaceState(history.state, '', `/${query}${location.hash}`)
}

/** An address inside this application, or null for any other. */
export function safeRedirect(target: string | undefined): string | null {
  if (target === undefined || !target.startsWith('/') || /^\/[/\\]/.test(target)) return null
  const url = new URL(target, location.origin)
  return url.origin === location.origin ? url.pathname + url.search + url.hash : null
}

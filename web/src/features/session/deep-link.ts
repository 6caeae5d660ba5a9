const storageKey = 'gensvar-after-sign-in'

/** True while the address carries the identity provider's answer. */
export function hasProviderAnswer(hash: string = location.hash): boolean {
  const answer = new URLSearchParams(hash.replace(/^#/, ''))
  return answer.has('state') && (answer.has('code') || answer.has('error'))
}

/** Keeps the login screen's query over the way to the identity provider and back. */
export function keepQuery(query: string): void {
  sessionStorage.setItem(storageKey, query)
}

/**
 * Puts the kept query back into the address when the identity provider has answered. The provider
 * knows one address to return to, so the query cannot travel with it. Call before the router starts.
 */
export function restoreQuery(): void {
  const query = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  if (query === null || !hasProviderAnswer()) return
  history.replaceState(history.state, '', `/${query}${location.hash}`)
}

/** An address inside this application, or null for anything that would lead elsewhere. */
export function safeRedirect(target: string | undefined): string | null {
  if (target === undefined || !target.startsWith('/') || /^\/[/\\]/.test(target)) return null
  const url = new URL(target, location.origin)
  return url.origin === location.origin ? url.pathname + url.search + url.hash : null
}

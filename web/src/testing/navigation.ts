interface NavigateEvent extends Event {
  readonly destination: { readonly url: string }
  readonly hashChange: boolean
}

/** Blocks every attempt to leave the page and records where it would have led. */
export function recordDepartures(): { urls: URL[]; stop: () => void } {
  const urls: URL[] = []
  const { navigation } = window as unknown as { navigation: EventTarget }
  function note(event: Event): void {
    const { destination, hashChange } = event as NavigateEvent
    const url = new URL(destination.url)
    // The router's own navigation stays in the document and is allowed.
    if (hashChange || !event.cancelable || (url.origin === location.origin && sameDocument)) return
    event.preventDefault()
    urls.push(url)
  }
  let sameDocument = false
  const push = history.pushState.bind(history)
  const replace = history.replaceState.bind(history)
  const within =
    (change: typeof history.pushState): typeof history.pushState =>
    (...entry) => {
      sameDocument = true
      try {
        change(...entry)
      } finally {
        sameDocument = false
      }
    }
  history.pushState = within(push)
  history.replaceState = within(replace)
  navigation.addEventListener('navigate', note)
  return {
    urls,
    stop: () => {
      navigation.removeEventListener('navigate', note)
      history.pushState = push
      history.replaceState = replace
    },
  }
}

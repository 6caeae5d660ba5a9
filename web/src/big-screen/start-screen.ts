import { languageTags, localeOfTag } from '@gensvar/contract/local-text'
import { screenRefetch } from '@gensvar/contract/public-screens'
import { Carousel } from './carousel.ts'
import { make } from './elements.ts'
import { fetchScreen, keep, readKept } from './fetch-screen.ts'
import type { Kept } from './fetch-screen.ts'
import { Summary } from './summary.ts'
import { textsOf } from './texts.ts'

/** Pause before the server is asked again that did not answer, at first and after each time doubled, in ms. */
const firstPause = 5_000

/**
 * Shows the big screen and keeps it up to date. What was shown stays while the server cannot be reached, with since when;
 * a key that opens nothing any more empties the screen. It never stops asking.
 */
export function startScreen(): void {
  const screen = document.querySelector<HTMLElement>('#screen')
  const message = document.querySelector<HTMLElement>('#message')
  if (!screen || !message) return
  const summary = new Summary()
  const carousel = new Carousel()
  const state = make('p', 'state')
  state.setAttribute('role', 'status')
  screen.append(summary.element, carousel.element, state)
  let shown: Kept | null = null
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function show(kept: Kept): void {
    shown = kept
    const { screen: content } = kept
    document.documentElement.lang = languageTags[content.locale]
    document.title = content.pathName
    screen?.classList.toggle('legacy', content.legacy)
    const accent = content.colors[0]
    if (accent !== undefined) screen?.style.setProperty('--accent', accent)
    const say = textsOf(content.locale)
    summary.show(content, say)
    carousel.show(content, say)
    if (screen) screen.dataset['state'] = 'shown'
  }

  const locale = () => shown?.screen.locale ?? localeOfTag(document.documentElement.lang) ?? 'en'

  function tellAway(): void {
    const say = textsOf(locale())
    if (shown === null) {
      if (message) message.textContent = say('waiting')
      return
    }
    const time = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' })
    state.textContent = say('since', { time: time.format(new Date(shown.at)) })
  }

  function end(): void {
    if (message) message.textContent = textsOf(locale())('ended')
    shown = null
    keep(null)
    state.textContent = ''
    if (screen) screen.dataset['state'] = 'ended'
  }

  async function refresh(): Promise<void> {
    clearTimeout(timer)
    const answer = await fetchScreen()
    failures = answer.kind === 'away' ? failures + 1 : 0
    if (answer.kind === 'shown') {
      const kept = { screen: answer.screen, at: Date.now() }
      keep(kept)
      show(kept)
      state.textContent = ''
    } else if (answer.kind === 'ended') end()
    else tellAway()
    const pause = failures === 0 ? screenRefetch : Math.min(screenRefetch, firstPause * 2 ** (failures - 1))
    timer = setTimeout(() => void refresh(), pause)
  }

  const kept = readKept()
  if (kept) show(kept)
  // A network that comes back is used at once.
  globalThis.addEventListener('online', () => void refresh())
  void refresh()
}

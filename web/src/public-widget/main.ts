import type { WidgetData } from '@gensvar/contract/public-widget'
import { showScore } from './show-score.ts'

declare global {
  // What the server puts before this script, one for each widget of the page.
  var gensvarWidgets: WidgetData[] | undefined
}

const data = globalThis.gensvarWidgets?.pop()
const own = document.currentScript
if (data?.kind === 'score' && own) own.after(showScore(data))
if (data?.kind === 'markup' && data.hasRating) {
  const markup = document.createElement('script')
  markup.type = 'application/ld+json'
  markup.textContent = JSON.stringify(data.ld)
  document.head.append(markup)
}

import { starShare } from '@gensvar/contract/public-widget'
import type { Screen } from './fetch-screen.ts'
import { make } from './elements.ts'
import type { Say } from './texts.ts'

/** So many stars stand for the whole scale. */
const count = 5

/** A row of stars that is filled again and again. */
export class Stars {
  readonly element = make('div', 'stars')
  private readonly fills: HTMLElement[] = []

  constructor() {
    this.element.setAttribute('role', 'img')
    for (let at = 0; at < count; at += 1) {
      const fill = make('i', '', '★')
      this.fills.push(fill)
      this.element.append(make('span', '', '★', fill))
    }
  }

  /** Fills the stars by where a rating lies on its scale; hides them without one. */
  show(rating: number | null, range: Screen['ratingRange'], say: Say, locale: string): void {
    this.element.hidden = rating === null || range === null
    if (rating === null || range === null) return
    const share = starShare(rating, range)
    for (const [at, fill] of this.fills.entries())
      fill.style.width = `${Math.round(100 * Math.min(1, Math.max(0, share * count - at)))}%`
    const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
    const label = say('stars', { value: number.format(rating), most: number.format(range.max) })
    this.element.setAttribute('aria-label', label)
  }
}

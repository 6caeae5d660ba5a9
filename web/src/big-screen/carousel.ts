import { pickText } from '@gensvar/contract/local-text'
import { slideTime } from '@gensvar/contract/public-screens'
import type { Screen } from './fetch-screen.ts'
import { make, setText } from './elements.ts'
import { Stars } from './stars.ts'
import type { Say } from './texts.ts'

/** Most slides, whatever the server delivers. */
export const mostSlides = 20

/** Sizes of a comment, as shares of the largest: the first that fits is taken. */
const sizes = [1, 0.85, 0.72, 0.62, 0.53, 0.45, 0.38, 0.32]

/**
 * The comments one after the other; after the last the first follows. One slide is drawn again for each, so that a screen
 * that is never closed needs no more memory. It stands still while it is paused.
 */
export class Carousel {
  readonly element = make('section', 'slides')
  private readonly slide = make('div', 'slide')
  private readonly stars = new Stars()
  private readonly quote = make('blockquote')
  private readonly evaluation = make('p', 'evaluation')
  private readonly results = make('dl')
  private readonly back = make('button')
  private readonly pause = make('button')
  private readonly on = make('button')
  private readonly count = make('span', 'count')
  private screen: Screen | null = null
  private say: Say = () => ''
  private at = 0
  private isPaused = false
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    this.slide.append(this.stars.element, this.quote, this.evaluation, this.results)
    for (const button of [this.back, this.pause, this.on]) button.type = 'button'
    this.back.textContent = '‹'
    this.on.textContent = '›'
    this.back.addEventListener('click', () => this.turn(-1))
    this.on.addEventListener('click', () => this.turn(1))
    this.pause.addEventListener('click', () => this.toggle())
    new ResizeObserver(() => this.fit()).observe(this.element)
    this.element.append(this.slide, make('div', 'controls', this.back, this.pause, this.on, this.count))
  }

  /** Shows other slides; goes on where it was where there are as many. */
  show(screen: Screen, say: Say): void {
    this.screen = screen
    this.say = say
    this.element.setAttribute('aria-label', say('comments'))
    this.back.setAttribute('aria-label', say('previous'))
    this.on.setAttribute('aria-label', say('next'))
    if (this.at >= this.slides.length) this.at = 0
    this.draw(false)
    this.wait()
  }

  private get slides(): Screen['slides'] {
    return (this.screen?.slides ?? []).slice(0, mostSlides)
  }

  private turn(by: number): void {
    const { length } = this.slides
    if (length === 0) return
    this.at = (this.at + by + length) % length
    this.draw(true)
    this.wait()
  }

  private toggle(): void {
    this.isPaused = !this.isPaused
    this.draw(false)
    this.wait()
  }

  private wait(): void {
    clearTimeout(this.timer)
    if (!this.isPaused && this.slides.length > 1) this.timer = setTimeout(() => this.turn(1), slideTime)
  }

  private draw(isNew: boolean): void {
    const { screen, say } = this
    if (screen === null) return
    const { length } = this.slides
    const shown = this.slides[this.at]
    const locale = document.documentElement.lang
    this.stars.show(shown?.starRating ?? null, screen.ratingRange, say, locale)
    const comment = shown ? (shown.comment ?? '') : say('noComments')
    setText(this.quote, comment)
    setText(this.evaluation, shown?.evaluation ?? '')
    const results = (shown?.expressionResults ?? []).map(({ label, value }) =>
      make('div', '', make('dt', '', pickText(label, screen.locale)), make('dd', '', value)),
    )
    this.results.replaceChildren(...results)
    this.results.hidden = results.length === 0
    for (const button of [this.back, this.pause, this.on, this.count]) button.hidden = length < 2
    this.count.textContent = `${this.at + 1} / ${length}`
    this.pause.textContent = say(this.isPaused ? 'play' : 'pause')
    this.fit()
    if (!isNew) return
    // Begins the animation again.
    this.slide.classList.remove('enters')
    void this.slide.offsetWidth
    this.slide.classList.add('enters')
  }

  /** Sets the comment as large as fits. */
  private fit(): void {
    for (const size of sizes) {
      this.quote.style.fontSize = `calc(var(--largest) * ${size})`
      if (this.quote.scrollHeight <= this.quote.clientHeight + 1) return
    }
  }
}

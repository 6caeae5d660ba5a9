import { pickText } from '@gensvar/contract/local-text'
import type { Screen } from './fetch-screen.ts'
import { make, setText } from './elements.ts'
import { Stars } from './stars.ts'
import type { Say } from './texts.ts'

/** Colours of a goal's text, by the colour of its ground. */
const onGoal: Readonly<Record<string, string>> = { '#00C896': '#14171C', '#BE0000': '#FFFFFF', '#808080': '#14171C' }

/** What a screen shows besides the comments: whose rating it is, the rating, of how many, and the goal. */
export class Summary {
  readonly element = make('section', 'summary')
  private readonly logo = make('img', 'logo')
  private readonly name = make('h1')
  private readonly title = make('p', 'title')
  private readonly average = make('p', 'average')
  private readonly stars = new Stars()
  private readonly averageText = make('p', 'note')
  private readonly evaluations = make('p', 'note')
  private readonly goal = make('p', 'goal')
  private readonly delivered = make('p', 'delivered')

  constructor() {
    this.logo.alt = ''
    this.element.append(
      ...[this.logo, this.name, this.title, this.average, this.stars.element, this.averageText],
      ...[this.evaluations, this.goal, this.delivered],
    )
  }

  /** Shows what the server answered. */
  show(screen: Screen, say: Say): void {
    const { logoURL, pathName, avgRating, ratingRange, goalColor, goalValueText, locale } = screen
    const { lang } = document.documentElement
    if (logoURL !== null && this.logo.src !== logoURL) this.logo.src = logoURL
    this.logo.hidden = logoURL === null
    setText(this.name, pathName)
    setText(this.title, pickText(screen.ratingTitle, locale))
    const number = new Intl.NumberFormat(lang, { maximumFractionDigits: 1 })
    setText(this.average, avgRating === null ? '' : number.format(avgRating))
    this.stars.show(avgRating, ratingRange, say, lang)
    setText(this.averageText, pickText(screen.avgRatingText, locale))
    setText(this.evaluations, pickText(screen.evaluationsText, locale))
    setText(this.goal, goalValueText ?? '')
    this.goal.style.backgroundColor = goalColor ?? ''
    this.goal.style.color = onGoal[goalColor ?? ''] ?? ''
    setText(this.delivered, pickText(screen.deliveredByText, locale))
  }
}

import type { Random } from '#server/demo/random.ts'
import type { TestRow, TestSurvey } from '../../survey-data.ts'
import type { WorldSurvey } from '../../route-walk-world.ts'
import { alertRules, alertsPage } from '../../alerts-page.ts'
import { samplesPage } from '../../samples-page.ts'

/** A text or number that occurs in exactly one place of the data. */
export interface Marker {
  text: string
  /** What holds it, for the report. */
  what: string
  owner: Owner
}

/** Whose data a marker belongs to, which decides who may read it. */
export type Owner =
  /** `state` is that of a response whose contact it is; `personal` is an address that is part of what somebody wrote. */
  | {
      kind: 'response'
      survey: WorldSurvey
      country: string
      store: string
      channel: string
      state?: number
      personal?: true
    }
  /** What belongs to a store, for those who see all its answers. */
  | { kind: 'place'; survey: WorldSurvey; country: string; store: string }
  /** What everybody who may open the survey may read. */
  | { kind: 'survey'; survey: WorldSurvey }
  /** What belongs to one user. */
  | { kind: 'user'; username: string }
  /** What only root users of the universe may read. */
  | { kind: 'root'; survey: WorldSurvey }
  /** What those who may edit the dashboards of the survey may read. */
  | { kind: 'draft'; survey: WorldSurvey }
  /** What root users may read in the universe of the survey alone. */
  | { kind: 'script'; survey: WorldSurvey }

/** Makes markers, all different, and remembers them. */
export class Markers {
  readonly all: Marker[] = []
  private readonly random: Random

  constructor(random: Random) {
    this.random = random
  }

  /** A word that does not occur otherwise. */
  word(what: string, owner: Owner): string {
    const text = `mk${Array.from({ length: 12 }, () => this.random.pick([...letters])).join('')}`
    this.all.push({ text, what, owner })
    return text
  }

  /** A number that is not a count by chance. */
  number(what: string, owner: Owner): number {
    const value = 7_310_000_000 + this.all.length * 10_007 + this.random.int(1, 10_000)
    this.all.push({ text: String(value), what, owner })
    return value
  }

  /**
   * The markers an answer shows. Numbers are found with thousands separated as well. Markers in the
   * request do not count.
   */
  shownIn(answer: string, request: string): Marker[] {
    const plain = answer.replaceAll(/(?<=\d)[\s\u00a0\u202f.,'’](?=\d{3})/g, '')
    return this.all.filter(({ text }) => plain.includes(text) && !request.includes(text))
  }
}

// No vowels, so that it cannot be an existing word.
const letters = 'bcdfghjkmnpqrstvwxz0123456789'

/** The stores of a marked survey. */
export const places = [
  { country: 'Sweden', store: 'Stockholm' },
  { country: 'Sweden', store: 'Gothenburg' },
  { country: 'Norway', store: 'Oslo' },
] as const

/** Rows of a place and channel; the last one is a sample that is not completed. */
const states = [0, 0, 1] as const

/** A survey whose rows hold a marker in every field: three stores by two channels by three rows. */
export function markedSurvey(which: WorldSurvey, markers: Markers): TestSurvey {
  const rows = places.flatMap(({ country, store }) =>
    ['web', 'till'].flatMap((channel) =>
      states.map((state, index): TestRow => {
        const owner = { kind: 'response', survey: which, country, store, channel } as const
        return {
          date: `2026-01-${10 + index}`,
          state,
          answers: {
            country,
            store,
            channel,
            rating: 1 + ((index + store.length) % 5),
            comment: `${markers.word('comment', owner)} was said`,
            mail: `${markers.word('e-mail address', { ...owner, personal: true })}@example.org`,
            amount: markers.number('amount', owner),
          },
        }
      }),
    ),
  )
  return {
    questions: {
      country: { type: 'single', choices: ['Sweden', 'Norway'] },
      store: { type: 'single', choices: ['Stockholm', 'Gothenburg', 'Oslo'] },
      channel: { type: 'single', choices: ['web', 'till'] },
      rating: { type: 'scale', min: 1, max: 5 },
      comment: { type: 'text' },
      mail: { type: 'text' },
      amount: { type: 'numeric' },
    },
    views: { stores: ['country', 'store'] },
    rows,
    config:
      which === 'anonymous' ? `anonymity: { period: quarter, filters: [channel] }\n${markedConfig}` : markedConfig,
  }
}

/** Configuration of the marked surveys: everything that can show a case shows it. */
export const markedConfig = `
sharing: true
bigScreen: { rating: rating, comment: comment }
details:
  visit: { sections: [{ title: Visit, paragraphs: ["{comment} {mail} {amount}"] }] }
interview:
  title: "{store} {mail}"
  face: rating
  rating: rating
  background: [country, store, channel, mail, amount]
  open: [comment, mail]
  starred: [rating]
  links: { by: store }
  developmentChart: rating
  tables: [{ title: Basket, columns: [product], rowsFrom: basket }]
indicators:
  score: { title: Score, expression: "mean(rating)" }
filters:
  standard:
    - { key: more, title: More, filters: [channel, { extName: comment, serverSide: true, submatch: true }, { extName: mail, serverSide: true, submatch: true }, { extName: store, serverSide: true }] }
actions: { items: [score] }
reports:
  named:
    - { extname: monthly, title: Monthly, formats: [csv], components: [head, trend, results, world, voices, units, baskets, gv, alerts, awards, portfolio, changes, beside, places] }
pages:
  - extname: overview
    title: Overview
    components:
      - { type: variable-block, config: { id: head, size: 12, variables: [score] } }
      - { type: variable-block, config: { id: secret, variables: [score], rootOnly: true } }
      - { type: development-chart, config: { id: trend, variables: [score], periods: [months], showInterviews: true } }
      - { type: results-block, config: { id: results } }
      - { type: global-overview, config: { id: world } }
      - { type: latest-comments, config: { id: voices, variables: [comment, mail], count: 20 } }
      - { type: record-table, config: { id: baskets, recordset: basket } }
      - { type: global-values-table, config: { id: gv, indicators: [score] } }
      - { type: what-changed, config: { id: changed, indicator: score } }
      - { type: action-overview, config: { id: progress, rootOnly: false } }
      - { type: action-portfolio, config: { id: portfolio } }
      - { type: delta, config: { id: changes, variables: [score] } }
      - { type: benchmark, config: { id: beside, variables: [score], against: siblings } }
      - { type: indicator-block, config: { id: places, indicator: score, groups: [{ title: Stores, paths: [root, "country=Sweden;store=Stockholm", country=Norway] }] } }
      - { type: data-table, config: { id: targets, source: server, tableId: targets, editable: true, headers: [{ text: What }] } }
  - extname: ranking
    kind: rankings
    components:
      - type: ranking-table
        config:
          id: units
          sortBy: score
          columns: [score, n]
          leafColumns: [eventdate, rating, { value: comment, detailsVariable: visit }, mail, amount, channel]
${samplesPage(['comment', 'mail', 'amount'])}${alertsPage(['comment', 'mail', 'amount', 'name', 'email'])}${alertRules('{comment} {mail} {amount}')}`

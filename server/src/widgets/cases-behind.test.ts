import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'

const place = 'country=Sweden;store=Stockholm'
const at = { country: 'Sweden', store: 'Stockholm' }

let board: Dashboard
let user: Caller

beforeAll(async () => {
  board = await openDashboard({
    rows: [
      { date: '2026-01-05', answers: { ...at, rating: 5, channel: 'web' } },
      { date: '2026-01-06', answers: { ...at, channel: 'web' } },
      { date: '2026-01-20', answers: { ...at, rating: 2 } },
      { date: '2026-01-21', answers: at, state: 1 },
      { date: '2026-01-22', answers: at, state: 2 },
    ],
    extra: `
indicators:
  satisfaction: { title: Satisfaction, expression: "mean(rating)" }
  slow: { title: Waiting, expression: "samples(1)" }
  online: { title: Online, expression: "share(channel, web)" }
  interviews: { title: Interviews, expression: "count()" }
  onlineRating: { title: Rating online, expression: "mean(rating)", where: "channel = web" }
  top: { title: Top, expression: "count()", where: "rating in (4, 5) and answered(channel)" }
  place: { title: Rank, rank: satisfaction }
pages:
  - extname: overview
    components:
      - { type: variable-block, config: { id: head, variables: [satisfaction, slow, online, interviews, onlineRating, top] } }
  - { extname: ranking, kind: rankings, components: [{ type: ranking-table, config: { id: units, columns: [satisfaction] } }] }
`,
  })
  user = await board.as()
})

afterAll(() => board.close())

test.each(['', ';date=custom_06012026_21012026'])(
  'as many cases stand behind a figure as it counts, with the filters%s of the page',
  async (dates) => {
    const ask = async (component: string, path: string) =>
      (await user('GET', `/rest/widgets/data/${board.survey}/${component}/${path}`)).body
    const { variables } = await ask('head', place + dates)
    const counted: Record<string, number> = {}
    for (const { name, nInterviews, casesFilter } of variables) {
      const path = [place + dates, casesFilter].filter((part) => part !== '').join(';')
      counted[name] = nInterviews
      expect((await ask('units', path)).rankingData.totalNumberRows, `${name} at ${path}`).toBe(nInterviews)
    }
    expect(counted).toEqual(
      dates === ''
        ? { satisfaction: 2, slow: 1, online: 2, interviews: 3, onlineRating: 1, top: 1 }
        : { satisfaction: 1, slow: 0, online: 1, interviews: 2, onlineRating: 0, top: 0 },
    )
  },
)

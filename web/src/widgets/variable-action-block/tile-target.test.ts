import { describe, expect, test } from 'vitest'
import { parseDrillPath, plainToken } from '@gensvar/contract/drill-path'
import { surveyEntities } from '@gensvar/contract/entities/survey'
import type { Page } from '@gensvar/contract/entities/survey'
import type { AnyComponent } from '@gensvar/contract/widgets/component'
import { component } from '#web/widgets/testing/ranking-fixtures.ts'
import { tileTarget } from './tile-target.ts'
import type { LeadingTile, TilePlace } from './tile-target.ts'

const views = [{ extName: 'organisation', levels: ['country', 'region'] }]
const here = 'country=SE;region=north;gender=woman'

function page(extname: string, change: Partial<Page> = {}): Page {
  return { ...surveyEntities.Page.example, extname, selectionInterval: null, components: [], ...change }
}

const pages = [
  page('overview'),
  page('units', { kind: 'rankings' }),
  page('alarms', { kind: 'alerts' }),
  page('prizes', { components: [component('gamification-overview', { id: 'game', awards: [] })] }),
]

function place(path = here, change: Partial<TilePlace> = {}): TilePlace {
  return {
    survey: { extName: 'visits', pages, selectionInterval: null },
    place: { ...parseDrillPath(path, views), views, drillPath: path },
    period: null,
    ...change,
  }
}

const nothing: LeadingTile = {
  type: null,
  shortcutPage: null,
  shortcutDrillPath: null,
  alertMode: null,
  expression: null,
  name: 'tile',
  cases: null,
}
const target = (tile: Partial<LeadingTile>, at = place()) => tileTarget({ ...nothing, ...tile }, at)

describe('a click on a tile', () => {
  test('with a shortcut page goes to that page with its drill path (ACTION-06)', () => {
    expect(target({ shortcutPage: 'prizes', shortcutDrillPath: 'country=NO' })).toBe('/page/prizes/visits/country=NO')
    expect(target({ shortcutPage: 'units', shortcutDrillPath: 'root' })).toBe('/ranking/visits/root')
    // Before everything else a tile may be.
    const all = { shortcutDrillPath: 'root', alertMode: 'open', type: 'rank_csi' }
    expect(target({ shortcutPage: 'prizes', ...all })).toBe('/page/prizes/visits/root')
  })

  test('keeps the path where the shortcut has none, and leads nowhere where its page is not there', () => {
    expect(target({ shortcutPage: 'prizes' })).toBe(`/page/prizes/visits/${here}`)
    expect(target({ shortcutPage: 'gone', type: 'responserate' })).toBeNull()
  })

  test('in alert mode goes to the alerts page (ACTION-07), to the alerts that it counts', () => {
    expect(target({ alertMode: 'all' })).toBe(`/alertlist/visits/${here}`)
    expect(target({ alertMode: 'open', type: 'rank_csi' })).toBe(`/alertlist/visits/${here}?states=open`)
  })

  test('of a type that starts with rank goes to the rankings one level up (ACTION-08)', () => {
    for (const type of ['rank', 'rank_csi', 'ranking']) {
      expect(target({ type })).toBe('/ranking/visits/country=SE;gender=woman')
      expect(target({ type }, place('country=SE'))).toBe('/ranking/visits/root')
      expect(target({ type }, place('root'))).toBe('/ranking/visits/root')
    }
  })

  test('of type responserate goes to the rankings at the current path (ACTION-09)', () => {
    expect(target({ type: 'responserate' })).toBe(`/ranking/visits/${here}`)
    expect(target({ type: 'responserate' }, place('root'))).toBe('/ranking/visits/root')
  })

  test('of a sample state goes to the rankings filtered by it (ACTION-10a) (ACTION-10b) (ACTION-10c) (ACTION-10d) (ACTION-10e)', () => {
    const states = { interviews: 0, pmnew: 1, noresponse: 2, pmunapproved: 3, pmnotapproved: 4 }
    for (const [type, state] of Object.entries(states)) {
      expect(target({ type })).toBe(`/ranking/visits/${here};samplestate=${state}`)
      expect(target({ type }, place(`country=SE;samplestate=4`))).toBe(
        `/ranking/visits/country=SE;samplestate=${state}`,
      )
    }
  })

  test('of a state without answers lists its responses one by one, where the reader may open them', () => {
    const waiting = { type: 'noresponse', name: 'waiting' } as const
    const filtered = `/ranking/visits/${here};samplestate=2`
    expect(target({ ...waiting, cases: 'samples' })).toBe(`${filtered}?cases=waiting`)
    expect(target({ ...waiting, cases: 'closed' })).toBe(filtered)
    // Completed ones have answers, and units are ranked by them.
    const completed = { type: 'interviews', name: 'answered', cases: 'samples' } as const
    expect(target(completed)).toBe(`/ranking/visits/${here};samplestate=0`)
  })

  test('of type toplits goes to the page with the awards, if there is one (ACTION-11)', () => {
    expect(target({ type: 'toplits' })).toBe(`/page/prizes/visits/${here}`)
    const tabs: AnyComponent = component('menu-block', {
      id: 'tabs',
      items: [{ title: 'Awards', component: component('gamification-overview', { id: 'game', awards: [] }) }],
    })
    const inTabs = { extName: 'visits', selectionInterval: null, pages: [page('tabs', { components: [tabs] })] }
    expect(target({ type: 'toplits' }, place(here, { survey: inTabs }))).toBe(`/page/tabs/visits/${here}`)
    const none = { extName: 'visits', selectionInterval: null, pages: pages.slice(0, 3) }
    expect(target({ type: 'toplits' }, place(here, { survey: none }))).toBeNull()
  })

  test.each([null, '', 'bar', 'constructor', 'interview'])('of type %s leads nowhere', (type) => {
    expect(target({ type })).toBeNull()
  })
})

describe('the period of the figure', () => {
  const march = plainToken('date', 'last_3m')

  test('goes along where the other page has another one, in place of none', () => {
    const at = place(here, { period: march })
    expect(target({ type: 'rank' }, at)).toBe('/ranking/visits/country=SE;gender=woman;date=last_3m')
    expect(target({ type: 'responserate' }, at)).toBe(`/ranking/visits/${here};date=last_3m`)
    expect(target({ type: 'pmnew' }, at)).toBe(`/ranking/visits/${here};samplestate=1;date=last_3m`)
    expect(target({ alertMode: 'all' }, at)).toBe(`/alertlist/visits/${here};date=last_3m`)
  })

  test('stays out of the path where the other page has the same', () => {
    const same = [page('units', { kind: 'rankings', selectionInterval: 'last_3m' })]
    const survey = { extName: 'visits', pages: same, selectionInterval: 'last_3m' }
    const at = place(here, { period: march, survey })
    expect(target({ type: 'responserate' }, at)).toBe(`/ranking/visits/${here}`)
    // A screen that is no configured page has the survey's period.
    expect(target({ alertMode: 'all' }, at)).toBe(`/alertlist/visits/${here}`)
  })
})

test('a stored path stays as short as it is where only its page changes', () => {
  const at = place()
  expect(target({ type: 'responserate' }, { ...at, place: { ...at.place, drillPath: 'sel=abc' } })).toBe(
    '/ranking/visits/sel=abc',
  )
})

import { expect, test } from 'vitest'
import type { SegmentedDrillPath } from '@gensvar/contract/entities/navigation'
import { parseDrillPath } from '@gensvar/contract/drill-path'
import { knownSteps } from './known-steps.ts'

const views = [{ extName: 'places', levels: ['country', 'store'] }]
const placeOf = (drillPath: string) => ({ survey: 'visits', drillPath, views, ...parseDrillPath(drillPath, views) })
const unit = { helpText: null, children: [], entityId: null, isCompleted: false }
const child = (path: string, text: string) => ({ path, text, accessAllowed: true })
const answer: SegmentedDrillPath = {
  segments: [
    { ...unit, path: 'channel=web', text: 'All', children: [child('country=NO;channel=web', 'Norway')] },
    {
      ...{ ...unit, path: 'country=SE;channel=web', text: 'Sweden', helpText: 'Country', entityId: 7 },
      children: [child('country=SE;store=12;channel=web', 'Kista')],
    },
  ],
  nOpenAlerts: 3,
  filterTitles: [],
}
const stepsTo = (drillPath: string) => knownSteps(placeOf(drillPath), [answer])

test('steps are known from other filters, and from the units below a place, with the filters of the place asked for', () => {
  expect(stepsTo('country=SE;store=12;channel=store')).toMatchObject([
    { path: 'channel=store', text: 'All', children: [] },
    { path: 'country=SE;channel=store', text: 'Sweden', helpText: 'Country', entityId: 7 },
    { path: 'country=SE;store=12;channel=store', text: 'Kista' },
  ])
  expect(stepsTo('root')).toMatchObject([{ path: 'root', text: 'All' }])
})

test('a place with a step that nobody has named is not known', () => {
  expect(stepsTo('country=NO;store=40')).toBeNull()
  expect(stepsTo('country=FI')).toBeNull()
  expect(knownSteps(placeOf('root'), [])).toBeNull()
})

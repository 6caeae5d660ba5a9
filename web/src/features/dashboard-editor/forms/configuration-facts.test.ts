import { expect, test } from 'vitest'
import { pickText } from '@gensvar/contract/local-text'
import { configurationFacts } from './configuration-facts.ts'

test('finds what a configuration names, also inside components, and leaves out what is wrong', () => {
  const tabs = {
    type: 'menu-block',
    config: { id: 'tabs', items: [{ component: { type: 'delta', config: { id: 'dlt' } } }] },
  }
  const facts = configurationFacts(
    {
      indicators: { csi: { title: { en: 'Index', sv: 'Index, sv' } }, nps: { expression: 'nps(recommend)' }, wrong: 7 },
      views: { organisation: { title: 'Organisation' } },
      filters: { standard: [{ filters: ['gender', { extName: 'age', title: 'Age' }, 7] }], time: 'wrong' },
      pages: [{ extname: 'overview', title: 'Overview', components: [tabs, null] }, { title: 'Nameless' }],
    },
    (text) => pickText(text, 'sv'),
  )
  expect(facts).toEqual({
    indicators: [
      { name: 'csi', title: 'Index, sv' },
      { name: 'nps', title: '' },
      { name: 'wrong', title: '' },
    ],
    views: [{ name: 'organisation', title: 'Organisation' }],
    filters: [
      { name: 'gender', title: '' },
      { name: 'age', title: 'Age' },
    ],
    pages: [{ name: 'overview', title: 'Overview' }],
    components: [
      { name: 'tabs', title: '', kind: 'menu-block' },
      { name: 'dlt', title: '', kind: 'delta' },
    ],
    isInPool: false,
  })
  expect(configurationFacts({ pool: { name: 'shops', indicators: {} } }, () => '').isInPool).toBe(true)
  expect(configurationFacts(null, () => '').pages).toEqual([])
})

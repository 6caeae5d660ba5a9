import { screen, waitFor } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { getSegmentedDrillPath } from '@gensvar/contract/paths'
import { PageHead } from '#web/features/drill-path/page-head.tsx'
import { accessibilityProblems } from '#web/testing/render-app.tsx'
import { serve } from '#web/testing/serve.ts'
import { FilterSidebar } from './filter-sidebar.tsx'
import { filterFixture, filterServer, groupFixture, optionsOf } from './testing/filter-fixtures.ts'
import { endStage, renderStage } from './testing/render-stage.tsx'

afterEach(endStage)

const many = optionsOf(...Array.from({ length: 30 }, (_, index) => `Product ${index}`))
const server = () => [
  ...filterServer(
    [
      groupFixture(
        [
          filterFixture({
            extName: 'gender',
            title: 'Gender',
            options: optionsOf('Woman', 'Man'),
            multipleSelections: true,
            exclude: true,
          }),
          filterFixture({ extName: 'age', title: 'Age', range: true }),
          filterFixture({ extName: 'city', title: 'City', serverSide: true, submatch: true }),
          filterFixture({ extName: 'product', title: 'Product', options: many, multipleSelections: true }),
          filterFixture({ extName: 'channel', title: 'Channel', options: optionsOf('Store', 'Web'), dropdown: true }),
          filterFixture({ extName: 'size', title: 'Size', options: optionsOf('Small', 'Large') }),
        ],
        { title: 'Customer', key: 'customer' },
      ),
      groupFixture([filterFixture({ extName: 'since', title: 'Since', dateRef: true })], {
        ungrouped: true,
        key: 'more',
      }),
      groupFixture([filterFixture({ extName: 'campaign', title: 'Campaign', campaign: true })], { key: 'campaign' }),
    ],
    [
      groupFixture([filterFixture({ extName: 'date', title: 'Date', today: true })], {
        key: 'period',
        quickSelect: ['rel_-30d_0d', 'rel_-3m_0d'],
        userSelectableRange: true,
      }),
      groupFixture([filterFixture({ extName: 'window', title: 'Window', dateInterval: true })], { key: 'window' }),
    ],
  ),
  serve(getSegmentedDrillPath, { segments: [], nOpenAlerts: 0, filterTitles: [] }),
]
const path =
  'gender=_woman;age=range_18_35;city=sto~;product=product!201;campaign=12.delivered.yes.any;date=custom_10022026_21022026'
const Everything = () => (
  <>
    <PageHead />
    <FilterSidebar />
  </>
)

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  test('axe finds nothing wrong with any filter, an open list, the calendar and the chips', async () => {
    await renderStage(Everything, `/ranking/visits/${path}`, server(), { scheme })
    await screen.findByRole('group', { name: 'Delivery' })
    expect(await accessibilityProblems()).toEqual([])
    await userEvent.type(screen.getByRole('combobox', { name: 'Product' }), '2')
    await screen.findByRole('option', { name: 'Product 2' })
    expect(await accessibilityProblems()).toEqual([])
    await userEvent.click(screen.getByRole('tab', { name: 'Time' }))
    // The first one is the chip beside the place.
    await userEvent.click(screen.getAllByRole('button', { name: /10 Feb 2026/ })[1]!)
    await screen.findByRole('button', { name: 'Next month' })
    await waitFor(() => expect(document.getAnimations().filter((one) => one.playState === 'running')).toEqual([]))
    expect(await accessibilityProblems()).toEqual([])
  })
})

import { screen, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { indicatorExample } from '@gensvar/contract/entities/indicator'
import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

const tile = (name: string, n: number, words: string, change: Partial<IndicatorVariable> = {}): IndicatorVariable => ({
  ...indicatorExample,
  ...{ name, title: name, nInterviews: n, interviewsTooltip: { en: words }, value: 46, formattedValue: '46 h' },
  ...change,
})

test('a smaller figure says how many are behind it, unless they are the tile’s own or the figure itself', async () => {
  const few = { short: { en: 'Few alerts' }, long: { en: 'Fewer than 30 alerts: read the value with care.' } }
  const extraVariables = [
    tile('first', 12, '12 alerts', { expression: 'alerttime(first)', weight: 'few', few }),
    tile('marks', 4365, '4,365 answers'),
    tile('asked', 5514, '5,514 asked'),
    tile('waiting', 1011, '1,011 samples', { value: 1011, expression: 'samples(2)' }),
  ]
  const variables = [tile('alerts', 4365, '4,365 answers', { extraVariables })]
  const block = component('variable-block', { id: 'head', variables: ['alerts'] })
  const server = serveWidget('variable-block', () => ({ variables, blocks: [] }))
  await renderApp('/page/overview/visits/root', [
    server,
    ...signedInServer(identityFixture(), startWith({ overview: [block] })),
  ])
  const alerts = await screen.findByRole('article', { name: 'alerts' })
  const smaller = (name: string) => within(alerts).getByText(name, { selector: 'dt' }).parentElement?.textContent
  expect(smaller('first')).toBe('first46 h12 alertsFew alerts')
  expect(smaller('marks')).toBe('marks46 h')
  expect(smaller('asked')).toBe('asked46 h5,514 asked')
  expect(smaller('waiting')).toBe('waiting46 h')

  const own = within(alerts).getByText('4,365 answers')
  expect(own.getBoundingClientRect().bottom).toBeLessThanOrEqual(
    within(alerts).getByText('first', { selector: 'dt' }).getBoundingClientRect().top,
  )
  await userEvent.hover(own)
  expect(await screen.findByText(/^first: .*Fewer than 30 alerts: read the value with care\.$/)).toBeVisible()
  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
})

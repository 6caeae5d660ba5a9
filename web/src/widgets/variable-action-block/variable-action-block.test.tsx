import { screen, waitFor, within } from '@testing-library/dom'
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

const tile = (name: string, change: Partial<IndicatorVariable> = {}): IndicatorVariable => ({
  ...indicatorExample,
  name,
  title: name,
  cases: null,
  ...change,
})

function open(variables: IndicatorVariable[], change: Parameters<typeof startWith>[1] = {}) {
  const block = component('variable-action-block', {
    id: 'what',
    title: 'What to do',
    variables: variables.map(({ name }) => name),
  })
  return renderApp('/page/overview/visits/country=SE;region=north', [
    serveWidget('variable-action-block', () => ({ variables })),
    ...signedInServer(identityFixture(), startWith({ overview: [block] }, change)),
  ])
}

const named = (name: string) => screen.findByRole('article', { name })

test('is rendered with its tiles, which lead on by the rules of tiles (COMP-09)', async () => {
  const app = await open([
    tile('position', { type: 'rank_csi' }),
    tile('answered', { type: 'responserate' }),
    tile('waiting', { type: 'pmnew' }),
    tile('unanswered', { type: 'noresponse', cases: 'samples' }),
    tile('alerts', { alertMode: 'open' }),
    tile('shortcut', { shortcutPage: 'ranking', shortcutDrillPath: 'root' }),
    tile('plain'),
  ])
  expect(await screen.findByRole('heading', { name: 'What to do' })).toBeVisible()
  const link = (name: string) => screen.getByRole('link', { name })
  await named('position')
  // The page shows the last three months, and so do the pages it leads to.
  const path = 'country=SE;region=north'
  expect(link('position')).toHaveAttribute('href', '/ranking/visits/country=SE')
  expect(link('answered')).toHaveAttribute('href', `/ranking/visits/${path}`)
  expect(link('waiting')).toHaveAttribute('href', `/ranking/visits/${path};samplestate=1`)
  // What it counts is listed by the tile itself, so nothing else in it leads there.
  expect(link('unanswered')).toHaveAttribute('href', `/ranking/visits/${path};samplestate=2?cases=unanswered`)
  expect(within(await named('unanswered')).getAllByRole('link')).toHaveLength(1)
  expect(link('alerts')).toHaveAttribute('href', `/alertlist/visits/${path}?states=open`)
  expect(link('shortcut')).toHaveAttribute('href', '/ranking/visits/root')
  // A tile that leads nowhere is no link.
  expect(within(await named('plain')).queryByRole('link')).toBeNull()
  // The link is wherever the tile is clicked.
  const { left, bottom } = within(await named('position'))
    .getByText('1,204 interviews')
    .getBoundingClientRect()
  expect(document.elementFromPoint(left + 1, bottom - 1)).toBe(link('position'))
  await userEvent.click(link('position'))
  await waitFor(() => expect(app.address()).toBe('/ranking/visits/country=SE'))
})

test('a tile whose page the reader may not open is no link', async () => {
  const rights = { ...startWith({}).rights, canViewInterviews: false }
  await open([tile('alerts', { alertMode: 'open' }), tile('toplits', { type: 'toplits' })], { rights })
  expect(within(await named('alerts')).queryByRole('link')).toBeNull()
  expect(within(await named('toplits')).queryByRole('link')).toBeNull()
})

test('has no accessibility problems in either scheme', async () => {
  await open([tile('position', { type: 'rank_csi' }), tile('plain')])
  await named('position')
  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
})

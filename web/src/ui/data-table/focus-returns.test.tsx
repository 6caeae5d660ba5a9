import { screen, waitFor } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { expandPath } from '@gensvar/contract/paths'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { endApp, renderApp } from '#web/testing/render-app.tsx'
import type { Served } from '#web/testing/serve.ts'
import { component, header, nameColumn, ranking, startWith, unitRow } from '#web/widgets/testing/ranking-fixtures.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'

afterEach(endApp)

/** A stored path that never arrives: its screen stays loading. */
const stored: Served = { route: expandPath, answer: () => new Promise(() => {}) }

/** A ranking of three units, each with three of its own below. */
function openRanking(path: string) {
  const table = component('ranking-table', { id: 'units', title: 'Units', columns: ['csi'] })
  const answers = serveWidget('ranking-table', (_, { params }) => {
    const above = params['drillPath'] === path ? '' : `${params['drillPath']} `
    const rows = ['North', 'South', 'West'].map((name, at) =>
      unitRow(`${above}${name}`, at + 1, [], {
        drillPath: above === '' ? `country=${name}` : `country=South;region=${name}`,
      }),
    )
    return ranking({ headers: [nameColumn(), header('csi')], rows })
  })
  const start = startWith({ overview: [table] })
  const server = [answers, stored, ...signedInServer(identityFixture(), start)]
  return renderApp(`/page/overview/visits/${path}`, server)
}

const row = (name: string) => screen.findByRole('link', { name })

describe('the focus of the keyboard', () => {
  test('goes to the first row below the unit opened, and back to the unit', async () => {
    const app = await openRanking('gender=woman')
    ;(await row('North')).focus()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await waitFor(async () => expect(await row('country=South North')).toHaveFocus())
    app.back()
    await waitFor(async () => expect(await row('South')).toHaveFocus())
  })

  test('comes back to the row also from another screen', async () => {
    const app = await openRanking('gender=man')
    ;(await row('North')).focus()
    await userEvent.keyboard('{End}')
    expect(await row('West')).toHaveFocus()
    app.go('/interview/visits/nothing')
    expect(await screen.findByText('There is no such interview')).toBeVisible()
    expect(screen.queryByRole('table')).toBeNull()
    app.back()
    await waitFor(async () => expect(await row('West')).toHaveFocus())
  })

  test('comes back also from a screen that was still loading', async () => {
    const app = await openRanking('gender=other')
    ;(await row('North')).focus()
    await userEvent.keyboard('{End}')
    expect(await row('West')).toHaveFocus()
    app.go('/page/overview/visits/sel=7')
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull())
    app.back()
    await waitFor(async () => expect(await row('West')).toHaveFocus())
  })

  test('stays where it is when it was taken elsewhere', async () => {
    const app = await openRanking('gender=none')
    ;(await row('North')).focus()
    const pages = screen.getByRole('navigation', { name: 'Pages' })
    const link = pages.querySelector('a')
    link?.focus()
    app.go('/page/overview/visits/country=South')
    await row('country=South North')
    app.back()
    await row('North')
    expect(link).toHaveFocus()
  })
})

import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { getSegmentedDrillPath } from '@gensvar/contract/paths'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { endApp, renderApp } from '#web/testing/render-app.tsx'
import { serve } from '#web/testing/serve.ts'

afterEach(endApp)

test.each([
  ['root', 'Filters'],
  ['illegal=_1', 'Filters'],
  ['illegal=_1;gender=woman;date=rel_-30d_0d', 'Filters, 2 active'],
])('at %s the button of the drawer reads "%s": the hidden filter does not count', async (path, name) => {
  await renderApp(
    `/ranking/visits/${path}`,
    [
      ...signedInServer(identityFixture(), startFixture()),
      serve(getSegmentedDrillPath, { segments: [], nOpenAlerts: 0, filterTitles: [] }),
    ],
    { width: 390 },
  )
  expect(await screen.findByRole('button', { name })).toBeVisible()
})

import { screen, waitFor } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { getSendingRules, listSuppressed, saveSendingRules, usualSendingRules } from '@gensvar/contract/sending-rules'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { endApp, renderApp } from '#web/testing/render-app.tsx'
import { serve } from '#web/testing/serve.ts'

afterEach(endApp)

test('decimals are shown in the reader’s language, and typed with a comma or a point', async () => {
  const pauseAt = { bouncePercent: 10, complaintPercent: 0.5, after: 100 }
  const rules = { ...usualSendingRules, pauseAt }
  const app = await renderApp(
    '/sendingrules/visits',
    [
      serve(getSendingRules, { rules, version: 1 }),
      serve(saveSendingRules, { rules, version: 2 }),
      serve(listSuppressed, { rows: [], totalRows: 0 }),
      ...signedInServer(identityFixture({ isRoot: true, isUserAdmin: true, locale: 'sv' }), startFixture()),
    ],
    { locale: 'sv' },
  )
  const complaints = await screen.findByRole('textbox', { name: 'Klagomål (%)' })
  expect(complaints).toHaveValue('0,5')
  expect(screen.getAllByRole('heading', { name: 'Regler för utskick' })).toHaveLength(1)
  await userEvent.clear(complaints)
  await userEvent.type(complaints, '0.25')
  expect(complaints).toHaveValue('0,25')
  await userEvent.click(screen.getByRole('button', { name: 'Spara regler' }))
  await waitFor(() =>
    expect(app.calls.find(({ route }) => route === 'saveSendingRules')?.body).toMatchObject({
      rules: { pauseAt: { complaintPercent: 0.25 } },
    }),
  )
})

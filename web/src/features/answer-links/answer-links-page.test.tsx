import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { listAnswerLinks, renewAnswerLinks } from '@gensvar/contract/answering'
import type { AnswerLinks } from '@gensvar/contract/answering'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { endApp, renderApp } from '#web/testing/render-app.tsx'
import { serve } from '#web/testing/serve.ts'

afterEach(endApp)

const links: AnswerLinks = {
  isOpen: true,
  views: [
    {
      extname: 'org',
      title: 'Organisation',
      levels: [
        { name: 'country', title: 'Country' },
        { name: 'store', title: 'Store' },
      ],
    },
  ],
  view: 'org',
  level: 'store',
  places: ['Oslo', 'Bergen'].map((store) => ({
    ...{ titles: ['Norway', store], names: ['NO', store] },
    ...{ url: `https://feedback.example/open/l-${store}`, codeUrl: `https://feedback.example/open/q-${store}` },
  })),
  trialUrl: 'https://feedback.example/try/x',
  sheet: { locale: 'no', title: 'Butikkbesøk', instruction: 'Rett mobilkameraet hit.' },
}

const start = () => startFixture({ rights: { ...startFixture().rights, canAdministrate: true } })

test('every place has its code, its link and its public screen; places are searched, levels chosen, links renewed', async () => {
  const app = await renderApp('/answerlinks/visits', [
    serve(listAnswerLinks, links),
    serve(renewAnswerLinks, { ok: true }),
    ...signedInServer(identityFixture(), start()),
  ])
  const code = await screen.findByRole('img', { name: 'QR code of Oslo' })
  expect(code.querySelector('path')?.getAttribute('d')?.length).toBeGreaterThan(500)
  expect(screen.getByRole('link', { name: 'Link of Oslo' })).toHaveAttribute('href', links.places[0]?.url)
  expect(screen.getByRole('link', { name: 'Public screen of Oslo' })).toHaveAttribute(
    'href',
    'https://feedback.example/open/l-Oslo?kiosk',
  )
  expect(screen.getByRole('link', { name: 'Try the survey' })).toHaveAttribute('href', links.trialUrl)
  expect(screen.getAllByText('Rett mobilkameraet hit.')[0]).toHaveAttribute('lang', 'no')
  await userEvent.type(screen.getByRole('textbox', { name: 'Search for a place' }), 'berg')
  expect(screen.queryByRole('img', { name: 'QR code of Oslo' })).toBeNull()
  expect(screen.getByRole('img', { name: 'QR code of Bergen' })).toBeVisible()
  expect(screen.getByText('1 place')).toBeVisible()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Level' }), 'Country')
  await waitFor(() =>
    expect(app.calls.findLast(({ route }) => route === 'listAnswerLinks')?.query).toMatchObject({
      view: 'org',
      level: 'country',
    }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'End these links' }))
  const dialog = await screen.findByRole('dialog', { name: 'End these links' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'End these links' }))
  expect(await screen.findByText('The old links have ended. These are new.')).toBeVisible()
  expect(app.calls.some(({ route }) => route === 'renewAnswerLinks')).toBe(true)
})

test('where the survey takes no such answers, the page says how it would', async () => {
  await renderApp('/answerlinks/visits', [
    serve(listAnswerLinks, { ...links, isOpen: false }),
    ...signedInServer(identityFixture(), start()),
  ])
  expect(await screen.findByText(/^These links do not work yet\./)).toBeVisible()
})

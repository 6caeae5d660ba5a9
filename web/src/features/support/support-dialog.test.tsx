import { screen, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp } from '#web/testing/render-app.tsx'

afterEach(endApp)

const support = {
  faq: 'https://example.org/faq',
  email: 'support@example.org',
  phone: '+46 8 000 00 00',
  hours: { en: 'Weekdays 9-17' },
}

async function open(
  change: Partial<Record<Exclude<keyof typeof support, 'faq'>, null>> & { faq?: string | null } = {},
) {
  await renderApp(
    '/page/overview/visits/root',
    signedInServer(identityFixture(), startFixture({ support: { ...support, ...change } })),
  )
  await screen.findByRole('link', { name: 'Ranking' })
  await userEvent.click(screen.getByRole('button', { name: 'Support' }))
  return within(await screen.findByRole('dialog', { name: 'Support' }))
}

describe('the support dialog', () => {
  test('links to the frequent questions (SHELL-12a)', async () => {
    const dialog = await open()
    expect(dialog.getByRole('link', { name: 'Read the answers' })).toHaveAttribute('href', 'https://example.org/faq')
  })

  test('links to the e-mail address (SHELL-12b)', async () => {
    const dialog = await open()
    expect(dialog.getByRole('link', { name: 'support@example.org' })).toHaveAttribute(
      'href',
      'mailto:support@example.org',
    )
  })

  test('shows the phone number (SHELL-12c)', async () => {
    const dialog = await open()
    expect(dialog.getByRole('link', { name: '+46 8 000 00 00' })).toHaveAttribute('href', 'tel:+4680000000')
  })

  test('shows the opening hours (SHELL-12d)', async () => {
    const dialog = await open()
    expect(dialog.getByText('Weekdays 9-17')).toBeVisible()
    expect(await accessibilityProblems()).toEqual([])
  })

  test('leads to no address that would run a script', async () => {
    const dialog = await open({ faq: 'javascript:alert(1)' })
    expect(dialog.getByRole('link', { name: 'support@example.org' })).toBeVisible()
    expect(dialog.queryByRole('link', { name: 'Read the answers' })).toBeNull()
  })

  test('leaves out what has not been set up, and says when nothing has', async () => {
    const dialog = await open({ faq: null, email: null, phone: null, hours: null })
    expect(dialog.queryByRole('link')).toBeNull()
    expect(dialog.getByText('No support details have been set up for your organisation.')).toBeVisible()
  })
})

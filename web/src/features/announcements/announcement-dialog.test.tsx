import { screen, waitFor } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { getAnnouncementLink } from '@gensvar/contract/surveys'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'

afterEach(() => {
  vi.restoreAllMocks()
  endApp()
})

let number = 0

/** Opens a screen with one announcement with a unique name: a dismissed one stays away until the page is reloaded. */
async function open(href: string, { locale = 'en', broken = false }: { locale?: 'en' | 'sv'; broken?: boolean } = {}) {
  number += 1
  const announcement = {
    extName: `autumn-${number}`,
    bodyText: { en: 'Tell us what you miss', sv: 'Berätta vad du saknar' },
    actionText: { en: 'Open the form', sv: 'Öppna formuläret' },
  }
  const app = await renderApp(
    href,
    [
      ...signedInServer(identityFixture({ locale }), startFixture(), { announcements: [announcement] }),
      serve(getAnnouncementLink, () =>
        broken ? refusal('unavailable', 'The form is closed.') : { url: 'https://example.org/form' },
      ),
    ],
    { locale },
  )
  await screen.findAllByText(locale === 'sv' ? 'Rankning' : 'Ranking')
  return { app, announcement }
}

function fakeTab() {
  const tab = { opener: window, location: { replace: vi.fn() }, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  return tab
}

const gone = () => waitFor(() => expect(screen.queryByText('Tell us what you miss')).toBeNull())

describe('the dialog of announcements, which the specification calls campaigns', () => {
  test('stands over the alert list only when there are announcements (SHELL-26)', async () => {
    await open('/alertlist/visits/root')
    expect(await screen.findByText('Tell us what you miss')).toBeVisible()
    expect(await accessibilityProblems()).toEqual([])
    endApp()
    await renderApp('/alertlist/visits/root', signedInServer(identityFixture(), startFixture()))
    await screen.findAllByText('Ranking')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('stands over the generic page when there are announcements (SHELL-27)', async () => {
    await open('/page/overview/visits/root')
    expect(await screen.findByText('Tell us what you miss')).toBeVisible()
  })

  test('stays away where there are none, and from the other screens', async () => {
    await renderApp('/page/overview/visits/root', signedInServer(identityFixture(), startFixture()))
    await screen.findAllByText('Ranking')
    expect(screen.queryByRole('dialog')).toBeNull()
    endApp()
    await open('/ranking/visits/root')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test("shows the text and one action button in the user's language (SHELL-37)", async () => {
    await open('/page/overview/visits/root', { locale: 'sv' })
    expect(await screen.findByText('Berätta vad du saknar')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Öppna formuläret' })).toBeVisible()
  })

  test('the action fetches the link, opens it in a new tab (SHELL-30) and removes the dialog (SHELL-28a)', async () => {
    const tab = fakeTab()
    const { app, announcement } = await open('/page/overview/visits/root')
    await userEvent.click(await screen.findByRole('button', { name: 'Open the form' }))
    await gone()
    expect(window.open).toHaveBeenCalledWith('', '_blank')
    expect(tab.location.replace).toHaveBeenCalledWith('https://example.org/form')
    expect(app.calls.find((call) => call.route === 'getAnnouncementLink')?.params).toEqual({
      survey: 'visits',
      announcement: announcement.extName,
    })
  })

  test('an action that fails says so, closes its tab and leaves the dialog', async () => {
    const tab = fakeTab()
    await open('/page/overview/visits/root', { broken: true })
    await userEvent.click(await screen.findByRole('button', { name: 'Open the form' }))
    expect(await screen.findByText('The form is closed.')).toBeVisible()
    expect(tab.close).toHaveBeenCalledOnce()
    expect(screen.getByText('Tell us what you miss')).toBeInTheDocument()
  })

  test('Esc removes it (SHELL-28b)', async () => {
    await open('/page/overview/visits/root')
    await screen.findByText('Tell us what you miss')
    await userEvent.keyboard('{Escape}')
    await gone()
  })

  test('a click outside removes it (SHELL-28c)', async () => {
    await open('/page/overview/visits/root')
    await screen.findByText('Tell us what you miss')
    const outside = document.querySelector('.mantine-Modal-overlay')
    await userEvent.click(outside ?? document.body)
    await gone()
  })
})

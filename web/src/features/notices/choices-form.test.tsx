import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { noticeEvents } from '@gensvar/contract/entities/notices'
import type { NoticeChoices } from '@gensvar/contract/entities/notices'
import { userEntities } from '@gensvar/contract/entities/users'
import { getNoticeChoices, saveNoticeChoices } from '@gensvar/contract/notices'
import { listSubscriptions } from '@gensvar/contract/subscriptions'
import { getUserDetails } from '@gensvar/contract/users'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

const usual: NoticeChoices = {
  events: noticeEvents.map((event) => ({ event, bell: true, mail: event === 'mention' })),
  pace: 'now',
  digestAt: '08:00',
  quietFrom: null,
  quietTo: null,
  timeZone: null,
}

async function open(mail: { email?: string; sendsMail?: boolean } = {}, width = 1440) {
  let stored = usual
  const app = await renderApp(
    '/userdetails/visits/7',
    [
      serve(getUserDetails, userEntities.UserDetails.example),
      serve(listSubscriptions, { subscriptions: [], made: [] }),
      serve(getNoticeChoices, () => ({ ...stored, email: 'anna@example.org', sendsMail: true, ...mail })),
      serve(saveNoticeChoices, ({ body }) => {
        const choices = body as NoticeChoices
        if (choices.quietFrom !== null && choices.quietTo === null)
          return refusal('validation', 'Quiet hours need both a beginning and an end.', { quietTo: 'is missing' })
        stored = choices
        return stored
      }),
      ...signedInServer(identityFixture({ userId: 7 }), startFixture()),
    ],
    { width },
  )
  await screen.findByRole('button', { name: 'Save notices' })
  return app
}

const saved = (app: Awaited<ReturnType<typeof open>>) =>
  app.calls.filter(({ route }) => route === 'saveNoticeChoices').map(({ body }) => body)
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save notices' }))

describe('the choice of notices', () => {
  test('is one of events by bell and e-mail, of pace, quiet hours and time zone, and is saved', async () => {
    const app = await open()
    expect(screen.getAllByRole('row')).toHaveLength(1 + noticeEvents.length)
    expect(screen.getByText('E-mail goes to anna@example.org.')).toBeVisible()
    await userEvent.click(screen.getByRole('checkbox', { name: 'New alert: E-mail' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'You are mentioned in a comment: Bell' }))
    expect(screen.queryByLabelText('Time of day')).toBeNull()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'E-mail comes' }), 'Once a week, collected')
    expect(screen.getByText('On Mondays')).toBeVisible()
    await userEvent.clear(screen.getByLabelText('Time of day'))
    await userEvent.type(screen.getByLabelText('Time of day'), '07:30')
    await userEvent.type(screen.getByLabelText('No e-mail from'), '18:00')
    await userEvent.type(screen.getByLabelText('No e-mail until'), '07:00')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Time zone' }), 'Europe/Helsinki')
    await save()
    expect(await screen.findByText('Your choice of notices is saved')).toBeVisible()
    const events = usual.events.map(({ event, bell, mail }) => ({
      event,
      bell: event !== 'mention' && bell,
      mail: event === 'alert-raised' || mail,
    }))
    const when = { digestAt: '07:30', quietFrom: '18:00', quietTo: '07:00', timeZone: 'Europe/Helsinki' }
    expect(saved(app)).toEqual([{ events, pace: 'weekly', ...when }])
  })

  test('names a wrong field, and asks before changes are lost', async () => {
    const app = await open()
    await userEvent.type(screen.getByLabelText('No e-mail from'), '18:00')
    await save()
    const until = screen.getByLabelText('No e-mail until')
    await waitFor(() => expect(until).toHaveAttribute('aria-invalid', 'true'))
    await waitFor(() => expect(until).toHaveFocus())
    expect(until).toHaveAccessibleDescription(/is missing/i)
    await userEvent.click(screen.getByRole('button', { name: 'To the start page' }))
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: 'Discard the changes?' })).getByRole('button', {
        name: 'Discard',
      }),
    )
    await waitFor(() => expect(app.address()).toBe('/page/overview/visits/country=SE'))
  })

  test.each([
    [{ sendsMail: false }, /^This server sends no e-mail/],
    [{ email: '' }, /^You have no e-mail address/],
  ])('says plainly where no e-mail comes: %o', async (mail, said) => {
    await open(mail)
    expect(screen.getByText(said)).toBeVisible()
    expect(screen.queryByText(/^E-mail goes to/)).toBeNull()
  })

  test.each([1440, 390])('is accessible in both schemes, %i wide', async (width) => {
    await open({}, width)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    for (const scheme of ['light', 'dark'] as const) {
      useScheme(scheme)
      expect(await accessibilityProblems()).toEqual([])
    }
  })
})

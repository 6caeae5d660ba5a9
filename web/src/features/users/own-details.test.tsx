import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { noticeEntities } from '@gensvar/contract/entities/notices'
import { userEntities } from '@gensvar/contract/entities/users'
import { getNoticeChoices } from '@gensvar/contract/notices'
import { listSubscriptions } from '@gensvar/contract/subscriptions'
import { getUserDetails, saveUserDetails } from '@gensvar/contract/users'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { serve } from '#web/testing/serve.ts'

afterEach(endApp)

const details = userEntities.UserDetails.example
const own = identityFixture({ userId: 9 })

function open({ restricted = true, userId = 9, isUserAdmin = false, locale = 'en' as 'en' | 'sv' } = {}) {
  const answer = { ...details, userDTO: { ...details.userDTO, locale }, restricted }
  const served = [
    serve(getUserDetails, answer),
    serve(listSubscriptions, { subscriptions: [], made: [] }),
    serve(getNoticeChoices, { ...noticeEntities.NoticeChoices.example, email: 'bo@example.org', sendsMail: true }),
    serve(saveUserDetails, ({ body }) => ({
      ...answer,
      userDTO: { ...answer.userDTO, ...(body as { userDTO: { locale: 'en' | 'sv' } }).userDTO },
      error: null,
      invitation: null,
    })),
    ...signedInServer({ ...own, isUserAdmin, locale }, startFixture()),
  ]
  return renderApp(`/userdetails/visits/${userId}`, served, { locale })
}

async function saveSwedish(): Promise<void> {
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Language' }), 'Svenska')
  await userEvent.click(screen.getByRole('button', { name: 'Save language' }))
}

describe('the own details', () => {
  test('show name, e-mail, organisation and role, and no password', async () => {
    await open()
    expect(await screen.findByRole('heading', { name: 'Your details' })).toBeVisible()
    const main = within(screen.getByRole('main'))
    for (const text of ['Bo Ek', 'bo@example.org', 'Nordic Retail', 'store-manager'])
      expect(main.getByText(text)).toBeVisible()
    expect(document.querySelector('input[type=password]')).toBeNull()
    for (const scheme of ['light', 'dark'] as const) {
      useScheme(scheme)
      expect(await accessibilityProblems()).toEqual([])
    }
  })

  test("say 'user saved' and no error once they are (USERS-34b)", async () => {
    await open({ restricted: false, locale: 'sv' })
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Språk' }), 'English')
    await userEvent.click(screen.getByRole('button', { name: 'Spara språk' }))
    expect(await screen.findByText('user saved')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('say so in the language chosen', async () => {
    const app = await open({ restricted: false })
    await saveSwedish()
    expect(await screen.findByText('användaren har sparats')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(app.calls.find((call) => call.route === 'saveUserDetails')?.body).toEqual({ userDTO: { locale: 'sv' } })
    expect(app.address()).toBe('/userdetails/visits/9')
    expect(await screen.findByRole('heading', { name: 'Dina uppgifter' })).toBeVisible()
  })

  test('lead a restricted user to the default page after saving and on leaving (USERS-06b)', async () => {
    const app = await open()
    await saveSwedish()
    await waitFor(() => expect(app.address()).toBe('/page/overview/visits/country=SE'))
    endApp()
    const other = await open()
    await userEvent.click(await screen.findByRole('button', { name: 'To the start page' }))
    await waitFor(() => expect(other.address()).toBe('/page/overview/visits/country=SE'))
  })
})

test('a language that is not saved is not lost without a question', async () => {
  const app = await open()
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Language' }), 'Svenska')
  await userEvent.click(screen.getByRole('button', { name: 'To the start page' }))
  const question = within(await screen.findByRole('dialog', { name: 'Discard the changes?' }))
  expect(app.address()).toBe('/userdetails/visits/9')
  await userEvent.click(question.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(app.address()).toBe('/page/overview/visits/country=SE'))
  expect(app.calls.map((call) => call.route)).not.toContain('saveUserDetails')
})

import { screen, waitFor } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { userEntities } from '@gensvar/contract/entities/users'
import { noticeEntities } from '@gensvar/contract/entities/notices'
import { getNoticeChoices } from '@gensvar/contract/notices'
import { getUserEditorData, listUserChannels, saveUserEditorData } from '@gensvar/contract/user-editor'
import { getUserDetails, saveUserDetails } from '@gensvar/contract/users'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { endApp, renderApp } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'

afterEach(endApp)

const details = userEntities.UserDetails.example
const noUser = { ...details.userDTO, id: 0, name: '', email: '', selectedRoleId: null }
const fresh = { ...details, userDTO: noUser, version: 0, canEditPassword: true, restricted: false }
const editor = userEntities.UserEditorData.example
const noName = { ...editor.keyCloakData, email: '', firstName: '', lastName: '' }
const message = 'At least one universe must be associated with user'

function open(address: string, { isUserAdmin = true, restricted = false } = {}) {
  return renderApp(address, [
    serve(getUserDetails, ({ params }) => (params['userId'] === '0' ? fresh : { ...details, restricted })),
    serve(saveUserDetails, { ...fresh, error: null, invitation: null }),
    serve(getUserEditorData, { ...editor, id: 0, keyCloakData: noName }),
    serve(listUserChannels, { channels: [] }),
    serve(saveUserEditorData, ({ body }) => {
      const { universeUsers } = body as { universeUsers: { createuser: boolean; selectedrole: number | null }[] }
      if (universeUsers.every(({ createuser }) => !createuser))
        return refusal('validation', message, { universeUsers: message })
      const role = universeUsers.findIndex((card) => card.createuser && card.selectedrole === null)
      const words = 'A role is required'
      return role < 0
        ? refusal('internal', 'x')
        : refusal('validation', words, { [`universeUsers.${role}.selectedrole`]: words })
    }),
    serve(getNoticeChoices, { ...noticeEntities.NoticeChoices.example, email: 'bo@example.org', sendsMail: true }),
    ...signedInServer(identityFixture({ userId: 9, isUserAdmin, restricted }), startFixture()),
  ])
}
const box = (name: string) => screen.getByRole('textbox', { name })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save user' }))
const sent = (app: Awaited<ReturnType<typeof open>>) => app.calls.filter(({ route }) => route.startsWith('save'))

test('there are two forms of a user: /userdetails, with its own rules, and /usereditor for administrators (USERS-53)', async () => {
  // Restricted users see the one, never the other.
  await open('/userdetails/visits/9', { isUserAdmin: false, restricted: true })
  expect(await screen.findByRole('heading', { name: 'Your details' })).toBeVisible()
  endApp()
  await open('/usereditor/visits/9', { isUserAdmin: false, restricted: true })
  expect(await screen.findByText('You do not have access to this')).toBeVisible()
  endApp()

  // Id 0 is a new user: one name, an address, a role, a password twice.
  const form = await open('/userdetails/visits/0')
  expect(await screen.findByRole('heading', { name: 'New user' })).toBeVisible()
  expect([box('Name'), box('E-mail')].map((field) => (field as HTMLInputElement).disabled)).toEqual([false, false])
  expect(screen.queryByRole('textbox', { name: 'Last name' })).toBeNull()
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse')
  await userEvent.type(screen.getByLabelText('Repeat password'), 'correct house')
  await save()
  for (const words of ['Name is required', 'Role is required', 'Passwords must match'])
    expect(await screen.findByText(words)).toBeVisible()
  expect(sent(form)).toEqual([])
  endApp()

  // The editor has two names and a card for each organisation, and no password.
  const other = await open('/usereditor/visits/0')
  expect(await screen.findByRole('textbox', { name: 'Last name' })).toBeVisible()
  expect(document.querySelector('input[type=password]')).toBeNull()
  await save()
  for (const name of ['E-mail', 'First name', 'Last name'])
    await waitFor(() => expect(box(name)).toHaveAttribute('aria-invalid', 'true'))
  expect(sent(other)).toEqual([])
  await userEvent.type(box('E-mail'), 'eva@example.org')
  await userEvent.type(box('First name'), 'Eva')
  await userEvent.type(box('Last name'), 'Berg')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Choose a role')
  await save()
  expect(await screen.findByText('A role is required')).toBeVisible()
  await userEvent.click(screen.getByRole('switch', { name: /^Member of / }))
  await save()
  expect((await screen.findAllByText(message))[0]).toBeVisible()
})

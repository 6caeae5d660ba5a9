import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { assignAlerts, getAlert, listAlertOwners, listAlerts, reopenAlert, updateAlert } from '@gensvar/contract/alerts'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import type { RunningApp } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import type { SeenCall } from '#web/testing/serve.ts'
import { alertExample, alertListOf, alertRow } from '#web/widgets/testing/alert-fixtures.ts'
import type { AlertAnswer } from '#web/widgets/testing/alert-fixtures.ts'

afterEach(endApp)

type Question = AlertAnswer['questions'][number]

const plain = { reasons: [], selected: 0, value: '' }
const text: Question = { ...plain, questionId: 'done', title: { en: 'What was done' }, type: 'Text' }
const number: Question = { ...plain, questionId: 'cost', title: { en: 'Cost' }, type: 'Number' }
const reasons = ['Choose', 'Staff', 'Queue', 'Price', 'Other'].map((title, choiceId) => ({
  choiceId,
  title: { en: title },
}))
const few: Question = {
  ...plain,
  questionId: 'cause',
  title: { en: 'Cause' },
  type: 'choice',
  reasons: reasons.slice(0, 4),
}
const many: Question = { ...few, questionId: 'part', title: { en: 'Part' }, reasons }

/** An open alert with a question of each type, nothing answered. */
const alert: AlertAnswer = { ...alertExample, alertState: 2, stateText: { en: 'Open' }, questions: [few, text] }

const saved = (body: unknown): AlertAnswer => {
  const { isClosed } = body as { isClosed: boolean }
  return {
    ...alert,
    alertState: isClosed ? 3 : 6,
    stateText: { en: isClosed ? 'Closed' : 'Processing' },
    closedDate: isClosed ? '2026-03-03T08:15:00Z' : null,
    version: 3,
  }
}

/** Opens an alert from the list; `onSave` answers its saves. */
async function open(change: Partial<AlertAnswer> = {}, onSave?: (seen: SeenCall) => AlertAnswer | Response) {
  let stored: AlertAnswer = { ...alert, ...change }
  const rows = [31, 32].map((id) => alertRow(id, `Customer ${id}`, 2))
  const app = await renderApp('/alertlist/visits/country=SE?states=open', [
    serve(listAlerts, alertListOf(rows)),
    serve(getAlert, ({ params }) => ({ ...stored, id: Number(params['alertId']) })),
    serve(updateAlert, (seen) => {
      const answer = onSave?.(seen) ?? saved(seen.body)
      if (!(answer instanceof Response)) stored = answer
      return answer
    }),
    serve(reopenAlert, () => (stored = { ...alert, alertState: 6, stateText: { en: 'Processing' }, version: 4 })),
    serve(listAlertOwners, { owners: [{ userId: 8, name: 'Ulf Ek', username: 'ulf@example.org' }] }),
    serve(assignAlerts, () => {
      stored = { ...stored, owner: { userId: 8, name: 'Ulf Ek' }, version: 5 }
      return { assigned: 1 }
    }),
    ...signedInServer(identityFixture(), startFixture()),
  ])
  await userEvent.click(await screen.findByRole('link', { name: 'Customer 31' }))
  await screen.findByRole('heading', { level: 1, name: 'Unhappy customer' })
  return app
}

const sent = (app: RunningApp, route: string) => app.calls.filter((call) => call.route === route)
const box = (name: string) => screen.getByRole('textbox', { name })
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const part = (name: string) => screen.getByRole('heading', { name }).closest('section') as HTMLElement

describe('the page of an alert', () => {
  test('shows what happened, its state, who has it and until when, and is accessible in both schemes', async () => {
    await open({ isOverdue: true })
    const head = screen.getByRole('region', { name: 'Unhappy customer' })
    expect(within(head).getByText('Eva Lind: the queue was long.')).toBeVisible()
    for (const said of ['Open', 'Overdue', 'Anna Berg', 'To be closed by'])
      expect(within(head).getByText(said)).toBeVisible()
    for (const scheme of ['light', 'dark'] as const) {
      useScheme(scheme)
      expect(await accessibilityProblems()).toEqual([])
    }
  })

  test('shows its info, the text of its state and when it was closed (ALERT-05)', async () => {
    await open({ alertState: 3, stateText: { en: 'Solved' }, closedDate: '2026-03-03T08:15:00Z' })
    const head = screen.getByRole('region', { name: 'Unhappy customer' })
    expect(within(head).getByText('Eva Lind: the queue was long.')).toBeVisible()
    expect(within(head).getByText('Solved')).toBeVisible()
    expect(within(head).getByText(/^3 Mar 2026/)).toBeVisible()
  })

  test('shows the comments (ALERT-06)', async () => {
    await open()
    expect(within(part('Comments')).getByText('Called the customer.')).toBeVisible()
    expect(within(part('Comments')).getByText(/anna@example.org/)).toBeVisible()
  })

  test('shows the history with state, text, date, user and comment (ALERT-07), processing amber, closed green, others red (ALERT-08)', async () => {
    const [log] = alertExample.alertLogs
    const step = (state: 2 | 6 | 3, said: string) => ({
      ...log!,
      state,
      stateText: { en: said },
      comment: `Was ${said}`,
    })
    await open({
      alertLogs: [step(2, 'Open'), step(6, 'Processing'), { ...step(3, 'Closed'), event: 'closed' }],
    })
    const steps = within(part('History')).getAllByRole('listitem')
    expect(steps).toHaveLength(3)
    expect(steps[1]?.textContent).toMatch(/^Processing.*anna@example\.org.*2 Mar 2026.*Was Processing/)
    // A state that says what happened is not repeated.
    expect(steps.map((one) => one.querySelector('p')?.textContent.trim())).toEqual([
      'Open saved',
      'Processing saved',
      'Closed',
    ])
    const colours = steps.map((one) => getComputedStyle(within(one).getByText(/^(Open|Processing|Closed)$/)).color)
    // The tokens of light: negative, amber, positive.
    expect(colours).toEqual(['rgb(190, 0, 0)', 'rgb(138, 90, 0)', 'rgb(0, 122, 92)'])
  })

  test('shows the linked interview with a way to it (ALERT-09b)', async () => {
    await open()
    const interview = screen.getByRole('region', { name: 'The interview' })
    expect(within(interview).getByRole('heading', { name: 'Visit' })).toBeVisible()
    expect(within(interview).getByRole('link', { name: 'Open the interview' })).toHaveAttribute(
      'href',
      '/interview/visits/417',
    )
  })

  test('reaches the customer by telephone, text message and mail, and leads to their other alerts', async () => {
    const other = { id: 9, title: 'Late delivery', alertState: 3 as const, stateText: { en: 'Closed' } }
    await open({ otherAlerts: [{ ...other, raisedAt: '2026-01-01T08:00:00Z' }] })
    const contact = within(screen.getByRole('region', { name: 'Contact the customer' }))
    expect(contact.getByRole('link', { name: 'Call: +46 8 000 00 00' })).toHaveAttribute('href', 'tel:+4680000000')
    expect(contact.getByRole('link', { name: 'SMS: +46 8 000 00 00' })).toHaveAttribute('href', 'sms:+4680000000')
    expect(contact.getByRole('link', { name: 'Mail: eva@example.org' })).toHaveAttribute(
      'href',
      'mailto:eva@example.org',
    )
    expect(screen.getByRole('link', { name: /Late delivery/ })).toHaveAttribute('href', '/alert/visits/9')
  })

  test('goes to the next alert of the list, and back to the list as it was left', async () => {
    const app = await open()
    await click('Next alert')
    await waitFor(() => expect(app.address()).toBe('/alert/visits/32'))
    expect(await screen.findByText('2 of 2')).toBeVisible()
    await click('Back')
    await waitFor(() => expect(app.address()).toBe('/alertlist/visits/country=SE?states=open'))
  })

  test('is at its address, by survey and number (NAV-14)', async () => {
    const app = await renderApp('/alert/visits/32', [
      serve(getAlert, ({ params }) => ({ ...alert, id: Number(params['alertId']) })),
      ...signedInServer(identityFixture(), startFixture()),
    ])
    expect(await screen.findByRole('heading', { level: 1, name: 'Unhappy customer' })).toBeVisible()
    expect(sent(app, 'getAlert').map(({ params }) => params)).toEqual([{ survey: 'visits', alertId: '32' }])
    // Opened by its address, it has no list to go on in, and leads back to the one of its place.
    expect(screen.queryByRole('group', { name: 'Other alerts of the list' })).toBeNull()
    await click('Back')
    await waitFor(() => expect(app.address()).toMatch(/^\/alertlist\/visits\//))
  })

  test('says that there is no such alert, and nothing of single answers in an anonymous survey', async () => {
    await renderApp('/alert/visits/x', signedInServer(identityFixture(), startFixture()))
    expect(await screen.findByText('There is no such alert')).toBeVisible()
    endApp()
    await renderApp('/alert/visits/31', signedInServer(identityFixture(), startFixture({ named: false })))
    expect(await screen.findByText(/^This survey is anonymous/)).toBeVisible()
  })
})

describe('handling an alert', () => {
  test('asks its questions, each by its type (ALERT-09a) (ALERT-10): few reasons as radio buttons, five as a dropdown (ALERT-11), reason 0 unselected (ALERT-12)', async () => {
    await open({ questions: [few, many, text, number] })
    const cause = screen.getByRole('radiogroup', { name: 'Cause' })
    expect(
      within(cause)
        .getAllByRole('radio')
        .map((one) => (one as HTMLInputElement).value),
    ).toEqual(['1', '2', '3'])
    for (const one of within(cause).getAllByRole('radio')) expect(one).not.toBeChecked()
    expect(cause).toHaveAccessibleDescription('Choose')
    expect(screen.getByRole('combobox', { name: 'Part' })).toHaveDisplayValue('Choose')
    expect(box('What was done')).toHaveValue('')
    expect(box('Cost')).toHaveAttribute('inputmode', 'decimal')
  })

  test('offers a new comment, a tick box to close, and saving (ALERT-13)', async () => {
    const app = await open()
    await userEvent.type(box('New comment'), 'Called')
    await userEvent.click(screen.getByRole('radio', { name: 'Queue' }))
    expect(screen.getByRole('checkbox', { name: 'Closed' })).not.toBeChecked()
    await click('Save')
    expect(await screen.findByText('The alert is saved.')).toBeVisible()
    expect(sent(app, 'updateAlert')[0]?.body).toMatchObject({
      ...{ newComment: 'Called', isClosed: false, version: 2 },
      selections: [
        { questionId: 'cause', choiceId: 2 },
        { questionId: 'done', value: '' },
      ],
    })
    expect(app.address()).toBe('/alert/visits/31')
    expect(within(screen.getByRole('region', { name: 'Unhappy customer' })).getByText('Processing')).toBeVisible()
    await waitFor(() => expect(box('New comment')).toHaveValue(''))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus())
  })

  test('says at each field what closing needs, before anything is sent (ALERT-16) (ALERT-17) (ALERT-18)', async () => {
    const app = await open({ questions: [few, many, text, number] })
    const asked = () => [box('New comment'), box('What was done'), box('Cost'), screen.getByLabelText(/^Part/)]
    for (const input of asked()) expect(input).not.toBeRequired()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Closed' }))
    for (const input of asked()) expect(input).toBeRequired()
    expect(screen.getByText('Cause')).toHaveTextContent('Cause *')
    await userEvent.type(box('New comment'), '  ')
    await click('Save')
    await waitFor(() => expect(box('New comment')).toHaveAccessibleDescription('Mandatory'))
    expect(box('What was done')).toHaveAccessibleDescription('field is mandatory')
    expect(box('Cost')).toHaveAccessibleDescription('field is mandatory')
    expect(screen.getByRole('combobox', { name: 'Part' })).toHaveAccessibleDescription('selection is mandatory')
    expect(screen.getByRole('radiogroup', { name: 'Cause' })).toHaveAccessibleDescription(/selection is mandatory/)
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Staff' })).toHaveFocus())
    expect(sent(app, 'updateAlert')).toEqual([])
    // What is answered is right at once.
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Part' }), 'Other')
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Part' })).not.toHaveAccessibleDescription())
  })

  test('shows the messages of the server at the fields of its questions, as they are written', async () => {
    await open({}, () =>
      refusal('validation', 'x', { 'selections.done': 'field is mandatory', newComment: 'Mandatory' }),
    )
    await click('Save')
    await waitFor(() => expect(box('What was done')).toHaveAccessibleDescription('field is mandatory'))
    expect(box('New comment')).toHaveAccessibleDescription('Mandatory')
  })

  test('takes numbers alone for a number, written with a comma too', async () => {
    const app = await open({ questions: [number] })
    await userEvent.type(box('Cost'), 'much')
    await click('Save')
    await waitFor(() => expect(box('Cost')).toHaveAccessibleDescription('Enter a number'))
    await userEvent.clear(box('Cost'))
    await userEvent.type(box('Cost'), '12,5')
    await click('Save')
    await waitFor(() => expect(sent(app, 'updateAlert')[0]?.body).toMatchObject({ selections: [{ value: '12.5' }] }))
  })

  test('closes and saves with one button, and shows the list again with the focus in it', async () => {
    const app = await open({ questions: [] })
    await userEvent.type(box('New comment'), 'Refunded')
    await click('Close and save')
    expect(await screen.findByText('The alert is closed.')).toBeVisible()
    expect(sent(app, 'updateAlert')[0]?.body).toMatchObject({ newComment: 'Refunded', isClosed: true })
    await waitFor(() => expect(app.address()).toBe('/alertlist/visits/country=SE?states=open'))
    expect(sent(app, 'listAlerts').length).toBeGreaterThan(1)
    await waitFor(() => expect(screen.getByRole('link', { name: 'Customer 31' })).toHaveFocus())
  })

  test('shows no such button, and no tick, where alerts of its kind are not closed by saving', async () => {
    await open({ enableCloseAndSave: false })
    expect(screen.queryByRole('button', { name: 'Close and save' })).toBeNull()
    expect(screen.getByRole('checkbox', { name: 'Closed' })).toBeDisabled()
    expect(screen.getByText('Alerts of this kind are not closed here.')).toBeVisible()
  })

  test('only reads without canModify (ALERT-15)', async () => {
    await open({ questions: [few, text] })
    for (const role of ['textbox', 'radio', 'checkbox']) expect(screen.getAllByRole(role)[0]).toBeEnabled()
    for (const name of ['Save', 'Close and save', 'Give to somebody else'])
      expect(screen.getByRole('button', { name })).toBeEnabled()
    endApp()
    await open({
      canModify: false,
      questions: [
        { ...few, selected: 2 },
        { ...text, value: 'Refunded' },
      ],
    })
    expect(screen.getByText(/^You can read this alert/)).toBeVisible()
    for (const said of ['Queue', 'Refunded']) expect(screen.getByText(said)).toBeVisible()
    for (const role of ['textbox', 'radio', 'checkbox']) expect(screen.queryByRole(role)).toBeNull()
    for (const name of ['Save', 'Close and save', 'Reopen', 'Give to somebody else'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })

  test('tells who saved in between, and takes over or loads theirs', async () => {
    let isStale = true
    const app = await open({ questions: [] }, ({ body }) => {
      if (!isStale) return saved(body)
      isStale = false
      return refusal('conflict', 'Ulf Ek changed this alert.', { version: 'stale' })
    })
    await userEvent.type(box('New comment'), 'Called')
    await click('Save')
    const dialog = await screen.findByRole('dialog', { name: 'Somebody else has saved changes' })
    expect(await within(dialog).findByText('Ulf Ek changed this alert.')).toBeVisible()
    expect(within(dialog).getByRole('button', { name: 'Load theirs' })).toBeVisible()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save mine' }))
    expect(await screen.findByText('The alert is saved.')).toBeVisible()
    expect(sent(app, 'updateAlert').at(-1)?.body).toMatchObject({ newComment: 'Called' })
  })

  test('is reopened with a reason; its form takes the focus then', async () => {
    const app = await open({ alertState: 3, stateText: { en: 'Closed' }, questions: [few] })
    expect(screen.getByText('This alert is closed.')).toBeVisible()
    await click('Reopen')
    const dialog = await screen.findByRole('dialog', { name: 'Reopen the alert' })
    await userEvent.type(within(dialog).getByRole('textbox'), 'They called again')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Reopen' }))
    await waitFor(() => expect(sent(app, 'reopenAlert')[0]?.body).toEqual({ version: 2, comment: 'They called again' }))
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Staff' })).toHaveFocus())
  })

  test('is given to somebody else without losing what is written, or a conflict with oneself', async () => {
    const app = await open({ questions: [] })
    await userEvent.type(box('New comment'), 'Called')
    await click('Give to somebody else')
    const dialog = await screen.findByRole('dialog', { name: 'Assign 1 alert' })
    await userEvent.click(await within(dialog).findByRole('combobox', { name: 'Who handles it' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Ulf Ek' }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Assign' }))
    const head = screen.getByRole('region', { name: 'Unhappy customer' })
    expect(await within(head).findByText('Ulf Ek')).toBeVisible()
    expect(box('New comment')).toHaveValue('Called')
    await click('Save')
    await waitFor(() => expect(sent(app, 'updateAlert')[0]?.body).toMatchObject({ newComment: 'Called', version: 5 }))
  })

  test('is done with the keyboard alone: answered, commented and closed', async () => {
    const app = await open()
    screen.getByRole('radio', { name: 'Staff' }).focus()
    await userEvent.keyboard(' {Tab}Refunded{Tab}Called{Tab}{Tab}{Tab}')
    expect(screen.getByRole('button', { name: 'Close and save' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(app.address()).toBe('/alertlist/visits/country=SE?states=open'))
    expect(sent(app, 'updateAlert')[0]?.body).toMatchObject({ newComment: 'Called', isClosed: true })
  })
})

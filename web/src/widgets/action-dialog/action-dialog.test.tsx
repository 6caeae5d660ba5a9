import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { deleteAction, getActionValue, updateAction } from '@gensvar/contract/actions'
import { closedActionExample, openActionExample, suggestedActionExample } from '@gensvar/contract/entities/actions'
import type { Action } from '@gensvar/contract/entities/actions'
import { accessibilityProblems, useScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import { actionAnswer, emptyAction, endActionDialog, openActionDialog } from '#web/testing/open-action.tsx'

afterEach(() => {
  useScheme('light')
  endActionDialog()
})

const comment = (message: string, at: number): Action['commentsList'][number] => ({
  ...{ updated: `2026-03-0${9 - at}T08:15:00Z`, username: 'anna@example.org', message },
  ...{ formattedScore: '8.1', formattedGoal: '8.5' },
})
const closed: Partial<Action> = { ...closedActionExample, commentsList: [comment('New greeting at the door.', 0)] }

const box = (name: string) => screen.getByRole('textbox', { name })
const picker = (name: string) => screen.getByRole('combobox', { name })
const button = (name: string) => screen.getByRole('button', { name })
const noButton = (name: string) => expect(screen.queryByRole('button', { name })).toBeNull()
const save = () => button('Save')
const dialog = () => screen.getByRole('dialog')

async function retype(field: HTMLElement, text: string): Promise<void> {
  await userEvent.clear(field)
  await userEvent.type(field, text)
  await userEvent.tab()
}

async function choose(name: string, option: string): Promise<void> {
  await userEvent.click(picker(name))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}

describe('the dialog', () => {
  test("is called 'Add action' without an id, else 'Edit action' (ACTION-12)", async () => {
    await openActionDialog(actionAnswer(emptyAction))
    expect(screen.getByRole('dialog', { name: 'Add action' })).toBeVisible()
    endActionDialog()
    await openActionDialog(actionAnswer())
    expect(screen.getByRole('dialog', { name: 'Edit action' })).toBeVisible()
  })

  test('is 60 % wide, and 80 % with the chart opened large (ACTION-31); on a narrow screen all of it', async () => {
    await openActionDialog(actionAnswer(), { width: 1400 })
    const share = () => Math.round((100 * dialog().getBoundingClientRect().width) / 1400)
    expect(share()).toBe(60)
    await userEvent.click(button('Larger chart'))
    await waitFor(() => expect(share()).toBe(80))
    await userEvent.click(button('Smaller chart'))
    await waitFor(() => expect(share()).toBe(60))
    endActionDialog()
    await openActionDialog(actionAnswer(), { width: 390 })
    expect(dialog().getBoundingClientRect().width).toBe(390)
    noButton('Larger chart')
    expect(document.documentElement.scrollWidth).toBe(390)
  })

  test.each(['light', 'dark'] as const)('is accessible in %s, as a form and to be read', async (scheme) => {
    await openActionDialog(actionAnswer({ commentsList: [comment('One', 0), comment('Two', 1)] }), { scheme })
    await screen.findByText(/^The end value counts/)
    expect(await accessibilityProblems()).toEqual([])
    endActionDialog()
    await openActionDialog(actionAnswer(closed), { scheme })
    expect(await accessibilityProblems()).toEqual([])
  })

  test('gives the focus back to where it was', async () => {
    const { closed: ways } = await openActionDialog(actionAnswer())
    await waitFor(() => expect(picker('What it is about')).toHaveFocus())
    await userEvent.click(button('Cancel'))
    await waitFor(() => expect(button('Open it')).toHaveFocus())
    expect(ways).toEqual([null])
  })
})

describe('the fields', () => {
  test('what it is about is picked from the actionable items, by name and by keyboard (ACTION-13)', async () => {
    await openActionDialog(actionAnswer(emptyAction))
    const item = picker('What it is about')
    await userEvent.type(item, 'wait')
    const list = await screen.findByRole('listbox', { name: 'What it is about' })
    expect(
      within(list)
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual(['Waiting time'])
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(item).toHaveValue('Waiting time')
    await userEvent.clear(item)
    await userEvent.type(item, 'nothing')
    expect(await screen.findByText('Nothing that can be acted on has such a name')).toBeVisible()
  })

  test('the current value is read-only (ACTION-14), and follows item and period', async () => {
    await openActionDialog(actionAnswer())
    const value = box('Current value')
    await waitFor(() => expect(value).toHaveValue('8.1'))
    expect(value).toHaveAttribute('readonly')
    expect(value).toHaveAccessibleDescription('140 answers')
    await choose('What it is about', 'Waiting time')
    await waitFor(() => expect(value).toHaveValue('9.4 min'))
    await choose('Period', 'One month')
    await waitFor(() => expect(value).toHaveValue('9.4 min in a month'))
  })

  test('says why there is no current value', async () => {
    const none = { value: null, formattedValue: null, n: null, unit: null }
    await openActionDialog(actionAnswer(), {
      before: [serve(getActionValue, { ...none, withheld: { en: 'Fewer than 7 answers' } })],
    })
    await waitFor(() => expect(box('Current value')).toHaveAccessibleDescription('Fewer than 7 answers'))
    expect(box('Current value')).toHaveValue('—')
  })

  test('are goal (ACTION-15a), from date (ACTION-15b), deadline (ACTION-15c), responsible (ACTION-15d), a kind and a comment (ACTION-16), and all are saved', async () => {
    const app = await openActionDialog(actionAnswer({ kind: null, responsible: '', responsibleName: '' }))
    expect(box('Goal')).toHaveValue('8.5')
    expect(box('From date')).toHaveValue('01/02/2026')
    expect(box('Deadline')).toHaveValue('30/06/2026')
    await retype(box('Goal'), '9,25')
    await retype(box('From date'), '15/2/2026')
    await retype(box('Deadline'), '31/5/2026')
    await userEvent.type(picker('Responsible'), 'ulf')
    await userEvent.click(await screen.findByRole('option', { name: 'Ulf Ek' }))
    await userEvent.click(picker('Kind of action'))
    await userEvent.click(await screen.findByRole('option', { name: 'Staffing' }))
    await userEvent.type(box('Add a comment'), 'Two more people on Saturdays')
    await userEvent.click(save())
    await waitFor(() => expect(app.closed).toEqual(['saved']))
    expect(app.sent(updateAction.id)).toEqual([
      expect.objectContaining({
        params: { survey: 'visits', drillPath: openActionExample.drillPath },
        body: {
          ...{ id: 5, extname: 'helpful', state: 0, expression: 'mean(helpful)', goal: 9.25, version: 1 },
          ...{ periodStartDate: '2026-02-15', deadline: '2026-05-31', responsible: 'ulf@example.org' },
          ...{ comments: 'Two more people on Saturdays', period: 'rel_-3m_0d', kind: 'staffing' },
          ...{ suggestion: false, overwrite: false },
        },
      }),
    ])
  })

  test('name who is responsible although they no longer may be, and nobody once they are removed', async () => {
    const gone = { responsible: 'gone@example.org', responsibleName: 'Gone Away' }
    const app = await openActionDialog(actionAnswer({ ...gone, notice: { en: 'Gone Away has no access any more.' } }))
    expect(picker('Responsible')).toHaveValue('Gone Away')
    expect(screen.getByText('Gone Away has no access any more.')).toBeVisible()
    await userEvent.click(button('Clear Responsible'))
    await userEvent.click(save())
    await waitFor(() => expect(app.sent(updateAction.id)[0]?.body).toMatchObject({ responsible: '' }))
  })

  test('have no kind where the configuration names none', async () => {
    await openActionDialog(actionAnswer({}, { kinds: [] }))
    expect(screen.queryByRole('combobox', { name: 'Kind of action' })).toBeNull()
  })

  test('show the development of the chosen item (ACTION-18a), with the goal and the time of the action', async () => {
    await openActionDialog(actionAnswer())
    const part = await screen.findByRole('region', { name: 'Development' })
    const drawing = await within(part).findByRole('img', { name: /^Helpful staff/ })
    await waitFor(() => expect(drawing.textContent).toContain('Goal 8.5'))
    expect(drawing.textContent).toContain('Time of the action')
    await retype(box('Goal'), '9')
    await waitFor(() => expect(drawing.textContent).toContain('Goal 9.0'))
  })

  test('show the effective period, which follows period and deadline (ACTION-18b)', async () => {
    await openActionDialog(actionAnswer())
    expect(await screen.findByText('The end value counts the answers from 31 Mar 2026 to 30 Jun 2026.')).toBeVisible()
    await choose('Period', 'One month')
    expect(await screen.findByText('The end value counts the answers from 31 May 2026 to 30 Jun 2026.')).toBeVisible()
  })

  test('show the first comment, and the others when asked to (ACTION-17), each with date, user, value and goal', async () => {
    const comments = ['Third', 'Second', 'First'].map(comment)
    await openActionDialog(actionAnswer({ commentsList: comments }))
    const history = within(screen.getByRole('region', { name: 'History' }))
    expect(history.getAllByRole('listitem')).toHaveLength(1)
    const [first] = history.getAllByRole('listitem')
    for (const said of ['Third', 'anna@example.org', 'Value then: 8.1', 'Goal then: 8.5'])
      expect(within(first!).getByText(said)).toBeVisible()
    expect(first!.querySelector('time')).toHaveAttribute('datetime', '2026-03-09T08:15:00Z')
    await userEvent.click(button('Show 2 other comments'))
    expect(history.getAllByRole('listitem').map((one) => one.querySelector('p')?.textContent)).toEqual([
      'Third',
      'Second',
      'First',
    ])
    await userEvent.click(button('Show fewer'))
    expect(history.getAllByRole('listitem')).toHaveLength(1)
  })

  test('begin with what a suggestion says, and why it is made', async () => {
    const suggestion: Action = { ...suggestedActionExample, goal: null }
    const data = actionAnswer({
      ...emptyAction,
      periodStartDate: '2026-02-01',
      deadline: '2026-06-30',
      period: 'rel_-3m_0d',
    })
    const app = await openActionDialog(data, { props: { suggestion, extname: 'wait' } })
    expect(screen.getByText(/^Waiting time is 1.4 min from its goal/)).toBeVisible()
    expect(picker('What it is about')).toHaveValue('Waiting time')
    expect(box('Goal')).toHaveValue('8')
    await userEvent.click(save())
    await waitFor(() => expect(app.sent(updateAction.id)[0]?.body).toMatchObject({ id: 0, suggestion: true, goal: 8 }))
    expect(app.sent(updateAction.id)[0]?.params).toMatchObject({ drillPath: 'country=SE' })
    expect(app.sent('getActionData')[0]?.query).toEqual({ extname: 'wait' })
  })
})

describe('a form that is not valid', () => {
  test('cannot be saved (ACTION-26): item (ACTION-23a), from date (ACTION-23b), deadline (ACTION-23c), period (ACTION-23d) and goal (ACTION-24) are mandatory', async () => {
    const app = await openActionDialog(actionAnswer(emptyAction))
    expect(save()).toBeDisabled()
    expect(screen.getByText('Missing or wrong: What it is about, Goal, From date, Deadline, Period')).toBeVisible()
    const fields = [picker('What it is about'), box('Goal'), box('From date'), box('Deadline'), picker('Period')]
    for (const field of fields) {
      expect(field).toBeRequired()
      expect(field).not.toHaveAccessibleDescription(/Fill this in/)
      field.focus()
      field.blur()
      await waitFor(() => expect(field).toHaveAccessibleDescription(/Fill this in/))
      expect(field).toHaveAttribute('aria-invalid', 'true')
    }
    // Each of them alone keeps it from being saved.
    const steps = [
      () => choose('What it is about', 'Helpful staff'),
      () => retype(box('Goal'), '9'),
      () => retype(box('From date'), '1/2/2026'),
      () => retype(box('Deadline'), '30/6/2026'),
      () => choose('Period', 'Three months'),
    ]
    for (const step of steps) {
      expect(save()).toBeDisabled()
      await step()
    }
    await waitFor(() => expect(save()).toBeEnabled())
    await userEvent.clear(box('Goal'))
    expect(save()).toBeDisabled()
    await userEvent.type(box('Goal'), '{Enter}')
    expect(app.sent(updateAction.id)).toEqual([])
  })

  test('says between which values the goal must be where the item has both ends (ACTION-25)', async () => {
    await openActionDialog(actionAnswer())
    for (const [goal, isRight] of [
      ['10.1', false],
      ['10', true],
      ['0.9', false],
      ['1', true],
    ] as const) {
      await retype(box('Goal'), goal)
      const said = expect(box('Goal'))
      if (isRight) said.not.toHaveAccessibleDescription(/must be/)
      else said.toHaveAccessibleDescription(/Value must be between 1 and 10/)
      expect(save().hasAttribute('disabled')).toBe(!isRight)
    }
    // An item with one end allows any goal.
    await retype(box('Goal'), '99')
    await choose('What it is about', 'Waiting time')
    expect(box('Goal')).not.toHaveAccessibleDescription(/must be/)
    expect(save()).toBeEnabled()
  })

  test('says that the deadline is before the from date, and what is no date', async () => {
    await openActionDialog(actionAnswer())
    await retype(box('Deadline'), '31/1/2026')
    expect(box('Deadline')).toHaveAccessibleDescription('The deadline is before the from date.')
    expect(save()).toBeDisabled()
    await retype(box('Deadline'), '1/2/2026')
    expect(save()).toBeEnabled()
    await retype(box('From date'), '2/2/2026')
    expect(box('Deadline')).toHaveAccessibleDescription('The deadline is before the from date.')
    await retype(box('From date'), 'soon')
    expect(box('From date')).toHaveAccessibleDescription(/^Write the date like/)
    expect(save()).toBeDisabled()
  })

  test('shows what the server finds at its fields, as it is written', async () => {
    const words = { responsible: 'Ulf Ek has no access here.', goal: 'Value must be between 1 and 7' }
    const app = await openActionDialog(actionAnswer(), {
      before: [serve(updateAction, () => refusal('validation', 'x', words))],
    })
    await userEvent.click(save())
    await waitFor(() => expect(box('Goal')).toHaveAccessibleDescription(/Value must be between 1 and 7/))
    expect(picker('Responsible')).toHaveAccessibleDescription('Ulf Ek has no access here.')
    expect(app.closed).toEqual([])
    expect(save()).toBeEnabled()
  })
})

describe('saving and closing', () => {
  test("says 'Action saved' and closes (ACTION-27)", async () => {
    const app = await openActionDialog(actionAnswer())
    await userEvent.click(save())
    expect(await screen.findByText('Action saved')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(app.closed).toEqual(['saved'])
  })

  test('tells who saved in between, and saves over it or loads theirs', async () => {
    let version = 1
    const stored = () => actionAnswer({ goal: version === 1 ? 8.5 : 7, version })
    const app = await openActionDialog(stored, {
      before: [
        serve(updateAction, ({ body }) => {
          if ((body as { version: number }).version === 2) return stored().updateData
          version = 2
          return refusal('conflict', 'Ulf Ek changed this action.', { version: 'stale' })
        }),
      ],
    })
    await retype(box('Goal'), '9')
    await userEvent.click(save())
    const asked = within(await screen.findByRole('dialog', { name: 'Somebody else has saved changes' }))
    expect(asked.getByText('Ulf Ek changed this action.')).toBeVisible()
    await userEvent.click(asked.getByRole('button', { name: 'Load theirs' }))
    await waitFor(() => expect(box('Goal')).toHaveValue('7'))
    await userEvent.click(save())
    await waitFor(() => expect(app.closed).toEqual(['saved']))
    expect(app.sent(updateAction.id).at(-1)?.body).toMatchObject({ goal: 7, version: 2 })
  })

  test('Save is shown for an open action that may be edited, else it is hidden (ACTION-19a) (ACTION-21) (ACTION-22a) (ACTION-22b)', async () => {
    for (const [state, canEdit, isShown] of [
      [0, true, true],
      [0, false, false],
      [1, true, false],
      [2, true, false],
      [1, false, false],
    ] as const) {
      await openActionDialog(actionAnswer({ state, canEdit }))
      expect(screen.queryByRole('button', { name: 'Save' }) !== null, `${state} ${canEdit}`).toBe(isShown)
      expect(screen.queryAllByRole('textbox').length > 0).toBe(isShown)
      endActionDialog()
    }
  })

  test('Delete is shown where it is allowed (ACTION-19b), asks first, and closes', async () => {
    await openActionDialog(actionAnswer({}, { canDelete: false }))
    noButton('Delete')
    endActionDialog()
    const app = await openActionDialog(actionAnswer())
    await userEvent.click(button('Delete'))
    const asked = within(await screen.findByRole('dialog', { name: 'Delete the action?' }))
    expect(asked.getByText(/“Helpful staff”/)).toBeVisible()
    await userEvent.click(asked.getByRole('button', { name: 'Cancel' }))
    expect(app.sent(deleteAction.id)).toEqual([])
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Delete the action?' })).toBeNull())
    await userEvent.click(button('Delete'))
    const again = within(await screen.findByRole('dialog', { name: 'Delete the action?' }))
    await userEvent.click(again.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Action deleted')).toBeVisible()
    expect(app.closed).toEqual(['deleted'])
    expect(app.sent(deleteAction.id)[0]?.params).toEqual({ survey: 'visits', actionId: '5' })
  })

  test('keeps the dialog where it could not be deleted, and says why', async () => {
    const app = await openActionDialog(actionAnswer(), {
      before: [serve(deleteAction, () => refusal('conflict', 'This action is closed.'))],
    })
    await userEvent.click(button('Delete'))
    const asked = within(await screen.findByRole('dialog', { name: 'Delete the action?' }))
    await userEvent.click(asked.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('This action is closed.')).toBeVisible()
    expect(app.closed).toEqual([])
  })

  test('Cancel closes without saving (ACTION-19c); Esc too, and asks where something has been changed', async () => {
    const app = await openActionDialog(actionAnswer())
    await retype(box('Goal'), '9')
    await userEvent.click(button('Cancel'))
    expect(app.closed).toEqual([null])
    endActionDialog()
    const other = await openActionDialog(actionAnswer())
    await userEvent.type(box('Add a comment'), 'x{Escape}')
    const asked = within(await screen.findByRole('dialog', { name: 'Discard the changes?' }))
    expect(other.closed).toEqual([])
    await userEvent.click(asked.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(other.closed).toEqual([null]))
    endActionDialog()
    const untouched = await openActionDialog(actionAnswer())
    await userEvent.type(box('Goal'), '{Escape}')
    await waitFor(() => expect(untouched.closed).toEqual([null]))
    for (const one of [app, other, untouched]) expect(one.sent(updateAction.id)).toEqual([])
  })
})

describe('an action that is only read', () => {
  test("has its value under 'Current value' while it is open, and 'End value' once it is closed (ACTION-20)", async () => {
    await openActionDialog(actionAnswer())
    expect(box('Current value')).toBeVisible()
    endActionDialog()
    const figures = () =>
      Object.fromEntries(
        [...dialog().querySelectorAll('dl > div')].map((one) => [
          one.querySelector('dt')?.textContent,
          one.querySelector('dd')?.textContent,
        ]),
      )
    await openActionDialog(actionAnswer({ canEdit: false }))
    expect(figures()).toMatchObject({ 'Current value': '8.1' })
    expect(figures()).not.toHaveProperty('End value')
    endActionDialog()
    await openActionDialog(actionAnswer(closed))
    expect(figures()).toMatchObject({ 'End value': '8.6', 'At the start': '7.8', Goal: '8.5' })
    expect(figures()).not.toHaveProperty('Current value')
  })

  test('tells how it ended and what it changed, with what was done and written', async () => {
    const app = await openActionDialog(actionAnswer(closed, { canDelete: false }))
    expect(screen.getByRole('heading', { name: 'Helpful staff' })).toBeVisible()
    expect(screen.getByText('The goal was met: 8.6 at the end, the goal was 8.5.')).toBeVisible()
    const changed = within(screen.getByRole('region', { name: 'What it changed' }))
    expect(changed.getByText('It helped:')).toBeVisible()
    expect(changed.getByText(/\+0\.2 to \+1\.0/)).toBeVisible()
    for (const said of ['Training', 'Anna Berg', 'New greeting at the door.'])
      expect(screen.getByText(said)).toBeVisible()
    expect(await screen.findByText(/^The end value counts the answers/)).toBeVisible()
    noButton('Delete')
    const [close] = screen.getAllByRole('button', { name: 'Close' }).slice(-1)
    await userEvent.click(close!)
    expect(app.closed).toEqual([null])
  })

  test('says that the goal was missed, that no value is known, and that it may not be changed', async () => {
    await openActionDialog(actionAnswer({ ...closed, state: 2, endValueText: '8.2', effect: null }))
    expect(screen.getByText('The goal was not met: 8.2 at the end, the goal was 8.5.')).toBeVisible()
    endActionDialog()
    await openActionDialog(actionAnswer({ ...closed, state: 2, endValueText: '', effect: null }))
    expect(screen.getByText('It ended without a value to compare with the goal.')).toBeVisible()
    endActionDialog()
    await openActionDialog(actionAnswer({ canEdit: false }))
    expect(screen.getByText('You can read this action, but not change it.')).toBeVisible()
  })
})

import { NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core'
import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { colord, extend } from 'colord'
import a11yPlugin from 'colord/plugins/a11y'
import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineRoute } from '@gensvar/contract/define-route'
import { endStage, renderStage } from '#web/features/filters/testing/render-stage.tsx'
import { useGo } from '#web/lib/use-go.ts'
import { makeGate } from '#web/testing/held.ts'
import { accessibilityProblems, useScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import type { SeenCall } from '#web/testing/serve.ts'
import { FormDialog } from './form-dialog.tsx'
import { Form } from './form.tsx'
import { useContractForm } from './use-contract-form.ts'

const body = z.object({
  version: z.number().int(),
  title: z.string().trim().min(1).max(20),
  email: z.email(),
  owner: z.object({ name: z.string().trim().min(1) }),
  goal: z.number().int().min(1).nullable(),
  kind: z.enum(['mail', 'letter']),
  shared: z.boolean(),
  lines: z.array(z.object({ text: z.string() })),
})

const savePlan = defineRoute({
  id: 'savePlan',
  summary: 'Save a plan',
  method: 'POST',
  path: '/rest/plans/save/{survey}',
  permission: 'survey',
  params: z.object({ survey: z.string() }),
  query: z.object({}),
  body,
  response: z.object({ title: z.string() }),
})

type Plan = z.infer<typeof body>

const plan: Plan = {
  version: 4,
  title: 'Spring',
  email: 'anna@example.org',
  owner: { name: 'Anna' },
  goal: null,
  kind: 'mail',
  shared: false,
  lines: [{ text: 'One' }],
}

interface StageOptions {
  initial?: Plan
  latest?: () => Promise<Plan>
  route?: typeof savePlan
  /** The values the server has stored now. */
  refetched?: Plan
}

function usePlanForm({ initial = plan, latest, route = savePlan }: StageOptions) {
  return useContractForm(route, {
    params: { survey: 'visits' },
    initial,
    latest,
    done: ({ title }) => `${title} is saved`,
  })
}

/** A form on a screen, with a link to another screen. */
function planStage(options: StageOptions = {}) {
  return function Stage() {
    const go = useGo()
    const [initial, setInitial] = useState(options.initial ?? plan)
    const form = usePlanForm({ ...options, initial })
    return (
      <main>
        <h1>Plan</h1>
        <button type="button" onClick={() => go('/alertlist/visits/root')}>
          Elsewhere
        </button>
        <button type="button" onClick={() => setInitial(options.refetched ?? plan)}>
          Refetch
        </button>
        <Form form={form} save="Save plan">
          <TextInput label="Title" {...form.field('title')} />
          <TextInput label="E-mail" {...form.field('email')} />
          <TextInput label="Owner" {...form.field('owner.name')} />
          <NumberInput label="Goal" {...form.field('goal', { empty: null })} />
          <NativeSelect label="Kind" data={['mail', 'letter']} {...form.field('kind')} />
          <Switch label="Shared" {...form.field('shared')} />
          <TextInput label="Line 1" {...form.field('lines.0.text')} />
        </Form>
      </main>
    )
  }
}

const saved = serve(savePlan, ({ body }) => ({ title: (body as Plan).title }))

const start = (options: StageOptions = {}, served = [saved], locale: 'en' | 'sv' = 'en') =>
  renderStage(planStage(options), '/ranking/visits/root', served, { locale })

const box = (name: string) => screen.getByRole('textbox', { name })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save plan' }))

async function write(name: string, text: string): Promise<void> {
  const field = await screen.findByRole('textbox', { name })
  await userEvent.clear(field)
  if (text !== '') await userEvent.type(field, text)
}

afterEach(() => {
  useScheme('light')
  endStage()
})

extend([a11yPlugin])

test.each(['light', 'dark'] as const)('what is being sent can be read: %s', async (scheme) => {
  useScheme(scheme)
  const gate = makeGate()
  gate.close()
  await start({}, [{ route: savePlan, answer: () => gate.pass().then(() => ({ title: 'Spring' })) }])
  await screen.findByRole('textbox', { name: 'Title' })
  await save()
  await waitFor(() => expect(box('Title')).toBeDisabled())
  for (const name of ['Title', 'Goal']) {
    const { color, backgroundColor, opacity } = getComputedStyle(box(name))
    expect({ name, opacity }).toEqual({ name, opacity: '1' })
    expect(colord(color).contrast(backgroundColor)).toBeGreaterThanOrEqual(7)
  }
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--gv-surface').trim()
  expect(colord(getComputedStyle(screen.getByText('Shared')).color).contrast(ground)).toBeGreaterThanOrEqual(7)
  gate.open()
  await waitFor(() => expect(box('Title')).toBeEnabled())
})

describe('what the schema finds wrong', () => {
  test('stands at its fields in the language shown, and nothing is sent', async () => {
    const stage = await start({}, [saved], 'sv')
    await write('Title', '')
    await write('E-mail', 'anna')
    await write('Owner', ' ')
    await save()
    await waitFor(() => expect(box('Title')).toHaveAccessibleDescription('Fyll i det här'))
    expect(box('E-mail')).toHaveAccessibleDescription('Ange en e-postadress, till exempel anna@example.org')
    expect(box('Owner')).toHaveAccessibleDescription('Fyll i det här')
    expect(box('Owner')).toHaveAttribute('aria-invalid', 'true')
    expect(stage.calls).toEqual([])
  })

  test('puts the focus on the first wrong field; the summary leads to the others and shrinks', async () => {
    await start()
    await write('Title', 'A title of more than twenty characters')
    await write('E-mail', 'anna')
    await save()
    await waitFor(() => expect(box('Title')).toHaveFocus())
    expect(box('Title')).toHaveAccessibleDescription('At most 20 characters')
    const summary = await screen.findByRole('alert')
    expect(summary.textContent).toContain('Check these 2 fields:')
    await userEvent.click(within(summary).getByRole('button', { name: 'E-mail' }))
    expect(box('E-mail')).toHaveFocus()
    await userEvent.type(box('E-mail'), '@example.org')
    expect(box('E-mail')).not.toHaveAttribute('aria-invalid')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('is told only as far as there are words: the rest is left to the server', async () => {
    const route = { ...savePlan, body: body.refine(() => false, 'ends before it begins') } as unknown as typeof savePlan
    const stage = await start({ route }, [
      serve(savePlan, () => refusal('validation', 'Wrong.', { title: 'är upptagen' })),
    ])
    await write('Title', 'Autumn')
    await save()
    await waitFor(() => expect(box('Title')).toHaveAccessibleDescription('Är upptagen'))
    expect(stage.calls).toHaveLength(1)
  })

  test('is found by a schema that is fetched, and by the server where it cannot be', async () => {
    const fetched = { ...savePlan, body: () => Promise.resolve(body) } as unknown as typeof savePlan
    const stage = await start({ route: fetched })
    await write('Title', '')
    await save()
    await waitFor(() => expect(box('Title')).toHaveAccessibleDescription('Fill this in'))
    expect(stage.calls).toEqual([])
    endStage()
    const lost = { ...savePlan, body: () => Promise.reject(new Error('offline')) } as unknown as typeof savePlan
    await start({ route: lost }, [
      serve(savePlan, () => refusal('validation', 'Wrong.', { title: 'must not be empty' })),
    ])
    await write('Title', '')
    await save()
    await waitFor(() => expect(box('Title')).toHaveAccessibleDescription('Must not be empty'))
  })
})

describe('what the server refuses', () => {
  test('stands at its fields, nested ones too; what the form has no field for is one line', async () => {
    const fields = { 'owner.name': 'is unknown', 'lines.0.text.en': 'is too long', channel: 'is closed' }
    await start({}, [serve(savePlan, () => refusal('validation', 'Wrong.', fields))])
    await write('Title', 'Autumn')
    await save()
    await waitFor(() => expect(box('Owner')).toHaveAccessibleDescription('Is unknown'))
    await waitFor(() => expect(box('Owner')).toHaveFocus())
    expect(box('Line 1')).toHaveAccessibleDescription('Is too long')
    expect(screen.getByRole('alert').textContent).toContain('channel: is closed')
    expect(within(screen.getByRole('alert')).getByRole('button', { name: 'Line 1' })).toBeVisible()
    for (const scheme of ['light', 'dark'] as const) {
      useScheme(scheme)
      expect(await accessibilityProblems()).toEqual([])
    }
  })

  test('is told once in words where no field is wrong, and what was entered stays', async () => {
    await start({}, [serve(savePlan, () => refusal('forbidden', 'You may not save plans.'))])
    await write('Title', 'Autumn')
    await save()
    expect(await screen.findByRole('alert')).toHaveTextContent('You may not save plans.')
    expect(screen.getAllByText('You may not save plans.')).toHaveLength(1)
    expect(box('Title')).toHaveValue('Autumn')
  })
})

test('sends what the schema makes of the values, once; is closed meanwhile, and says so once', async () => {
  let answer: (response: { title: string }) => void = () => undefined
  const slow = {
    route: savePlan,
    answer: () => new Promise((resolve) => (answer = resolve)),
  }
  const stage = await start({}, [slow])
  await write('Title', '  Autumn ')
  await userEvent.type(box('Goal'), '12')
  await userEvent.click(screen.getByRole('switch', { name: 'Shared' }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'letter')
  await userEvent.type(box('Title'), '{Enter}')
  await waitFor(() => expect(stage.calls).toHaveLength(1))
  expect(box('Title')).toBeDisabled()
  expect(screen.getByRole('switch', { name: 'Shared' })).toBeDisabled()
  await save()
  answer({ title: 'Autumn' })
  expect(await screen.findByText('Autumn is saved')).toBeVisible()
  expect(screen.getAllByText('Autumn is saved')).toHaveLength(1)
  await waitFor(() => expect(box('Title')).toHaveFocus())
  const sent = stage.calls.map((call: SeenCall) => call.body)
  expect(sent).toEqual([{ ...plan, title: 'Autumn', goal: 12, kind: 'letter', shared: true }])
})

describe('unsaved changes', () => {
  const leave = () => userEvent.click(screen.getByRole('button', { name: 'Elsewhere' }))

  test('are not lost to another screen without a question', async () => {
    const stage = await start()
    await write('Title', 'Autumn')
    await leave()
    const question = within(await screen.findByRole('dialog', { name: 'Discard the changes?' }))
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(stage.address()).toBe('/ranking/visits/root')
    expect(box('Title')).toHaveValue('Autumn')
    await leave()
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(stage.address()).toBe('/alertlist/visits/root'))
  })

  test('are none once they are saved or taken back', async () => {
    const stage = await start()
    await write('Title', 'Autumn')
    await save()
    await screen.findByText('Autumn is saved')
    await write('Title', 'Winter')
    await write('Title', 'Autumn')
    await leave()
    await waitFor(() => expect(stage.address()).toBe('/alertlist/visits/root'))
  })

  test('stay when newer values arrive; without any the form follows them', async () => {
    await start({ refetched: { ...plan, title: 'Summer' } })
    await screen.findByRole('textbox', { name: 'Title' })
    await userEvent.click(screen.getByRole('button', { name: 'Refetch' }))
    await waitFor(() => expect(box('Title')).toHaveValue('Summer'))
    endStage()
    await start({ refetched: { ...plan, title: 'Summer', email: 'bo@example.org' } })
    await write('Title', 'Autumn')
    await userEvent.click(screen.getByRole('button', { name: 'Refetch' }))
    await userEvent.type(box('Title'), '!')
    expect(box('Title')).toHaveValue('Autumn!')
    expect(box('E-mail')).toHaveValue('anna@example.org')
  })
})

describe('when somebody else has saved in between', () => {
  const theirs = { ...plan, version: 5, email: 'bo@example.org' }

  /** Rejects every version but the other user's. */
  const versioned = serve(savePlan, ({ body }) =>
    (body as Plan).version === theirs.version
      ? { title: (body as Plan).title }
      : refusal('conflict', 'Somebody else has saved this.', { version: 'is stale' }),
  )

  async function saveStale(latest?: () => Promise<Plan>) {
    const stage = await start({ latest }, [versioned])
    await write('Title', 'Autumn')
    await save()
    return stage
  }

  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Somebody else has saved changes' }))

  test('one can go on with theirs', async () => {
    await saveStale(() => Promise.resolve(theirs))
    const asked = await dialog()
    expect(asked.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Title', 'E-mail'])
    for (const scheme of ['light', 'dark'] as const) {
      useScheme(scheme)
      expect(await accessibilityProblems()).toEqual([])
    }
    await userEvent.click(asked.getByRole('button', { name: 'Load theirs' }))
    await waitFor(() => expect(box('Title')).toHaveValue('Spring'))
    expect(box('E-mail')).toHaveValue('bo@example.org')
    await write('Title', 'Winter')
    await save()
    expect(await screen.findByText('Winter is saved')).toBeVisible()
  })

  test('one can save one’s own over theirs', async () => {
    const stage = await saveStale(() => Promise.resolve(theirs))
    await userEvent.click((await dialog()).getByRole('button', { name: 'Save mine' }))
    expect(await screen.findByText('Autumn is saved')).toBeVisible()
    expect(stage.calls.map((call) => call.body)).toEqual([
      { ...plan, title: 'Autumn' },
      { ...plan, title: 'Autumn', version: 5 },
    ])
  })

  test('one can go on editing, and is asked again', async () => {
    await saveStale(() => Promise.resolve(theirs))
    await userEvent.click((await dialog()).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(box('Title')).toHaveValue('Autumn')
    await save()
    expect(await dialog()).toBeTruthy()
  })

  test('it is said in words where the form cannot fetch what is stored', async () => {
    await saveStale()
    expect(await screen.findByRole('alert')).toHaveTextContent('Somebody else has saved this.')
    endStage()
    await saveStale(() => Promise.reject(new Error('gone')))
    expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong')
  })
})

describe('a form in a dialog', () => {
  function Dialog() {
    const [opened, setOpened] = useState(true)
    const form = usePlanForm({})
    return (
      <main>
        <button type="button" onClick={() => setOpened(true)}>
          Open
        </button>
        <FormDialog form={form} opened={opened} onClose={() => setOpened(false)} title="Plan" save="Save plan">
          <TextInput label="Title" data-autofocus {...form.field('title')} />
        </FormDialog>
      </main>
    )
  }

  test('asks before Esc loses what is unsaved; Cancel does not, and nothing of it is left', async () => {
    await renderStage(Dialog, '/ranking/visits/root', [saved])
    await write('Title', 'Autumn')
    await userEvent.keyboard('{Escape}')
    await screen.findByRole('dialog', { name: 'Discard the changes?' })
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard the changes?' })).toBeNull())
    expect(box('Title')).toHaveValue('Autumn')
    const plan = within(screen.getByRole('dialog', { name: 'Plan' }))
    await userEvent.click(plan.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: 'Open' }))
    expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveValue('Spring')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('discards and closes when told to', async () => {
    await renderStage(Dialog, '/ranking/visits/root', [saved])
    await write('Title', 'Autumn')
    await userEvent.keyboard('{Escape}')
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

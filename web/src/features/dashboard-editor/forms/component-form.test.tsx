import { screen, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { flushSync } from 'react-dom'
import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, useScheme } from '#web/testing/render-app.tsx'
import { cleanup } from '#web/testing/render.tsx'
import { asSettings } from './check-settings.ts'
import { example, exampleComponents } from './testing/example-components.ts'
import { renderForm } from './testing/render-form.tsx'

afterEach(() => {
  useScheme('light')
  cleanup()
})

/** Unfolds everything that can be, until nothing is left to unfold. */
function unfoldAll(): void {
  for (let round = 0; round < 6; round++) {
    const folded = [...document.querySelectorAll<HTMLElement>('main button[aria-expanded="false"]')].filter(
      (one) => one.closest('[hidden]') === null && one.getAttribute('aria-haspopup') === null,
    )
    if (folded.length === 0) return
    flushSync(() => {
      for (const one of folded) one.click()
    })
  }
}

test.each(exampleComponents.map(({ type, config }) => ({ type, config, id: config['id'] })))(
  'draws $type $id of the example without anything wrong',
  async ({ type, config }) => {
    const form = await renderForm(type, config, { indicators: asSettings(example['indicators']) })
    unfoldAll()
    expect(document.querySelectorAll('main [aria-invalid="true"]')).toHaveLength(0)
    expect(document.querySelector('main')?.textContent).not.toMatch(/(label|help|value|kind)_/)
    expect(await accessibilityProblems()).toEqual([])
    expect(form.changes).toEqual([])
  },
)

test('says at the field that a comparison with other organisations needs a pool, and does not pass it on', async () => {
  const settings = { id: 'bench', variables: ['csi'] }
  const form = await renderForm('benchmark', settings, { facts: { isInPool: false } })
  const field = screen.getByRole('combobox', { name: /^Compared with/ })
  await userEvent.selectOptions(field, 'pool')
  expect(await screen.findByText(/^This survey takes part in no pool/)).toBeVisible()
  expect(field).toHaveAttribute('aria-invalid', 'true')
  expect(form.changes).toEqual([])
  cleanup()
  const member = await renderForm('benchmark', settings, { facts: { isInPool: true } })
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Compared with/ }), 'pool')
  expect(member.changes).toEqual([{ path: ['against'], value: 'pool' }])
})

test('the keyboard alone sets the goal of a tile', async () => {
  const form = await renderForm(
    'variable-block',
    { id: 'head', variables: ['nps'] },
    { indicators: { nps: { title: 'NPS', expression: 'nps(recommend)' } } },
  )
  screen.getByRole('button', { name: /^NPS/ }).focus()
  await userEvent.keyboard('{Enter}')
  const goal = screen.getByRole('group', { name: 'Goal' })
  for (let step = 0; step < 40 && !goal.contains(document.activeElement); step++) await userEvent.tab()
  expect(goal).toContainElement(document.activeElement as HTMLElement)
  await userEvent.selectOptions(document.activeElement!, 'At most')
  await userEvent.tab()
  await userEvent.keyboard('40')
  await userEvent.tab()
  expect(form.indicators()).toEqual({ nps: { title: 'NPS', expression: 'nps(recommend)', inverse: true, goal: 40 } })
})

test('tells keys that have no field, and keeps them', async () => {
  const form = await renderForm('results-block', { id: 'results', colour: 'red', trend: 'year' })
  expect(screen.getByText('Also set in the text: colour')).toBeVisible()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Compared with' }), 'The period before')
  expect(form.changes).toEqual([{ path: ['trend'], value: undefined }])
  expect(form.value()).toEqual({ id: 'results', colour: 'red' })
})

test('tells a wrong value at its field and passes nothing on until it is right', async () => {
  const form = await renderForm('development-chart', { id: 'trend', variables: ['csi'], upperY: 50 })
  await userEvent.click(screen.getByRole('button', { name: 'More settings, 1 of them set' }))
  const lower = screen.getByRole('textbox', { name: /^Lower end/ })
  await userEvent.type(lower, '60')
  await userEvent.tab()
  expect(lower).toBeInvalid()
  expect(screen.getByText('Must be less than the upper end of the axis')).toBeVisible()
  expect(form.changes).toEqual([])
  const upper = screen.getByRole('textbox', { name: /^Upper end/ })
  await userEvent.type(upper, '0')
  await userEvent.tab()
  expect(form.value()).toMatchObject({ lowerY: 60, upperY: 500 })
  expect(lower).toBeValid()
})

test('adds an entry when it is complete, moves it with Alt and an arrow, and removes it', async () => {
  const form = await renderForm('data-uploader', { id: 'up', fields: [{ variable: 'email' }] })
  await userEvent.click(screen.getByRole('button', { name: 'Add to Fields' }))
  expect(form.changes).toEqual([])
  const row = screen.getAllByRole('listitem')[1]!
  expect(within(row).getByText(/It is added as soon as/)).toBeVisible()
  await userEvent.click(within(row).getByRole('combobox', { name: /^Question/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'customer' }))
  expect(form.changes).toEqual([{ path: ['fields', 1], value: { variable: 'customer' } }])
  screen.getByRole('button', { name: 'customer' }).focus()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(form.value()).toEqual({ id: 'up', fields: [{ variable: 'customer' }, { variable: 'email' }] })
  expect(screen.getByRole('button', { name: 'customer' })).toHaveFocus()
  await userEvent.click(screen.getByRole('button', { name: 'Remove email' }))
  expect(form.value()).toEqual({ id: 'up', fields: [{ variable: 'customer' }] })
  await userEvent.click(screen.getByRole('button', { name: 'Remove customer' }))
  expect(screen.getByText('Fill this in')).toBeVisible()
  expect(form.value()).toEqual({ id: 'up', fields: [{ variable: 'customer' }] })
})

test('a text is one for all languages until it is written in another', async () => {
  const form = await renderForm('results-block', { id: 'results' })
  await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), 'Results')
  await userEvent.tab()
  expect(form.changes).toEqual([{ path: ['title'], value: 'Results' }])
  await userEvent.click(screen.getByRole('button', { name: 'Other languages, Title' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Title, Svenska' }), 'Resultat')
  await userEvent.tab()
  expect(form.value()).toEqual({ id: 'results', title: { en: 'Results', sv: 'Resultat' } })
  await userEvent.clear(screen.getByRole('textbox', { name: 'Title, English' }))
  await userEvent.tab()
  expect(form.changes.at(-1)).toEqual({ path: ['title', 'en'], value: undefined })
  expect(form.value()).toEqual({ id: 'results', title: { sv: 'Resultat' } })
})

test('a tab begins with a component that the survey can show, and is added when it has a title', async () => {
  const tab = { title: 'One', component: { type: 'results-block', config: { id: 'one' } } }
  const form = await renderForm('menu-block', { id: 'tabs', items: [tab] })
  await userEvent.click(screen.getByRole('button', { name: 'Add to Tabs' }))
  const row = within(screen.getAllByRole('listitem')[1]!)
  await userEvent.selectOptions(row.getByRole('combobox', { name: /^Kind of component/ }), 'Chart over time')
  expect(form.changes).toEqual([])
  await userEvent.type(row.getAllByRole('textbox', { name: 'Title' })[0]!, 'Two')
  await userEvent.tab()
  const component = { type: 'development-chart', config: { id: 'development_chart', variables: ['csi'] } }
  expect(form.changes).toEqual([{ path: ['items', 1], value: { component, title: 'Two' } }])
})

import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import type { Filter } from '@gensvar/contract/entities/survey'
import { FilterSidebar } from './filter-sidebar.tsx'
import { filterFixture, filterServer, groupFixture } from './testing/filter-fixtures.ts'
import { endStage, renderStage } from './testing/render-stage.tsx'

afterEach(endStage)

const at = (path: string) => `/ranking/visits/${path}`
const show = (filter: Filter, path = 'root', options = {}) =>
  renderStage(FilterSidebar, at(path), filterServer([groupFixture([filter], { title: 'When', key: 'when' })]), options)

describe('the date-range picker', () => {
  const delivered = filterFixture({ extName: 'delivered', title: 'Delivered', tableDate: true })
  async function open(path = 'root', options = {}) {
    const stage = await show(delivered, path, options)
    await userEvent.click(await screen.findByRole('button', { name: /^Delivered: / }))
    return { stage, dialog: within(await screen.findByRole('dialog', { name: /^Delivered: / })) }
  }

  test('has Select disabled while no date is chosen (FILTER-21)', async () => {
    const { dialog } = await open()
    expect(dialog.getByRole('button', { name: 'Select' })).toBeDisabled()
    await userEvent.type(dialog.getByRole('textbox', { name: 'From' }), '3/11/2026')
    expect(dialog.getByRole('button', { name: 'Select' })).toBeEnabled()
  })

  test('makes a same-day range of a single date (FILTER-22), the end extended by a day (FILTER-24)', async () => {
    const { stage, dialog } = await open()
    await userEvent.type(dialog.getByRole('textbox', { name: 'To' }), '30/11/2026')
    await userEvent.click(dialog.getByRole('button', { name: 'Select' }))
    await waitFor(() => expect(stage.address()).toBe(at('delivered=custom_30112026_01122026')))
    expect(screen.getByRole('button', { name: 'Delivered: 30 Nov 2026' })).toBeVisible()
  })

  test('swaps reversed dates (FILTER-23)', async () => {
    const { stage, dialog } = await open()
    await userEvent.type(dialog.getByRole('textbox', { name: 'From' }), '2026-11-20')
    await userEvent.type(dialog.getByRole('textbox', { name: 'To' }), '2026-11-03')
    expect(dialog.getByRole('textbox', { name: 'To' })).toHaveAccessibleDescription(/In reverse order/)
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(stage.address()).toBe(at('delivered=custom_03112026_21112026')))
  })

  test('takes dates from the calendar, a single one too', async () => {
    const { stage, dialog } = await open('delivered=custom_10022026_21022026')
    expect(dialog.getByRole('textbox', { name: 'To' })).toHaveValue('20/02/2026')
    await userEvent.click(dialog.getByRole('button', { name: 'Next month' }))
    await userEvent.click(dialog.getByRole('button', { name: '5 March 2026' }))
    await userEvent.click(dialog.getByRole('button', { name: '2 March 2026' }))
    expect(dialog.getByRole('textbox', { name: 'From' })).toHaveValue('02/03/2026')
    await userEvent.click(dialog.getByRole('button', { name: 'Select' }))
    await waitFor(() => expect(stage.address()).toBe(at('delivered=custom_02032026_06032026')))
  })

  test('names its buttons in the language of the reader', async () => {
    await show(delivered, 'root', { locale: 'fi' })
    await userEvent.click(await screen.findByRole('button', { name: /^Delivered: / }))
    expect(await screen.findByRole('button', { name: 'Edellinen kuukausi' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Seuraava kuukausi' })).toBeVisible()
    expect(screen.getAllByRole('columnheader').map((day) => day.textContent)[0]).toBe('ma')
  })

  test('says how a date is written when it cannot be read', async () => {
    const { dialog } = await open()
    await userEvent.type(dialog.getByRole('textbox', { name: 'From' }), '31/2/2026')
    expect(dialog.getByText('Write the date like 31/12/2026')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Select' })).toBeDisabled()
  })
})

describe('a relative date', () => {
  const since = filterFixture({ extName: 'since', title: 'Since', dateRef: true })

  test('counts in days, months and years (FILTER-25), back and forward, exactly, before and after (FILTER-26)', async () => {
    const stage = await show(since)
    const options = (name: string) =>
      within(screen.getByRole('combobox', { name }))
        .getAllByRole<HTMLOptionElement>('option')
        .map((option) => option.value)
    await screen.findByRole('combobox', { name: 'Which days' })
    expect(options('Unit of time')).toEqual(['d', 'm', 'y'])
    expect(options('Which days')).toEqual(['exact', 'before', 'after'])
    expect(options('Back or forward')).toEqual(['back', 'forward'])
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Which days' }), 'Before')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Unit of time' }), 'months')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Back or forward' }), 'forward')
    await userEvent.clear(screen.getByRole('textbox', { name: 'How many' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'How many' }), '2')
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(stage.address()).toBe(at('since=rel_before_forward_2m')))
  })

  test('shows what the address holds', async () => {
    await show(since, 'since=rel_exact_back_3y')
    expect(await screen.findByRole('combobox', { name: 'Which days' })).toHaveValue('exact')
    expect(screen.getByRole('textbox', { name: 'How many' })).toHaveValue('3')
    expect(screen.getByRole('combobox', { name: 'Unit of time' })).toHaveValue('y')
    expect(screen.getByRole('button', { name: 'Apply' })).toBeDisabled()
  })
})

test('today has the modes today_ymd and today_md (FILTER-27)', async () => {
  const stage = await show(filterFixture({ extName: 'date', title: 'Date', today: true }))
  await userEvent.click(await screen.findByRole('button', { name: 'Today' }))
  await waitFor(() => expect(stage.address()).toBe(at('date=today_ymd')))
  await userEvent.click(screen.getByRole('button', { name: 'This day in any year' }))
  await waitFor(() => expect(stage.address()).toBe(at('date=today_md')))
})

describe('an interval of days', () => {
  const window = filterFixture({ extName: 'window', title: 'Window', dateInterval: true })
  async function boxes() {
    return [
      await screen.findByRole('textbox', { name: 'From day' }),
      screen.getByRole('textbox', { name: 'To day' }),
    ] as const
  }
  async function fill(box: HTMLElement, text: string) {
    await userEvent.clear(box)
    if (text !== '') await userEvent.type(box, text)
  }

  test('begins with -30 and 0 (FILTER-18)', async () => {
    const stage = await show(window)
    const [from, to] = await boxes()
    expect([from, to].map((box) => (box as HTMLInputElement).value)).toEqual(['-30', '0'])
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(stage.address()).toBe(at('window=rel_-30d_0d')))
  })

  test.each(['', 'soon'])('needs a number in both boxes, which "%s" is not (FILTER-15)', async (text) => {
    const stage = await show(window)
    const [from, to] = await boxes()
    await fill(from, text)
    await fill(to, text)
    expect(from).toHaveAccessibleDescription('must be a number')
    expect(to).toHaveAccessibleDescription('must be a number')
    expect(screen.getByRole('button', { name: 'Apply' })).toBeDisabled()
    expect(stage.address()).toBe(at('root'))
  })

  test('tells that from must be less (FILTER-16) and to must be larger (FILTER-17)', async () => {
    await show(window)
    const [from, to] = await boxes()
    await fill(from, '5')
    expect(from).toHaveAccessibleDescription('must be less than 0')
    expect(to).toHaveAccessibleDescription('must be larger than 5')
    expect(screen.getByRole('button', { name: 'Apply' })).toBeDisabled()
    await fill(to, '5')
    expect(from).toHaveAccessibleDescription('must be less than 5')
    expect(to).toHaveAccessibleDescription('must be larger than 5')
    expect(screen.getByRole('button', { name: 'Apply' })).toBeDisabled()
    await fill(to, '6')
    expect(from).not.toHaveAccessibleDescription()
    expect(to).not.toHaveAccessibleDescription()
    expect(screen.getByRole('button', { name: 'Apply' })).toBeEnabled()
  })

  test('says nothing of the order while one box holds no number (FILTER-19)', async () => {
    await show(window)
    const [from, to] = await boxes()
    await fill(from, 'x')
    expect(from).toHaveAccessibleDescription('must be a number')
    expect(to).not.toHaveAccessibleDescription()
  })
})

describe('the campaign filter', () => {
  const campaign = filterFixture({ extName: 'campaign', title: 'Campaign', campaign: true })

  test('has Apply disabled until a campaign is chosen (FILTER-30)', async () => {
    const stage = await show(campaign)
    expect(await screen.findByRole('button', { name: 'Apply' })).toBeDisabled()
    await userEvent.click(screen.getByRole('radio', { name: 'failed' }))
    expect(screen.getByRole('button', { name: 'Apply' })).toBeDisabled()
    await userEvent.click(screen.getByRole('combobox', { name: 'Campaign' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Winter' }))
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(stage.address()).toBe(at('campaign=15.failed.any.any')))
  })

  test('has tiles for the states (FILTER-28) and for opened and clicked (FILTER-29)', async () => {
    const stage = await show(campaign, 'campaign=12.delivered.yes.no')
    const values = (name: string) =>
      within(screen.getByRole('group', { name }))
        .getAllByRole<HTMLInputElement>('radio')
        .map((radio) => radio.value)
    await screen.findByRole('group', { name: 'Delivery' })
    expect(values('Delivery')).toEqual(['any', 'delivered', 'pending', 'failed', 'unsub'])
    expect(values('Opened')).toEqual(['any', 'yes', 'no'])
    expect(values('Clicked')).toEqual(['any', 'yes', 'no'])
    expect(within(screen.getByRole('group', { name: 'Clicked' })).getByRole('radio', { name: 'no' })).toBeChecked()
    await userEvent.click(screen.getByRole('radio', { name: 'unsubscribed' }))
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(stage.address()).toBe(at('campaign=12.unsub.yes.no')))
  })
})

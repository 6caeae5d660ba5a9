import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { getCampaignInfo } from '@gensvar/contract/campaigns'
import { campaignInfoExample } from '@gensvar/contract/entities/campaign-examples'
import { sampleEditorExample } from '@gensvar/contract/entities/sample-editor'
import { getSampleEditor, suggestSamples, updateSampleEditor } from '@gensvar/contract/samples'
import { accessibilityProblems, endApp } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import type { SeenCall } from '#web/testing/serve.ts'
import { startWith } from '#web/widgets/testing/ranking-fixtures.ts'
import { sampleList, sampleRow } from '#web/widgets/testing/sample-fixtures.ts'
import { callsOf, everything, menuOf, openTable, rowOf, rows, select } from './testing/open-table.ts'

afterEach(endApp)

describe('the rows of a sample table', () => {
  test('are those from 0 to 50, by event date, the latest first (SAMPLE-05)', async () => {
    const app = await openTable()
    await rowOf('Eva Lind')
    const [asked] = callsOf(app, 'getWidgetData')
    expect(asked?.query).toMatchObject({ rowFrom: '0', rowTo: '50' })
    expect(asked?.query).not.toHaveProperty('sortVar')
    expect(screen.getByRole('columnheader', { name: /Event date/ })).toHaveAttribute('aria-sort', 'descending')
    expect(await accessibilityProblems()).toEqual([])
  })

  test('begin with the sorting and the page size of the configuration, which also says the sizes, and what is offered (SAMPLE-56)', async () => {
    const app = await openTable({
      config: { sortBy: 'state', sortDesc: false, rowsPerPage: 30, rowsPerPageOptions: [10, 20], sampleView: false },
      answer: () => ({
        ...sampleList(rows),
        rankingData: { ...sampleList(rows).rankingData, totalNumberRows: 120 },
      }),
    })
    await rowOf('Eva Lind')
    expect(callsOf(app, 'getWidgetData')[0]?.query).toMatchObject({ rowFrom: '0', rowTo: '30' })
    expect(screen.getByRole('columnheader', { name: /State/ })).toHaveAttribute('aria-sort', 'ascending')
    const sizes = await screen.findByRole('combobox', { name: 'Rows per page' })
    expect(
      within(sizes)
        .getAllByRole('option')
        .map((one) => (one as HTMLOptionElement).value),
    ).toEqual(['10', '20', '30'])
    // Neither the sample nor its editor is offered.
    const menu = await menuOf('Eva Lind')
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((one) => one.textContent),
    ).toEqual(['Go to its place'])
    await userEvent.keyboard('{Escape}')
    await userEvent.selectOptions(sizes, '10')
    await waitFor(() =>
      expect(callsOf(app, 'getWidgetData').at(-1)?.query).toMatchObject({ rowFrom: '0', rowTo: '10' }),
    )
    expect(callsOf(app, 'savePreference').at(-1)).toMatchObject({
      params: { survey: 'visits', key: 'table.rows.customers' },
      body: { value: 10 },
    })
    endApp()
    const plain = await openTable({ config: everything })
    expect(
      within(await menuOf('Eva Lind'))
        .getAllByRole('menuitem')
        .map((one) => one.textContent),
    ).toEqual(['Go to its place', 'View sample', 'Edit'])
    expect(callsOf(plain, 'getWidgetData')[0]?.query).toMatchObject({ rowFrom: '0', rowTo: '50' })
    expect(screen.getByRole('columnheader', { name: /Event date/, hidden: true })).toHaveAttribute(
      'aria-sort',
      'descending',
    )
  })

  test('open the sample page, or of a completed response the interview page (SAMPLE-12)', async () => {
    const app = await openTable({ answer: () => sampleList(rows, { viewCompletedSamples: false }) })
    const eva = within(await rowOf('Eva Lind')).getByRole('link')
    expect(eva).toHaveAttribute('href', '/sample/visits/overview/1')
    expect(within(await rowOf('Ola Berg')).getByRole('link')).toHaveAttribute('href', '/interview/visits/2')
    await userEvent.click(eva)
    await waitFor(() => expect(app.address()).toBe('/sample/visits/overview/1'))
  })

  test('open the sample page of completed responses too where the role sees them so', async () => {
    await openTable({ answer: () => sampleList(rows, { viewCompletedSamples: true }) })
    expect(within(await rowOf('Ola Berg')).getByRole('link')).toHaveAttribute('href', '/sample/visits/overview/2')
  })

  test('are closed where the role shows no single interviews, with the reason', async () => {
    const { rights } = startWith({})
    await openTable({
      start: { rights: { ...rights, canViewInterviews: false } },
      answer: () => sampleList(rows, { viewCompletedSamples: false }),
    })
    const ola = await rowOf('Ola Berg')
    expect(within(ola).queryByRole('link')).toBeNull()
    expect(within(ola).getByText('Your role does not show single interviews.')).toBeInTheDocument()
  })

  test('say which samples can be changed', async () => {
    await openTable({
      answer: () => sampleList(rows, { period: { isOpen: true, from: '2026-01-01', to: '2026-03-31' } }),
    })
    expect(await screen.findByText('Dates open for changes: 1 Jan 2026 to 31 Mar 2026')).toBeVisible()
  })
})

describe('the menu of a row', () => {
  test('drills, views the sample and the interview, each where the row has one (SAMPLE-11a) (SAMPLE-11b) (SAMPLE-11c)', async () => {
    const labels = (menu: HTMLElement) =>
      within(menu)
        .getAllByRole('menuitem')
        .map((one) => one.textContent)
    const app = await openTable({ answer: () => sampleList(rows, { viewCompletedSamples: true }) })
    const eva = await menuOf('Eva Lind')
    expect(labels(eva)).toEqual(['Go to its place', 'View sample'])
    await userEvent.click(within(eva).getByRole('menuitem', { name: 'Go to its place' }))
    await waitFor(() => expect(app.address()).toBe('/page/overview/visits/country=SE;region=north'))
    const ola = await menuOf('Ola Berg')
    expect(labels(ola)).toEqual(['Go to its place', 'View sample', 'View interview'])
    await userEvent.click(within(ola).getByRole('menuitem', { name: 'View interview' }))
    await waitFor(() => expect(app.address()).toBe('/interview/visits/2'))
    app.back()
    const kari = await menuOf('Kari Moe')
    expect(labels(kari)).toEqual(['View sample'])
    await userEvent.click(within(kari).getByRole('menuitem', { name: 'View sample' }))
    await waitFor(() => expect(app.address()).toBe('/sample/visits/overview/3'))
  })

  test('is reached and used with the keyboard alone', async () => {
    const app = await openTable()
    within(await rowOf('Eva Lind'))
      .getByRole('link')
      .focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(screen.getByRole('button', { name: 'Actions for Eva Lind' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('menu')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await waitFor(() => expect(app.address()).toBe('/sample/visits/overview/1'))
  })
})

describe('the sample editor', () => {
  const shown = new Set(['header', 'group', 'update-button', 'cancel-button'])
  const editor = {
    ...sampleEditorExample,
    componentsData: sampleEditorExample.componentsData.filter(({ componentDef }) => shown.has(componentDef.type)),
  }
  const served = [serve(getSampleEditor, editor), serve(updateSampleEditor, { ...editor, version: editor.version + 1 })]
  const shareOf = (dialog: HTMLElement) => Math.round((100 * dialog.getBoundingClientRect().width) / window.innerWidth)

  test('opens in a dialog that is 60 % wide, or 80 % (SAMPLE-10)', async () => {
    const app = await openTable({ config: everything, served })
    await userEvent.click(within(await menuOf('Eva Lind')).getByRole('menuitem', { name: 'Edit' }))
    const dialog = await screen.findByRole('dialog', { name: 'Edit sample' })
    expect(await within(dialog).findByRole('textbox', { name: /^E-mail/ })).toBeVisible()
    expect(callsOf(app, 'getSampleEditor')[0]?.params).toEqual({
      survey: 'visits',
      component: 'customers',
      sampleId: '1',
    })
    await waitFor(() => expect(shareOf(dialog)).toBe(60))
    expect(await accessibilityProblems()).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Wider' }))
    await waitFor(() => expect(shareOf(dialog)).toBe(80))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Narrower' }))
    await waitFor(() => expect(shareOf(dialog)).toBe(60))
  })

  test('asks before what was entered is lost, and a saved sample is listed as it is now', async () => {
    let name = 'Eva Lind'
    const app = await openTable({
      config: everything,
      served,
      answer: () => sampleList([sampleRow(1, name, '1')]),
    })
    await userEvent.click(within(await menuOf('Eva Lind')).getByRole('menuitem', { name: 'Edit' }))
    const dialog = await screen.findByRole('dialog', { name: 'Edit sample' })
    await userEvent.type(await within(dialog).findByRole('textbox', { name: /^Customer/ }), ' Holm')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    const question = await screen.findByRole('dialog', { name: 'Discard the changes?' })
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
    name = 'Eva Lind Holm'
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(callsOf(app, 'updateSampleEditor')).toHaveLength(1))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await rowOf('Eva Lind Holm')
  })

  test('takes the whole of a narrow screen', async () => {
    await openTable({ config: everything, served, width: 390 })
    await userEvent.click(within(await menuOf('Eva Lind')).getByRole('menuitem', { name: 'Edit' }))
    const dialog = await screen.findByRole('dialog', { name: 'Edit sample' })
    await within(dialog).findByRole('textbox', { name: /^E-mail/ })
    await waitFor(() => expect(shareOf(dialog)).toBe(100))
    expect(within(dialog).queryByRole('button', { name: 'Wider' })).toBeNull()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })
})

describe('the text filter', () => {
  test('suggests texts of the samples, of which one is chosen with the keyboard (SAMPLE-03)', async () => {
    const app = await openTable({
      served: [serve(suggestSamples, { suggestions: ['Eva Lind', 'Evald Ek'] })],
    })
    await rowOf('Eva Lind')
    const box = screen.getByRole('combobox', { name: 'Filter the table' })
    await userEvent.type(box, 'eva')
    const list = await screen.findByRole('listbox', { name: 'Suggestions' })
    expect(
      within(list)
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual(['Eva Lind', 'Evald Ek'])
    expect(callsOf(app, 'suggestSamples')).toHaveLength(1)
    expect(callsOf(app, 'suggestSamples')[0]).toMatchObject({
      params: { survey: 'visits', component: 'customers', drillPath: 'country=SE' },
      query: { term: 'eva' },
    })
    expect(await accessibilityProblems()).toEqual([])
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(box).toHaveValue('Evald Ek')
    await waitFor(() => expect(callsOf(app, 'getWidgetData').at(-1)?.query['filter']).toBe('Evald Ek'))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(box).toHaveValue(''))
  })
})

describe('the selection', () => {
  test('stays while pages are turned, and ends at another place', async () => {
    const page = (seen: SeenCall) => {
      const shown = seen.query['rowFrom'] === '0' ? rows : [sampleRow(60, 'Liv Dahl', '2')]
      const { rankingData, ...rest } = sampleList(shown)
      return { ...rest, rankingData: { ...rankingData, totalNumberRows: 51 } }
    }
    const app = await openTable({ config: everything, answer: page })
    await select('Eva Lind')
    await userEvent.click(await screen.findByRole('button', { name: 'Next page' }))
    await select('Liv Dahl')
    expect(screen.getByText('2 selected')).toBeVisible()
    // The customers of the place, whatever is selected.
    expect(screen.getByText('51 customers selected')).toBeVisible()
    app.go('/page/overview/visits/country=NO')
    await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull())
  })
})

describe('a sample table without rows to show', () => {
  test('names the place and keeps its action row where there are none', async () => {
    await openTable({ config: everything, answer: () => sampleList([]) })
    expect(await screen.findByText(/^No samples/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'New customer' })).toBeEnabled()
  })

  test('says that it failed, and tries again', async () => {
    let isBroken = true
    await openTable({ answer: () => (isBroken ? refusal('internal', 'Out of memory.') : sampleList(rows)) })
    await screen.findByRole('alert')
    isBroken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await rowOf('Eva Lind')
  })

  test('says that the role sees no samples, or the survey shows none, without asking for them', async () => {
    const { rights } = startWith({})
    const app = await openTable({ start: { rights: { ...rights, canViewSamples: false } } })
    expect(await screen.findByText('You do not have access to this')).toBeVisible()
    expect(callsOf(app, 'getWidgetData')).toEqual([])
    endApp()
    await openTable({ config: everything, start: { named: false } })
    expect(await screen.findByText('This survey is anonymous, so single samples are not shown.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull()
  })

  test('leads whoever administers an anonymous survey to a campaign, without showing anybody', async () => {
    const { rights } = startWith({})
    const app = await openTable({
      config: everything,
      start: { named: false, rights: { ...rights, canViewSamples: true, canAdministrate: true } },
      served: [serve(getCampaignInfo, { ...campaignInfoExample, numberCustomers: 51 })],
    })
    expect(await screen.findByText('51 customers selected')).toBeVisible()
    expect(screen.queryByRole('table')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Invite' }))
    await waitFor(() => expect(app.address()).toBe('/createmailcampaign/visits/invite/country=SE'))
  })
})

test('a sample table fits a narrow screen, with the menus of its rows', async () => {
  await openTable({ config: everything, width: 390 })
  const eva = await rowOf('Eva Lind')
  expect(within(eva).getByRole('button', { name: 'Actions for Eva Lind' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  expect(await accessibilityProblems()).toEqual([])
})

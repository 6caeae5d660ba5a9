import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { decideDoubt, decideDoubts, listDoubts } from '@gensvar/contract/doubts'
import type { Doubt } from '@gensvar/contract/doubts'
import { importSetExample } from '@gensvar/contract/entities/imports'
import { listImportSets, removeImportSet } from '@gensvar/contract/imports'
import { getSurveyStatus } from '@gensvar/contract/surveys'
import { locales } from '@gensvar/contract/local-text'
import { identityFixture, signedInServer, startFixture, statusFixture } from '#web/testing/fixtures.ts'
import { makeGate } from '#web/testing/held.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import type { Served } from '#web/testing/serve.ts'

afterEach(endApp)

const comfort: Doubt = {
  id: 'below:comfort',
  kind: 'below',
  variable: 'comfort',
  title: 'Comfort of the seat',
  words: '161 of 5,073 answers are 0, which looks like "not rated" on a scale 1-5.',
  examples: ['0'],
  choices: [
    { name: 'counted', label: 'Count them', effect: 'mean 1.87 of 5,073 answers' },
    { name: 'blank', label: 'Leave them out', effect: 'mean 2.20 of 4,912 answers' },
  ],
  chosen: 'blank',
  decided: null,
  locked: null,
  version: 1,
}

const phone: Doubt = {
  ...comfort,
  id: 'personal:phone',
  kind: 'personal',
  variable: 'phone',
  title: 'Phone',
  words: 'The values look like telephone numbers.',
  examples: ['070-123 45 67', '070-765 43 21'],
  choices: [
    { name: 'keep', label: 'Keep the column', effect: '' },
    { name: 'remove', label: 'Remove the column', effect: '' },
  ],
  chosen: 'keep',
  version: 4,
}

const decidedBy = (doubt: Doubt, choice: string): Doubt => ({
  ...doubt,
  chosen: choice,
  decided: { through: 'person', by: 'Anna', at: '2026-11-03T09:00:00Z' },
  version: doubt.version + 1,
})

const administrator = startFixture({ rights: { ...startFixture().rights, canAdministrate: true } })

/** A server that stores decisions, as the real one does, and counts the open ones in the survey's status. */
function serverWith(doubts: Doubt[], start = administrator): Served[] {
  const stored = new Map(doubts.map((doubt) => [doubt.id, doubt]))
  const all = () => [...stored.values()].toSorted((a, b) => Number(a.decided !== null) - Number(b.decided !== null))
  let importSets = [importSetExample]
  return [
    serve(listDoubts, () => ({ doubts: all() })),
    serve(decideDoubt, ({ params, body }) => {
      const { choice, version } = body as { choice: string; version: number }
      const doubt = stored.get(params['doubt'] ?? '')
      if (doubt === undefined) return refusal('not_found')
      if (doubt.version !== version) return refusal('conflict', 'Somebody else decided this first.')
      stored.set(doubt.id, decidedBy(doubt, choice))
      return { doubt: decidedBy(doubt, choice) }
    }),
    serve(decideDoubts, ({ body }) => {
      const { choice, doubts: wanted } = body as { choice: string; doubts: { id: string; version: number }[] }
      if (wanted.some(({ id, version }) => stored.get(id)?.version !== version))
        return refusal('conflict', 'Somebody else decided this first.')
      const decided = wanted.flatMap(({ id }) => stored.get(id) ?? []).map((doubt) => decidedBy(doubt, choice))
      for (const doubt of decided) stored.set(doubt.id, doubt)
      return { doubts: decided }
    }),
    serve(getSurveyStatus, () =>
      statusFixture({
        openDoubts: start.rights.canAdministrate ? all().filter((one) => one.decided === null).length : null,
      }),
    ),
    serve(listImportSets, () => ({ importSets })),
    serve(removeImportSet, () => {
      importSets = []
      return { ok: true, surveyRemoved: false }
    }),
    ...signedInServer(identityFixture(), start),
  ]
}

const card = async (title: string) => {
  const heading = await screen.findByRole('heading', { name: title })
  return within(heading.closest('section')!)
}

describe('the data to check', () => {
  test('shows each doubt with its column, words, examples and the effect of each choice', async () => {
    await renderApp('/doubtlist/visits', serverWith([comfort, phone]))
    const seat = await card('Comfort of the seat')
    const question = seat.getByRole('group', { name: comfort.words })
    expect(seat.getByText('Column comfort')).toBeVisible()
    expect(seat.getByText('For example 0')).toBeVisible()
    const choices = within(question).getAllByRole('button')
    expect(choices.map((choice) => [choice.textContent, choice.getAttribute('aria-pressed')])).toEqual([
      ['Count themmean 1.87 of 5,073 answers', 'false'],
      ['Leave them outmean 2.20 of 4,912 answersIn force, assumed by the import', 'true'],
    ])
    expect((await card('Phone')).getByText('For example 070-123 45 67 · 070-765 43 21')).toBeVisible()
    expect(screen.getByText('2 things to decide')).toBeVisible()
  })

  test('decided by a program say how', async () => {
    const at = '2026-11-03T09:00:00Z'
    const command = { ...comfort, decided: { through: 'command' as const, by: null, at } }
    const byImport = { ...phone, decided: { through: 'import' as const, by: null, at } }
    await renderApp('/doubtlist/visits', serverWith([command, byImport]))
    const seat = await card('Comfort of the seat')
    expect(seat.getByRole('button', { name: /In force, decided on the command line, 3 Nov 2026$/ })).toBeVisible()
    const person = await card('Phone')
    expect(person.getByRole('button', { name: /In force, decided by an import, 3 Nov 2026$/ })).toBeVisible()
  })

  test('are decided by one click, which is announced, leaves the order and fetches what is known anew', async () => {
    const gate = makeGate()
    const [list, decide, ...rest] = serverWith([comfort, phone])
    const slow: Served = {
      route: decideDoubt,
      answer: async (seen) => {
        await gate.pass()
        return decide!.answer(seen)
      },
    }
    const app = await renderApp('/doubtlist/visits', [list!, slow, ...rest])
    const seat = await card('Comfort of the seat')
    gate.close()
    await userEvent.click(seat.getByRole('button', { name: /^Count them/ }))
    const pressed = await seat.findByRole('button', { name: /^Count them.*Saving$/ })
    expect(pressed).toHaveAttribute('aria-busy', 'true')
    expect(pressed).toHaveFocus()
    await userEvent.click(seat.getByRole('button', { name: /^Leave them out/ }))
    gate.open()
    await waitFor(() => expect(seat.getByRole('status')).toHaveTextContent('Decided: Count them'))
    expect(seat.getByRole('button', { name: /^Count them.*In force, decided by Anna, 3 Nov 2026$/ })).toBeVisible()
    expect(await screen.findByText('1 thing to decide')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Data to check, 1 open' })).toBeVisible()
    const decisions = () => app.calls.filter(({ route }) => route === decideDoubt.id)
    expect(decisions()).toMatchObject([
      { params: { survey: 'visits', doubt: 'below:comfort' }, body: { choice: 'counted', version: 1 } },
    ])
    for (const route of ['listDoubts', 'getSurveyStatus', 'getSurveyStart'])
      await waitFor(() => expect(app.calls.filter((call) => call.route === route).length).toBeGreaterThan(1))
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
      'Comfort of the seat',
      'Phone',
      'Imports',
    ])
    // The decision in force is not made again; another one is.
    await userEvent.click(seat.getByRole('button', { name: /^Count them/ }))
    await userEvent.click(seat.getByRole('button', { name: /^Leave them out/ }))
    await waitFor(() => expect(seat.getByRole('status')).toHaveTextContent('Decided: Leave them out'))
    expect(decisions().map(({ body }) => body)).toEqual([
      { choice: 'counted', version: 1 },
      { choice: 'blank', version: 2 },
    ])
  })

  test('take a decision by keyboard; what the import assumed can be confirmed', async () => {
    await renderApp('/doubtlist/visits', serverWith([comfort]))
    const seat = await card('Comfort of the seat')
    seat.getByRole('button', { name: /^Count them/ }).focus()
    await userEvent.keyboard('{Tab}{Enter}')
    expect(await seat.findByRole('button', { name: /^Leave them out.*decided by Anna/ })).toBeVisible()
    expect(await screen.findByText('Nothing left to decide')).toBeVisible()
  })

  test('are fetched again when somebody else decided first', async () => {
    const [list, ...rest] = serverWith([{ ...decidedBy(comfort, 'counted'), version: 3 }])
    let asked = 0
    const stale: Served = {
      route: listDoubts,
      answer: (seen) => (asked++ === 0 ? { doubts: [comfort] } : list!.answer(seen)),
    }
    await renderApp('/doubtlist/visits', [stale, ...rest])
    const seat = await card('Comfort of the seat')
    await userEvent.click(seat.getByRole('button', { name: /^Leave them out/ }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Somebody else decided this first.')
    expect(await seat.findByRole('button', { name: /^Count them.*decided by Anna/ })).toBeVisible()
    await userEvent.click(seat.getByRole('button', { name: /^Leave them out/ }))
    await waitFor(() => expect(seat.getByRole('status')).toHaveTextContent('Decided: Leave them out'))
  })

  test('say why one cannot be decided any more', async () => {
    const locked = { ...comfort, locked: 'A later import replaced these answers.' }
    const app = await renderApp('/doubtlist/visits', serverWith([locked]))
    const seat = await card('Comfort of the seat')
    expect(seat.getByRole('group', { name: comfort.words })).toHaveAccessibleDescription(locked.locked)
    expect(seat.getByText('Locked')).toBeVisible()
    const choice = seat.getByRole('button', { name: /^Count them/ })
    expect(choice).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(choice)
    expect(app.calls.some(({ route }) => route === decideDoubt.id)).toBe(false)
    expect(screen.getByText('Nothing left to decide')).toBeVisible()
  })

  test('are followed by the imports, which are undone here where no page lists them', async () => {
    await renderApp('/doubtlist/visits', serverWith([comfort]))
    const imports = within(await screen.findByRole('table', { name: 'Imports' }))
    await userEvent.click(imports.getByRole('button', { name: /^Delete import/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'OK' }))
    expect(await screen.findByText('Nothing has been imported')).toBeVisible()
  })

  test('are none, loading, failed, or not for this user', async () => {
    await renderApp('/doubtlist/visits', serverWith([]))
    expect(await screen.findByText('Nothing left to decide')).toBeVisible()
    endApp()

    const [, ...rest] = serverWith([comfort])
    let isBroken = true
    const failing = serve(listDoubts, () => (isBroken ? refusal('internal') : { doubts: [comfort] }))
    await renderApp('/doubtlist/visits', [failing, ...rest])
    const again = await screen.findByRole('button', { name: 'Try again' })
    isBroken = false
    await userEvent.click(again)
    await card('Comfort of the seat')
    endApp()

    const app = await renderApp('/doubtlist/visits', serverWith([comfort], startFixture()))
    expect(await screen.findByText('You do not have access to this')).toBeVisible()
    expect(app.calls.some(({ route }) => route === listDoubts.id)).toBe(false)
    expect(screen.queryByRole('button', { name: /^Data to check/ })).toBeNull()
  })

  test('are good to look at and to listen to in both schemes, wide and narrow, in every language', async () => {
    for (const locale of locales) {
      await renderApp('/doubtlist/visits', serverWith([comfort, decidedBy(phone, 'keep')]), { locale, width: 390 })
      await card('Comfort of the seat')
      expect(document.documentElement.scrollWidth).toBe(390)
      if (locale === 'fi')
        for (const scheme of ['light', 'dark'] as const) {
          useScheme(scheme)
          expect(await accessibilityProblems()).toEqual([])
        }
      endApp()
    }
  })
})

describe('all of a kind', () => {
  const others = ['Legroom', 'Queue', 'Staff'].map((title, index) => ({
    ...comfort,
    id: `below:${title.toLowerCase()}`,
    variable: title.toLowerCase(),
    title,
    chosen: 'counted',
    version: 3 + index,
  }))
  const locked = { ...comfort, id: 'below:old', variable: 'old', title: 'Old', locked: 'Counted already.' }
  const all = [comfort, ...others, phone, locked]
  const alike = async () => within(await screen.findByRole('group', { name: /Answers below their scale/ }))

  test('are decided alike after one question that names them, in one call', async () => {
    const decided = decidedBy(others[0]!, 'counted')
    const app = await renderApp('/doubtlist/visits', serverWith([comfort, decided, ...others.slice(1), phone, locked]))
    const group = await alike()
    expect(screen.getByRole('group', { name: 'Answers below their scale, in 4 questions' })).toBeVisible()
    expect(screen.queryByRole('group', { name: /personal data/ })).toBeNull()
    await userEvent.click(group.getByRole('button', { name: 'Leave them out (4)' }))
    const dialog = await screen.findByRole('dialog', { name: 'Decide 4 alike: Leave them out?' })
    await waitFor(() =>
      expect(dialog.textContent).toContain('Queue: mean 1.87 of 5,073 answers → mean 2.20 of 4,912 answers'),
    )
    expect(dialog.textContent).toContain('Decided otherwise before: Legroom.')
    expect(dialog.textContent).not.toContain('Old')
    expect(await accessibilityProblems()).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect(app.calls.some(({ route }) => route === decideDoubts.id)).toBe(false)

    const button = group.getByRole('button', { name: 'Leave them out (4)' })
    await waitFor(() => expect(button).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    const asked = await screen.findByRole('button', { name: 'Decide all 4' })
    await waitFor(() => expect(asked).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByText('Decided, 4 alike: Leave them out')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(app.calls.filter(({ route }) => route === decideDoubts.id)).toMatchObject([
      {
        params: { survey: 'visits' },
        body: {
          choice: 'blank',
          doubts: [
            { id: 'below:comfort', version: 1 },
            { id: 'below:queue', version: 4 },
            { id: 'below:staff', version: 5 },
            { id: 'below:legroom', version: 4 },
          ],
        },
      },
    ])
    expect(await screen.findByText('1 thing to decide')).toBeVisible()
    const inForce = group.getByRole('button', { name: 'Leave them out: in force for all' })
    expect(inForce).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(screen.queryByRole('dialog')).toBeNull()
    // The other way round undoes it.
    await userEvent.click(group.getByRole('button', { name: 'Count them (4)' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Decide all 4' }))
    expect(await screen.findByText('Decided, 4 alike: Count them')).toBeVisible()
    const seat = await card('Comfort of the seat')
    expect(seat.getByRole('button', { name: /^Count them.*decided by Anna/ })).toBeVisible()
  })

  test('are fetched again when somebody else decided one of them first', async () => {
    const [list, ...rest] = serverWith([decidedBy(comfort, 'counted'), ...others])
    let asked = 0
    const stale: Served = {
      route: listDoubts,
      answer: (seen) => (asked++ === 0 ? { doubts: [comfort, ...others] } : list!.answer(seen)),
    }
    await renderApp('/doubtlist/visits', [stale, ...rest])
    await userEvent.click((await alike()).getByRole('button', { name: 'Count them (4)' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Decide all 4' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Somebody else decided this first.')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await (await alike()).findByRole('button', { name: 'Count them (3)' })).toBeVisible()
  })

  test('are good to look at and to listen to narrow, in every language', async () => {
    for (const locale of locales) {
      await renderApp('/doubtlist/visits', serverWith(all), { locale, width: 390 })
      const [first] = await screen.findAllByRole('button', { name: /^(Count them|Leave them out) \(4\)$/ })
      expect(document.documentElement.scrollWidth).toBe(390)
      await userEvent.click(first!)
      await screen.findByRole('dialog')
      expect(document.documentElement.scrollWidth).toBe(390)
      if (locale === 'fi')
        for (const scheme of ['light', 'dark'] as const) {
          useScheme(scheme)
          expect(await accessibilityProblems()).toEqual([])
        }
      endApp()
    }
  })

  test('are shown a hundred at a time, and decided all the same', async () => {
    const many = Array.from({ length: 230 }, (_, index) => ({
      ...comfort,
      id: `below:q${index}`,
      variable: `q${index}`,
      title: `Q${index}`,
    }))
    await renderApp('/doubtlist/visits', serverWith(many))
    const group = await alike()
    expect(screen.getAllByText('To decide')).toHaveLength(100)
    expect(screen.queryByText('Column q1')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Show more (130 left)' }))
    expect(screen.getAllByText('To decide')).toHaveLength(200)
    await userEvent.click(group.getByRole('button', { name: 'Leave them out (230)' }))
    await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain('… and 218 more'))
    await userEvent.click(await screen.findByRole('button', { name: 'Decide all 230' }))
    expect(await screen.findByText('Nothing left to decide')).toBeVisible()
  })
})

describe('the notice of data to check', () => {
  test('leads an administrator from a page of the survey to the list, until it is hidden', async () => {
    const app = await renderApp('/page/overview/visits/root', serverWith([comfort, phone]))
    const notice = (await screen.findByText('2 things about the imported data to decide')).parentElement!
    expect(await accessibilityProblems()).toEqual([])
    await userEvent.click(within(notice).getByRole('link', { name: 'Decide' }))
    expect(app.address()).toBe('/doubtlist/visits')
    await card('Phone')
    expect(screen.queryByText(/about the imported data/)).toBeNull()
    app.go('/ranking/visits/root')
    await userEvent.click(await screen.findByRole('button', { name: 'Hide for now' }))
    expect(screen.queryByText(/about the imported data/)).toBeNull()
    app.go('/page/overview/visits/root')
    await screen.findByRole('link', { name: 'Overview', current: 'page' })
    expect(screen.queryByText(/about the imported data/)).toBeNull()
  })

  test('comes back when there is more to decide than when it was hidden', async () => {
    sessionStorage.setItem('gensvar-doubts-hidden visits', '1')
    await renderApp('/page/overview/visits/root', serverWith([comfort, phone]))
    expect(await screen.findByText('2 things about the imported data to decide')).toBeVisible()
  })

  test('is not for others, who have no way to the list either', async () => {
    await renderApp('/page/overview/visits/root', serverWith([comfort], startFixture()))
    await screen.findByRole('link', { name: 'Overview', current: 'page' })
    expect(await screen.findByRole('button', { name: 'Account' })).toBeVisible()
    expect(screen.queryByText(/about the imported data/)).toBeNull()
    expect(screen.queryByRole('button', { name: /^Data to check/ })).toBeNull()
  })

  test('has its way in the menu of a narrow window, with the count', async () => {
    const app = await renderApp('/page/overview/visits/root', serverWith([comfort, phone]), { width: 390 })
    await screen.findByText('2 things about the imported data to decide')
    await userEvent.click(await screen.findByRole('button', { name: 'Account' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Data to check, 2 open' }))
    expect(app.address()).toBe('/doubtlist/visits')
  })
})

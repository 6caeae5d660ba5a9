import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { interviewExample } from '@gensvar/contract/entities/interview'
import type { InterviewData } from '@gensvar/contract/entities/interview'
import {
  createInterviewComment,
  getInterview,
  listShares,
  revokeShare,
  shareInterview,
} from '@gensvar/contract/interviews'
import { createTicket } from '@gensvar/contract/identity'
import { getSegmentedDrillPath } from '@gensvar/contract/paths'
import { getSurveyStart } from '@gensvar/contract/surveys'
import { segmentedDrillPathExample } from '@gensvar/contract/entities/navigation'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import { component, nameColumn, ranking, startWith, unitRow } from '#web/widgets/testing/ranking-fixtures.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'

afterEach(() => {
  vi.restoreAllMocks()
  useScheme('light')
  endApp()
})

const answers = (count: number): InterviewData['sidebarData']['bgAnswers'] =>
  Array.from({ length: count }, (_, at) => ({ label: `Field ${at + 1}`, value: `Value ${at + 1}` }))

const example: InterviewData = {
  ...interviewExample,
  sidebarData: {
    ...interviewExample.sidebarData,
    bgAnswers: answers(10),
    interviewLinks: [
      { interviewId: 417, label: '1 Mar 2026', value: '3', rating: 3, isCompleted: true, isSelected: true },
      { interviewId: 200, label: '4 Oct 2025', value: '7', rating: 7, isCompleted: true, isSelected: false },
    ],
  },
  resultGroupsData: [
    ...interviewExample.resultGroupsData,
    { label: 'Range', answers: [{ label: 'Choice', value: '2', icon: 'negative' }] },
  ],
  mailTrackingsData: {
    stats: { email: 'eva@example.org', totalSent: 1, totalOpened: 1, shareOpened: 100, totalClicked: 0 },
    rows: [
      {
        id: 8,
        date: '2026-03-01T09:00:00Z',
        name: 'After the visit',
        state: 'SENT',
        views: 2,
        clicks: 0,
        recording: false,
      },
    ],
  },
}

async function open(changes: Partial<InterviewData> = {}, extra: Parameters<typeof renderApp>[1] = []) {
  const app = await renderApp('/interview/visits/417', [
    ...extra,
    ...signedInServer(identityFixture(), startFixture()),
    serve(getInterview, ({ params }) =>
      Number(params['interviewId']) === 417
        ? { ...example, ...changes }
        : {
            ...example,
            interviewId: 200,
            sidebarData: {
              ...example.sidebarData,
              header: { title: 'Eva Lind, earlier', subtitle: '4 October 2025' },
              interviewLinks: example.sidebarData.interviewLinks.map((link) => ({
                ...link,
                isSelected: link.interviewId === 200,
              })),
            },
          },
    ),
  ])
  await screen.findByRole('heading', { level: 1, name: 'Eva Lind' })
  return app
}

const isBefore = (first: Element, second: Element) =>
  Boolean(first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING)

describe('the header card', () => {
  test('shows title and subtitle (INTV-02a), the face icon (INTV-02b) and the rating (INTV-02c)', async () => {
    await open()
    const card = screen.getByRole('region', { name: 'Eva Lind' })
    expect(within(card).getByText('Storgatan, 1 March 2026')).toBeVisible()
    expect(within(card).getByRole('img', { name: 'Poor' })).toBeVisible()
    expect(within(card).getByLabelText('Rating 3 of 10')).toHaveTextContent('3 / 10')
  })

  test('shows never more than eight background answers, even when the server sends more (INTV-02d)', async () => {
    await open()
    const card = screen.getByRole('region', { name: 'Eva Lind' })
    expect(
      within(card)
        .getAllByText(/^Value /)
        .map((one) => one.textContent),
    ).toEqual(answers(8).map((one) => one.value))
  })

  test('offers Facebook and LinkedIn when sharing is enabled (INTV-03a)', async () => {
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Share' }))
    expect(await screen.findByRole('menuitem', { name: 'Facebook' })).toBeVisible()
    expect(screen.getByRole('menuitem', { name: 'LinkedIn' })).toBeVisible()
  })

  test('has no share menu when it is not (INTV-03b)', async () => {
    await open({ enableSharing: false })
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
  })
})

describe('the file of an interview', () => {
  test('is opened as a PDF in a new tab, where the survey offers it (INTV-25) (REPORT-09h)', async () => {
    vi.spyOn(window, 'open').mockReturnValue({ opener: window } as unknown as Window)
    await open({}, [serve(createTicket, { ticket: 'once' })])
    await userEvent.click(await screen.findByRole('button', { name: 'Download (PDF)' }))
    await waitFor(() =>
      expect(window.open).toHaveBeenCalledWith('/rest/reports/interview/visits/417?token=once', '_blank'),
    )
    endApp()
    const start = startFixture()
    const reports = { ...start.survey.reports, singleInterview: false }
    const without = { ...start, survey: { ...start.survey, reports } }
    await open({}, [serve(getSurveyStart, without)])
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Download (PDF)' })).toBeNull()
  })
})

describe('sharing', () => {
  test('says what becomes public, publishes the chosen comment and takes it back', async () => {
    const tab = vi.spyOn(window, 'open').mockReturnValue(null)
    const made = { network: 'LINKEDIN', quote: 'The queue was long.', createdAt: '2026-03-02T08:00:00Z' }
    let shares = [{ ...made, shareId: 6, publishUrl: 'https://example.org/share/x' }]
    const app = await open({}, [
      serve(shareInterview, {
        shareId: 6,
        sharingURL: 'https://www.linkedin.com/share',
        publishUrl: 'https://example.org/share/x',
      }),
      serve(listShares, () => ({ shares })),
      serve(revokeShare, () => {
        shares = []
        return { ok: true as const }
      }),
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Share' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'LinkedIn' }))
    const dialog = await screen.findByRole('dialog', { name: 'Share on LinkedIn' })
    await userEvent.click(within(dialog).getByRole('radio', { name: '“The queue was long.”' }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Publish and share' }))
    expect(await within(dialog).findByRole('link', { name: 'https://example.org/share/x' })).toBeVisible()
    expect(app.calls.find((call) => call.route === 'shareInterview')?.body).toEqual({
      network: 'LINKEDIN',
      quote: 'comment',
    })
    await waitFor(() => expect(tab).toHaveBeenCalledWith('https://www.linkedin.com/share', '_blank', 'noopener'))
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Revoke' }))
    await waitFor(() => expect(within(dialog).queryByText('Public pages of this interview')).toBeNull())
    await waitFor(() => expect(within(dialog).queryByRole('link')).toBeNull())
    expect(within(dialog).getByRole('button', { name: 'Publish and share' })).toBeVisible()
  })
})

describe('the public pages of an interview', () => {
  test('show their links again whenever the dialog opens, each with a button that copies it', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const made = { network: 'LINKEDIN', quote: '', createdAt: '2026-03-02T08:00:00Z' }
    const link = 'https://example.org/share/x'
    await open({}, [
      serve(listShares, {
        shares: [
          { ...made, shareId: 6, publishUrl: link },
          { ...made, shareId: 5, publishUrl: null },
        ],
      }),
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Share' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'LinkedIn' }))
    const dialog = await screen.findByRole('dialog', { name: 'Share on LinkedIn' })
    expect(await within(dialog).findByRole('link', { name: link })).toHaveAttribute('href', link)
    expect(within(dialog).getAllByRole('button', { name: 'Revoke' })).toHaveLength(2)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Copy link' }))
    expect(copied).toHaveBeenCalledWith(link)
    expect(await within(dialog).findByRole('button', { name: 'Copied' })).toBeVisible()
    copied.mockRestore()
  })
})

describe('the page', () => {
  test('shows the drill path and a back button (INTV-01)', async () => {
    const app = await open({}, [serve(getSegmentedDrillPath, segmentedDrillPathExample)])
    const path = screen.getByRole('navigation', { name: 'Place of the interview' })
    expect(await within(path).findByRole('link', { name: 'Sweden' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    await waitFor(() => expect(app.address()).toContain('/ranking/visits/'))
  })

  test('shows the state (INTV-06a) and the background variables under their title (INTV-06b) (INTV-21)', async () => {
    await open()
    expect(screen.getByRole('heading', { name: 'Visit' })).toBeVisible()
    expect(screen.getByRole('img', { name: 'Completed' })).toBeVisible()
    expect(screen.getByText('Channel').nextElementSibling).toHaveTextContent('Store')
  })

  test('offers a Background info dialog with the background groups (INTV-07)', async () => {
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Background info' }))
    const dialog = await screen.findByRole('dialog', { name: 'Background info' })
    expect(within(dialog).getByRole('heading', { name: 'Purchase' })).toBeVisible()
    expect(within(dialog).getByText('Bicycle')).toBeVisible()
  })

  test('shows open answers as quotes (INTV-08)', async () => {
    await open()
    expect(screen.getByText('The queue was long.').tagName).toBe('BLOCKQUOTE')
  })

  test('shows a table of starred questions (INTV-09)', async () => {
    await open()
    const table = screen.getByRole('table', { name: 'Key questions' })
    expect(within(table).getByRole('row', { name: /Overall 3/ })).toBeVisible()
  })

  test('shows result groups at the left and the chosen group’s answers with icons at the right (INTV-10)', async () => {
    await open()
    const staff = screen.getByRole('table', { name: 'Staff' })
    expect(within(staff).getByRole('row', { name: /Helpful 8/ })).toBeVisible()
    expect(within(staff).getByRole('img', { name: 'Good' })).toBeVisible()
    const menu = screen.getByRole('list', { name: 'Result groups' })
    expect(menu.getBoundingClientRect().right).toBeLessThanOrEqual(staff.getBoundingClientRect().left)
    await userEvent.click(within(menu).getByRole('button', { name: 'Range' }))
    expect(within(screen.getByRole('table', { name: 'Range' })).getByRole('img', { name: 'Poor' })).toBeVisible()
  })

  test('shows tables after the results (INTV-11a) and records after the comments (INTV-11b)', async () => {
    const tables = {
      Basket: [
        ['Product', 'Price'],
        ['Bicycle', '4,990'],
        ['Bell', '79'],
      ],
      Returns: [['Product'], ['Lamp']],
      Contacts: [
        ['Date', 'By'],
        ['2026-03-02', 'Bo'],
        ['2026-03-05', 'Eva'],
      ],
      Visits: [['Date'], ['2026-03-07']],
    }
    const made = Object.entries(tables).map(([title, [columns = [], ...rows]]) => ({ title, columns, rows }))
    await open({ tableGroups: made.slice(0, 2), recordGroups: made.slice(2) })
    const tableOf = (name: string) => screen.getByRole<HTMLTableElement>('table', { name })
    for (const [name, cells] of Object.entries(tables))
      expect([...tableOf(name).rows].map((row) => [...row.cells].map((cell) => cell.textContent))).toEqual(cells)
    const order = ['Results', 'Basket', 'Returns', 'Comments', 'Contacts', 'Visits'].map((name) =>
      name in tables ? tableOf(name) : screen.getByRole('heading', { name }),
    )
    expect(order.toSorted((one, other) => (isBefore(one, other) ? -1 : 1))).toEqual(order)
  })

  test('shows what was sent to the respondent (INTV-13)', async () => {
    await open()
    const table = screen.getByRole('table', { name: 'Sendings' })
    expect(within(table).getByRole('row', { name: /After the visit Sent 2 0/ })).toBeVisible()
    expect(screen.getByText(/eva@example\.org/)).toHaveTextContent(
      'eva@example.org · 1 sent, 1 opened (100.0 %), 0 clicked',
    )
  })

  test('shows internal values only where the survey asks for them (INTV-20)', async () => {
    await open({
      showInternalValues: true,
      highlights: [{ label: 'Channel', value: 'Store', internalValue: 'channel = store' }],
    })
    expect(screen.getByText('channel = store')).toBeVisible()
    endApp()
    await open()
    expect(screen.queryByText('channel = store')).toBeNull()
  })
})

describe('the side card', () => {
  test('marks the current interview and opens the others (INTV-04) (INTV-26)', async () => {
    const app = await open()
    expect(screen.getByRole('link', { name: '1 Mar 2026 3' })).toHaveAttribute('aria-current', 'page')
    await userEvent.click(screen.getByRole('link', { name: '4 Oct 2025 7' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Eva Lind, earlier' })).toBeVisible()
    expect(app.address()).toBe('/interview/visits/200')
    expect(screen.getByRole('link', { name: '4 Oct 2025 7' })).toHaveAttribute('aria-current', 'page')
    expect(screen.getByRole('link', { name: '1 Mar 2026 3' })).not.toHaveAttribute('aria-current')
  })

  test('shows the development line when asked to, from its categories, title and data (INTV-05)', async () => {
    await open()
    const chart = screen.getByRole('img', { name: /^Overall\. 4 Oct 2025: 7; 1 Mar 2026: 3/ })
    expect(chart.querySelectorAll('circle')).toHaveLength(2)
    endApp()
    await open({ sidebarData: { ...example.sidebarData, showDevelopmentChart: false } })
    expect(screen.queryByRole('img', { name: /^Overall\./ })).toBeNull()
  })
})

describe('the comments panel', () => {
  test('names both people of a comment written while acting as another', async () => {
    const { comments } = example
    await open({
      comments: comments.map((comment) => ({ ...comment, actorUsername: 'admin@example.org', actor: 'Olle Ek' })),
    })
    expect(screen.getByText('Olle Ek, acting as Anna Berg')).toBeVisible()
  })

  test('keeps Save (INTV-14a) and Cancel (INTV-14b) disabled while the text is empty, and clears on Cancel (INTV-12)', async () => {
    await open()
    expect(screen.getByText('Called the customer.')).toBeVisible()
    const [save, cancel] = ['Save', 'Cancel'].map((name) => screen.getByRole('button', { name }))
    expect(save).toBeDisabled()
    expect(cancel).toBeDisabled()
    const box = screen.getByRole('textbox', { name: 'Add a comment' })
    await userEvent.type(box, 'Done')
    expect(save).toBeEnabled()
    expect(cancel).toBeEnabled()
    await userEvent.click(cancel as HTMLElement)
    expect(box).toHaveValue('')
  })

  test('sends only a non-empty trimmed text and shows the comment (INTV-15)', async () => {
    const app = await open({}, [
      serve(createInterviewComment, ({ body }) => ({
        id: 13,
        created: '2026-03-03T08:00:00Z',
        username: 'me@example.org',
        author: 'Me',
        actorUsername: null,
        actor: null,
        message: (body as { message: string }).message,
      })),
    ])
    const box = screen.getByRole('textbox', { name: 'Add a comment' })
    await userEvent.type(box, '   ')
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
    await userEvent.type(box, 'Sent a voucher.  ')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Sent a voucher.')).toBeVisible()
    await waitFor(() => expect(box).toHaveValue(''))
    const sent = app.calls.filter((call) => call.route === 'createInterviewComment')
    expect(sent.map((call) => call.body)).toEqual([{ message: 'Sent a voucher.' }])
  })
})

describe('an interview opened from a list', () => {
  const table = component('ranking-table', { id: 'units', columns: ['csi'], leafColumns: ['comment'] })
  const list = [11, 12, 13, 14]
  const rowsOf = (ids: readonly number[]) =>
    ids.map((id) => ({
      ...unitRow(`Comment ${id}`, null, []),
      interviewId: id,
      isComplete: id !== 13,
      drillPath: null,
    }))
  const from = '/ranking/visits/country=SE;region=north?sortBy=comment&sortDesc=true'

  async function openList() {
    const app = await renderApp(from, [
      serveWidget('ranking-table', (_component, { query }) =>
        ranking({
          headers: [{ ...nameColumn('Comment'), value: 'comment' }],
          rows: rowsOf(list.slice(Number(query['rowFrom'] ?? 0), Number(query['rowTo'] ?? 50))),
          rankingVar: null,
          footer: null,
          leafRows: true,
          totalNumberRows: 4,
        }),
      ),
      serve(getInterview, ({ params }) => ({
        ...example,
        interviewId: Number(params['interviewId']),
        sidebarData: { ...example.sidebarData, header: { title: `Number ${params['interviewId']}`, subtitle: '' } },
      })),
      ...signedInServer(identityFixture(), startWith({ ranking: [table] })),
    ])
    await userEvent.click(await screen.findByRole('link', { name: 'Comment 12' }))
    await screen.findByRole('heading', { level: 1, name: 'Number 12' })
    return app
  }

  test('leads to the previous and next completed one, in the order of the list, and back to it', async () => {
    const app = await openList()
    const others = await screen.findByRole('group', { name: 'Other interviews of the list' })
    expect(within(others).getByText('2 of 4')).toBeVisible()
    const asked = app.calls.findLast((call) => call.route === 'getWidgetData')
    expect(asked?.query).toMatchObject({ sortVar: 'comment', sortDesc: 'true' })
    // Number 13 is not completed: it has no interview page.
    await userEvent.click(within(others).getByRole('button', { name: 'Next interview' }))
    await screen.findByRole('heading', { level: 1, name: 'Number 14' })
    expect(await screen.findByText('4 of 4')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Next interview' })).toHaveAttribute('aria-disabled', 'true')
    expect(screen.getByRole('button', { name: 'Next interview' })).toHaveFocus()
    await userEvent.keyboard('k')
    await screen.findByRole('heading', { level: 1, name: 'Number 12' })
    await screen.findByText('2 of 4')
    await userEvent.keyboard('k')
    await screen.findByRole('heading', { level: 1, name: 'Number 11' })
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    await waitFor(() => expect(app.address()).toBe(from))
  })

  test('asks before a typed comment is lost on the way to the next', async () => {
    await openList()
    await userEvent.type(screen.getByRole('textbox', { name: 'Add a comment' }), 'j is typed, not obeyed')
    expect(screen.getByRole('heading', { level: 1, name: 'Number 12' })).toBeVisible()
    await userEvent.click(await screen.findByRole('button', { name: 'Next interview' }))
    const question = await screen.findByRole('dialog', { name: 'Discard the changes?' })
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(screen.getByRole('textbox', { name: 'Add a comment' })).toHaveValue('j is typed, not obeyed')
  })

  test.each(['Backspace', 'Escape'])('leads back to the list with %s, except while a comment is typed', async (key) => {
    const app = await openList()
    const box = screen.getByRole('textbox', { name: 'Add a comment' })
    await userEvent.type(box, `a{${key}}`)
    expect(app.address()).toBe('/interview/visits/12')
    await userEvent.clear(box)
    await userEvent.tab()
    await userEvent.keyboard(`{${key}}`)
    await waitFor(() => expect(app.address()).toBe(from))
  })

  test.each(['Backspace', 'Escape'])('asks before a typed comment is lost with %s', async (key) => {
    const app = await open()
    await userEvent.type(screen.getByRole('textbox', { name: 'Add a comment' }), 'ab')
    await userEvent.tab()
    await userEvent.keyboard(`{${key}}`)
    const question = await screen.findByRole('dialog', { name: 'Discard the changes?' })
    // Escape closes the question and nothing else.
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(question).not.toBeInTheDocument())
    expect(app.address()).toBe('/interview/visits/417')
    expect(screen.getByRole('textbox', { name: 'Add a comment' })).toHaveValue('ab')
  })

  test('has no neighbours when it was opened by its address', async () => {
    await open()
    expect(screen.queryByRole('group', { name: 'Other interviews of the list' })).toBeNull()
  })
})

describe('for everybody', () => {
  test('there is nothing to object to in either scheme, wide or narrow', async () => {
    for (const [scheme, width] of [
      ['light', 1440],
      ['dark', 390],
    ] as const) {
      useScheme(scheme)
      await renderApp(
        '/interview/visits/417',
        [...signedInServer(identityFixture(), startFixture()), serve(getInterview, example)],
        { width },
      )
      await screen.findByRole('heading', { level: 1, name: 'Eva Lind' })
      expect(await accessibilityProblems()).toEqual([])
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
      endApp()
    }
  })

  test('an interview that is not there, or not theirs, has a screen of its own, with two ways out', async () => {
    const missing = await renderApp('/interview/visits/9', [
      ...signedInServer(identityFixture(), startFixture()),
      serve(getInterview, () => refusal('not_found', 'No such response.')),
    ])
    expect(await screen.findByText('There is no such interview')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    await waitFor(() => expect(missing.address()).toMatch(/^\/ranking\/visits\//))
    missing.go('/interview/visits/9')
    await screen.findByText('There is no such interview')
    await userEvent.click(screen.getByRole('button', { name: 'To the start page' }))
    await waitFor(() => expect(missing.address()).toMatch(/^\/page\/overview\/visits\//))
    endApp()
    const app = await renderApp('/interview/visits/abc', signedInServer(identityFixture(), startFixture()))
    expect(await screen.findByText('There is no such interview')).toBeVisible()
    expect(app.calls.filter((call) => call.route === 'getInterview')).toEqual([])
  })
})

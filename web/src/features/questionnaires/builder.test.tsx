import { screen, waitFor, within } from '@testing-library/dom'
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme as showScheme } from '#web/testing/render-app.tsx'
import { questionnaireServer, visits } from './testing/questionnaire-server.ts'

afterEach(() => {
  showScheme('light')
  endApp()
})

type Options = NonNullable<Parameters<typeof questionnaireServer>[0]> & { may?: boolean; width?: number; locale?: 'fi' }

async function open({ may = true, width = 1440, locale, ...state }: Options = {}) {
  const server = questionnaireServer(state)
  const identity = identityFixture({ mayCreateSurveys: may, universe: 'retail' })
  const served = [...server.served, ...signedInServer(identity, startFixture())]
  const app = await renderApp('/questionnaire/visits', served, { width, ...(locale && { locale }) })
  if (may) await screen.findByRole('heading', { level: 1 })
  return { ...server, app }
}

const outline = () => within(screen.getByRole('list', { name: 'Questions' }))
const click = async (role: string, name: string | RegExp) => (await screen.findByRole(role, { name })).click()
const choose = async (name: RegExp) => {
  const title = outline().getByRole('button', { name })
  title.click()
  await waitFor(() => expect(title).toHaveAttribute('aria-current', 'true'))
}
const more = async (name: string, item: string) => {
  await click('button', `More for ${name}`)
  await click('menuitem', item)
}
const titles = () =>
  outline()
    .getAllByRole('listitem')
    .map((item) => item.textContent.replace(/(A scale|One of|In their).*/, ''))

test('only those who may make surveys are shown the builder, and others are told whom to ask', async () => {
  const { app } = await open({ may: false })
  expect(await screen.findByText('You do not have access to this')).toBeVisible()
  expect(screen.getByText(/Root can allow administrators/)).toBeVisible()
  expect(app.calls.map(({ route }) => route)).not.toContain('getQuestionnaire')
})

test('a new question is written, saved in a pause, and named by all of its wording', async () => {
  const { state, app } = await open()
  await click('button', 'Add question')
  await click('menuitem', 'A number')
  const wording = await screen.findByRole('textbox', { name: 'What you ask, English' })
  await waitFor(() => expect(wording).toHaveFocus())
  await userEvent.fill(wording, 'How many')
  await waitFor(() => expect(state().document.questions[1]?.wording.en).toBe('How many'))
  await userEvent.fill(wording, 'How many visits this year?')
  await waitFor(() => expect(state().document.questions[1]?.wording.en).toBe('How many visits this year?'))
  await screen.findByText('Draft saved.', { exact: false })
  wording.blur()
  // It is named when it is left: the next save sends the name.
  await userEvent.click(screen.getByRole('switch', { name: 'Has to be answered' }))
  await waitFor(() => expect(state().document.questions[1]?.required).toBe(true))
  const sent = app.calls.findLast(({ route }) => route === 'saveQuestionnaireDraft')?.body as {
    document: typeof visits
  }
  expect(sent.document.questions[1]).toMatchObject({ variable: 'how_many_visits_this_year', type: 'numeric' })
  expect(state().document.questions.map(({ variable }) => variable)).toEqual([
    'overall',
    'how_many_visits_this_year',
    'channel',
    'comment',
  ])
})

test('questions are moved by the keyboard, by buttons and by the pointer, are told where they are, and keep the focus', async () => {
  const { wordings } = await open()
  const handle = outline().getByRole('button', { name: 'Move What else?' })
  handle.focus()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await waitFor(() => expect(wordings()).toEqual(['How was your visit?', 'What else?', 'Where did you buy?']))
  expect(screen.getByText('What else? is now number 2 of 3')).toBeInTheDocument()
  expect(outline().getByRole('button', { name: 'Move What else?' })).toHaveFocus()
  await more('What else?', 'Move down')
  await waitFor(() => expect(wordings()).toEqual(['How was your visit?', 'Where did you buy?', 'What else?']))
  // The pointer leaves the handle while it drags, and the item is drawn at another place.
  const dragged = outline().getByRole('button', { name: 'Move How was your visit?' })
  const last = outline().getByRole('button', { name: /^What else/ })
  const targetPosition = { x: 40, y: last.getBoundingClientRect().height - 2 }
  await userEvent.dragAndDrop(dragged, last, { targetPosition })
  await waitFor(() => expect(wordings()).toEqual(['Where did you buy?', 'What else?', 'How was your visit?']))
  expect(screen.getByText('How was your visit? is now number 3 of 3')).toBeInTheDocument()
  expect(dragged).toHaveFocus()
  await click('button', 'More for How was your visit?')
  expect(await screen.findByRole('menuitem', { name: 'Move down' })).toHaveAttribute('data-disabled')
})

test('a question is duplicated as one of its own, removed and brought back by Undo', async () => {
  const { state, wordings } = await open()
  await more('Where did you buy?', 'Duplicate')
  await waitFor(() => expect(state().document.questions).toHaveLength(4))
  expect(state().document.questions[2]).toMatchObject({
    variable: 'where_did_you_buy',
    choices: visits.questions[1]?.choices,
  })
  await more('How was your visit?', 'Remove')
  await waitFor(() => expect(wordings()).not.toContain('How was your visit?'))
  expect(screen.getByText('Removed: How was your visit?')).toBeVisible()
  within(screen.getByText('Removed: How was your visit?').parentElement!).getByRole('button', { name: 'Undo' }).click()
  await waitFor(() => expect(wordings()[0]).toBe('How was your visit?'))
  expect(state().document.questions[0]?.variable).toBe('overall')
})

test('a question that is not asked any more is put back with its name', async () => {
  const { state } = await open()
  await userEvent.click(screen.getByText('1 question is not asked'))
  await click('button', 'Put back: How was the parking?')
  await waitFor(() => expect(state().document.questions.at(-1)?.variable).toBe('parking'))
  expect(screen.queryByText('1 question is not asked')).toBeNull()
  await more('Where did you buy?', 'Remove')
  expect(await screen.findByText('1 question is not asked')).toBeVisible()
})

test('choices are pasted many at once, moved with Alt and an arrow in their field, and one asks for more', async () => {
  const { state } = await open()
  const choices = () => state().document.questions[1]?.choices.map(({ title }) => title.en)
  await choose(/^Where did you buy/)
  const last = await screen.findByRole('textbox', { name: 'Choice 3, English' })
  last.focus()
  // Enter goes on to the next choice.
  await userEvent.keyboard('{Enter}')
  const field = await screen.findByRole('textbox', { name: 'Choice 4, English' })
  await waitFor(() => expect(field).toHaveFocus())
  const data = new DataTransfer()
  data.setData('text/plain', '- App\n2) Catalogue\n\n• Other\n')
  field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  await waitFor(() => expect(choices()).toEqual(['Store', 'Web', 'Phone', 'App', 'Catalogue', 'Other']))
  const other = screen.getByRole('textbox', { name: 'Choice 6, English' })
  await waitFor(() => expect(other).toHaveFocus())
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await waitFor(() => expect(choices()).toEqual(['Store', 'Web', 'Phone', 'App', 'Other', 'Catalogue']))
  // The same field goes on.
  await waitFor(() => expect(other).toHaveFocus())
  expect(other).toHaveAccessibleName('Choice 5, English')
  await more('Other', 'Ask what they mean')
  await userEvent.fill(await screen.findByRole('textbox', { name: 'What you ask then, English' }), 'Where else?')
  await waitFor(() => expect(state().document.questions[1]?.choices[4]?.other?.wording.en).toBe('Where else?'))
  await click('button', 'More for Store')
  expect(await screen.findByRole('menuitem', { name: 'Ask what they mean' })).toHaveAttribute('data-disabled')
})

test('choices are pasted in a dialog as well, in place of empty ones', async () => {
  const { state } = await open()
  await click('button', 'Add question')
  await click('menuitem', 'Any of several choices')
  await click('button', 'Paste several')
  const dialog = within(await screen.findByRole('dialog', { name: 'Paste several' }))
  await userEvent.fill(dialog.getByRole('textbox', { name: 'One choice in each line' }), 'Price\nStaff\nRange')
  dialog.getByRole('button', { name: 'Add 3 choices' }).click()
  await waitFor(() =>
    expect(state().document.questions[1]?.choices.map(({ extName }) => extName)).toEqual(['price', 'staff', 'range']),
  )
})

test('a scale has words at its ends and says which end is good; with answers its steps and type stay', async () => {
  const { state } = await open()
  const type = await screen.findByRole('combobox', { name: /^How people answer/ })
  expect(type).toBeDisabled()
  expect(type).toHaveAccessibleDescription(/It stays, because there are answers/)
  await userEvent.fill(screen.getByRole('textbox', { name: 'What 5 means, English' }), 'Great')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'What is good' }), 'Low numbers')
  await waitFor(() =>
    expect(state().document.questions[0]?.scale).toMatchObject({ maxLabel: { en: 'Great' }, direction: 'low' }),
  )
})

test('a rule is made of questions, comparisons and values; one that the form cannot show stays as text', async () => {
  const document = {
    ...visits,
    questions: visits.questions.map((question) =>
      question.variable === 'channel'
        ? { ...question, showIf: 'overall <= 3 and not (overall = 2 or overall = 1)' }
        : question,
    ),
  }
  const { state } = await open({ document })
  await choose(/^What else/)
  await click('radio', 'After certain answers')
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Answer' }), '3')
  await waitFor(() => expect(state().document.questions[2]?.showIf).toBe('overall <= 3'))
  await click('button', 'Another condition')
  const second = within(screen.getByRole('group', { name: 'Condition 2' }))
  await userEvent.selectOptions(second.getByRole('combobox', { name: 'Question' }), 'Where did you buy?')
  await userEvent.click(second.getByRole('checkbox', { name: 'Web' }))
  await userEvent.click(second.getByRole('checkbox', { name: 'Phone' }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'How many of these have to be true' }), 'or')
  await waitFor(() => expect(state().document.questions[2]?.showIf).toBe('overall <= 3 or channel in (web, phone)'))
  await choose(/^Where did you buy/)
  expect(await screen.findByRole('textbox', { name: 'When it is asked, as a rule' })).toHaveValue(
    'overall <= 3 and not (overall = 2 or overall = 1)',
  )
  await click('button', 'Always ask it instead')
  await waitFor(() => expect(state().document.questions[1]?.showIf).toBe(''))
})

test('the languages stand side by side; what is missing is marked, counted, and gone once it is written', async () => {
  const { state } = await open()
  const beside = await screen.findByRole('combobox', { name: 'Beside English' })
  expect(within(beside).getByRole('option', { name: 'Svenska: 2 texts missing' })).toBeInTheDocument()
  await choose(/^What else/)
  const swedish = await screen.findByRole('textbox', { name: 'What you ask, Svenska' })
  await waitFor(() => expect(swedish).toHaveAccessibleDescription('It is not written in Swedish yet.'))
  await userEvent.fill(swedish, 'Något annat?')
  await waitFor(() => expect(state().document.questions[2]?.wording.sv).toBe('Något annat?'))
  await waitFor(() =>
    expect(within(beside).getByRole('option', { name: 'Svenska: 1 text missing' })).toBeInTheDocument(),
  )
  await waitFor(() => expect(swedish).not.toHaveAccessibleDescription())
  // The preview follows the language shown.
  await waitFor(() => expect(screen.getByTitle<HTMLIFrameElement>('Preview').srcdoc).toContain('<p>Något annat?</p>'))
  expect(screen.getByTitle('Preview')).toHaveAttribute('sandbox', '')
  await userEvent.selectOptions(beside, 'No other language')
  await waitFor(() => expect(screen.getByTitle<HTMLIFrameElement>('Preview').srcdoc).toContain('<h1>en</h1>'))
  expect(screen.queryByRole('textbox', { name: /Svenska/ })).toBeNull()
})

test('the preview shows the page of the chosen question, and turns to the others', async () => {
  await open()
  const page = () => screen.getByTitle<HTMLIFrameElement>('Preview').srcdoc
  await choose(/^What else/)
  expect(screen.queryByText(/^Page \d/)).toBeNull()
  await userEvent.click(await screen.findByLabelText('Begin a new page with it'))
  expect(await screen.findByText('Page 2 of 2')).toBeVisible()
  await waitFor(() => expect(page()).toContain('<h2>1</h2>'))
  expect(screen.getByRole('button', { name: 'Next page' })).toBeDisabled()
  await userEvent.click(screen.getByRole('button', { name: 'Page before' }))
  expect(await screen.findByText('Page 1 of 2')).toBeVisible()
  await waitFor(() => expect(page()).toContain('<h2>0</h2>'))
  await choose(/^Where did you buy/)
  await choose(/^What else/)
  expect(await screen.findByText('Page 2 of 2')).toBeVisible()
})

test('what is wrong is listed, leads to its field, and keeps the questionnaire from being published', async () => {
  await open()
  await choose(/^Where did you buy/)
  await userEvent.fill(await screen.findByRole('textbox', { name: 'Choice 2, English' }), '')
  const problem = await screen.findByRole('button', {
    name: /Question 2: Where did you buy\?, Choice 2 Write the question/,
  })
  await choose(/^How was your visit/)
  await userEvent.click(screen.getByRole('tab', { name: 'Before and after' }))
  problem.click()
  const field = await screen.findByRole('textbox', { name: 'Choice 2, English' })
  await waitFor(() => expect(field).toHaveFocus())
  expect(field).toHaveAttribute('aria-invalid', 'true')
  expect(outline().getByText('1 error')).toBeVisible()
  await click('button', 'Publish')
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish the questionnaire' }))
  expect(await dialog.findByText(/1 error keeps it from being published/)).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Publish' })).toBeDisabled()
})

test('a draft that somebody else changed is told, and either can be kept', async () => {
  const { state, overtake, wordings } = await open()
  const wording = await screen.findByRole('textbox', { name: 'What you ask, English' })
  overtake()
  await userEvent.fill(wording, 'Mine')
  const notice = within(await screen.findByRole('alert'))
  expect(notice.getByText(/Meanwhile the draft was changed by bo/)).toBeVisible()
  expect(state().changedBy).toBe('bo')
  notice.getByRole('button', { name: 'Keep mine' }).click()
  await waitFor(() => expect(wordings()).toEqual(['Mine', 'Where did you buy?', 'What else?']))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  overtake()
  await userEvent.fill(wording, 'Mine again')
  await click('button', 'Load the other one')
  await waitFor(() => expect(titles()).toEqual(['How was your visit?']))
  await click('button', 'Undo')
  await waitFor(() => expect(wordings()).toEqual(['Mine again', 'Where did you buy?', 'What else?']))
})

test('a draft meets what was changed outside of it: told with what it was, and either goes on, as somebody decides', async () => {
  const { state, app, changeOutside, wordings } = await open()
  const wording = await screen.findByRole('textbox', { name: 'What you ask, English' })
  const publish = async () => {
    await click('button', 'Publish')
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish the questionnaire' }))
    await press(dialog, 'Publish')
    return dialog
  }
  const press = async (dialog: ReturnType<typeof outline>, name: string) => {
    await waitFor(() => expect(dialog.getByRole('button', { name })).toBeEnabled())
    dialog.getByRole('button', { name }).click()
  }
  await userEvent.fill(wording, 'Mine')
  await waitFor(() => expect(wordings()[0]).toBe('Mine'))
  changeOutside()
  let dialog = await publish()
  // Refused once, with what it would undo; nothing is published.
  const outside = within(await dialog.findByRole('region', { name: 'What was changed outside the draft' }))
  expect(outside.getByText(/It was changed outside this draft. Publishing this draft would undo that/)).toBeVisible()
  expect(outside.getByText('Not asked any more: What else?')).toBeVisible()
  expect(state().published?.number).toBe(3)
  await press(dialog, 'Load what is asked now')
  await waitFor(() => expect(state().isDraft).toBe(false))
  await waitFor(() => expect(titles()).toEqual(['How was your visit?', 'Where did you buy?']))
  // What was the draft comes back by Undo, as a draft that is meant to take the place of what is asked.
  await click('button', 'Undo')
  await waitFor(() => expect(wordings()).toEqual(['Mine', 'Where did you buy?', 'What else?']))
  expect(screen.queryByRole('alert')).toBeNull()
  changeOutside()
  await userEvent.fill(wording, 'Mine again')
  const notice = within(await screen.findByRole('alert'))
  await userEvent.click(notice.getByText('What was changed outside the draft'))
  expect(notice.getByText('Not asked any more: Where did you buy?')).toBeVisible()
  notice.getByRole('button', { name: 'Keep the draft' }).click()
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  changeOutside()
  dialog = await publish()
  await press(dialog, 'Publish the draft instead')
  expect(await screen.findByText('Version 4 is published.')).toBeVisible()
  expect(wordings()).toEqual(['Mine again', 'Where did you buy?', 'What else?'])
  expect(app.calls.filter(({ route }) => route === 'publishQuestionnaire')).toHaveLength(3)
})

test('changes are told in words before they are published with a note; a draft is discarded, a version restored', async () => {
  const { app, state, wordings } = await open()
  await userEvent.fill(await screen.findByRole('textbox', { name: 'What you ask, English' }), 'How was it?')
  await more('What else?', 'Remove')
  await click('button', 'Publish')
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish the questionnaire' }))
  expect(await dialog.findByText('Changed: How was it?')).toBeVisible()
  expect(dialog.getByText('Not asked any more: What else?')).toBeVisible()
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Note' }), 'Shorter')
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Publish' })).toBeEnabled())
  dialog.getByRole('button', { name: 'Publish' }).click()
  expect(await screen.findByText('Version 4 is published.')).toBeVisible()
  expect(app.calls.find(({ route }) => route === 'publishQuestionnaire')?.body).toMatchObject({ note: 'Shorter' })
  await more('How was it?', 'Remove')
  await waitFor(() => expect(state().isDraft).toBe(true))
  await click('button', 'Discard draft')
  const ask = within(await screen.findByRole('dialog', { name: 'Discard the draft?' }))
  ask.getByRole('button', { name: 'Discard draft' }).click()
  await waitFor(() => expect(state().isDraft).toBe(false))
  await click('tab', 'Versions')
  await click('button', 'Compare with version 2')
  expect(await screen.findByText('New: Where did you buy?')).toBeVisible()
  await click('button', 'Restore version 2')
  await click('button', 'Restore')
  await waitFor(() => expect(wordings()).toEqual(['How was your visit?']))
  expect(state().isDraft).toBe(true)
})

test('texts around the questions, languages, review link and colour are part of the draft', async () => {
  const { state } = await open()
  await click('tab', 'Before and after')
  await userEvent.fill(await screen.findByRole('textbox', { name: 'After the last question, English' }), 'Thank you!')
  await userEvent.click(screen.getByRole('switch', { name: /Offer a link to a review site/ }))
  await userEvent.fill(
    await screen.findByRole('textbox', { name: 'Address of the review site' }),
    'https://reviews.example',
  )
  await userEvent.fill(screen.getByRole('textbox', { name: 'Colour of buttons' }), '#1f5fbf')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Logo' }), 'shop.png')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Suomi' }))
  await waitFor(() =>
    expect(state().document).toMatchObject({
      ...{ thanks: { en: 'Thank you!' }, languages: ['en', 'sv', 'fi'] },
      ...{ review: { url: 'https://reviews.example' }, brand: { colour: '#1f5fbf', logo: '/mailimages/shop.png' } },
    }),
  )
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Main language' }), 'Svenska')
  await waitFor(() => expect(state().document.languages).toEqual(['sv', 'en', 'fi']))
})

test('a logo is uploaded to the images of the organisation, and is then that of the page', async () => {
  const { state, app } = await open()
  await click('tab', 'Before and after')
  await screen.findByRole('combobox', { name: 'Logo' })
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('No file can be chosen')
  await userEvent.upload(input, new File(['a picture'], 'new.png', { type: 'image/png' }))
  await waitFor(() => expect(state().document.brand.logo).toBe('/mailimages/new.png'))
  expect(app.calls.find(({ route }) => route === 'uploadImage')?.body).toEqual({
    ...{ name: 'new.png', image: btoa('a picture') },
  })
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Logo' }), 'The organisation’s')
  await waitFor(() => expect(state().document.brand.logo).toBe(''))
})

test('what was written a moment ago is saved when the builder is left', async () => {
  const { app, wordings } = await open()
  await userEvent.fill(await screen.findByRole('textbox', { name: 'What you ask, English' }), 'Last words')
  app.go('/page/overview/visits/root')
  await waitFor(() => expect(wordings()[0]).toBe('Last words'))
})

test('on a phone a chosen question opens in a tab of its own, and the preview has another', async () => {
  await open({ width: 390 })
  outline()
    .getByRole('button', { name: /^Where did you buy/ })
    .click()
  expect(await screen.findByRole('heading', { name: 'Question 2' })).toBeVisible()
  expect(screen.getByRole('tab', { name: 'Question' })).toHaveAttribute('aria-selected', 'true')
  await click('tab', 'Preview')
  expect(await screen.findByTitle('Preview')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test.each([1440, 390])('the builder has no fault that axe finds, %i wide in both schemes', async (width) => {
  await open({ width })
  outline()
    .getByRole('button', { name: /^Where did you buy/ })
    .click()
  await screen.findByRole('textbox', { name: 'Choice 1, English' })
  for (const scheme of ['light', 'dark'] as const) {
    showScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
  await click('tab', 'Before and after')
  await screen.findByRole('textbox', { name: 'Colour of buttons' })
  expect(await accessibilityProblems()).toEqual([])
})

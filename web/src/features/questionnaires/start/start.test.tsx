import { screen, waitFor, within } from '@testing-library/dom'
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { changeUniverse } from '@gensvar/contract/identity'
import {
  createQuestionnaire,
  getQuestionnaireProgress,
  getQuestionnaireStart,
  listQuestionnaireTemplates,
} from '@gensvar/contract/questionnaires'
import type { QuestionnaireProgress } from '@gensvar/contract/questionnaires'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme as showScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import { questionnaireServer } from '../testing/questionnaire-server.ts'

afterEach(() => {
  showScheme('light')
  endApp()
})

const about = { description: 'How it was.', minutes: 1.5, languages: ['en', 'sv', 'no', 'da', 'fi'] as const }
const templates = [
  { ...about, name: 'csat' as const, title: 'Satisfaction (CSAT)', questions: 4, languages: [...about.languages] },
  { ...about, name: 'visit' as const, title: 'After a visit', questions: 7, languages: [...about.languages] },
]

const waiting: QuestionnaireProgress = {
  ...{ survey: 'visits', title: { en: 'Store visits' }, published: 1, hasDraft: false, answers: 0 },
  ...{ link: 'https://gensvar.example/a/x1', qrCode: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
}

interface Options {
  universe?: string | null
  latest?: QuestionnaireProgress | null
  width?: number
  at?: string
  may?: boolean
}

async function open({
  universe = null,
  latest = null,
  width = 1440,
  at = '/newquestionnaire/-',
  may = true,
}: Options = {}) {
  let progress = waiting
  let taken = 1
  const builder = questionnaireServer({ published: null, isDraft: true })
  const change = {
    isRoot: true,
    mayCreateSurveys: may,
    universe,
    surveys: universe === null ? [] : identityFixture().surveys,
  }
  const identity = identityFixture(change)
  const app = await renderApp(
    at,
    [
      serve(listQuestionnaireTemplates, { templates }),
      serve(getQuestionnaireStart, { surveys: 0, latest, locales: ['en', 'sv', 'no', 'da', 'fi'] }),
      serve(createQuestionnaire, ({ body }) => {
        const { survey, universe: into } = body as { survey: string; universe: string | null }
        taken -= 1
        if (taken === 0 && survey === 'taken')
          return refusal('conflict', 'There is such a survey.', { survey: 'It is taken.' })
        return { universe: into ?? 'retail', survey: 'visits' }
      }),
      serve(
        changeUniverse,
        identityFixture({ ...change, universe: 'nordic-cafes', surveys: identityFixture().surveys }),
      ),
      serve(getQuestionnaireProgress, () => progress),
      ...builder.served,
      ...signedInServer(identity, startFixture()),
    ],
    { width },
  )
  return {
    ...{ app, builder },
    put: (next: Partial<QuestionnaireProgress>) => (progress = { ...progress, ...next }),
    created: () => app.calls.findLast(({ route }) => route === 'createQuestionnaire')?.body,
  }
}

const click = async (role: string, name: string | RegExp) => (await screen.findByRole(role, { name })).click()

test('a survey is made of a template by its card, its organisation and one button', async () => {
  const { app, created } = await open()
  const card = await screen.findByRole('radio', { name: 'After a visit' })
  expect(card).toHaveAccessibleDescription('How it was. 7 questions · About 1.5 minutes')
  const title = screen.getByRole('textbox', { name: 'Title of the survey' })
  // The abbreviation of the field says nothing to respondents.
  expect(title).toHaveValue('Satisfaction')
  await userEvent.click(card)
  await waitFor(() => expect(title).toHaveValue('After a visit'))
  await userEvent.fill(screen.getByRole('textbox', { name: /^Your organisation/ }), 'Nordic Cafés')
  await click('checkbox', 'Suomi')
  await click('button', 'Go on to the questions')
  expect(await screen.findByRole('heading', { name: 'Questionnaire: Store visits' })).toBeVisible()
  expect(app.address()).toBe('/questionnaire/visits')
  expect(created()).toEqual({
    ...{ survey: 'after-a-visit', title: { en: 'After a visit' }, template: 'visit', languages: ['en', 'fi'] },
    ...{ universe: 'nordic-cafes', universeTitle: 'Nordic Cafés' },
  })
})

test('a title that was written stays, another main language takes it along, and a name that is taken is told', async () => {
  const { created } = await open({ universe: 'retail' })
  const title = await screen.findByRole('textbox', { name: 'Title of the survey' })
  await userEvent.fill(title, 'Våra besök')
  await click('radio', 'Empty')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Main language' }), 'Svenska')
  const name = screen.getByRole('textbox', { name: 'Name in addresses' })
  expect(name).toHaveAttribute('placeholder', 'vara-besok')
  await userEvent.fill(name, 'taken')
  await click('button', 'Go on to the questions')
  await waitFor(() => expect(name).toHaveAttribute('aria-invalid', 'true'))
  expect(name).toHaveAccessibleDescription(/There is such a survey/)
  await userEvent.clear(name)
  await click('button', 'Go on to the questions')
  await screen.findByRole('heading', { name: 'Questionnaire: Store visits' })
  expect(created()).toEqual({
    ...{ survey: 'vara-besok', title: { sv: 'Våra besök' }, template: null, languages: ['sv'] },
    ...{ universe: null, universeTitle: null },
  })
})

test('what was begun before is offered, and who may make no surveys is told why', async () => {
  await open({ universe: 'retail', latest: waiting })
  expect(await screen.findByRole('link', { name: 'Store visits' })).toHaveAttribute('href', '/firstanswer/visits')
  endApp()
  await open({ universe: 'retail', may: false })
  expect(await screen.findByText(/Root can allow administrators/)).toBeVisible()
})

test('publishing for the first time leads to the link and its code; the first answer shows up by itself', async () => {
  const { app, put } = await open({ universe: 'retail', at: '/questionnaire/visits' })
  await click('button', 'Publish')
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish the questionnaire' }))
  expect(dialog.getByText(/You get a link to share/)).toBeVisible()
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Publish' })).toBeEnabled())
  dialog.getByRole('button', { name: 'Publish' }).click()
  expect(await screen.findByRole('heading', { name: 'To the first answer: Store visits' })).toBeVisible()
  expect(app.address()).toBe('/firstanswer/visits')
  expect(screen.getByRole('textbox', { name: 'Link' })).toHaveValue(waiting.link)
  expect(screen.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Answer it here' })).toHaveAttribute('href', waiting.link)
  const steps = screen.getAllByRole('listitem').filter((item) => item.getAttribute('aria-current') === 'step')
  expect(steps.map((step) => step.textContent)).toEqual([expect.stringContaining('Share the link')])
  put({ answers: 1 })
  expect(await screen.findByText('1 answer has arrived.', {}, { timeout: 6000 })).toBeVisible()
  await click('button', 'Open the dashboard')
  await waitFor(() => expect(app.address()).toBe('/page/overview/visits/country=SE'))
})

test('without open links it says so, and before publishing where to go', async () => {
  const { put } = await open({ universe: 'retail', at: '/firstanswer/visits' })
  await screen.findByRole('heading', { level: 1 })
  put({ link: null, qrCode: null })
  expect(await screen.findByText(/open links are off/, {}, { timeout: 6000 })).toBeVisible()
  put({ published: null })
  expect(await screen.findByText('Nobody can answer yet.', {}, { timeout: 6000 })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Open the dashboard' })).toBeDisabled()
})

test.each([
  ['/newquestionnaire/-', 1440],
  ['/newquestionnaire/-', 390],
  ['/firstanswer/visits', 1440],
  ['/firstanswer/visits', 390],
])('%s has no fault that axe finds, %i wide in both schemes', async (at, width) => {
  await open({ universe: 'retail', at, width })
  await screen.findByRole(at.startsWith('/new') ? 'radiogroup' : 'img', {})
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  for (const scheme of ['light', 'dark'] as const) {
    showScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
})

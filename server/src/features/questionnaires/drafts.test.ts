import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSurvey, createUniverse, smallSurvey } from '#server/testing/factories.ts'
import { at, choicesOf, documentOf, openBuilder } from './testing/builder.ts'
import type { Builder } from './testing/builder.ts'
import type { Caller } from '#server/testing/dashboard.ts'

let builder: Builder
const rated = { type: 'scale', variable: 'rated', says: 'How was it?' } as const

beforeAll(async () => {
  builder = await openBuilder()
})
afterAll(() => builder.board.close())

const allow = (admins_create_surveys: boolean) =>
  builder.board.deps.db
    .updateTable('universe')
    .set({ admins_create_surveys })
    .where('id', '=', builder.board.universeId)
    .execute()

describe('who builds questionnaires', () => {
  test('is root, and administrators where root has allowed it', async () => {
    const [admin, staff] = [await builder.board.as({ admin: true }), await builder.board.as()]
    const url = at('draft', builder.board.survey)
    const get = async () => [
      (await builder.root('GET', url)).status,
      (await admin('GET', url)).status,
      (await staff('GET', url)).status,
    ]
    expect(await get()).toEqual([200, 403, 403])
    await allow(true)
    expect(await get()).toEqual([200, 200, 403])
    const body = { survey: 'by_admin', title: { en: 'Mine' }, template: 'csat', languages: ['en'] }
    expect((await admin('POST', '/rest/questionnaires', body)).body).toMatchObject({ survey: 'by_admin' })
    const draft = (await admin('GET', at('draft', 'by_admin'))).body
    expect((await admin('POST', at('publish', 'by_admin'), { version: draft.version })).status).toBe(200)
    expect(
      (await admin('POST', '/rest/questionnaires', { ...body, survey: 'elsewhere', universe: 'another' })).status,
    ).toBe(403)
    await allow(false)
    expect((await admin('POST', at('publish', 'by_admin'), { version: 1 })).status).toBe(403)
  })

  test('opens what they made themselves, which opens nothing else to them and nothing to others', async () => {
    await allow(true)
    const { as, survey: other, deps } = builder.board
    // By their role they see one survey, and of it one store.
    const { name: universe } = await deps.db
      .selectFrom('universe')
      .where('id', '=', builder.board.universeId)
      .select('name')
      .executeTakeFirstOrThrow()
    const limits = { admin: true, filters: { store: ['Oslo'] } }
    const [author, colleague, staff] = [await as(limits), await as({ admin: true }), await as()]
    const listed = async (caller: Caller) => {
      const { surveys } = (await caller('POST', '/rest/authentication/changeuniverse', { universe })).body
      return surveys.map(({ extName }: { extName: string }) => extName)
    }
    const body = { survey: 'own', title: { en: 'Mine' }, template: 'nps', languages: ['en'] }
    // What limits them in all surveys has no meaning in one that does not ask for stores: they make none that they cannot open.
    const refused = await author('POST', '/rest/questionnaires', body)
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('limited by "store"')])
    const { surveyId } = builder.board
    await deps.db.updateTable('user_filter').set({ survey_id: surveyId }).execute()
    expect((await author('POST', '/rest/questionnaires', body)).status).toBe(200)
    const { version } = (await author('GET', at('draft', 'own'))).body
    expect((await author('POST', at('publish', 'own'), { version })).status).toBe(200)
    const figures = (caller: Caller, survey: string) => caller('GET', `/rest/widgets/data/${survey}/head/root`)
    expect((await figures(author, 'own')).status).toBe(200)
    for (const caller of [colleague, staff])
      expect([(await figures(caller, 'own')).status, (await caller('GET', at('draft', 'own'))).status]).toEqual([
        403, 403,
      ])
    const satisfied = ({ variables }: { variables: { name: string; n: number }[] }) => variables[0]
    expect(satisfied((await figures(author, other)).body)).not.toEqual(satisfied((await figures(staff, other)).body))
    await allow(false)
    expect((await figures(author, 'own')).status).toBe(403)
    await allow(true)
    expect([await listed(author), await listed(colleague)]).toEqual([[other, 'own'], [other]])
    await allow(false)
  })

  test("meets another organisation's survey as none at all", async () => {
    const elsewhere = await createUniverse(builder.board.deps.db)
    const { extName } = await createSurvey(builder.board.deps.db, elsewhere.id, smallSurvey)
    for (const what of ['draft', 'versions', 'progress'])
      expect((await builder.root('GET', at(what, `${extName}x`))).status).toBe(404)
  })
})

describe('a new survey', () => {
  test('has a name of its own, a title in its first language, and each language once', async () => {
    const body = { survey: 'named', title: { en: 'Named' }, template: null, languages: ['en'] }
    const create = async (more: object) => {
      const { status, body: answered } = await builder.root('POST', '/rest/questionnaires', { ...body, ...more })
      return [status, Object.keys(answered.fields ?? {})]
    }
    expect(await create({})).toEqual([200, []])
    expect(await create({})).toEqual([409, ['survey']])
    expect(await create({ survey: 'with space' })).toEqual([400, ['survey']])
    expect(await create({ survey: 'b', title: { sv: 'Namn' } })).toEqual([400, ['title.en']])
    expect(await create({ survey: 'b', languages: ['en', 'en'] })).toEqual([400, ['languages.1']])
    expect(await create({ survey: 'b', languages: ['de'] })).toEqual([400, ['languages.0']])
    expect(await create({ survey: 'b', languages: [] })).toEqual([400, ['languages']])
    expect(await create({ survey: 'b', template: 'none' })).toEqual([400, ['template']])
  })

  test('of two who take a name at once is made once', async () => {
    const body = { survey: 'both', title: { en: 'Both' }, template: null, languages: ['en'] }
    const made = await Promise.all([1, 2, 3].map(() => builder.root('POST', '/rest/questionnaires', body)))
    expect(made.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    for (const { status, body: answered } of made) if (status === 409) expect(answered.fields.survey).toContain('both')
  })

  test('of an organisation that root names opens it, with a role for its administrators', async () => {
    const body = { survey: 'first', title: { sv: 'Först' }, template: 'nps', languages: ['sv'] }
    const { status, body: made } = await builder.root('POST', '/rest/questionnaires', {
      ...body,
      universe: 'fresh',
      universeTitle: 'Fresh Ltd',
    })
    expect([status, made]).toEqual([200, { universe: 'fresh', survey: 'first' }])
    const row = await builder.board.deps.db
      .selectFrom('universe')
      .innerJoin('role', 'role.universe_id', 'universe.id')
      .innerJoin('role_survey', 'role_survey.role_id', 'role.id')
      .where('universe.name', '=', 'fresh')
      .select(['universe.title', 'role.name'])
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ title: { sv: 'Fresh Ltd' }, name: 'administrator' })
  })
})

/** Gives the question `channel` another variable, or its choice `web` another name, as the page of the metadata does. */
async function rename(survey: string, to: { variable: string } | { choice: string }): Promise<void> {
  const { root } = builder
  const { questions } = (await root('GET', `/rest/metadata/${survey}?text=Where`)).body
  const [question] = questions
  const [choice] = question.choices
  const isChoice = 'choice' in to
  const ids = `question=${question.id}${isChoice ? `&choice=${choice.id}` : ''}`
  const name = isChoice ? to.choice : to.variable
  const { seen } = (await root('GET', `/rest/metadata/rename/${survey}?${ids}&name=${name}`)).body
  const settings = { features: '{}', renameSeen: seen }
  const saved = isChoice
    ? await root('POST', `/rest/metadata/choice/${survey}`, {
        ...{ ...choice, ...settings, questionId: question.id, extname: name },
      })
    : await root('POST', `/rest/metadata/question/${survey}`, {
        ...question,
        ...settings,
        format: '{}',
        variable: name,
      })
  expect([saved.status, saved.body.fields]).toEqual([200, undefined])
}

/** Publishes another text of a survey's configuration, as the editor of dashboards does. */
async function editConfiguration(survey: string, edit: (text: string) => string): Promise<void> {
  const of = (what: string) => `/rest/dashboard/${what}/${survey}`
  const { body: draft } = await builder.root('GET', of('draft'))
  const { version, basedOn } = draft
  const saved = await builder.root('PUT', of('draft'), { text: edit(draft.text), version, basedOn })
  const published = await builder.root('POST', of('publish'), { version: saved.body.version })
  expect([published.status, published.body.fields]).toEqual([200, undefined])
}

describe('a draft', () => {
  test('is shared, named at the save, and saved once by two', async () => {
    const survey = await builder.create('shared')
    const seen = await builder.state(survey)
    const document = documentOf([
      { type: 'text', says: 'What was best?' },
      { type: 'text' },
      { type: 'text', says: 'Date' },
    ])
    const { status, body } = await builder.save(survey, document)
    expect(status).toBe(200)
    expect(body.document.questions.map(({ variable }: { variable: string | null }) => variable)).toEqual([
      'what_was_best',
      null,
      'date_2',
    ])
    expect(body).toMatchObject({ isDraft: true, changedBy: 'rut@example.org', version: seen.version + 1, stored: [] })
    const late = await builder.root('PUT', at('draft', survey), { document, version: seen.version })
    expect([late.status, late.body.fields.version]).toEqual([
      409,
      expect.stringMatching(/changed by rut@example\.org, \d{4}-/),
    ])
    expect((await builder.root('DELETE', `${at('draft', survey)}?version=${seen.version}`)).status).toBe(409)
    const gone = await builder.root('DELETE', `${at('draft', survey)}?version=${body.version}`)
    expect(gone.body).toMatchObject({ isDraft: false, version: body.version + 1, document: { questions: [] } })
    expect((await builder.root('POST', at('publish', survey), { version: gone.body.version })).status).toBe(409)
  })

  test('follows a question and a choice that are renamed meanwhile', async () => {
    const survey = await builder.create('renamed')
    const [web, shop] = choicesOf('web', 'shop')
    const more = { variable: 'which', wording: { en: 'Which site?' } }
    const choices = [web, shop].flatMap((one) => (one ? [{ ...one, other: one === web ? more : null }] : []))
    const channel = { type: 'single', variable: 'channel', says: 'Where?', choices } as const
    const why = { type: 'text', variable: 'why', says: 'Why?', showIf: 'channel = web and rated <= 3' } as const
    await builder.publish(survey, documentOf([rated, channel]))
    await builder.save(survey, documentOf([rated, channel, why]))
    await rename(survey, { variable: 'way' })
    await rename(survey, { choice: 'online' })
    const { document } = await builder.state(survey)
    expect(document.questions[1]).toMatchObject({
      variable: 'way',
      choices: [
        { extName: 'online', other: { variable: 'which' } },
        { extName: 'shop', other: null },
      ],
    })
    // What is published follows as well: whoever makes the choice is still asked for more.
    const { config } = await builder.model(survey)
    expect(config.questionnaire.questions[1]).toMatchObject({
      ...{ question: 'way', other: { choice: 'online', question: 'which' } },
    })
    expect(document.questions[2]?.showIf).toBe('way = online and rated <= 3')
  })

  test('does not undo what was changed outside of it, unless somebody means to', async () => {
    const survey = await builder.create('outside')
    const publish = async () =>
      builder.root('POST', at('publish', survey), { version: (await builder.state(survey)).version })
    await builder.publish(survey, documentOf([rated]))
    const seen = await builder.state(survey)
    await builder.save(survey, documentOf([rated, { type: 'text', says: 'Why?' }]))
    // Another section of the configuration is nobody's loss.
    await editConfiguration(survey, (text) => `${text}\nlowBase: 3\n`)
    expect((await builder.state(survey)).overtaken).toBeNull()
    await editConfiguration(survey, (text) => text.replace('openLinks: true', 'openLinks: false'))
    const refused = await publish()
    expect([refused.status, refused.body.fields.basedOn]).toEqual([
      409,
      expect.stringMatching(/changed outside this draft after it began\. .* by rut@example\.org, \d{4}-/),
    ])
    expect((await builder.model(survey)).config.questionnaire.openLinks).toBe(false)
    const { overtaken, version, document, basedOn } = await builder.state(survey)
    expect(overtaken).toMatchObject({
      ...{ message: refused.body.fields.basedOn, before: { openLinks: true }, after: { openLinks: false } },
    })
    // A save that knows nothing of it changes nothing in that; one that names what is asked now is meant.
    const saved = await builder.root('PUT', at('draft', survey), { document, version, basedOn })
    expect((await publish()).status).toBe(409)
    const over = { document, version: saved.body.version, basedOn: overtaken?.basedOn }
    expect((await builder.root('PUT', at('draft', survey), over)).body.overtaken).toBeNull()
    expect((await publish()).status).toBe(200)
    expect((await builder.model(survey)).config.questionnaire.openLinks).toBe(true)
    // Whoever has read what was asked before begins no draft over what is asked by now.
    const late = { document, version: (await builder.state(survey)).version, basedOn: seen.basedOn }
    const begun = await builder.root('PUT', at('draft', survey), late)
    expect([begun.status, Object.keys(begun.body.fields)]).toEqual([409, ['basedOn']])
  })

  test('notices words changed in the metadata and a first questionnaire written by hand, but no new names', async () => {
    const survey = await builder.create('words_outside')
    const begun = await builder.state(survey)
    await editConfiguration(survey, () => 'version: 1\nquestionnaire: { intro: { en: By hand } }\npages: []\n')
    const first = await builder.state(survey)
    expect([begun.overtaken, first.overtaken?.after.intro]).toEqual([null, { en: 'By hand' }])
    const gone = await builder.root('DELETE', `${at('draft', survey)}?version=${first.version}`)
    expect(gone.body).toMatchObject({ isDraft: false, overtaken: null, document: { intro: { en: 'By hand' } } })
    const channel = { type: 'single', variable: 'channel', says: 'Where?', choices: choicesOf('web', 'shop') } as const
    await builder.publish(survey, documentOf([rated, channel]))
    await builder.save(survey, documentOf([channel, rated]))
    await rename(survey, { variable: 'way' })
    expect((await builder.state(survey)).overtaken).toBeNull()
    const { questions } = (await builder.root('GET', `/rest/metadata/${survey}?text=Where`)).body
    const settings = { features: '{}', format: '{}', question: { en: 'Where was it?' }, renameSeen: null }
    const changed = await builder.root('POST', `/rest/metadata/question/${survey}`, { ...questions[0], ...settings })
    expect([changed.status, changed.body.fields]).toEqual([200, undefined])
    const { overtaken, version } = await builder.state(survey)
    expect(overtaken?.after.questions.map(({ variable, wording }) => [variable, wording.en])).toEqual([
      ['rated', 'How was it?'],
      ['way', 'Where was it?'],
    ])
    expect((await builder.root('POST', at('publish', survey), { version })).status).toBe(409)
  })

  test('of an earlier version is restored, read and published as a new one', async () => {
    const survey = await builder.create('restored')
    await builder.publish(survey, documentOf([rated]))
    await builder.publish(survey, documentOf([{ ...rated, says: 'And now?' }]))
    const { versions, total } = (await builder.root('GET', at('versions', survey))).body
    expect([total, versions]).toEqual([
      2,
      [
        { number: 2, author: 'rut@example.org', created: expect.any(String), note: '', questions: 1, isCurrent: true },
        expect.objectContaining({ number: 1, isCurrent: false }),
      ],
    ])
    expect((await builder.root('GET', `${at('versions', survey)}/1`)).body.document.questions[0].wording).toEqual({
      en: 'How was it?',
    })
    expect((await builder.root('GET', `${at('versions', survey)}/3`)).status).toBe(404)
    const { version } = await builder.state(survey)
    expect((await builder.root('POST', at('restore', survey), { number: 1, version: version - 1 })).status).toBe(409)
    expect((await builder.root('POST', at('restore', survey), { number: 9, version })).status).toBe(404)
    const { body } = await builder.root('POST', at('restore', survey), { number: 1, version })
    expect(body).toMatchObject({ isDraft: true, published: { number: 2 } })
    expect(body.document.questions[0].wording).toEqual({ en: 'How was it?' })
    const published = await builder.root('POST', at('publish', survey), { version: body.version, note: ' Back ' })
    expect(published.body.published.number).toBe(3)
    expect((await builder.root('GET', `${at('versions', survey)}?filter=back`)).body.versions).toHaveLength(1)
  })
})

test('a preview shows a page of what is not published, with every question, and stores nothing', async () => {
  const survey = await builder.create('previewed', { template: 'visit', languages: ['en', 'fi'] })
  const { document } = await builder.state(survey)
  const show = async (more: object) => (await builder.root('POST', at('preview', survey), { document, ...more })).body
  const first = await show({ language: 'fi' })
  expect(first.pages).toBe(3)
  expect(first.html).toContain('<html lang="fi-FI"')
  expect(first.html).toContain('Kuinka tyytyväinen olet käyntiisi kokonaisuutena?')
  expect(first.html).not.toContain('<script')
  const broken = { ...document, review: { url: 'no', title: {} }, brand: { colour: 'red', logo: '' } }
  const last = await show({ document: broken, language: 'en', page: 99 })
  expect(last.html).toContain('Is there anything that you want to tell us?')
  const hidden = documentOf([rated, { type: 'text', variable: 'why', says: 'Why <b>so</b>?', showIf: 'rated <= 3' }])
  expect((await show({ document: hidden, language: 'en' })).html).toContain('Why &lt;b&gt;so&lt;/b&gt;?')
  expect((await show({ document: documentOf([]), language: 'en' })).pages).toBe(1)
  expect((await builder.model(survey)).questions.size).toBe(0)
})

test('the guided start knows how far a survey is', async () => {
  const universe = await createUniverse(builder.board.deps.db)
  const empty = await builder.board.as({ isRoot: true })
  await empty('POST', '/rest/identity/universe', { universe: universe.name })
  const survey = await builder.create('guided', { template: 'nps' })
  const progress = async () => (await builder.root('GET', at('progress', survey))).body
  expect(await progress()).toMatchObject({ survey, published: null, hasDraft: true, answers: 0 })
  const { version } = await builder.state(survey)
  await builder.root('POST', at('publish', survey), { version })
  const published = await progress()
  expect(published).toMatchObject({ published: 1, hasDraft: false, answers: 0 })
  expect(published.link).toMatch(/^http:\/\/[^/]+\/open\/./)
  expect(published.qrCode).toMatch(/^<svg .*<\/svg>$/s)
  const page = await builder.board.app.inject({ url: new URL(published.link).pathname })
  expect([page.statusCode, page.body.includes('How likely are you to recommend us')]).toEqual([200, true])
  const { latest, locales, surveys } = (await builder.root('GET', '/rest/questionnaires/start')).body
  expect([latest.survey, locales[0], surveys > 1]).toEqual([survey, 'en', true])
})

test('from empty to the first answer: a template, published, answered at its open link, counted', async () => {
  const { app } = builder.board
  const survey = await builder.create('first_answer', { template: 'nps' })
  await builder.root('POST', at('publish', survey), { version: (await builder.state(survey)).version })
  const progress = async () => (await builder.root('GET', at('progress', survey))).body
  const url = new URL((await progress()).link).pathname
  const { body: page } = await app.inject({ url })
  const hidden = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value],
  )
  const form = hidden.find(([name]) => name === 'form')?.[1] ?? ''
  const filled: [string, string][] = [
    ...hidden.filter(([name]) => name !== 'work'),
    ['work', proofOf(form)],
    ['q.recommend', '9'],
    ['q.reason', 'Kind people'],
    ['go', 'send'],
  ]
  const sent = await app.inject({
    ...{ url, method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    payload: new URLSearchParams(filled).toString(),
  })
  expect([200, 303]).toContain(sent.statusCode)
  await expect.poll(async () => (await progress()).answers, { timeout: 60_000 }).toBe(1)
  const { id } = await builder.model(survey)
  const [row] = await builder.board.deps.db
    .selectFrom('response')
    .select(['answers', 'state'])
    .where('survey_id', '=', id)
    .execute()
  expect(row).toEqual({ state: 0, answers: { recommend: 9, reason: 'Kind people' } })
  const head = await builder.root('GET', `/rest/widgets/data/${survey}/head/root`)
  const figures = head.body.variables.map(({ name, value }: { name: string; value: number }) => [name, value])
  expect(Object.fromEntries(figures)).toMatchObject({ nps: 100, answers: 1 })
})

/** What the page's script finds before it sends a form: a number whose hash with it begins with 16 zero bits. */
function proofOf(form: string): string {
  for (let number = 0; ; number += 1) {
    const hash = createHash('sha256').update(`${form}:${number}`).digest()
    if (hash[0] === 0 && hash[1] === 0) return String(number)
  }
}

test('a survey from a file has a questionnaire of what respondents can be asked, with scales as they are', async () => {
  const { deps, universeId } = builder.board
  const { extName } = await createSurvey(deps.db, universeId, {
    questions: {
      store: { type: 'single', choices: ['Oslo'] },
      rating: { type: 'scale', min: 0, max: 100 },
      town: { type: 'single', choices: Array.from({ length: 1001 }, (_, place) => `t${place}`) },
    },
    views: { stores: ['store'] },
    rows: [],
  })
  const { document } = await builder.state(extName)
  expect(document.questions.map(({ variable, scale }) => [variable, scale?.max])).toEqual([['rating', 100]])
  const questions = document.questions.map((question) => ({ ...question, wording: { en: 'How much?' } }))
  const { status } = await builder.publish(extName, { ...document, questions })
  expect(status).toBe(200)
})

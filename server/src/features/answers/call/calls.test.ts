import type { AddressInfo } from 'node:net'
import { campaignDraftExample } from '@gensvar/contract/entities/campaign-examples'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freezeRulesOf } from '#server/domain/figures/publishing/publication.ts'
import { readWords } from '#server/domain/tasks/stored-words.ts'
import { recordingsTask } from '#server/domain/campaigns/recordings/recordings-task.ts'
import { Sender } from '#server/domain/campaigns/sending/sender.ts'
import { programContext } from '#server/domain/context.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { TaskEngine } from '#server/domain/tasks/engine.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { PhoneProvider, someAudio } from '#server/testing/phone-provider.ts'
import type { Deed, Moment, Person } from '#server/testing/phone-provider.ts'
import { createTemplateRow } from '#server/testing/template-rows.ts'
import { callQuestions, callSurvey, fewQuestions } from '../testing/call-survey.ts'

let board: Dashboard
let engine: TaskEngine
let provider: PhoneProvider
let seller: Caller
let inNorway: Caller
let campaignId: number

// Of this file alone: what is compiled for an address is kept by the process.
const origin = 'https://calls.example.org'
const [anna, bo] = ['+46700000001', '+46700000002']
const person = (customer: string, phone: string, country = 'Sweden') => ({
  ...{ date: '2026-02-01', state: 1 },
  answers: { customer, phone, country, store: country === 'Sweden' ? 'Stockholm' : 'Oslo' },
})
const everybody = [person('Anna <"Ström"> & Co', anna), person('Bo Berg', bo, 'Norway')]
async function open(questionnaire: string, isAnonymous = false): Promise<void> {
  const more = isAnonymous
    ? 'anonymity: { filters: [] }\nindicators: {}\ngoals: []\ngroups: []\nannouncements: []\n'
    : ''
  board = await openDashboard({
    env: { GENSVAR_URL: origin, ...provider.env },
    questions: callQuestions,
    extra: more + callSurvey(questionnaire),
    rows: everybody,
  })
  await board.app.listen({ port: 0, host: '127.0.0.1' })
  engine = new TaskEngine(board.deps, [recordingsTask])
  engine.start()
  seller = await board.as(isAnonymous ? { admin: true } : {})
  inNorway = await board.as({ filters: { country: ['Norway'] } })
}

async function shut(): Promise<void> {
  await provider.settled()
  await engine.stop()
  await board.close()
}

beforeAll(async () => {
  provider = await PhoneProvider.start(() => `http://127.0.0.1:${(board.app.server.address() as AddressInfo).port}`)
})
afterAll(() => provider.close())
beforeEach(() => {
  provider.people.clear()
  provider.refusal = null
  provider.isSilent = false
})

const send = () => new Sender(programContext(board.deps, 'test')).run(new AbortController().signal)
const messages = () =>
  board.deps.db.selectFrom('recipient').selectAll().where('campaign_id', '=', campaignId).orderBy('id').execute()
const responses = () =>
  board.deps.db.selectFrom('response').selectAll().where('survey_id', '=', board.surveyId).orderBy('id').execute()
const at = (call: string, more = '') => `/rest/mailcampaign/${call}/${board.survey}/${campaignId}${more}`

/** Starts a campaign of calls to whoever is in the survey, and waits until all of them have ended. */
async function campaign(
  people: Record<string, Person>,
  contents = 'Hello {{contact.name}}!',
  selectedLocale = 'en',
): Promise<void> {
  await callUp(people, contents, selectedLocale)
  await provider.settled()
}

async function callUp(
  people: Record<string, Person>,
  contents = 'Hello {{contact.name}}!',
  selectedLocale = 'en',
): Promise<void> {
  for (const [number, one] of Object.entries(people)) provider.people.set(number, one)
  const { db } = board.deps
  await db.deleteFrom('campaign').execute()
  for (const [at, { answers }] of everybody.entries())
    await db
      .updateTable('response')
      .set({ state: 1, answers: JSON.stringify(answers) })
      .where('id', '=', board.responseIds[at] ?? 0)
      .execute()
  await db.deleteFrom('alert').execute()
  await db.deleteFrom('used_answer_link').execute()
  await db.deleteFrom('partial_answer').execute()
  const templateId = await createTemplateRow(db, board.universeId, { kind: 'PHONE', contents, design: contents })
  const draft = {
    ...campaignDraftExample,
    ...{ campaignName: 'Calls', sendingType: 'PHONE', templateId, fromName: '', fromEmail: '+46 8 123 456 78' },
    ...{ selectedVoice: 'female', selectedLocale },
  }
  const { status, body } = await seller(
    'POST',
    `/rest/mailcampaign/startcampaignnow/${board.survey}/invite/root`,
    draft,
  )
  expect([status, body]).toEqual([200, expect.objectContaining({ recipients: 2 })])
  campaignId = body.campaignId
  await send()
}

/** A person who does one thing after the other. */
function doing(...deeds: (Deed | string)[]): Person {
  return ({ at: moment }) => {
    const deed = deeds[moment - 1] ?? { hangUp: true }
    return typeof deed === 'string' ? { press: deed } : deed
  }
}
const callTo = (number: string) => {
  const found = provider.calls.findLast(({ to }) => to === number)
  if (!found) throw new Error(`${number} was not called`)
  return found
}

describe('a campaign of phone calls', () => {
  beforeAll(() => open(`  questions:${fewQuestions}  thanks: { en: Have a nice day }`))
  afterAll(shut)

  test('calls people from its number, and what they press becomes an interview, with its alert', async () => {
    const moments: Moment[] = []
    const keys = ['2#', '*', '13#', '07', '1']
    await campaign({
      [anna]: (moment) => {
        moments.push(moment)
        return moment.kind === 'words' ? { press: '*' } : { press: keys[moment.at - 1] ?? '' }
      },
    })
    const call = callTo(anna)
    expect(call).toMatchObject({ from: '+46812345678', url: expect.stringMatching(`^${origin}/call/[\\w-]+$`) })
    const [first, ...others] = moments
    expect(first?.said).toContain('Hello Anna <"Ström"> & Co!')
    expect(first?.said).toContain(
      'Enter a number from 0 to 10, then press the hash key. 0 means Never. 10 means Always.',
    )
    expect(others.map(({ kind, keys: taken }) => [kind, taken])).toEqual([
      ['words', null],
      ['keys', null],
      ['keys', 2],
      ['keys', 1],
    ])
    expect(moments[3]?.said).toContain('Press 0 7 for KIND7.')
    expect(provider.heard(call.sid)).toContain('Thank you for your answers. Have a nice day Goodbye.')
    expect(new Set(provider.said.map(({ voice, language }) => `${voice} ${language}`))).toEqual(
      new Set(['Polly.Amy en-GB']),
    )
    const [annas, bos] = await responses()
    expect(annas).toMatchObject({
      state: 0,
      answers: { nps: 2, liked: ['price', 'range'], kind: 'kind7', again: 'yes' },
    })
    expect(annas?.answers).not.toHaveProperty('why')
    expect(bos?.state).toBe(1)
    const alerts = await board.deps.db.selectFrom('alert').select('response_id as id').execute()
    expect(alerts).toEqual([{ id: annas?.id }])
    await expect
      .poll(async () => (await messages()).map(({ arrived, answered }) => [arrived, answered]))
      .toEqual([
        [true, true],
        [false, false],
      ])
    expect(await board.deps.db.selectFrom('phone_call').select(['content', 'has_ended']).execute()).toEqual([
      { content: null, has_ended: true },
    ])
    expect(new Set(provider.statuses)).toEqual(new Set([200, 204]))
  })

  test('ten on a scale to ten, and rules that leave a question out, in a language that the survey is worded in', async () => {
    const languagesOf = (number: string): string[] => {
      const said = provider.said.filter(({ sid }) => sid === callTo(number).sid)
      return [...new Set(said.map(({ language }) => language))]
    }
    await campaign({ [anna]: doing('10#', '*', '*', '2') }, undefined, 'en-US')
    expect(languagesOf(anna)).toContain('en-US')
    await campaign({ [anna]: doing('10#', '*', '*', '2') }, undefined, 'de')
    expect(languagesOf(anna)).toEqual(['en-GB'])
    const [annas] = await responses()
    expect(annas).toMatchObject({ state: 0, answers: { nps: 10, again: 'no' } })
    expect(provider.heard(callTo(anna).sid)).not.toContain('why')
  })

  test('keys that mean nothing and none at all are asked for again, twice; then the question is left out, or the call ends', async () => {
    await campaign({
      [anna]: doing('11#', { wait: true }, '7#', '9#', '', '4#', '*', '1'),
      [bo]: doing('99#', 'x#', '#'),
    })
    const [annas, bos] = await responses()
    expect(annas).toMatchObject({ state: 0, answers: { nps: 7, again: 'yes' } })
    expect(annas?.answers).not.toHaveProperty('liked')
    expect(bos?.state).toBe(1)
    const heard = provider.heard(callTo(bo).sid)
    expect(heard.match(/That could not be understood\./g)).toHaveLength(2)
    expect(heard).toContain('Thank you for your time. Goodbye.')
    expect(heard).not.toContain('Thank you for your answers')
  })

  test('who hangs up half way has the rest asked at the page of the survey; who has answered all that must be has answered', async () => {
    await campaign({ [anna]: doing('9#', '1#', { hangUp: true }), [bo]: doing('3#', { hangUp: true }) })
    const partial = () => board.deps.db.selectFrom('partial_answer').selectAll().orderBy('response_id').execute()
    const [annas, bos] = await responses()
    expect([annas?.state, bos?.state]).toEqual([1, 1])
    expect(await partial()).toEqual([
      expect.objectContaining({
        response_id: annas?.id,
        content: { entered: { nps: ['9'], liked: ['price'] }, page: 1, consent: false },
      }),
      expect.objectContaining({ response_id: bos?.id, content: { entered: { nps: ['3'] }, page: 0, consent: false } }),
    ])
    // Another call goes on where that one ended.
    const [first] = await messages()
    provider.people.set(anna, doing('*', '2'))
    await board.deps.db
      .updateTable('recipient')
      .set({ state: 'PENDING', attempts: 0 })
      .where('id', '=', first?.id ?? 0)
      .execute()
    await board.deps.db.deleteFrom('phone_call').execute()
    await board.deps.db.deleteFrom('sms_part').execute()
    await board.deps.db.updateTable('campaign').set({ state: 'STARTED' }).execute()
    await send()
    await provider.settled()
    expect((await responses())[0]).toMatchObject({ state: 0, answers: { nps: 9, liked: ['price'], again: 'no' } })
  })

  test('nobody there, a busy line and a number that is none are told of their messages', async () => {
    await campaign({ [anna]: 'busy', [bo]: 'failed' })
    await expect.poll(async () => (await messages()).map(({ bounce }) => bounce)).toEqual(['soft', 'hard'])
    const words = (await messages()).map(({ reason }) => reason && String(readWords(reason)))
    expect(words).toEqual(['The line was busy.', 'The call did not get through (failed 13224).'])
    const suppressed = await board.deps.db.selectFrom('suppression').select(['address', 'reason']).execute()
    expect(suppressed).toEqual([{ address: bo, reason: 'bounced' }])
    await board.deps.db.deleteFrom('suppression').execute()
    await campaign({ [anna]: 'no-answer', [bo]: 'no-answer' })
    await expect.poll(async () => (await messages()).map(({ bounce }) => bounce)).toEqual(['soft', 'soft'])
    const again = (await messages()).map(({ reason }) => reason && String(readWords(reason)))
    expect(new Set(again)).toEqual(new Set(['Nobody answered the phone.']))
  })

  test('an order that nobody answers leaves a call of unknown fate, which is not made again, and its answers count', async () => {
    provider.isSilent = true
    await campaign({})
    expect((await messages()).map(({ state }) => state)).toEqual(['UNKNOWN', 'UNKNOWN'])
    const orders = provider.calls.length
    await send()
    expect(provider.calls).toHaveLength(orders)
    // The provider did call after all.
    const call = callTo(anna)
    const step = async (url: string, digits: string) => {
      const answer = await (await provider.request(url, { CallSid: call.sid, Digits: digits })).text()
      return / action="([^"]+)"/.exec(answer)?.[1]?.replaceAll('&amp;', '&') ?? ''
    }
    let next = call.url
    for (const digits of ['', '8#', '*', '*', '1']) next = await step(next, digits.replace('#', ''))
    expect((await responses())[0]).toMatchObject({ state: 0, answers: { nps: 8, again: 'yes' } })
  })

  test('requests that are forged, of another call or of another organisation are refused, and nothing changes', async () => {
    await campaign({ [anna]: doing('9#', { hangUp: true }), [bo]: doing({ hangUp: true }) })
    const state = async () =>
      JSON.stringify([
        await responses(),
        await board.deps.db.selectFrom('partial_answer').selectAll().orderBy('response_id').execute(),
        await board.deps.db.selectFrom('phone_call').selectAll().orderBy('recipient_id').execute(),
        await board.deps.db.selectFrom('recording').selectAll().execute(),
        await board.deps.db.selectFrom('sms_part').select(['name', 'recipient_id']).orderBy('name').execute(),
      ])
    await expect.poll(async () => (await messages()).map(({ arrived }) => arrived)).toEqual([true, true])
    const before = await state()
    const [annas, bos] = [callTo(anna), callTo(bo)]
    const fields = { CallSid: annas.sid, Digits: '1', CallStatus: 'completed' }
    const signed = provider.requests.find(({ url }) => url.startsWith(annas.url))
    if (!signed) throw new Error('no request was made')
    for (const path of ['?step=1', '/status', `/recording?question=1`]) {
      const url = annas.url + path
      // Signed with another secret, not at all, with other fields, for another address.
      expect((await provider.request(url, fields, 'another-token')).status).toBe(403)
      expect((await provider.send({ url, fields, signature: '' })).status).toBe(403)
      expect((await provider.send({ ...signed, fields: { ...signed.fields, Digits: '3' } })).status).toBe(403)
      expect((await provider.send({ ...signed, url: bos.url + path })).status).toBe(403)
      // Signed well, but of the call of somebody else, of no call, of another account.
      expect((await provider.request(bos.url + path, fields)).status).toBe(404)
      expect((await provider.request(url, { ...fields, CallSid: 'CA1' })).status).toBe(404)
      expect((await provider.request(url, { ...fields, AccountSid: 'AC1' })).status).toBe(404)
      // Signed well, but its message goes by another way since.
      const turn = (channel: 'LETTER' | null) => board.deps.db.updateTable('recipient').set({ channel }).execute()
      await turn('LETTER')
      expect((await provider.request(url, fields)).status).toBe(404)
      await turn(null)
      expect((await provider.request(`${origin}/call/AAAA${path}`, fields)).status).toBe(404)
    }
    expect((await board.app.inject({ method: 'GET', url: new URL(annas.url).pathname })).statusCode).toBe(404)
    expect(await state()).toBe(before)
  })

  test('a request that comes again changes nothing', async () => {
    await campaign({ [anna]: doing('9#', '2#', '*', { hangUp: true }) })
    const of = provider.requests.filter(({ url }) => url.startsWith(callTo(anna).url))
    const kept = async () => await board.deps.db.selectFrom('partial_answer').select('content').execute()
    const before = await kept()
    expect(before).toEqual([{ content: expect.objectContaining({ entered: { nps: ['9'], liked: ['staff'] } }) }])
    for (const request of of) expect([200, 204]).toContain((await provider.send(request)).status)
    expect(await kept()).toEqual(before)
    expect((await responses())[0]?.state).toBe(1)
  })
})

describe('a call that asks for words, with a consent', () => {
  beforeAll(() =>
    open(`  consent: { en: May we keep what you say? }
  questions:
    - { question: again, required: true, other: { choice: other, question: words } }
    - { question: why }
    - { question: spent }
`),
  )
  afterAll(shut)

  const recordings = () => board.deps.db.selectFrom('recording').selectAll().orderBy('id').execute()
  const spoken = someAudio('I came by bike')
  const fetched = (count: number) =>
    expect.poll(async () => (await recordings()).filter(({ state }) => state === 'STORED').length).toBe(count)
  const trackings = async (): Promise<{ id: number; recording: boolean }[]> =>
    (await seller('GET', at('trackings', '/-'))).body.rows

  test('plays what was recorded to whoever sees the message, in a tab of its own too (CAMPD-40)', async () => {
    await campaign({ [anna]: doing('1', '3', { speak: spoken }, { speak: someAudio('Because') }, '120#') })
    await fetched(2)
    const [first] = await messages()
    expect(Object.fromEntries((await trackings()).map(({ id, recording }) => [id, recording]))).toMatchObject({
      [first?.id ?? 0]: true,
    })
    const listed = await seller('GET', at('recordings', `/${first?.id}`))
    expect(listed.body.recordings).toEqual([
      { id: expect.any(Number), title: 'words', seconds: 7 },
      { id: expect.any(Number), title: 'why', seconds: 7 },
    ])
    const [one, other] = listed.body.recordings
    const played = await seller('GET', at('playrecording', `/${first?.id}/${other.id}`))
    expect(played).toEqual({
      status: 200,
      body: { type: 'audio/mpeg', audio: someAudio('Because').toString('base64') },
    })
    // The browser opens one by its tracking id, with a ticket in place of the session's token.
    const path = at('recording', `/${first?.id}`)
    const { ticket } = (await seller('POST', '/rest/authentication/ticket', { path })).body
    const opened = await board.app.inject({ url: `${path}?token=${ticket}` })
    expect([opened.statusCode, opened.headers['content-type'], opened.rawPayload]).toEqual([200, 'audio/mpeg', spoken])
    expect(opened.headers['content-disposition']).toMatch(/^inline; filename="Recording \d+\.mp3"/)
    expect((await board.app.inject({ url: `${path}?token=${ticket}` })).statusCode).toBe(401)
    // The list of what a sample was sent tells of it too, in the editor of samples.
    const sent = await seller('GET', `/rest/samples/mails/${board.survey}/${board.responseIds[0]}`)
    expect(sent.body.rows).toMatchObject([{ id: first?.id, recording: true }])
    // Nobody else hears it, whatever they name.
    for (const call of ['recordings', 'recording'])
      expect((await inNorway('GET', at(call, `/${first?.id}`))).status).toBe(404)
    expect((await inNorway('GET', at('playrecording', `/${first?.id}/${one.id}`))).status).toBe(404)
    const [, bos] = await messages()
    expect((await inNorway('GET', at('playrecording', `/${bos?.id}/${one.id}`))).status).toBe(404)
    const noted = await board.deps.db
      .selectFrom('audit')
      .select('object')
      .where('action', '=', 'campaign.recording')
      .execute()
    expect(noted).toEqual([{ object: String(first?.id) }, { object: String(first?.id) }])
    const [annas] = await responses()
    expect(annas).toMatchObject({ state: 0, answers: { again: 'other', spent: 120 } })
    expect(annas?.answers).not.toHaveProperty('words')
  })

  test('asks for the consent first, and keeps nothing of who does not agree', async () => {
    await campaign({ [anna]: doing('2'), [bo]: doing('5', '', '9') })
    expect((await responses()).map(({ state }) => state)).toEqual([1, 1])
    expect(provider.heard(callTo(anna).sid)).toBe(
      'Hello Anna <"Ström"> & Co! May we keep what you say? Press 1 to agree, or 2 to end the call. Nothing of this call is stored. Goodbye.',
    )
    expect(await board.deps.db.selectFrom('partial_answer').selectAll().execute()).toEqual([])
    expect(await recordings()).toEqual([])
  })

  test('has the answers of who hangs up once all that must be answered is', async () => {
    await campaign({ [anna]: doing('1', '2', { hangUp: true }) })
    expect((await responses())[0]).toMatchObject({ state: 0, answers: { again: 'no' } })
    expect(await recordings()).toEqual([])
  })

  test('silence and the star leave a question of words out; what was said before the star is not kept', async () => {
    await campaign({
      [anna]: doing('1', '1', { wait: true }, { wait: true }, { wait: true }, '*'),
      [bo]: doing('1', '1', { speak: spoken, press: '*' }, '*'),
    })
    expect((await responses()).map(({ state }) => state)).toEqual([0, 0])
    await expect
      .poll(async () => (await recordings()).map(({ is_wanted, state }) => [is_wanted, state]))
      .toEqual([[false, 'WAITING']])
    expect((await trackings()).map(({ recording }) => recording)).toEqual([false, false])
  })

  test('what is no audio, or too large, is not kept, and the message tells of no recording', async () => {
    await campaign({
      [anna]: doing('1', '1', { speak: Buffer.from('<html>not audio</html>') }, '*'),
      [bo]: doing('1', '1', { speak: someAudio('x'.repeat(4 * 1024 * 1024)) }, '*'),
    })
    await expect
      .poll(async () => (await recordings()).map(({ state, content }) => [state, content]))
      .toEqual([
        ['FAILED', null],
        ['FAILED', null],
      ])
    expect((await responses()).map(({ state }) => state)).toEqual([0, 0])
    expect((await trackings()).map(({ recording }) => recording)).toEqual([false, false])
  })

  test('goes with its respondent, who is anonymised, and none comes after', async () => {
    await campaign({ [anna]: doing('1', '1', { speak: spoken }, '*'), [bo]: doing('1', '1', { speak: spoken }, '*') })
    await fetched(2)
    const call = callTo(anna)
    const told = provider.requests.findLast(({ url }) => url.startsWith(`${call.url}/recording`))
    if (!told) throw new Error('nothing was told of a recording')
    await sql`select anonymise_responses(${[board.responseIds[0] ?? 0]}::bigint[], '{}')`.execute(board.deps.db)
    expect(await recordings()).toHaveLength(1)
    expect((await provider.send(told)).status).toBe(404)
    expect(await recordings()).toHaveLength(1)
    await sql`select erase_responses(${[board.responseIds[1] ?? 0]}::bigint[])`.execute(board.deps.db)
    expect(await recordings()).toEqual([])
  })
})

describe('a call of an anonymous survey', () => {
  beforeAll(async () => {
    await open(
      `  questions:
    - { question: nps, required: true }
    - { question: why, required: true }
    - { question: liked }
`,
      true,
    )
    const { deps } = board
    await freezeRulesOf(deps.db, await loadSurveyModelById(deps, board.surveyId), deps.clock)
  })
  afterAll(shut)

  test('records nothing, and keeps nothing by which an answer and its recipient belong together', async () => {
    await campaign({ [anna]: doing('9#', '13#'), [bo]: doing('4#', { hangUp: true }) }, 'Hello!')
    const [first, second, ...added] = await responses()
    expect([first?.state, second?.state]).toEqual([1, 1])
    expect(added).toEqual([
      expect.objectContaining({
        state: 0,
        contact: {},
        answers: expect.objectContaining({ nps: 9, liked: ['price', 'range'] }),
      }),
    ])
    expect(provider.heard(callTo(anna).sid)).not.toContain('after the tone')
    for (const table of ['phone_call', 'recording', 'partial_answer'] as const)
      expect(await board.deps.db.selectFrom(table).selectAll().execute()).toEqual([])
    const told = provider.requests.filter(({ url }) => url.includes('&state='))
    expect(told.length).toBeGreaterThan(0)
    expect(
      told.some(({ url }) =>
        /nps|price/.test(Buffer.from(new URL(url).searchParams.get('state') ?? '', 'base64url').toString('latin1')),
      ),
    ).toBe(false)
  })

  test('a step that comes again counts once, and what was entered in one call is worth nothing in another', async () => {
    const before = (await responses()).length
    await campaign({ [anna]: doing('8#', '*'), [bo]: doing('3#', { hangUp: true }) }, 'Hello!')
    const done = (await responses()).length
    expect(done).toBe(before + 1)
    for (const request of provider.requests.filter(({ url }) => url.startsWith(callTo(anna).url)))
      expect([200, 204]).toContain((await provider.send(request)).status)
    const annas = provider.requests.findLast(({ url }) => url.startsWith(`${callTo(anna).url}?step`))
    const query = new URL(annas?.url ?? '').search
    const answer = await provider.request(callTo(bo).url + query, { CallSid: callTo(bo).sid, Digits: '*' })
    // It begins anew.
    expect(await answer.text()).toContain('nps')
    expect((await responses()).length).toBe(done)
  })
})

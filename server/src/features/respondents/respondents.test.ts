import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { NewFile, keepFile } from '#server/domain/files/stored-file.ts'
import { insertMail } from '#server/platform/mail/mail-queue.ts'
import { createAlert } from '#server/testing/route-walk-rows.ts'
import { openPeople } from './testing/people.ts'
import type { Person } from './testing/people.ts'

const people = await openPeople()
const { deps, db, world, call, respond, shown, counted, tablesWith } = people
const { survey, anonymous, foreign } = world

afterAll(() => people.server.close())
beforeEach(() => people.clear({ foreignId: 'kimid%' }))

const kim: Person = {
  name: 'Kim Marker',
  email: 'kim.marker@example.org',
  phone: '+46 70 123 45 67',
  foreignId: 'kimid-7001',
}
const idsIn = (body: { responses: { responseId: number }[] }) => body.responses.map(({ responseId }) => responseId)
const refs = (...ids: number[]) => ids.map((responseId) => ({ survey: survey.extName, responseId }))

/** Everything that can be held of a response, with the marks of its respondent in it. */
async function holdAll(id: number): Promise<void> {
  const response_id = id
  await db.insertInto('response_comment').values({ response_id, username: 'u', message: 'Called Kim Marker' }).execute()
  await db
    .insertInto('response_record')
    .values({ response_id, recordset: 'contacts', cells: JSON.stringify({ mail: kim.email }) })
    .execute()
  await db
    .insertInto('response_change')
    .values({ response_id, version: 2, username: 'u', fields: ['comment'], state_before: 1, state_after: 0 })
    .execute()
  await db
    .insertInto('share')
    .values({ response_id, token_hash: `h${id}`, network: 'LINKEDIN', title: 't', quote: 'Kim Marker was here' })
    .execute()
  const campaign = await db
    .selectFrom('campaign')
    .select('id')
    .where('survey_id', '=', survey.surveyId)
    .executeTakeFirstOrThrow()
  await db.insertInto('recipient').values({ campaign_id: campaign.id, response_id, state: 'PENDING' }).execute()
  const alertId = await createAlert(db, { surveyId: survey.surveyId, responseId: id, rule: `low${id}` })
  await db
    .insertInto('alert_log')
    .values({ alert_id: alertId, event: 'saved', state: 6, comment: 'Kim Marker is angry' })
    .execute()
  await db.insertInto('alert_answer').values({ alert_id: alertId, question: 'done', value: kim.email }).execute()
  const userId = Number(world.userIds.administrator)
  const now = new Date()
  const mail = { userId, to: 'u@example.org', subject: 'Kim Marker', text: kim.email, html: '', unsubscribes: [], now }
  const notice = {
    user_id: userId,
    survey_id: survey.surveyId,
    event: 'alertRaised',
    in_bell: true,
    mail_waits: false,
  } as const
  const mailId = await insertMail(db, mail)
  const other = await createAlert(db, {
    surveyId: survey.surveyId,
    responseId: survey.responseIds[1] ?? 0,
    rule: `o${id}`,
  })
  for (const object_id of [alertId, other])
    await db
      .insertInto('notice')
      .values({
        ...notice,
        event: 'ALERT_ASSIGNED' as never,
        object_kind: 'alert',
        object_id,
        mail_id: mailId,
        created_at: now,
      })
      .execute()
  await sql`
    insert into import_image (import_set_id, response_id, version, version_after, state, event_date, answers, contact, unit_ids, record_key)
    select (select max(id) from import_set where survey_id = ${survey.surveyId}), id, 1, 2, state, event_date, answers, contact, unit_ids, 1
      from response where id = ${id}`.execute(db)
  await db
    .insertInto('stored_path')
    .values({ id: `p${id}`, survey_id: survey.surveyId, path: `comment=${encodeURIComponent(kim.email)}~` })
    .execute()
  await db
    .insertInto('saved_filter')
    .values({ survey_id: survey.surveyId, user_id: userId, name: `f${id}`, path: `comment=kim marker~` })
    .execute()
  const owner = { universeId: survey.universeId, surveyId: survey.surveyId, hasCases: true }
  const file = await NewFile.create(deps, owner)
  await file.write(
    (async function* () {
      yield Buffer.from(kim.email)
    })(),
    new AbortController().signal,
  )
  await keepFile({ db }, file.id, new Date(Date.now() + 3_600_000))
}

describe('a respondent is found', () => {
  test('by e-mail, phone, name or foreign id, exact ones first, and what was left out is said', async () => {
    const whole = await respond(survey.surveyId, kim)
    const part = await respond(survey.surveyId, {
      ...kim,
      email: `x${kim.email}`,
      name: 'Ann',
      foreignId: 'kimid-70012',
      phone: '',
    })
    const hidden = await respond(anonymous.surveyId, kim)
    const { status, body } = await call('administrator', 'POST', 'find/*', { text: ' KIM.marker@example.org ' })
    expect(status).toBe(200)
    expect(body.responses).toMatchObject([
      {
        responseId: whole,
        isExact: true,
        email: kim.email,
        unit: 'Norway, Oslo',
        state: 'Completed',
        foreignId: 'kimid-7001',
      },
      { responseId: part, isExact: false },
    ])
    expect(body.leftOut).toEqual([expect.objectContaining({ survey: anonymous.extName, reason: 'anonymous' })])
    for (const text of ['0701234567', '46701234567', 'kim marker', 'KIMID-7001'])
      expect(idsIn((await call('root', 'POST', 'find/*', { text })).body), text).toContain(whole)
    expect((await call('root', 'POST', 'find/*', { text: 'ki' })).status).toBe(400)
    // Nothing of who was looked for is in the audit log.
    const audit = await db.selectFrom('audit').selectAll().where('action', '=', 'respondent.search').execute()
    expect(JSON.stringify(audit).toLowerCase()).not.toContain('kim')
    await db.deleteFrom('response').where('id', 'in', [whole, part, hidden]).execute()
  })

  test('by nobody who sees a part of the survey or administers nothing, and never another tenant', async () => {
    const own = await respond(survey.surveyId, kim)
    const theirs = await respond(foreign.surveyId, kim)
    for (const walker of ['regional', 'store', 'channel', 'acting', 'restricted'] as const)
      for (const [act, body] of [
        ['find/*', { text: kim.email }],
        ['held/*', { responses: refs(own) }],
        ['erase/*', { responses: refs(own), mayImportAgain: false }],
        ['preview/*', { from: null, to: null }],
        ['anonymise/*', { from: null, to: '2000-01-01' }],
      ] as const)
        expect((await call(walker, 'POST', act, body)).status, `${walker} ${act}`).toBe(403)
    for (const walker of ['root', 'administrator'] as const) {
      expect(idsIn((await call(walker, 'POST', 'find/*', { text: kim.email })).body)).toEqual([own])
      const elsewhere = { responses: [{ survey: foreign.extName, responseId: theirs }] }
      expect((await call(walker, 'POST', 'held/*', elsewhere)).status).toBe(404)
      expect((await call(walker, 'POST', 'erase/*', { ...elsewhere, mayImportAgain: true })).status).toBe(404)
      expect((await call(walker, 'POST', 'held/*', { responses: refs(theirs) })).status).toBe(404)
      expect((await call(walker, 'GET', `download/*?responses=${foreign.extName}:${theirs}`)).status).toBe(404)
    }
    expect(await tablesWith(kim.email)).toEqual(['response'])
    await db.deleteFrom('response').where('id', 'in', [own, theirs]).execute()
  })
})

describe('an anonymous survey', () => {
  test('tells of no single respondent, not even whether there is one, and not by numbers', async () => {
    const id = await respond(anonymous.surveyId, kim)
    await sql`
      update role_survey set rights = rights || '{"canViewAnon": true}' where survey_id = ${anonymous.surveyId}`.execute(
      db,
    )
    for (const walker of ['root', 'administrator'] as const) {
      expect(idsIn((await call(walker, 'POST', 'find/*', { text: kim.email }, anonymous.extName)).body)).toEqual([])
      const there = { responses: [{ survey: anonymous.extName, responseId: id }] }
      const gone = { responses: [{ survey: anonymous.extName, responseId: 2_147_483_647 }] }
      for (const one of [there, gone]) {
        expect((await call(walker, 'POST', 'held/*', one)).status).toBe(403)
        expect((await call(walker, 'POST', 'erase/*', { ...one, mayImportAgain: true })).status).toBe(403)
      }
      expect((await call(walker, 'GET', `download/*?responses=${anonymous.extName}:${id}`)).status).toBe(403)
      // Days in which somebody answered, and days without anybody, are told alike.
      const [one, none] = await Promise.all(
        ['2026-01-08', '1999-01-08'].map((day) =>
          call(walker, 'POST', 'preview/*', { from: day, to: day }, anonymous.extName),
        ),
      )
      expect(one?.body).toEqual(none?.body)
      expect(one?.body.counts).toBeNull()
    }
    await sql`
      update role_survey set rights = rights - 'canViewAnon' where survey_id = ${anonymous.surveyId}`.execute(db)
    await db.deleteFrom('response').where('id', '=', id).execute()
  })

  test('has its responses anonymised only, as its figures never change', async () => {
    const rules = { anonymiseAfter: null, eraseAfter: 12, version: 0 }
    const refused = await call('root', 'PUT', 'retention/*', rules, anonymous.extName)
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'validation', fields: { eraseAfter: expect.any(String) } },
    })
  })
})

describe('what is held of a respondent', () => {
  test('is told, and handed out as a workbook and as JSON that is kept nowhere', async () => {
    const id = await respond(survey.surveyId, kim)
    await holdAll(id)
    const { body } = await call('administrator', 'POST', 'held/*', { responses: refs(id) })
    expect(body.responses).toMatchObject([
      {
        responseId: id,
        foreignId: 'kimid-7001',
        contact: [
          { field: 'name', text: 'Kim Marker' },
          { field: 'email', text: kim.email },
          { field: 'phone', text: kim.phone },
        ],
        comments: [{ text: 'Called Kim Marker' }],
        alerts: [{ state: 'Open' }],
        changes: [{ fields: ['comment'] }],
        sendings: [{ state: 'PENDING' }],
      },
    ])
    expect(body.responses[0].answers).toContainEqual({ title: 'comment', text: 'Kim Marker was here' })
    const files = await db.selectFrom('stored_file').select('id').execute()
    const download = await call('administrator', 'GET', `download/*?responses=${survey.extName}:${id}`)
    expect(download.status).toBe(200)
    expect(download.raw.subarray(0, 2).toString()).toBe('PK')
    expect(download.raw.toString('latin1')).toContain('Held data.json')
    expect(await db.selectFrom('stored_file').select('id').execute()).toEqual(files)
    await call('administrator', 'POST', 'erase/*', { responses: refs(id), mayImportAgain: true })
  })
})

describe('erasing a respondent', () => {
  test('leaves nothing of them in any table, as was told before, and figures as SQL counts them', async () => {
    await db.deleteFrom('notice').execute()
    const others = await counted(survey.surveyId)
    const id = await respond(survey.surveyId, kim)
    await holdAll(id)
    expect(await shown(survey.extName)).not.toEqual(others)
    const { body: held } = await call('administrator', 'POST', 'held/*', { responses: refs(id) })
    expect(held.counts).toMatchObject({
      ...{ responses: 1, answers: 5, comments: 1, records: 1, alerts: 1, changes: 1, recipients: 1, shares: 1 },
      ...{ notices: 1, mails: 1, copies: 1, paths: 2 },
    })
    expect(held.counts.files).toBeGreaterThan(0)
    const before = [...(await tablesWith('kim marker')), ...(await tablesWith('kim.marker'))]
    for (const table of ['response', 'response_comment', 'mail', 'stored_path', 'import_image', 'alert_log', 'share'])
      expect(before).toContain(table)
    const { status, body } = await call('administrator', 'POST', 'erase/*', {
      responses: refs(id),
      mayImportAgain: false,
    })
    expect({ status, counts: body.counts }).toEqual({ status: 200, counts: held.counts })
    for (const text of ['kim.marker', 'kim marker', kim.foreignId, kim.phone])
      expect(await tablesWith(text), text).toEqual([])
    expect(await db.selectFrom('stored_file').selectAll().where('survey_id', '=', survey.surveyId).execute()).toEqual(
      [],
    )
    expect(await counted(survey.surveyId)).toEqual(others)
    expect(await shown(survey.extName)).toEqual(others)
    // The other notice of the mail that had not been sent is mailed again.
    const waiting = db.selectFrom('notice').select('mail_waits').where('mail_id', 'is', null)
    expect(await waiting.where('mail_waits', '=', true).execute()).toHaveLength(1)
    expect((await call('administrator', 'POST', 'held/*', { responses: refs(id) })).status).toBe(404)
    const entry = await db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'respondent.erase')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ survey_id: survey.surveyId, details: { responses: 1, mayImportAgain: false } })
  })

  test('erases none of several where one is gone', async () => {
    const id = await respond(survey.surveyId, kim)
    const several = { responses: refs(id, 2_147_483_647), mayImportAgain: true }
    expect((await call('administrator', 'POST', 'erase/*', several)).status).toBe(404)
    expect(await tablesWith(kim.email)).toEqual(['response'])
    await call('administrator', 'POST', 'erase/*', { responses: refs(id), mayImportAgain: true })
  })
})

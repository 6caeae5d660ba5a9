import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveConfiguration } from '#server/domain/build/configuration.ts'
import type { Ctx } from '#server/domain/context.ts'
import { identifyByToken, startSession } from '#server/domain/rights/sessions.ts'
import { raiseModelVersion } from '#server/domain/survey/survey-model-store.ts'
import { createRole, createSurvey, createUniverse, createUser, smallSurvey } from '#server/testing/factories.ts'
import type { MadeSurvey, TestSurvey } from '#server/testing/survey-data.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { systemClock } from '#server/platform/clock.ts'
import { listShares, revokeShare, shareInterview, sharedPage } from './service.ts'

const sharing = `sharing: true\ninterview: { rating: rating, open: [comment] }\n`
const origin = 'https://feedback.example'

let database: TestDatabase
let deps: Pick<Ctx, 'db' | 'pool' | 'clock'>
let universeId = 0
let survey: MadeSurvey

beforeAll(async () => {
  database = await testDatabase()
  deps = { db: database.db, pool: database.pool, clock: systemClock }
  universeId = (await createUniverse(deps.db)).id
  survey = await make({ config: sharing })
})

afterAll(() => database.drop())

const make = (more: Partial<TestSurvey>) => createSurvey(deps.db, universeId, { ...smallSurvey, ...more })

interface Who {
  of?: MadeSurvey
  filters?: Record<string, string[]>
  rights?: object
  locale?: Ctx['locale']
  isActing?: boolean
}

async function as({ of = survey, filters = {}, rights = {}, locale = 'en', isActing = false }: Who = {}): Promise<Ctx> {
  const roleId = await createRole(deps.db, universeId, { surveys: { [of.surveyId]: rights } })
  const person = (more: object) => createUser(deps.db, { universes: [{ universeId, roleId, ...more }] })
  const user = await person({ filters })
  const actorUserId = isActing ? (await person({ admin: true, actAs: true })).id : null
  const { token } = await startSession(deps, { userId: user.id, universeId, actorUserId })
  const identity = await identifyByToken(deps, token)
  if (!identity) throw new Error('they may')
  // What sharing needs of the program.
  return { ...deps, identity, locale, requestId: 'shares' } as Ctx
}

const idOf = (at: number, of = survey) => of.responseIds[at] ?? 0
const share = async (ctx: Ctx, at = 0, quote: string | null = 'comment', of = survey) =>
  shareInterview(ctx, { survey: of.extName, interviewId: idOf(at, of) }, { network: 'LINKEDIN', quote }, origin)
const tokenOf = (url: string) => url.split('/').at(-1) ?? ''
const pageOf = (url: string) => sharedPage(deps, tokenOf(url))

describe('a public page', () => {
  test('shows the title, the rating with its scale and the chosen comment', async () => {
    const { publishUrl, sharingURL, shareId } = await share(await as())
    expect(publishUrl).toMatch(/^https:\/\/feedback\.example\/share\/[\w-]{43}$/)
    expect(sharingURL).toBe(`https://www.linkedin.com/sharing/share-offsite/?url=${encodeURIComponent(publishUrl)}`)
    expect(await pageOf(publishUrl)).toMatchObject({ title: survey.extName, rating: '5 / 5', quote: 'Good' })
    expect(await pageOf(`${publishUrl}x`)).toBeNull()
    const stored = await deps.db.selectFrom('audit').selectAll().where('request_id', '=', 'shares').execute()
    expect(stored.at(-1)).toMatchObject({ action: 'interview.share', object: String(idOf(0)) })
    expect(stored.at(-1)?.details).toEqual({ shareId, network: 'LINKEDIN' })
  })

  test('shows no comment that was not chosen, and no rating that is not configured or has no scale', async () => {
    expect(await pageOf((await share(await as(), 0, null)).publishUrl)).toMatchObject({ rating: '5 / 5', quote: '' })
    const plain = await make({ config: 'sharing: true\n' })
    const none = await share(await as({ of: plain }), 0, null, plain)
    expect(await pageOf(none.publishUrl)).toMatchObject({ rating: '', quote: '' })
    const named = await make({ config: 'sharing: true\ninterview: { rating: channel }\n' })
    expect(await pageOf((await share(await as({ of: named }), 0, null, named)).publishUrl)).toMatchObject({
      rating: 'WEB',
    })
    const { rating: _, ...answers } = smallSurvey.rows?.[0]?.answers ?? {}
    const unrated = await make({ config: sharing, rows: [{ date: '2026-01-05', answers }] })
    expect(await pageOf((await share(await as({ of: unrated }), 0, null, unrated)).publishUrl)).toMatchObject({
      rating: '',
    })
  })

  test('has the survey’s title in the language of whoever shares it', async () => {
    const titled = await make({ config: sharing })
    const title = JSON.stringify({ en: 'Shop', sv: 'Butik' })
    await deps.db.updateTable('survey').set({ title }).where('id', '=', titled.surveyId).execute()
    const { publishUrl } = await share(await as({ of: titled, locale: 'sv' }), 0, null, titled)
    expect(await pageOf(publishUrl)).toMatchObject({ title: 'Butik' })
  })

  test.each<[string, () => Promise<unknown>, string]>([
    ['quotes a configured comment alone', async () => share(await as(), 0, 'store'), 'validation'],
    [
      'is made by whoever may open the interview',
      async () => share(await as({ filters: { country: ['Norway'] } })),
      'not_found',
    ],
    ['is of an interview of that survey', async () => share(await as(), 99), 'not_found'],
  ])('%s', async (_case, act, code) => {
    await expect(act()).rejects.toMatchObject({ code })
  })

  test.each<[string, string]>([
    ['does not share', ''],
    ['is anonymous', `${sharing}anonymity: { filters: [] }\n`],
  ])('is not made, listed or withdrawn in a survey that %s', async (_case, config) => {
    const closed = await make({ config })
    const ctx = await as({ of: closed, rights: { canViewAnon: true } })
    for (const act of [
      () => share(ctx, 0, null, closed),
      () => listShares(ctx, closed.extName, idOf(0, closed), origin),
      () => revokeShare(ctx, closed.extName, idOf(0, closed), 1),
    ])
      await expect(act()).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('is shown while its survey shares, and neither is anonymous', async () => {
    const changing = await make({ config: sharing })
    const { publishUrl } = await share(await as({ of: changing }), 0, null, changing)
    const place = { id: changing.surveyId, universeId, extName: changing.extName }
    const { db } = deps
    const showsWith = async (text: string) => {
      await saveConfiguration(db, place, { text, source: 'user', author: '' })
      await raiseModelVersion(db, changing.surveyId)
      return (await pageOf(publishUrl)) !== null
    }
    expect(await showsWith('sharing: false\n')).toBe(false)
    expect(await showsWith(sharing)).toBe(true)
    expect(await showsWith(`${sharing}anonymity: { filters: [] }\n`)).toBe(false)
  })
})

test('a quote that is no comment of the interview is named as the fault', async () => {
  await expect(share(await as(), 0, 'store')).rejects.toMatchObject({ fields: { quote: expect.anything() } })
})

describe('the public pages of an interview', () => {
  test('are listed newest first with their addresses until they are withdrawn, once', async () => {
    const ctx = await as()
    const pages = [await share(ctx, 1), await share(ctx, 1, null)]
    const other = await share(ctx, 2, null)
    const listed = async (at: number) => (await listShares(ctx, survey.extName, idOf(at), origin)).shares
    const [older, newer] = pages
    if (!older || !newer) throw new Error('two')
    expect(await listed(1)).toMatchObject([
      { shareId: newer.shareId, publishUrl: newer.publishUrl, quote: '', network: 'LINKEDIN' },
      { shareId: older.shareId, publishUrl: older.publishUrl, quote: 'Slow' },
    ])
    const revoke = (at: number, id: number) => revokeShare(ctx, survey.extName, idOf(at), id)
    await expect(revoke(1, other.shareId)).rejects.toMatchObject({ code: 'not_found' })
    expect(await revoke(1, older.shareId)).toEqual({ ok: true })
    await expect(revoke(1, older.shareId)).rejects.toMatchObject({ code: 'not_found' })
    expect((await listed(1)).map(({ shareId }) => shareId)).toEqual([newer.shareId])
    expect(
      await Promise.all([older, newer, other].map(async ({ publishUrl }) => (await pageOf(publishUrl)) !== null)),
    ).toEqual([false, true, true])
    const stored = await deps.db.selectFrom('audit').selectAll().where('action', '=', 'interview.unshare').execute()
    expect(stored).toMatchObject([{ object: String(idOf(1)), details: { shareId: older.shareId } }])
  })

  test('are for whoever may open the interview', async () => {
    const { shareId } = await share(await as(), 3, null)
    const norwegian = await as({ filters: { country: ['Norway'] } })
    await expect(listShares(norwegian, survey.extName, idOf(3), origin)).rejects.toMatchObject({ code: 'not_found' })
    await expect(revokeShare(norwegian, survey.extName, idOf(3), shareId)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('are listed without an address where it was not kept, and keep who made them', async () => {
    const ctx = await as({ isActing: true })
    const { shareId } = await share(ctx, 4, null)
    const row = () => deps.db.selectFrom('share').selectAll().where('id', '=', shareId).executeTakeFirstOrThrow()
    expect(await row()).toMatchObject({ created_by: ctx.identity.userId, actor_user_id: ctx.identity.actor?.userId })
    await deps.db.updateTable('share').set({ token: null }).where('id', '=', shareId).execute()
    expect((await listShares(ctx, survey.extName, idOf(4), origin)).shares).toMatchObject([{ publishUrl: null }])
    expect((await share(await as(), 4, null)).shareId).toBeGreaterThan(shareId)
  })
})

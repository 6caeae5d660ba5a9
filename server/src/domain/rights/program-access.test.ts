import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { createRole, createSurvey, createUniverse, createUser, signIn, smallSurvey } from '#server/testing/factories.ts'
import { testDeps } from '#server/testing/test-app.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import { identifyByToken } from './sessions.ts'
import { programAccess, shownScopes, surveyAccess } from './survey-access.ts'

let program: TestDeps

beforeAll(async () => {
  program = await testDeps()
})
afterAll(() => program.close())

test('scopes of what the program shows are without the hidden rows, and in an anonymous survey not open', async () => {
  const { db, clock } = program.deps
  const universeId = (await createUniverse(db)).id
  const user = await createUser(db, { isRoot: true })
  const identity = await identifyByToken(program.deps, await signIn(program.deps, user, universeId))
  if (!identity) throw new Error('root has no identity')
  const hiding = 'filters: { hidden: [{ extName: first, value: channel=_till }] }'
  for (const [config, isOpen] of [
    [hiding, true],
    [`${hiding}\nanonymity: {filters: []}`, false],
  ] as const) {
    const made = await createSurvey(db, universeId, { ...smallSurvey, config })
    const model = await loadSurveyModelById(program.deps, made.surveyId)
    const shown = await programAccess({ db, clock }, model)
    const root = await surveyAccess({ ...program.deps, identity }, made.extName)
    expect(shown.caseScope.conditions).toEqual(root.caseScope.conditions)
    expect(shown.caseScope.conditions).toHaveLength(1)
    expect(shown.compareScope).toMatchObject({ own: [], fixed: root.caseScope.conditions })
    expect(shown.caseScope.isOpen).toBe(isOpen)
    expect(shown).toMatchObject({ rights: root.rights, views: model.views, canViewSamples: false })
    expect(shown.canViewInterviews).toBe(isOpen)
    expect(shown.places.allows('stores', ['Norway'])).toBe(true)
    const alone = shownScopes(model, { clock })
    expect(alone.caseScope).toMatchObject({ conditions: root.caseScope.conditions, isOpen: true })
    expect(alone.compareScope).toMatchObject({ own: [], fixed: root.caseScope.conditions })
  }
})

test('a preview shows the draft of its survey alone, with the rights of the published one', async () => {
  const { db } = program.deps
  const universeId = (await createUniverse(db)).id
  const [drafted, other] = [await createSurvey(db, universeId), await createSurvey(db, universeId)]
  await db
    .insertInto('configuration_draft')
    .values({ survey_id: drafted.surveyId, version: 3, text: 'title: Drafted\n', based_on: 1, author: '' })
    .execute()
  const surveys = { [drafted.surveyId]: {}, [other.surveyId]: {} }
  const roleId = await createRole(db, universeId, { surveys })
  const user = await createUser(db, { universes: [{ universeId, roleId, filters: { country: ['Norway'] } }] })
  const identity = await identifyByToken(program.deps, await signIn(program.deps, user))
  if (!identity) throw new Error('the user has no identity')
  const seen = (draft?: { survey: string; version: number }, extName = drafted.extName) =>
    surveyAccess({ ...program.deps, identity: { ...identity, ...(draft && { draft }) } }, extName)
  const preview = await seen({ survey: drafted.extName, version: 3 })
  expect(preview.model.config.title).toBe('Drafted')
  expect(preview.model.published?.id).toBe(drafted.surveyId)
  const published = await seen()
  expect(published.model.config.title).not.toBe('Drafted')
  expect(published.model.published).toBeUndefined()
  expect({ ...preview, model: null }).toEqual({ ...published, model: null })
  expect((await seen({ survey: drafted.extName, version: 3 }, other.extName)).model.published).toBeUndefined()
  await expect(seen({ survey: drafted.extName, version: 2 })).rejects.toMatchObject({ code: 'conflict' })
})

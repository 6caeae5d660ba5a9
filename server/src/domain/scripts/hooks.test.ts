import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertScript, insertScriptVersion } from '#server/domain/build/script.ts'
import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import { raiseHookVersions } from '#server/domain/survey/hook-scripts-store.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { createSurvey, createUniverse, smallSurvey } from '#server/testing/factories.ts'
import { testDeps } from '#server/testing/test-app.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import { callHook, callHookBatch, hooksOf } from './hooks.ts'

let program: TestDeps
let ctx: Ctx
beforeAll(async () => {
  program = await testDeps()
  ctx = programContext(program.deps, 'test')
})
afterAll(() => program.close())

async function survey() {
  const { id } = await createUniverse(program.deps.db)
  return createSurvey(program.deps.db, id, smallSurvey)
}

interface Where {
  surveyId: number | null
  universeId: number | null
  matching?: readonly string[]
  disabled?: boolean
}

async function script(where: Where, text = 'function main() { return [] }', extName = 'one') {
  const { db } = program.deps
  const id = await insertScript(db, { scriptType: 'GENERATE_ALERT', extName, ...where })
  await insertScriptVersion(db, id, { text, source: 'user', author: '' })
  await raiseHookVersions(db, where)
  return id
}

const model = (surveyId: number) => loadSurveyModelById(ctx, surveyId)
const interview = { id: 7, eventDate: '2026-02-01', answers: { rating: 1 } }
const input = { now: '2026-02-01T00:00:00Z', interview }
const events = (id: number) =>
  program.deps.db.selectFrom('script_event').where('script_id', '=', id).select(['event_type', 'message']).execute()

async function first(surveyId: number) {
  const found = await model(surveyId)
  const [hook] = hooksOf(found, 'GENERATE_ALERT')
  if (!hook) throw new Error('no script')
  return { model: found, script: { ...hook, type: 'GENERATE_ALERT' as const } }
}

describe('the scripts of a survey', () => {
  test('are its own, that of its universe and global ones that name it or none, and are known at once', async () => {
    const [here, there] = [await survey(), await survey()]
    const names = async ({ surveyId }: { surveyId: number }) =>
      hooksOf(await model(surveyId), 'GENERATE_ALERT').map(({ id }) => id)
    expect(await names(here)).toEqual([])
    const { extName } = await model(here.surveyId)
    const global = await script({ surveyId: null, universeId: null, matching: [extName] })
    const elsewhere = await script({ surveyId: null, universeId: null, matching: ['another-survey'] })
    const ofUniverse = await script({ surveyId: null, universeId: here.universeId })
    const own = await script({ surveyId: here.surveyId, universeId: here.universeId })
    await script({ surveyId: here.surveyId, universeId: here.universeId, disabled: true }, undefined, 'disabled')
    expect(await names(here)).toEqual([own, ofUniverse, global])
    const others = await names(there)
    expect(others).not.toContain(own)
    expect(others).not.toContain(ofUniverse)
    expect(others).not.toContain(elsewhere)
    await program.deps.db.deleteFrom('script').where('survey_id', 'is', null).execute()
  })
})

describe('a script that the product calls', () => {
  test('answers what its type says', async () => {
    const { surveyId, universeId } = await survey()
    await script({ surveyId, universeId }, 'function main(i) { return [{ rule: "r" + i.interview.answers.rating }] }')
    expect(await callHook(ctx, await first(surveyId), input)).toEqual({ output: [{ rule: 'r1' }] })
  })

  test('and asks figures of the survey', async () => {
    const { surveyId, universeId, responseIds } = await survey()
    await script(
      { surveyId, universeId },
      'async function main() { return [{ rule: `n${(await host.figure("count()")).n}` }] }',
    )
    const answer = await callHook(ctx, await first(surveyId), input)
    expect(answer?.output).toEqual([{ rule: expect.stringMatching(/^n[1-9]/) }])
    expect(responseIds.length).toBeGreaterThan(0)
  })

  test.each([
    ['fails', 'function main() { return nothing.at }', /nothing/],
    ['answers something else', 'function main() { return [{ rule: 5 }] }', /does not fit at 0\.rule/],
  ])('and %s has no answer, and an event that says why, once within a minute', async (_how, text, message) => {
    const { surveyId, universeId } = await survey()
    const id = await script({ surveyId, universeId }, text)
    const found = await first(surveyId)
    expect(await callHook(ctx, found, input)).toBeNull()
    expect(await callHook(ctx, found, input)).toBeNull()
    expect(await events(id)).toEqual([{ event_type: 'ERROR', message: expect.stringMatching(message) }])
  })

  test('with many inputs answers those it can, and is stopped where it takes too long too often', async () => {
    const { surveyId, universeId } = await survey()
    const text = `function main({ interview }) {
      if (interview.id === 2) throw new Error('two')
      if (interview.id >= 5) for (;;);
      return [{ rule: 'r' + interview.id }]
    }`
    const id = await script({ surveyId, universeId }, text)
    const { script: hook } = await first(surveyId)
    const inputs = Array.from({ length: 20 }, (_, at) => ({ ...input, interview: { ...interview, id: at } }))
    const answers = await callHookBatch(ctx, { script: hook, host: async () => null }, inputs)
    expect(answers.map((one) => one?.output?.[0]?.rule ?? null)).toEqual([
      ...['r0', 'r1', null, 'r3', 'r4'],
      ...Array.from({ length: 15 }, () => null),
    ])
    const messages = (await events(id)).map(({ message }) => message)
    expect(messages[0]).toMatch(/two/)
    expect(messages.slice(1, -1).join(' ')).toMatch(/takes too long/)
    expect(messages.at(-1)).toBe('12 calls were left out, because those before took too long')
  })
})

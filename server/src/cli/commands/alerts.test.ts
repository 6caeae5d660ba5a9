import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRole, createSurvey, createUniverse, createUser, smallSurvey } from '#server/testing/factories.ts'
import type { MadeSurvey } from '#server/testing/survey-data.ts'
import { testDeps } from '#server/testing/test-app.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import { loaderOf } from '../commands.ts'
import { runForTest } from '../testing/run-for-test.ts'
import type { CommandRun } from '../testing/run-for-test.ts'

let program: TestDeps
let survey: MadeSurvey
beforeAll(async () => {
  program = await testDeps({ clock: { now: () => new Date('2026-02-10T12:00:00Z') } })
  const { id } = await createUniverse(program.deps.db)
  survey = await createSurvey(program.deps.db, id, { ...smallSurvey, extName: 'visits' })
})
afterAll(() => program.close())

async function run(name: string, ...args: string[]): Promise<CommandRun> {
  const command = await loaderOf(name)?.()
  if (!command) throw new Error(`there is no command ${name}`)
  return runForTest(command, args, program.deps)
}

const ownerOf = async (extName: string) =>
  (
    await program.deps.db
      .selectFrom('unit')
      .select('owner_user_id as owner')
      .where('universe_id', '=', survey.universeId)
      .where('ext_name', '=', extName)
      .executeTakeFirstOrThrow()
  ).owner

test('unit:owner sets and removes the owner of a unit, with an audit entry', async () => {
  const { db } = program.deps
  const roleId = await createRole(db, survey.universeId, { surveys: { [survey.surveyId]: { canHandleAlerts: true } } })
  const anna = await createUser(db, { username: 'anna', universes: [{ universeId: survey.universeId, roleId }] })
  const at = ['--survey', 'visits', '--path', 'country=Sweden;store=Stockholm']
  expect(await run('unit:owner', ...at, '--user', 'anna')).toEqual({
    exitCode: 0,
    printed: 'Sweden / Stockholm: owned by anna\n',
    noted: '',
  })
  expect(await ownerOf('Stockholm')).toBe(anna.id)
  const audit = await db.selectFrom('audit').selectAll().where('action', '=', 'unit.owner').execute()
  expect(audit).toMatchObject([
    {
      survey_id: survey.surveyId,
      universe_id: survey.universeId,
      object: 'stores/Sweden/Stockholm',
      details: { owner: 'anna', before: null },
    },
  ])
  await createUser(db, { username: 'bo' })
  expect((await run('unit:owner', ...at, '--user', 'bo')).noted).toContain('may not handle alerts of this place')
  expect((await run('unit:owner', ...at, '--none')).printed).toBe('Sweden / Stockholm: no owner\n')
  expect(await ownerOf('Stockholm')).toBeNull()
})

test('unit:owner says what is wrong and changes nothing', async () => {
  const at = ['--survey', 'visits', '--path', 'country=Norway']
  expect((await run('unit:owner', '--survey', 'visits', '--user', 'anna')).noted).toContain('--path is missing')
  expect((await run('unit:owner', ...at)).noted).toContain('either --user NAME or --none')
  expect((await run('unit:owner', ...at, '--user', 'nobody')).noted).toContain('There is no user "nobody".')
  const root = await run('unit:owner', '--survey', 'visits', '--path', 'root', '--user', 'anna')
  expect(root.noted).toContain('below the top')
  const gone = await run('unit:owner', '--survey', 'visits', '--path', 'country=Denmark', '--none')
  expect(gone.noted).toContain('There is no "Denmark"')
  expect(await ownerOf('Norway')).toBeNull()
})

test('alerts:try prints how many alerts rules would have raised, in all and by place', async () => {
  const { exitCode, printed } = await run(
    'alerts:try',
    ...['--survey', 'visits', '--days', '60', '--rule', 'rating <= 2', '--rule', 'channel = till'],
  )
  expect(exitCode).toBe(0)
  expect(printed).toBe(`5 interviews in the last 60 days

rating <= 2: would have raised 2 in the last 60 days
  Sweden  1
  Norway  1

channel = till: would have raised 2 in the last 60 days
  Sweden  2
`)
  const wrong = await run('alerts:try', '--survey', 'visits', '--rule', 'gone = 1')
  expect(wrong).toMatchObject({ exitCode: 2, noted: expect.stringContaining('at character 1 of "gone = 1"') })
  expect((await run('alerts:try', '--survey', 'visits')).noted).toContain('no alert rules')
  expect((await run('alerts:try', '--survey', 'visits', '--days', '0')).noted).toContain('--days')
})

import { describe, expect, onTestFinished, test } from 'vitest'
import { createUniverse } from '#server/testing/factories.ts'
import { testApp, testDeps } from '#server/testing/test-app.ts'
import { planBank } from './bank/bank-survey.ts'
import type { PlannedResponse, PlannedSurvey } from './plan.ts'
import { seedDemo } from './service.ts'
import type { DemoSurvey } from './service.ts'
import { clock, countRows, signIn, smallDemo } from './testing/small-demo.ts'

describe('making the demo', () => {
  test('starts again after an interrupted attempt, and leaves nothing of the first one', async () => {
    const server = await testApp({ clock })
    onTestFinished(() => server.close())
    const broken = (today: string): DemoSurvey[] =>
      smallDemo(today).map((survey) => ({ ...survey, plan: breakingOff(survey.plan, 2_500) }))
    await expect(seedDemo(server.deps, { surveys: broken })).rejects.toThrow('power cut')
    expect(await countRows(server, 'response')).toBeGreaterThan(0)
    const users = await countRows(server, 'app_user')
    const early = await signIn(server, 'store')
    expect(early.loginStatus).toBe(8)
    expect(early.loadStatus > 0 && early.loadStatus < 100).toBe(true)
    expect(await seedDemo(server.deps, { surveys: smallDemo })).toBe('made')
    expect(await countRows(server, 'response')).toBe(4_620 + 450 + planBank('2026-03-31', 0.025).size)
    expect(await countRows(server, 'survey')).toBe(3)
    expect(await countRows(server, 'app_user')).toBe(users)
    expect(await signIn(server, 'store')).toMatchObject({ loginStatus: 0, loadStatus: 100 })
  })

  test('is not done where the demo is switched off, nor over what has its names', async () => {
    const server = await testDeps({ clock })
    onTestFinished(() => server.close())
    const off = { ...server.deps, config: { ...server.deps.config, demo: false } }
    expect(await seedDemo(off, { surveys: smallDemo })).toBe('off')
    expect(await countRows(server, 'universe')).toBe(0)
    await createUniverse(server.deps.db, { name: 'retail' })
    expect(await seedDemo(server.deps, { surveys: smallDemo })).toBe('taken')
    expect(await countRows(server, 'app_user')).toBe(0)
  })
})

/** The plan, interrupted after some of its rows. */
function breakingOff(plan: PlannedSurvey, after: number): PlannedSurvey {
  return {
    ...plan,
    *responses(): Generator<PlannedResponse> {
      let made = 0
      for (const response of plan.responses()) {
        if (++made > after) throw new Error('power cut')
        yield response
      }
    },
  }
}

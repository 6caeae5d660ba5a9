import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { InterviewData } from '@gensvar/contract/entities/interview'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { importCommand } from '#server/cli/commands/import.ts'
import { query } from '#server/cli/commands/query.ts'
import { registeredRoutes } from '#server/platform/http.ts'
import { runForTest } from '#server/cli/testing/run-for-test.ts'
import { bearer, createUser, signIn } from '#server/testing/factories.ts'
import { makeWorld } from '#server/testing/route-walk-world.ts'
import { paramsOf, urlOf } from '#server/testing/route-walk.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

/** Columns whose names every JavaScript object has already: of all types an import tells apart. */
const scale = ['__proto__', 'constructor']
const choice = ['toString', 'hasOwnProperty']
const comment = ['valueOf', '__defineGetter__']

const headers = ['id', 'date', 'region', 'isPrototypeOf', ...scale, ...choice, ...comment]
const choices = ['red', 'constructor', '__proto__', 'blue']
const levels = ['toString', '__proto__', 'north']
const words = 'It took a very long time until somebody came, number'

const rows = Array.from({ length: 60 }, (_, index) => [
  String(1000 + index),
  `2026-03-${String(1 + (index % 28)).padStart(2, '0')}`,
  levels[index % 3] ?? '',
  `shop ${index % 6}`,
  ...scale.map((_name, at) => String(1 + ((index + at) % 5))),
  ...choice.map((_name, at) => choices[(index + at) % 4] ?? ''),
  ...comment.map((_name, at) => `${words} ${index}.${at}`),
])

let server: TestApp
let headersOfRoot: Record<string, string>

beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

const get = (url: string) => server.app.inject({ url, headers: headersOfRoot })

async function imported(format: string) {
  const table = [headers, ...rows]
  const file = join(server.deps.config.dataFolder, `data.${format}`)
  const csv = table.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n')
  await writeFile(file, format === 'csv' ? csv : await writeXlsx({ sheets: [{ name: 'Answers', rows: table }] }))
  const where = ['--universe', format, '--survey', format]
  const args = [file, ...where, '--hierarchy', 'region,isPrototypeOf', '--date', 'date', '--key', 'id']
  return runForTest(importCommand, args, server.deps)
}

describe.each(['csv', 'xlsx'])('a %s with columns named like properties of every object', (format) => {
  beforeAll(async () => {
    const { exitCode, noted, printed } = await imported(format)
    expect(exitCode, noted).toBe(0)
    expect(printed).toContain('60 rows: 60 added')
    const universe = await server.deps.db
      .selectFrom('universe')
      .select('id')
      .where('name', '=', format)
      .executeTakeFirstOrThrow()
    const user = await createUser(server.deps.db, { isRoot: true })
    headersOfRoot = bearer(await signIn(server.deps, user, universe.id))
  })

  const ask = async (...args: string[]) => {
    const { exitCode, printed, noted } = await runForTest(
      query,
      ['--survey', format, '--format', 'json', ...args],
      server.deps,
    )
    expect(exitCode, noted).toBe(0)
    return JSON.parse(printed) as Record<string, unknown>[]
  }

  async function surveyId() {
    const found = await server.deps.db
      .selectFrom('survey')
      .select('id')
      .where('ext_name', '=', format)
      .executeTakeFirst()
    return found?.id ?? 0
  }

  test('is stored whole', async () => {
    const stored = await server.deps.db
      .selectFrom('response')
      .select(({ fn }) => fn<string>('jsonb_object_keys', ['answers']).as('name'))
      .where('survey_id', '=', await surveyId())
      .execute()
    const counts = Map.groupBy(stored, ({ name }) => name)
    for (const name of [...scale, ...choice, ...comment]) expect([name, counts.get(name)?.length]).toEqual([name, 60])
  })

  test('gives its figures, by every kind of question', async () => {
    for (const name of scale) {
      const [row] = await ask('--indicators', `mean(${name}), count()`)
      expect(row).toEqual({ [`mean(${name})`]: 3, 'count()': 60 })
    }
    for (const name of choice) {
      const found = await ask('--by', name, '--indicators', 'count()')
      expect(found.map((row) => [String(Object.entries(row)[0]?.[1]), row['count()']]).toSorted()).toEqual(
        choices.map((one) => [one, 15]).toSorted(),
      )
      expect(await ask('--path', `${name}=constructor`, '--indicators', 'count()')).toEqual([{ 'count()': 15 }])
    }
    const regions = await ask('--by', 'region', '--indicators', 'count(), mean(__proto__)')
    expect(regions.map(({ region }) => region).toSorted()).toEqual(levels.toSorted())
    const where = await ask('--indicators', 'mean(constructor) where __proto__ <= 3 and toString = constructor')
    expect(Object.values(where[0] ?? {})).toEqual([expect.any(Number)])
  })

  test('shows its answers on the page of an interview', async () => {
    const response = await server.deps.db
      .selectFrom('response')
      .select('id')
      .where('survey_id', '=', await surveyId())
      .where('foreign_id', '=', '1005')
      .executeTakeFirstOrThrow()
    const answer = await get(`/rest/interviews/data/${format}/${response.id}`)
    expect(answer.statusCode, answer.body).toBe(200)
    const shown = answer.json<InterviewData>()
    expect(shown.openQuestionsData.map(({ variable, value }) => [variable, value]).toSorted()).toEqual(
      comment.map((name, at) => [name, `${words} 5.${at}`]).toSorted(),
    )
    const values = (list: { value: string }[]) => list.map(({ value }) => value)
    expect(values(shown.sidebarData.bgAnswers)).toEqual(expect.arrayContaining(['Constructor', 'Proto']))
    expect(shown.resultGroupsData.flatMap(({ answers }) => values(answers))).toEqual(expect.arrayContaining(['1', '2']))
  })

  test('answers every call of a page made for it', async () => {
    const start = await get(`/rest/surveys/start/${format}`)
    expect(start.statusCode, start.body).toBe(200)
    const filters = await get(`/rest/filters/data/${format}/standard`)
    expect(filters.statusCode, filters.body).toBe(200)
    for (const name of [...scale, ...choice]) expect(filters.body).toContain(`"${name}"`)
    for (const component of ['head', 'trend', 'results']) {
      const answer = await get(`/rest/widgets/data/${format}/${component}/root`)
      expect(answer.statusCode, `${component}: ${answer.body}`).toBe(200)
    }
    for (const path of ['root', 'region=toString', 'region=!5F!5Fproto!5F!5F;isPrototypeOf=shop!201']) {
      const ranking = await get(`/rest/rankings/data/${format}/units/${path}`)
      if (ranking.statusCode === 404) continue
      expect(ranking.statusCode, ranking.body).toBe(200)
    }
  })

  test('keeps its names in the configuration, which takes settings for them', async () => {
    const script = await server.deps.db
      .selectFrom('script')
      .innerJoin('script_version', 'script_version.script_id', 'script.id')
      .select('script_version.text')
      .where('script.survey_id', '=', await surveyId())
      .executeTakeFirstOrThrow()
    for (const name of [...scale, ...choice, ...comment]) expect(script.text).toContain(name)
    expect(parse(script.text)).toMatchObject({ version: 1 })
  })

  test('is updated by a second import', async () => {
    const { printed } = await imported(format)
    expect(printed).toContain('0 added, 0 updated, 60 unchanged')
  })
})

test('names every object has are unknown ones like any other, in paths and queries', async () => {
  const world = await makeWorld(server.deps)
  const users = { username: world.usernames.root, userId: world.userIds.root }
  for (const route of registeredRoutes(server.app).filter(({ method }) => method === 'GET')) {
    const own = urlOf(route, world, users)
    const queries = route.query instanceof z.ZodObject ? Object.keys(route.query.shape) : []
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const urls = [
        ...paramsOf(route).map((param) => urlOf(route, world, { ...users, [param]: name })),
        ...queries.map((query) => `${own.split('?')[0]}?${query}=${name}`),
        `${own}${own.includes('?') ? '&' : '?'}${name}=${name}`,
        ...(paramsOf(route).includes('drillPath') ? [urlOf(route, world, { drillPath: `${name}=${name}` })] : []),
      ]
      for (const url of urls) {
        const answer = await server.app.inject({ method: route.method, url, headers: world.headers.root })
        expect(answer.statusCode, `${url}: ${answer.body}`).toBeLessThan(500)
      }
    }
  }
})

import { surveyConfig } from '@gensvar/contract/configuration/survey-config'
import type { SurveyConfig } from '@gensvar/contract/configuration/survey-config'
import { resolveDateValue } from '@gensvar/contract/date-filters'
import type { ChartData } from '@gensvar/contract/entities/chart'
import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'
import type { RankingData, RankingRow } from '@gensvar/contract/entities/ranking'
import { walkComponents } from '@gensvar/contract/widgets/find-component'
import { component, isComponentOf } from '@gensvar/contract/widgets/index'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { aggregate } from '#server/domain/figures/aggregate.ts'
import { readIdentity } from '#server/domain/rights/identity-store.ts'
import { verifyPassword } from '#server/domain/rights/password.ts'
import { surveyAccess, systemScopes } from '#server/domain/rights/survey-access.ts'
import { loadSurveyModel } from '#server/domain/survey/load-survey-model.ts'
import { bearer, signIn as startSession } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { demoStore } from './accounts/users.ts'
import type { PlannedResponse, PlannedSurvey } from './plan.ts'
import { planBank } from './bank/bank-survey.ts'
import { seedDemo } from './service.ts'
import type { DemoOutcome, DemoSurvey } from './service.ts'
import { clock, countRows, signIn, smallDemo } from './testing/small-demo.ts'

/** Part of the bank's answers that give figures of some branches, not of all. */
const bankShare = 0.1

describe('the demo once made', () => {
  let server: TestApp
  const percentages: number[] = []
  let outcome: DemoOutcome
  const surveys = (today: string): DemoSurvey[] => smallDemo(today, bankShare)

  beforeAll(async () => {
    server = await testApp({ clock })
    outcome = await seedDemo(server.deps, { surveys, onProgress: (percent) => percentages.push(percent) })
  })

  afterAll(() => server.close())

  test('was followed in percent up to the end', () => {
    expect(outcome).toBe('made')
    expect(percentages.at(-1)).toBe(100)
    expect(percentages).toEqual([...new Set(percentages)].sort((a, b) => a - b))
    expect(percentages.length).toBeGreaterThan(5)
  })

  test('holds every row, and is left alone at the next start', async () => {
    const rows = await countRows(server, 'response')
    expect(rows).toBe(4_620 + 450 + planBank('2026-03-31', bankShare).size)
    expect(await seedDemo(server.deps, { surveys })).toBe('present')
    expect(await countRows(server, 'response')).toBe(rows)
  })

  test.each([
    { universe: 'retail', survey: 'visits' },
    { universe: 'bank', survey: 'customers' },
  ])('has figures whose children sum to their parents on every level of $survey', async ({ universe, survey }) => {
    const { id } = await server.deps.db
      .selectFrom('universe')
      .select('id')
      .where('name', '=', universe)
      .executeTakeFirstOrThrow()
    const model = { ...(await loadSurveyModel(server.deps, id, survey)), anonymity: null }
    const scope = systemScopes(model).caseScope
    const count = [{ key: 'n', expression: 'count()' }]
    const ask = async (by: Parameters<typeof aggregate>[3]['by']) =>
      (await aggregate(server.deps, model, scope, { conditions: [], by, indicators: count })).rows
    const [whole] = await ask('none')
    const total = whole!.values[0]!.value
    expect(total).toBeGreaterThan(800)
    for (const view of model.views)
      for (let depth = 1; depth <= view.levels.length; depth++) {
        const rows = await ask({ level: { view: view.extName, depth } })
        expect(
          rows.reduce((sum, row) => sum + (row.values[0]!.value ?? 0), 0),
          `${view.extName} ${depth}`,
        ).toBe(total)
      }
  })

  test('holds the alerts, sendings, records and comments of its responses', async () => {
    const [{ plan }] = smallDemo('2026-03-31') as [DemoSurvey]
    const rows = [...plan.responses()]
    const planned = (attached: (row: PlannedResponse) => readonly unknown[] | undefined): number =>
      rows.reduce((sum, row) => sum + (attached(row)?.length ?? 0), 0)
    expect(await countRows(server, 'recipient')).toBe(planned((row) => row.recipients))
    expect(await countRows(server, 'response_record')).toBe(planned((row) => row.records))
    expect(await countRows(server, 'response_comment')).toBe(planned((row) => row.comments))
    const { rows: alerts } = await sql<{ n: number }>`select count(*) as n from alert where rule = 'unhappy'`.execute(
      server.deps.db,
    )
    expect(alerts[0]!.n).toBe(planned((row) => row.alerts))
  })

  test('has evaluated the actions that are over, and frozen the figures before the others that have started', async () => {
    const { db } = server.deps
    const actions = await db.selectFrom('action').selectAll().orderBy('id').execute()
    const [{ plan }] = smallDemo('2026-03-31') as [DemoSurvey]
    expect(actions).toHaveLength(plan.actions!.length)
    for (const action of actions) {
      const isOver = action.deadline < '2026-03-31'
      expect(action.state === 0, action.deadline).toBe(!isOver)
      expect(action.baseline, action.extname).not.toBeNull()
      expect(action.result === null).toBe(!isOver)
      if (isOver) expect(action.closed_at!.toISOString().slice(0, 10) > action.deadline).toBe(true)
      expect(action.responsible_user_id).not.toBeNull()
    }
    expect(new Set(actions.map(({ state }) => state))).toEqual(new Set([0, 1, 2]))
    const notes = await db.selectFrom('action_comment').select('username').execute()
    expect(notes.filter(({ username }) => username === '')).toHaveLength(
      actions.filter(({ state }) => state !== 0).length,
    )
  })

  test('lets its users in with the password that is printed', async () => {
    const user = await server.deps.db
      .selectFrom('app_user')
      .selectAll()
      .where('username', '=', 'store')
      .executeTakeFirstOrThrow()
    expect(await verifyPassword('demo', user.password_hash)).toBe(true)
    expect(user.demo).toBe(true)
  })

  test.each([
    { username: 'root', flag: '', loginStatus: 0 },
    { username: 'admin', flag: '', loginStatus: 0 },
    { username: 'store', flag: '', loginStatus: 0 },
    { username: 'unknown', flag: '', loginStatus: 1 },
    { username: 'two', flag: '', loginStatus: 5 },
    { username: 'overview', flag: '', loginStatus: 6 },
    { username: 'deputy', flag: 'actas', loginStatus: 7 },
    { username: 'elsewhere', flag: '', loginStatus: 9 },
  ])('shows login status $loginStatus to $username', async ({ username, flag, loginStatus }) => {
    expect(await signIn(server, username, flag)).toMatchObject({ loginStatus, username })
  })

  test('shows each user the surveys of their role, and only their part of them', async () => {
    const surveysOf = async (username: string) =>
      (await signIn(server, username)).surveys.map((survey) => survey.extName)
    expect(await surveysOf('admin')).toEqual(['visits', 'e-commerce'])
    expect(await surveysOf('region')).toEqual(['visits'])
    expect(await surveysOf('bank')).toEqual(['customers'])
    const [all, region, store, channel] = await Promise.all(['admin', 'region', 'store', 'channel'].map(interviewsOf))
    expect(store!).toBeGreaterThan(0)
    expect(store!).toBeLessThan(region!)
    expect(region!).toBeLessThan(channel!)
    expect(channel!).toBeLessThan(all!)
  })

  /** How many interviews of the visits a user may open. */
  async function interviewsOf(username: string): Promise<number> {
    const { deps } = server
    const { userId, universeId } = await deps.db
      .selectFrom('app_user')
      .innerJoin('user_universe', 'user_universe.user_id', 'app_user.id')
      .select(['app_user.id as userId', 'user_universe.universe_id as universeId'])
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
    const identity = await readIdentity(deps.db, {
      sessionId: 0,
      userId,
      universeId,
      actorUserId: null,
      lastWrite: { xid: null },
      expiresAt: clock.now(),
    })
    const { model, caseScope } = await surveyAccess({ ...deps, identity: identity! }, 'visits')
    const { rows } = await aggregate(deps, model, caseScope, {
      conditions: [],
      by: 'none',
      indicators: [{ key: 'n', expression: 'count()' }],
    })
    return rows[0]!.values[0]!.value ?? 0
  }

  async function callAs(username: string, url: string) {
    const user = await server.deps.db
      .selectFrom('app_user')
      .innerJoin('user_universe', 'user_universe.user_id', 'app_user.id')
      .select(['app_user.id', 'username', 'universe_id as universeId'])
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
    const headers = bearer(await startSession(server.deps, user))
    return server.app.inject({ method: 'GET', url, headers })
  }

  /** A component's answer to a user at a path. */
  async function figuresFor(username: string, survey: string, id: string, path: string) {
    const response = await callAs(username, `/rest/widgets/data/${survey}/${id}/${path}`)
    expect(response.statusCode, `${id} at ${path}: ${response.body}`).toBe(200)
    return response.json<ReturnType<typeof JSON.parse>>()
  }

  async function rankingFor(username: string, survey: string, path: string): Promise<RankingData> {
    return (await figuresFor(username, survey, 'units', path)).rankingData
  }

  /** Numbers of answers to a question by unit, exactly as they are stored; with no rule applied. */
  async function storedAnswers(manager: Manager, parent: readonly string[], period: string | null) {
    const { id } = await server.deps.db
      .selectFrom('universe')
      .select('id')
      .where('name', '=', manager.universe)
      .executeTakeFirstOrThrow()
    const found = await loadSurveyModel(server.deps, id, manager.plan.extName)
    const isAnonymous = found.anonymity !== null
    const model = { ...found, anonymity: null }
    const dates = period === null ? null : resolveDateValue(period, '2026-03-31')
    if (dates && dates.kind !== 'span') throw new Error(`${period} is no span of days`)
    const view = model.views[0]!.extName
    const { rows } = await aggregate(server.deps, model, systemScopes(model).caseScope, {
      conditions: [
        { kind: 'unit', view, depth: parent.length, path: [...parent] },
        ...(dates ? [{ kind: 'dates' as const, variable: 'date', from: dates.from, to: dates.to }] : []),
        // Longer periods of an anonymous survey count only closed quarters.
        ...(isAnonymous && !/1q|_q/.test(period ?? '')
          ? [{ kind: 'dates' as const, variable: 'date', from: null, to: '2026-01-01' }]
          : []),
      ],
      by: { level: { view, depth: parent.length + 1 } },
      indicators: [{ key: 'n', expression: 'mean(overall)' }],
    })
    return new Map(rows.map((row) => [row.key.name, row.values[0]?.n ?? 0]))
  }

  test('tells one figure of an indicator, and one change of it, in tile, chart and ranking', async () => {
    let changes = 0
    for (const { universe, plan } of surveys('2026-03-31')) {
      const config = surveyConfig.parse(parse(plan.configuration))
      const user = universe === 'bank' ? 'bank' : 'admin'
      const pages = config.pages.map((page) => ({
        ...page,
        components: page.components.map((one) => component.parse(one)),
      }))
      for (const { component: one } of walkComponents(pages)) {
        if (!isComponentOf(one, 'variable-block') || one.config.rootOnly) continue
        const { id } = one.config
        for (const path of ['root', 'date=last_1m', 'date=this_m', 'date=last_1y']) {
          const answer = await callAs(user, `/rest/widgets/data/${plan.extName}/${id}/${path}`)
          // A period that an anonymous survey has no figures of.
          if (universe === 'bank' && answer.statusCode === 400) continue
          expect(answer.statusCode, `${id} at ${path}: ${answer.body}`).toBe(200)
          const { variables, blocks = [] } = answer.json<{ variables: IndicatorVariable[]; blocks?: never[] }>()
          const tiles = [
            ...variables,
            ...blocks.flatMap((block: { variables: IndicatorVariable[] }) => block.variables),
          ]
          for (const [index, tile] of tiles.entries()) {
            if (tile.expression === null || tile.value === null) continue
            const chart = await callAs(user, `/rest/widgets/chart/${plan.extName}/${id}/${path}?index=${index}`)
            const { summary } = chart.json<ChartData>()
            const said = `${plan.extName} ${id} ${tile.name} at ${path}`
            expect(summary, said).toMatchObject({
              value: tile.formattedValue,
              change: tile.formattedDiff === null ? null : tile.formattedDiff.replace(/^[+\u2212]/, ''),
              arrow: tile.diffArrow,
              base: tile.formattedBase,
              against: tile.against,
              why: tile.baseWithheld,
              period: tile.period,
            })
            // A change says what it is from, and the reader can check it.
            if (tile.formattedDiff === null) continue
            changes += 1
            expect(tile.against, said).not.toBeNull()
            expect(tile.type === 'responserate' && tile.formattedBase?.startsWith('100'), said).toBe(false)
            expect(numberIn(tile.formattedDiff), said).toBeCloseTo(
              numberIn(tile.formattedValue) - numberIn(tile.formattedBase),
              6,
            )
          }
        }
      }
    }
    expect(changes).toBeGreaterThan(10)
  })

  test('shows one figure under one name: tile, ranking and results of the place', async () => {
    const [head, results, ranking] = await Promise.all([
      figuresFor('admin', 'visits', 'whole', 'date=last_12m'),
      figuresFor('admin', 'visits', 'results', 'date=last_12m'),
      rankingFor('admin', 'visits', 'date=last_12m'),
    ])
    const staff = head.variables.find(({ name }: IndicatorVariable) => name === 'staff')
    const group = results.resultGroups.find(({ extName }: { extName: string }) => extName === 'staff')
    expect([group.value, group.goal, group.goalStatus, group.decimals]).toEqual([
      staff.value,
      staff.goalValue,
      staff.goalStatus,
      staff.decimals,
    ])
    const column = ranking.headers.find(({ value }) => value === 'staff')!
    expect(ranking.footer?.cells[column.cellIndex]?.text).toBe(staff.formattedValue)
    // The number of answers stands in every ranking.
    expect(ranking.headers).toContainEqual(expect.objectContaining({ value: 'n', extra: false }))
  })

  describe('to a manager of one place', () => {
    const [visits, , customers] = surveys('2026-03-31').map(({ plan }) => plan)
    const managers: Manager[] = [
      { username: 'store', universe: 'retail', plan: visits!, place: demoStore.store },
      { username: 'branch', universe: 'bank', plan: customers!, place: 'drammen' },
    ]

    test('compares a store with its siblings, exactly, under every period of pages and filters', async () => {
      const [manager] = managers
      const { parent, place, config } = placeOf(manager!)
      const without: (string | null)[] = []
      for (const period of periodsOf(config)) {
        const seen = await rankingFor('store', 'visits', dated(parent, period))
        const exact = await rankingFor('admin', 'visits', dated(parent, period))
        expect(seen.leftOut, String(period)).toBeNull()
        const siblings = seen.rows.filter((row) => nameOf(row) !== place)
        expect(siblings.length).toBeGreaterThan(4)
        expect(siblings.map((row) => row.accessAllowed)).not.toContain(true)
        const exactly = new Map(exact.rows.map((row) => [nameOf(row), row]))
        expect(
          comparable(seen.rows, () => true),
          String(period),
        ).toEqual(
          comparable(
            seen.rows.map((row) => exactly.get(nameOf(row))!),
            (row, n) => nameOf(row) === place || n >= 5,
          ),
        )
        if (!siblings.some((row) => row.cells[1]?.suppressed === undefined)) without.push(period)
      }
      // The small demo has next to nobody in a week or in a month.
      expect(without).toEqual(['last_1m', 'last_1w', 'this_m'])
    })

    test('compares a branch with those of its siblings that have enough answers, in the same way', async () => {
      const [, manager] = managers
      const { parent, config } = placeOf(manager!)
      const withheld: string[] = []
      for (const period of periodsOf(config)) {
        const ranking = await rankingFor('branch', 'customers', dated(parent, period))
        expect(ranking.leftOut, String(period)).toBeNull()
        const stored = await storedAnswers(manager!, parentNames(manager!), period ?? 'last_1q')
        const expected = ranking.rows.map((row) => {
          const n = stored.get(nameOf(row)) ?? 0
          return [nameOf(row), n < 10 ? null : 5 * Math.round(n / 5)]
        })
        expect(
          ranking.rows.map((row) => [nameOf(row), row.cells[1]?.n ?? null]),
          String(period),
        ).toEqual(expected)
        // At the end of March no quarter of the year is closed.
        if (period !== 'this_y')
          expect(expected.filter(([, n]) => n !== null).length, String(period)).toBeGreaterThan(2)
        withheld.push(...expected.flatMap(([name, n]) => (n === null ? String(name) : [])))
      }
      expect(withheld.length).toBeGreaterThan(0)
    })

    test.each(managers)('shows $username every figure of every page at the place above', async (manager) => {
      const { parent, config } = placeOf(manager)
      const { extName } = manager.plan
      const pages = config.pages.map((page) => ({ components: page.components.map((one) => component.parse(one)) }))
      const hidden: string[] = []
      for (const { component: one } of walkComponents(pages)) {
        if (isComponentOf(one, 'variable-block') && !one.config.rootOnly) {
          const { variables } = await figuresFor(manager.username, extName, one.config.id, parent)
          expect(variables.length).toBe(one.config.variables.length)
          for (const { name, suppressed } of variables) if (suppressed) hidden.push(`${one.config.id}: ${name}`)
        }
        if (isComponentOf(one, 'development-chart')) {
          const chart = await figuresFor(manager.username, extName, one.config.id, parent)
          if (chart.withheld) hidden.push(one.config.id)
          expect(chart.categories.length, one.config.id).toBeGreaterThan(3)
        }
        if (isComponentOf(one, 'results-block')) {
          const { driverGroups } = await figuresFor(manager.username, extName, one.config.id, parent)
          expect(driverGroups.length).toBeGreaterThan(0)
          for (const group of driverGroups) if (group.suppressed) hidden.push(`${one.config.id}: ${group.extName}`)
        }
      }
      expect(hidden).toEqual([])
    })

    test('leaves siblings out under rolling days and says why; the own place stays', async () => {
      const { parent, place } = placeOf(managers[0]!)
      const { leftOut, rows } = await rankingFor('store', 'visits', dated(parent, 'rel_-365d_0d'))
      expect(leftOut).toMatchObject({ en: expect.stringContaining('The period has to be whole weeks') })
      expect(rows.length).toBeGreaterThan(5)
      expect(rows.filter((row) => !row.cells[1]?.suppressed).map(nameOf)).toEqual([place])
    })

    test('refuses rolling days in the anonymous survey, and says why', async () => {
      const { parent } = placeOf(managers[1]!)
      const answer = await callAs('branch', `/rest/widgets/data/customers/units/${dated(parent, 'rel_-30d_0d')}`)
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({
        fields: { date: 'The period has to be one quarter or year, or all time.' },
      })
    })
  })
})

/** A demo user with one place, and the survey they look at. */
interface Manager {
  username: string
  universe: string
  plan: PlannedSurvey
  place: string
}

/** The place above a manager's, as ext names from the top. */
function parentNames({ plan, place }: Manager): readonly string[] {
  return plan.views[0]!.units.find((unit) => unit.path.at(-1) === place)!.path.slice(0, -1)
}

function placeOf(manager: Manager): { parent: string; place: string; config: SurveyConfig } {
  const { levels } = manager.plan.views[0]!
  const parent = parentNames(manager).map((name, at) => `${levels[at]}=${name}`)
  return {
    parent: parent.join(';'),
    place: manager.place,
    config: surveyConfig.parse(parse(manager.plan.configuration)),
  }
}

/** Every period that a page covers or a preset chooses; null for a page without one. */
function periodsOf({ pages, filters }: SurveyConfig): (string | null)[] {
  const presets = [...filters.time, ...filters.standard].flatMap((group) => group.quickSelect)
  return [...new Set([...pages.map((page) => page.selectionInterval ?? null), ...presets])]
}

function dated(place: string, period: string | null): string {
  return period === null ? place : `${place};date=${period}`
}

function nameOf(row: RankingRow): string {
  return String(row.cells[0]?.value)
}

/** Cells with one figure each; null for those withheld, by the number of answers or by their reason. */
function comparable(rows: readonly RankingRow[], isShown: (row: RankingRow, n: number) => boolean) {
  return rows.map((row) =>
    row.cells
      .filter((cell) => cell.lits === undefined)
      .map(({ text, value, n, suppressed }, at) =>
        at > 0 && (suppressed || !isShown(row, n ?? 0)) ? null : { text, value, n },
      ),
  )
}

/** The number a formatted figure begins with; figures are in English here or in Swedish. */
function numberIn(text: string | null): number {
  return Number.parseFloat(
    (text ?? '')
      .replaceAll(/[\s,](?=\d{3}\b)/g, '')
      .replace('\u2212', '-')
      .replace(',', '.'),
  )
}

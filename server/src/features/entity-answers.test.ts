import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { rootCaller, startedEngine } from './reports/testing/report-bench.ts'

/** What the dashboard's own configuration leaves empty. */
const extra = `
announcements:
  - { extName: autumn, bodyText: { en: Tell us, sv: Berätta }, actionText: { en: Open, sv: Öppna }, url: "https://example.org" }
groups:
  - { extname: drivers, title: Drivers, driver: true, questions: [rating, minutes] }
  - { extname: loyalty, title: Loyalty, loyalty: true, questions: [rating, minutes] }
  - { extname: visit, title: Visit, questions: [rating, minutes] }
pages:
  - extname: overview
    icon: home
    selectionInterval: last_12m
    components:
      - { type: variable-block, config: { id: head, size: 6, variables: [satisfaction, slow] } }
      - { type: results-block, config: { id: results } }
      - type: development-chart
        config:
          id: trend
          size: 6
          variables: [satisfaction]
          periods: [months]
          customPeriods: [{ extname: half, title: { en: Halves, sv: Halvor }, starts: [01-06, 02-01] }]
          chartType: area
          stacked: true
          lowerY: 1
          upperY: 5
          showInterviews: true
          verticalLegend: true
  - extname: ranking
    kind: rankings
    components:
      - { type: ranking-table, config: { id: units, sortBy: satisfaction, columns: [satisfaction], leafColumns: [rating] } }
`

const username = 'root@example.org'
let board: Dashboard
let root: Caller
let universe: string

beforeAll(async () => {
  board = await openDashboard({ extra, questions: { minutes: { type: 'numeric' } } })
  const { deps, universeId, survey, surveyId, responseIds } = board
  const found = deps.db.selectFrom('universe').select('name').where('id', '=', universeId)
  universe = (await found.executeTakeFirstOrThrow()).name
  const variables = [{ universe, survey, indicator: 'satisfaction' }]
  const settings = {
    systemMessage: { text: 'Closed at night', texts: { sv: 'Stängt i natt' } },
    globalOverview: {
      welcomeText: 'Welcome',
      clickText: 'Choose a tile',
      timeFilters: [{ extName: 'last_12m', title: 'Year' }],
      indicatorBlocks: [{ title: 'Shops', host: 'shops.example.org', groups: [{ title: 'All', variables }] }],
    },
  }
  await write(programContext(deps, 'test'), async (tx) => {
    await tx.db
      .insertInto('setting')
      .values({ key: 'server', value: JSON.stringify(settings) })
      .execute()
    await tx.db
      .insertInto('alert')
      .values({ survey_id: surveyId, response_id: responseIds[0] ?? 0, rule: 'low' })
      .execute()
    await tx.changed(surveyId, responseIds)
  })
  root = await board.as({ username, isRoot: true })
  const [response] = responseIds
  expect((await root('POST', `/rest/interviews/comment/${survey}/${response}`, { message: 'Called' })).status).toBe(200)
  expect((await root('POST', `/rest/bugs/report/${survey}`, { message: 'A tile is empty' })).status).toBe(200)
})

afterAll(() => board.close())

async function ask(url: string): Promise<unknown> {
  const path = url
    .replace('SURVEY', board.survey)
    .replace('INTERVIEW', String(board.responseIds[0]))
    .replace('SAMPLE', String(board.responseIds[5]))
    .replace('USER', username)
  const { status, body } = await root('GET', `/${path}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/**
 * The fields that an answer lacks. A step `*` is every item of a list, which must have at least one. A field without a
 * value is null; one that is left out is missing.
 */
function lacking(answer: unknown, fields: string): string[] {
  return fields
    .trim()
    .split(/\s+/)
    .filter((field) => !has(answer, field.split('.')))
}

function has(value: unknown, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return value !== undefined
  if (step === '*') return Array.isArray(value) && value.length > 0 && value.every((item) => has(item, rest))
  return typeof value === 'object' && value !== null && has(Reflect.get(value, step), rest)
}

/** `fields` inside of each thing at `place`. */
function within(place: string, fields: string): string {
  return fields.trim().replaceAll(/\S+/g, (field) => `${place}.${field}`)
}

/** Expects the answer of a call to have the fields. */
async function expectFields(url: string, fields: string): Promise<void> {
  expect(lacking(await ask(url), fields)).toEqual([])
}

const start = 'rest/surveys/start/SURVEY'
const status = 'rest/surveys/status/SURVEY/root'
const interview = 'rest/interviews/data/SURVEY/INTERVIEW'
const ranking = 'rest/rankings/data/SURVEY/root'
const results = 'rest/widgets/data/SURVEY/results/root'

const filterFields = `extName title options multipleSelections range today dateRef dateInterval tableDate serverSide
  dropdown exclude submatch`
const groupFields = 'key title ungrouped flatten expanded quickSelect userSelectableRange filters'

describe('the answer has every field the specification names', () => {
  test('bug (SHELL-23)', () => expectFields('rest/bugs/list/SURVEY', within('bugs.*', 'count message user datetime')))

  test('client configuration (AUTH-03)', () =>
    expectFields(
      'config/client',
      `${within('identityProvider', 'mode url realm clientId')} systemLogoURL supportDeskURL`,
    ))

  test('sample (SAMPLE-40)', () =>
    expectFields(
      'rest/samples/data/SURVEY/SAMPLE',
      `state stateQuestion evalPeriodQuestion subStateQuestion groups.*.title groups.*.fields tableGroups canCancelSamples
       canPostpone canEditState hasSampleExtendedState showApproveButtonInState2 showApproveButtonInState3 canResendEmail
       canResendSMS isResendDisabled
       ${within('groups.*.fields.*', 'questionId title type value choices optional readOnly cancelledComment approvedComment')}`,
    ))

  test('drill path bar (NAV-35)', () =>
    expectFields(
      'rest/paths/segments/SURVEY/country=Sweden',
      `${within('segments.*', 'path helpText children entityId isCompleted')} nOpenAlerts`,
    ))

  test('filter sets of a survey (FILTER-04)', () =>
    expectFields(start, 'survey.standardFilterSet survey.timeFilterSet'))

  test('filter group (FILTER-06)', () =>
    expectFields(start, within('survey.standardFilterSet.filterGroups.*', groupFields)))

  test('filter (FILTER-07)', () =>
    expectFields(
      start,
      `${within('survey.standardFilterSet.filterGroups.*.filters.*', filterFields)}
       ${within('survey.standardFilterSet.filterGroups.0.filters.0.options.*', 'extName title')}`,
    ))

  test('page (PAGE-04)', () =>
    expectFields(
      start,
      within('survey.pages.*', 'extname title icon selectionInterval components.*.type components.*.config.size'),
    ))

  test('survey (PAGE-05)', () =>
    expectFields(
      start,
      within('survey', 'extName title pages standardFilterSet timeFilterSet reports enableRankingListReport'),
    ))

  test('ranking data (RANK-13)', () =>
    expectFields(ranking, within('rankingData', 'headers nameCount rows footer rankingVar leafRows totalNumberRows')))

  test('ranking header (RANK-14)', () =>
    expectFields(
      ranking,
      within('rankingData.headers.*', 'value text extra align renderType cellIndex target detailsVariable'),
    ))

  test('ranking row (RANK-16)', () =>
    expectFields(
      ranking,
      within('rankingData.rows.*', 'cells rankTarget accessAllowed interviewId isComplete alertId drillPath'),
    ))

  test('ranking response (RANK-17)', () => expectFields(ranking, 'rankingData viewCompletedSamples segmentedDrillPath'))

  test('interview data (INTV-16)', () =>
    expectFields(
      interview,
      `interviewId state isCompleted sidebarData headerVariableTitle highlights backgroundGroups openQuestionsData
       starredQuestionsData resultGroupsData tableGroups recordGroups comments mailTrackingsData showInternalValues
       enableSharing`,
    ))

  test('interview side card (INTV-17)', () =>
    expectFields(
      interview,
      within(
        'sidebarData',
        `header faceIcon rating bgAnswers showDevelopmentChart chartData.categories chartData.title chartData.data
         ${within('interviewLinks.*', 'interviewId label value rating isCompleted isSelected')}`,
      ),
    ))

  test('interview result groups (INTV-18)', () =>
    expectFields(interview, within('resultGroupsData.*', `label ${within('answers.*', 'label value icon')}`)))

  test('interview comment (INTV-19)', () =>
    expectFields(interview, within('comments.*', 'id created username message')))

  test('chart data (DEVCH-09)', () =>
    expectFields(
      'rest/widgets/data/SURVEY/trend/root?periodType=months',
      `${within('series.*', 'name data')} ${within('descriptors.*', 'title variable color')}`,
    ))

  test('indicator variable (VBLOCK-08)', () =>
    expectFields(
      'rest/widgets/data/SURVEY/head/root',
      within(
        'variables.*',
        `universeName metaInterviewName nodeName title formattedValue value goalValue formattedGoal nInterviews
         interviewsTooltip goalTooltip diffArrow inverse formattedDiff formattedBase minValue maxValue hideProgressBar
         helpText extraVariables type shortcutPage shortcutDrillPath alertMode`,
      ),
    ))

  test('global overview (GLOB-08)', () =>
    expectFields(
      'rest/overview/data/USER/-',
      `welcomeText clickText timeFilters.*.title timeFilters.*.extName
       ${within('indicatorBlocks.*', 'title host groups.*.title groups.*.variables')}`,
    ))

  test('summary results (RESB-06)', () =>
    expectFields(
      results,
      `driverGroups loyaltySatisfactionGroups selectionTime trendTime
       ${within('resultGroups.*', 'title questionAnswers numericQuestionAnswers')}`,
    ))

  test('summary results row, of each kind in each list of groups (RESB-07)', async () => {
    for (const groups of ['driverGroups', 'loyaltySatisfactionGroups', 'resultGroups'])
      for (const rows of ['*', '*.questionAnswers.*', '*.numericQuestionAnswers.*'])
        await expectFields(results, within(`${groups}.${rows}`, 'extName title value valueTrend diff goal goalStatus'))
  })

  test('report task, and report status by its uuid (REPORT-07) (REPORT-15)', async () => {
    const caller = await rootCaller(board)
    const [first, second] = [await caller.create('ranking/root'), await caller.create('ranking/root')]
    expect(lacking(first.body, 'taskUUID')).toEqual([])
    const { taskUUID } = second.body
    const { body: status } = await caller.call('GET', `status/${board.survey}/${taskUUID}`)
    expect(lacking(status, 'status position')).toEqual([])
    // Nothing processes tasks yet: the second waits behind the first.
    expect(status).toMatchObject({ status: 'QUEUED', position: 1 })
    const engine = await startedEngine(board)
    try {
      expect(await caller.ended(taskUUID)).toMatchObject({ status: 'FINISHED', position: 0 })
    } finally {
      await engine.stop()
    }
  })

  test('a field that is left out is missing', async () => {
    const answer = await ask(ranking)
    expect(lacking(answer, 'rankingData rankingData.rows.*.nothing rankingData.nothing.*.cells')).toEqual([
      'rankingData.rows.*.nothing',
      'rankingData.nothing.*.cells',
    ])
  })

  test('system message, red on black where nothing is said (SHELL-10)', async () => {
    expect(await ask(status)).toMatchObject({
      systemMessage: {
        text: 'Closed at night',
        texts: { sv: 'Stängt i natt' },
        backgroundColor: 'red',
        textColor: 'black',
        link: null,
        icon: null,
      },
    })
  })

  test('announcement, which the specification calls a dialog campaign, its texts by language (SHELL-29)', async () => {
    expect(await ask(status)).toMatchObject({
      announcements: [
        { extName: 'autumn', actionText: { en: 'Open', sv: 'Öppna' }, bodyText: { en: 'Tell us', sv: 'Berätta' } },
      ],
    })
  })

  test('filter set, standard or time (FILTER-05)', async () => {
    expect(await ask(start)).toMatchObject({
      survey: {
        standardFilterSet: { type: 'standard', filterGroups: [{ key: 'visit' }] },
        timeFilterSet: { type: 'time', filterGroups: [{ key: 'period' }] },
      },
    })
  })

  test('chart configuration (DEVCH-10)', async () => {
    expect(await ask(start)).toHaveProperty(
      'survey.pages.0.components.2.config',
      expect.objectContaining({
        id: 'trend',
        periods: ['months'],
        customPeriods: [{ extname: 'half', title: { en: 'Halves', sv: 'Halvor' }, starts: ['01-06', '02-01'] }],
        chartType: 'area',
        stacked: true,
        lowerY: 1,
        upperY: 5,
        showInterviews: true,
        verticalLegend: true,
      }),
    )
  })

  test('user identity (LOGIN-20)', async () => {
    const { status: code, body } = await root('POST', '/rest/authentication/changeuniverse', { universe })
    expect(code).toBe(200)
    const fields = `userId username universe universes.*.name universes.*.title universes.*.host universeAdminUserList
      loginStatus loadStatus globalOverviewData surveys role isRoot isUserAdmin locale authToken`
    expect(lacking(body, fields)).toEqual([])
  })
})

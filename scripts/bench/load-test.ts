import { dateInZone, fromDayNumber } from '@gensvar/contract/dates'
import { stringify } from 'yaml'
import { programContext } from '../../server/src/domain/context.ts'
import type { Deps } from '../../server/src/domain/context.ts'
import { momentOf } from '../../server/src/demo/aftermath.ts'
import { demoPeriod, spreadOverDays } from '../../server/src/demo/calendar.ts'
import { boundedNormal, logNormal } from '../../server/src/demo/distribution.ts'
import type { NewChoice, NewQuestion } from '../../server/src/domain/build/questions.ts'
import type { PlannedResponse, PlannedSurvey, PlannedUnit } from '../../server/src/demo/plan.ts'
import { Random, WeightedList } from '../../server/src/demo/random.ts'
import { answerRatings, scaleTo10 } from '../../server/src/demo/ratings.ts'
import type { Side } from '../../server/src/demo/ratings.ts'
import { writeSurvey } from '../../server/src/demo/write-survey.ts'

/** Size of a generated survey: responses, units of the lowest level, and rated questions. */
export interface LoadTestSize {
  rows: number
  units: number
  questions: number
  /** Whether all units are in one level. */
  flat?: boolean
}

/** The survey for which the product's times are promised. */
export const loadTestSize: LoadTestSize = { rows: 200_000, units: 5_000, questions: 20 }

/** The same with every unit in one level: its ranking compares thousands at once. */
export const flatLoadTestSize: LoadTestSize = { ...loadTestSize, flat: true }

/** Levels of the generated hierarchy, from the top. */
export const loadTestLevels = ['area', 'site', 'team'] as const
const flatLevels = loadTestLevels.slice(-1)

const segments = 40
const channels = ['web', 'phone', 'visit', 'mail']

/** A generated place at the lowest level. */
interface Team {
  path: readonly string[]
  size: number
  level: number
}

/** A survey of any size whose answers are spread like the demo's. The same date (ISO) and size give the same rows. */
export function planLoadTest(today: string, size: LoadTestSize = loadTestSize): PlannedSurvey {
  const random = new Random('gensvar load test')
  const levels = size.flat ? flatLevels : loadTestLevels
  const teams = makeTeams(random.fork('teams'), size.units, levels.length)
  const units = unitsOf(teams)
  const rated = Array.from({ length: size.questions }, (_, index) => `q${index + 1}`)
  return {
    extName: size.flat ? 'flat' : 'load',
    title: { en: 'Load test' },
    organisationName: 'Load test',
    configuration: configurationOf(rated, levels),
    groups: [],
    questions: questionsOf(rated, units, levels),
    views: [{ extName: 'organisation', title: { en: 'Organisation' }, levels, units }],
    campaigns: [],
    size: size.rows,
    responses: () => responsesOf(random.fork('responses'), teams, rated, today, size.rows, levels),
  }
}

/** Writes a load test's survey into a universe and waits for its figures. Returns the survey's id. */
export async function seedLoadTest(
  deps: Pick<Deps, 'db' | 'analytics' | 'clock'>,
  universeId: number,
  size: LoadTestSize = loadTestSize,
): Promise<number> {
  const plan = planLoadTest(dateInZone(deps.clock.now(), 'UTC'), size)
  const { surveyId, xid } = await writeSurvey(programContext(deps, 'load-test'), universeId, plan, new Map())
  if (!(await deps.analytics.feed.waitFor(xid, 600_000))) throw new Error('The figures were not made in ten minutes')
  return surveyId
}

function makeTeams(random: Random, count: number, depth: number): Team[] {
  return Array.from({ length: count }, (_, index) => {
    const site = Math.floor(index / 10)
    return {
      path: [`area-${1 + Math.floor(site / 25)}`, `site-${1 + site}`, `team-${1 + index}`].slice(-depth),
      size: logNormal(random, 1, 0.6),
      level: 0.3 * random.normal(),
    }
  })
}

function unitsOf(teams: readonly Team[]): PlannedUnit[] {
  const paths = new Map<string, readonly string[]>()
  for (const { path } of teams)
    for (let depth = 1; depth <= path.length; depth++) {
      const part = path.slice(0, depth)
      paths.set(part.join('/'), part)
    }
  return [...paths.values()].map((path) => ({ path, title: { en: path.at(-1) ?? '' } }))
}

function questionsOf(
  rated: readonly string[],
  units: readonly PlannedUnit[],
  levels: readonly string[],
): NewQuestion[] {
  const single = (variable: string, names: readonly string[]): NewQuestion => ({
    variable,
    type: 'single',
    title: { en: variable },
    choices: names.map((name): NewChoice => ({ extName: name, title: { en: name } })),
  })
  const at = (depth: number): string[] =>
    units.filter((unit) => unit.path.length === depth).map((unit) => unit.path.at(-1) ?? '')
  return [
    ...levels.map((level, index) => single(level, at(index + 1))),
    { variable: 'answered_on', type: 'date', title: { en: 'Answered on' } },
    { variable: 'overall', type: 'scale', scale: [1, 10], title: { en: 'Overall' } },
    { variable: 'recommend', type: 'scale', scale: [0, 10], title: { en: 'Recommend' } },
    ...rated.map((variable): NewQuestion => ({ variable, type: 'scale', scale: [1, 10], title: { en: variable } })),
    single('channel', channels),
    single(
      'segment',
      Array.from({ length: segments }, (_, index) => `segment-${index + 1}`),
    ),
    { variable: 'age', type: 'numeric', title: { en: 'Age' } },
  ]
}

function configurationOf(rated: readonly string[], levels: readonly string[]): string {
  const tiles = rated.slice(0, 4)
  return stringify({
    version: 1,
    eventDate: 'answered_on',
    views: { organisation: { levels: [...levels] } },
    indicators: {
      csi: { expression: 'mean(overall)', goal: 8 },
      nps: { expression: 'nps(recommend)', goal: 30, decimals: 0 },
    },
    groups: [{ extname: 'rated', driver: true, questions: rated.length > 0 ? [...rated] : ['overall'] }],
    filters: {
      standard: [
        {
          key: 'background',
          filters: ['channel', { extName: 'segment', multipleSelections: true }, { extName: 'age', range: true }],
        },
      ],
      time: [{ key: 'period', userSelectableRange: true, filters: [{ extName: 'date' }] }],
    },
    pages: [
      {
        extname: 'overview',
        components: [
          { type: 'variable-block', config: { id: 'head', variables: ['csi', 'nps', ...tiles] } },
          { type: 'development-chart', config: { id: 'trend', variables: ['csi', 'nps'] } },
          { type: 'results-block', config: { id: 'results' } },
        ],
      },
      {
        extname: 'ranking',
        kind: 'rankings',
        components: [
          {
            type: 'ranking-table',
            config: {
              id: 'units',
              sortBy: 'csi',
              columns: ['csi', 'nps', ...(levels.length === 1 ? rated.slice(0, 7) : tiles)],
              leafColumns: ['answered_on', 'overall'],
            },
          },
        ],
      },
    ],
  })
}

function* responsesOf(
  random: Random,
  teams: readonly Team[],
  rated: readonly string[],
  today: string,
  count: number,
  levels: readonly string[],
): Generator<PlannedResponse> {
  const period = demoPeriod(today)
  const list = new WeightedList(teams, (team) => team.size)
  const sides = rated.map((variable): Side => ({ variable, weight: 1 / rated.length, shape: scaleTo10(7.5, 1.8) }))
  const outcomes = [
    { variable: 'overall', shape: scaleTo10(7.6, 1.8), follows: 1, missing: 0 },
    { variable: 'recommend', shape: scaleTo10(8, 2.1, 0), follows: 0.9, missing: 0.02 },
  ]
  let number = 0
  for (const day of spreadOverDays(random, count, period.first, period.last)) {
    const team = list.pick(random)
    number++
    yield {
      foreignId: `L${String(number)}`,
      state: 0,
      eventDate: fromDayNumber(day),
      completedAt: momentOf(random, day),
      answers: {
        ...Object.fromEntries(levels.map((level, depth) => [level, team.path[depth] ?? ''])),
        answered_on: fromDayNumber(day),
        ...answerRatings(random, sides, outcomes, { halo: random.normal(), mood: team.level, effect: () => 0 }),
        channel: random.pick(channels),
        segment: `segment-${random.int(1, segments)}`,
        age: boundedNormal(random, 45, 16, 16, 90),
      },
      contact: {},
      places: [team.path],
    }
  }
}

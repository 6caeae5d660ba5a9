import type { ImportPlan } from '../plan/import-plan.ts'
import type { PlannedColumn } from '../plan/planned.ts'
import { backgroundTitle, dashboardParts } from './dashboard-parts.ts'
import type { DashboardParts, WrittenIndicator } from './dashboard-parts.ts'
import { list, mapping } from './yaml-lines.ts'

/** Ranking columns beyond this number can be chosen, but are not shown by default. */
const shownDrivers = 7

/**
 * Writes a first configuration for a survey made from a file: short, commented and meant to be edited. The quick choices
 * of the time filter are relative to `today` (ISO).
 */
export function writeConfiguration(
  plan: ImportPlan,
  survey: { extName: string; title: string },
  today: string,
): string {
  const parts = dashboardParts(plan)
  const sections = [
    head(plan, survey),
    views(plan),
    indicators(parts),
    groups(parts),
    filters(plan, parts, today),
    interview(plan, parts),
    pages(plan, parts),
  ]
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function head({ roles }: ImportPlan, survey: { extName: string; title: string }): string[] {
  const contact = Object.entries(roles.contact).filter(([, variable]) => variable !== null)
  return [
    '# What the dashboard does with this survey. Written from the imported file: change whatever you like.',
    '# A later import leaves a text that was changed by hand alone.',
    'version: 1',
    ...mapping(
      [
        ['extName', survey.extName],
        ['title', survey.title],
      ],
      0,
    ),
    ...(roles.eventDate === null ? [] : mapping([['eventDate', roles.eventDate]], 0)),
    ...(contact.length === 0 ? [] : mapping([['respondent', Object.fromEntries(contact)]], 0)),
    'defaultPage: overview',
  ]
}

function views({ views: all }: ImportPlan): string[] {
  return [
    '# The hierarchy, from the top.',
    'views:',
    ...mapping(
      all.map(({ extName, title, levels }) => [extName, { title, levels }]),
      2,
    ),
  ]
}

function indicators(parts: DashboardParts): string[] {
  const all = [parts.main, parts.recommend, parts.answers].filter((indicator) => indicator !== null)
  return [
    '# Figures with a name. Add `goal: 4` to one to colour it, or a figure of your own.',
    'indicators:',
    ...mapping(
      all.map((indicator) => [indicator.name, described(indicator)]),
      2,
    ),
  ]
}

function described({
  title,
  expression,
  unit,
  decimals,
  minValue,
  maxValue,
  helpText,
}: WrittenIndicator): Record<string, unknown> {
  return {
    title,
    expression,
    ...(unit === undefined ? {} : { unit }),
    decimals,
    ...(minValue === undefined ? {} : { minValue, maxValue }),
    ...(helpText === undefined ? {} : { helpText }),
  }
}

function groups(parts: DashboardParts): string[] {
  if (parts.groups.length === 0) return ['groups: []']
  return [
    '# Groups of the results block: what drives satisfaction, satisfaction itself, and who answers.',
    'groups:',
    ...list(parts.groups, 2),
  ]
}

function filters(plan: ImportPlan, parts: DashboardParts, today: string): string[] {
  const ratings = plan.columns.filter(({ plan: { type } }) => type === 'scale')
  const background = [
    ...parts.background.map(choiceFilter),
    ...parts.ranges.map(({ variable }) => ({ extName: variable, range: true })),
  ]
  const standard = [
    ...(background.length > 0
      ? [{ key: 'background', title: backgroundTitle, expanded: true, filters: background }]
      : []),
    ...(ratings.length > 0 ? [{ key: 'ratings', title: ratingsTitle, filters: ratings.map(scaleFilter) }] : []),
  ]
  const time = [
    {
      key: 'period',
      title: periodTitle,
      quickSelect: quickSelects(plan, today),
      userSelectableRange: true,
      filters: [{ extName: 'date', today: true }],
    },
    ...(parts.dates.length > 0
      ? [
          {
            key: 'dates',
            title: datesTitle,
            filters: parts.dates.map(({ variable }) => ({ extName: variable, tableDate: true })),
          },
        ]
      : []),
  ]
  return [
    '# The filter sidebar.',
    'filters:',
    ...(standard.length > 0 ? ['  standard:', ...list(standard, 4)] : []),
    '  time:',
    ...list(time, 4),
  ]
}

const periodTitle = { en: 'Period', sv: 'Period', no: 'Periode', da: 'Periode', fi: 'Jakso' }
const datesTitle = { en: 'Other dates', sv: 'Andra datum', no: 'Andre datoer', da: 'Andre datoer', fi: 'Muut päivät' }
const ratingsTitle = { en: 'Ratings', sv: 'Betyg', no: 'Vurderinger', da: 'Vurderinger', fi: 'Arviot' }

function choiceFilter({ variable, profile }: PlannedColumn): unknown {
  if (profile.distinct > 100)
    return { extName: variable, serverSide: true, multipleSelections: true, exclude: true, submatch: true }
  return {
    extName: variable,
    multipleSelections: true,
    exclude: true,
    ...(profile.distinct > 10 ? { dropdown: true } : {}),
  }
}

function scaleFilter({ variable, plan }: PlannedColumn): unknown {
  if (plan.type === 'scale' && !plan.whole) return { extName: variable, range: true }
  return { extName: variable, multipleSelections: true }
}

const quickPeriods = ['last_1w', 'last_1m', 'last_1q', 'last_3m', 'last_12m', 'last_1y', 'this_m', 'this_q', 'this_y']

/** How many years are offered if the answers are too old for the usual choices. */
const namedYears = 3

/** The last complete periods and the current ones; if all answers are older, their years. */
function quickSelects(plan: ImportPlan, today: string): string[] {
  const [first, last] = dateRange(plan).map((day) => Number(day?.slice(0, 4)))
  if (!first || !last || last >= Number(today.slice(0, 4)) - 1) return [...quickPeriods, 'all_time']
  const count = Math.min(namedYears, last - first + 1)
  return [...Array.from({ length: count }, (_, back) => String(last - back).padStart(4, '0')), 'all_time']
}

function dateRange({ columns, roles }: ImportPlan): [string | null, string | null] {
  const column = columns.find(({ variable }) => variable === roles.eventDate)
  if (column?.plan.type !== 'date') return [null, null]
  const { form } = column.plan
  const found = column.profile.dates.find((date) => date.form === form && date.count > 0)
  return found ? [found.min, found.max] : [null, null]
}

function interview({ roles, views: all }: ImportPlan, parts: DashboardParts): string[] {
  const levels = all[0]?.levels ?? []
  const title = roles.contact.name ?? roles.heading ?? levels.at(-1)
  const subtitle = [
    ...levels.map((level) => `{${level}}`),
    ...(roles.eventDate === null ? [] : [`{${roles.eventDate}}`]),
  ]
  const background = [...parts.background, ...parts.ranges].map(({ variable }) => variable)
  const starred = [roles.main, roles.recommend?.variable ?? null].filter((variable) => variable !== null)
  const open = roles.heading !== null && title !== roles.heading ? [roles.heading, ...parts.comments] : parts.comments
  const entries: [string, unknown][] = [
    ...(title === undefined ? [] : [['title', `{${title}}`] satisfies [string, unknown]]),
    ['subtitle', subtitle.join(', ')],
    ...(roles.main === null
      ? []
      : ([
          ['face', roles.main],
          // Of yes and no the face says all: it is no rating "1 of 1".
          ...(parts.main?.unit === '%' ? [] : ([['rating', roles.main]] satisfies [string, unknown][])),
        ] satisfies [string, unknown][])),
    ['background', background.slice(0, 8)],
    ['open', open],
    ['starred', [...new Set(starred)]],
  ]
  return ['# The page of a single answer.', 'interview:', ...mapping(entries, 2)]
}

function pages(plan: ImportPlan, parts: DashboardParts): string[] {
  const { main, recommend, answers, drivers } = parts
  const names = drivers.map(({ variable }) => variable)
  const tiles = [main?.name, recommend?.name, ...plan.roles.tiles, answers.name].filter((name) => name !== undefined)
  const trend = [main?.name, recommend?.name].filter((name) => name !== undefined).slice(0, main ? 1 : 2)
  const columns = [
    ...(main ? [main.name] : []),
    ...names.slice(0, shownDrivers),
    ...names.slice(shownDrivers).map((value) => ({ value, extra: true })),
    ...(recommend ? [recommend.name] : []),
    answers.name,
  ]
  const { roles } = plan
  const leaf = [
    'eventdate',
    roles.heading,
    roles.main,
    roles.recommend?.variable,
    ...parts.comments.slice(0, 1),
  ].filter((name) => name != null)
  const overview = [
    { type: 'variable-block', config: { id: 'head', size: 12, variables: tiles } },
    ...(parts.comments.length > 0
      ? [
          {
            type: 'latest-comments',
            config: { id: 'comments', size: 12, variables: parts.comments.slice(0, 10), count: 3 },
          },
        ]
      : []),
    {
      type: 'development-chart',
      config: {
        id: 'trend',
        size: 12,
        variables: trend.length > 0 ? trend : [answers.name],
        periods: ['months', 'quarters', 'years'],
        showInterviews: true,
      },
    },
    ...(parts.groups.length > 0 ? [{ type: 'results-block', config: { id: 'results', size: 12 } }] : []),
  ]
  const ranking = {
    type: 'ranking-table',
    config: {
      id: 'units',
      size: 12,
      sortBy: main?.name ?? recommend?.name ?? answers.name,
      sortDesc: true,
      columns,
      leafColumns: leaf,
    },
  }
  return [
    '# Pages and what stands on them.',
    'pages:',
    '  - extname: overview',
    '    title: { en: Overview, sv: Översikt, no: Oversikt, da: Overblik, fi: Yleiskatsaus }',
    '    icon: home',
    '    components:',
    ...list(overview, 6),
    '  - extname: ranking',
    '    title: { en: Ranking, sv: Rankning, no: Rangering, da: Rangering, fi: Sijoitukset }',
    '    icon: list-numbers',
    '    kind: rankings',
    '    components:',
    ...list([ranking], 6),
  ]
}

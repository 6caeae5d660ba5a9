import type { LocalText } from '@gensvar/contract/local-text'
import type { ImportPlan } from '../plan/import-plan.ts'
import { dashboardParts } from './dashboard-parts.ts'
import type { DashboardParts, WrittenIndicator } from './dashboard-parts.ts'
import { chartPeriodsFor } from './date-span.ts'
import { filterSection } from './filter-section.ts'
import { list, mapping } from './yaml-lines.ts'

/** Ranking columns beyond this number can be chosen, but are not shown by default. */
const shownDrivers = 7
/** A ranking has at most 100 columns; some are for other figures. */
const mostDrivers = 90

/** Open questions whose comments are shown, and levels that tell whose each is: the lowest ones. */
const mostComments = 10
const mostLevels = 3

/** Periods of the chart of a survey whose answers begin to come. */
const freshPeriods = ['days', 'weeks', 'months']

/** What a configuration says of its survey besides what the plan holds. */
interface WrittenSurvey {
  extName: string
  title: LocalText
  /** Charts then offer the periods that anonymous surveys have figures of. */
  isAnonymous: boolean
  /** Answers come from the survey's own page, on the day that they are given; there may be none yet. */
  isAnswered?: boolean
  /** Scales of which a lower answer is a better one. */
  lowIsGood?: ReadonlySet<string>
}

/**
 * Writes a first configuration for a survey made from a file: short, commented and meant to be edited. The quick choices
 * of the time filter are relative to `today` (ISO).
 */
export function writeConfiguration(plan: ImportPlan, survey: WrittenSurvey, today: string): string {
  const parts = dashboardParts(plan, survey.lowIsGood)
  const sections = [
    head(plan, survey),
    ...(plan.views.length > 0 ? [views(plan)] : []),
    indicators(parts),
    groups(parts),
    filterSection(plan, parts, { today, isAnswered: survey.isAnswered }),
    interview(plan, parts),
    pages(plan, parts, survey),
  ]
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function head({ roles }: ImportPlan, survey: WrittenSurvey): string[] {
  if (survey.isAnswered)
    return [
      '# What the dashboard does with this survey: change whatever you like.',
      'version: 1',
      ...mapping([['title', survey.title]], 0),
      'defaultPage: overview',
    ]
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
    ...(roles.eventDate === null
      ? ['# The answers have no dates of their own, so no period is told or chosen.', 'dated: false']
      : mapping([['eventDate', roles.eventDate]], 0)),
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
  const all = [parts.main, parts.recommend, ...parts.inverted, parts.answers].filter((indicator) => indicator !== null)
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
  inverse,
}: WrittenIndicator): Record<string, unknown> {
  return {
    title,
    expression,
    ...(unit === undefined ? {} : { unit }),
    decimals,
    ...(minValue === undefined ? {} : { minValue, maxValue }),
    ...(helpText === undefined ? {} : { helpText }),
    ...(inverse === undefined ? {} : { inverse }),
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

function interview(plan: ImportPlan, parts: DashboardParts): string[] {
  const { roles, views: all } = plan
  const levels = all[0]?.levels ?? []
  const title = interviewTitle(plan, parts)
  const subtitle = [
    ...levels.map((level) => `{${level}}`),
    ...(roles.eventDate === null ? [] : [`{${roles.eventDate}}`]),
  ]
  const background = [...parts.background, ...parts.ranges].map(({ variable }) => variable)
  const starred = [roles.main, roles.recommend?.variable ?? null].filter((variable) => variable !== null)
  const open = roles.heading !== null && title !== roles.heading ? [roles.heading, ...parts.comments] : parts.comments
  const entries: [string, unknown][] = [
    ...(title === undefined ? [] : [['title', `{${title}}`] satisfies [string, unknown]]),
    ...(subtitle.length > 0 ? [['subtitle', subtitle.join(', ')] satisfies [string, unknown]] : []),
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

const rankingHead = [
  '  - extname: ranking',
  '    title: { en: Ranking, sv: Rankning, no: Rangering, da: Rangering, fi: Sijoitukset }',
  '    icon: list-numbers',
]

/** Without units there is nothing to rank: the page lists the interviews. */
const interviewsHead = [
  '  - extname: interviews',
  '    title: { en: Interviews, sv: Intervjuer, no: Intervjuer, da: Interviews, fi: Haastattelut }',
  '    icon: list',
]

/** What tells one interview from another; its number where nothing in the file does. */
function interviewTitle({ columns, roles, suggestedKey }: ImportPlan, parts: DashboardParts): string | undefined {
  const { name, email } = roles.contact
  // An id that a survey product made says nothing to anybody.
  const isMade = (key: string): boolean =>
    columns.some(({ variable, metadata }) => variable === key && metadata !== null)
  const key = [roles.key, suggestedKey].find((one) => one !== null && !isMade(one))
  return name ?? roles.heading ?? email ?? key ?? parts.comments[0]
}

function pages(plan: ImportPlan, parts: DashboardParts, { isAnonymous, isAnswered }: WrittenSurvey): string[] {
  const { main, recommend, inverted, answers, drivers } = parts
  const names = drivers.map(({ variable }) => variable)
  const tiles = [
    main?.name,
    recommend?.name,
    ...plan.roles.tiles,
    ...inverted.map(({ name }) => name),
    answers.name,
  ].filter((name) => name !== undefined)
  const trend = [main?.name, recommend?.name].filter((name) => name !== undefined).slice(0, main ? 1 : 2)
  const columns = [
    ...(main ? [main.name] : []),
    ...names.slice(0, shownDrivers),
    ...names.slice(shownDrivers, mostDrivers).map((value) => ({ value, extra: true })),
    ...(recommend ? [recommend.name] : []),
    answers.name,
  ]
  const { roles } = plan
  const periods = isAnswered ? freshPeriods : chartPeriodsFor(plan.span)
  const hasTrend = periods.length > 0
  const comments = parts.comments.slice(0, mostComments)
  const [comment] = comments
  const leaf = [
    ...(hasTrend ? ['eventdate'] : []),
    // The first column names the row.
    ...(hasTrend || roles.heading !== null || comment !== undefined ? [] : [interviewTitle(plan, parts) ?? 'id']),
    roles.heading,
    roles.main,
    roles.recommend?.variable,
    comment,
  ].filter((name) => name != null)
  const overview = [
    {
      type: 'variable-block',
      config: { id: 'head', size: 12, variables: tiles, ...(hasTrend && { expressions: tiles.slice(0, 1) }) },
    },
    ...(comments.length > 0
      ? [
          {
            type: 'latest-comments',
            config: { id: 'comments', size: 12, variables: comments, count: 3 },
          },
        ]
      : []),
    ...(hasTrend
      ? [
          {
            type: 'development-chart',
            config: {
              id: 'trend',
              size: 12,
              variables: trend.length > 0 ? trend : [answers.name],
              ...(isAnonymous ? {} : { periods }),
              showInterviews: true,
            },
          },
        ]
      : []),
    ...(comments.length > 0 && !isAnonymous
      ? [{ type: 'text-analytics', config: { id: 'voices', size: 12, questions: comments, detailsPage: 'feedback' } }]
      : []),
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
    ...(plan.views.length > 0 ? rankingHead : interviewsHead),
    '    kind: rankings',
    '    components:',
    ...list([ranking], 6),
    // The comments of an anonymous survey are not shown.
    ...(comments.length > 0 && !isAnonymous ? [...feedbackHead, ...list(feedback(plan, comments), 6)] : []),
  ]
}

const feedbackHead = [
  '  - extname: feedback',
  '    title: { en: Feedback, sv: Feedback, no: Tilbakemeldinger, da: Feedback, fi: Palaute }',
  '    icon: message',
  '    components:',
]

/** What people wrote: all of it at a glance, by category, and to be searched, in one question also as a file. */
function feedback({ columns, views: all, roles }: ImportPlan, questions: readonly string[]) {
  const [question] = questions
  const title = columns.find(({ variable }) => variable === question)?.title
  const { name } = roles.contact
  const customerInfo = [...(all[0]?.levels ?? []).slice(-mostLevels), ...(name === null ? [] : [name])]
  return [
    { type: 'feedback-overview', config: { id: 'feedback', size: 12, questions } },
    { type: 'feedback-sentiment', config: { id: 'categories', size: 12, questions } },
    { type: 'feedback-search', config: { id: 'search', size: 12, questions, customerInfo } },
    {
      type: 'question-search',
      config: { id: 'question', size: 12, ...(title !== undefined && { title }), question, customerInfo },
    },
  ]
}

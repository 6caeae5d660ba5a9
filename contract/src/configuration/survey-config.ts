import { z } from 'zod'
import { localText } from '../local-text.ts'
import { reportFormats } from '../entities/reports.ts'
import { addressTemplate } from '../web-address.ts'
import { actionsConfig } from './actions.ts'
import { alertConfig } from './alerts.ts'
import { bigScreenConfig } from './big-screen.ts'
import { calendarConfig } from './calendar.ts'
import { campaignsConfig } from './campaigns.ts'
import { detailsConfig } from './details.ts'
import { filtersConfig } from './filters.ts'
import { effectsConfig, groupConfig } from './groups.ts'
import { goalConfig, indicatorConfig } from './indicators.ts'
import { interviewConfig } from './interview.ts'
import { extName, named, timeZone, variableName } from './names.ts'
import { pageConfig } from './pages.ts'
import { poolConfig } from './pool.ts'
import { questionnaireConfig } from './questionnaire.ts'
import { sampleConfig } from './sample.ts'
import { supportConfig } from './support.ts'
import { taxonomyConfig } from './taxonomy.ts'
import { viewConfig } from './views.ts'
import { weightsConfig } from './weights.ts'

const namedReport = z.strictObject({
  extname: extName,
  title: localText,
  formats: z.array(z.enum(reportFormats)).min(1).default(['xlsx', 'pdf']).describe('Formats it is offered in.'),
  components: z
    .array(extName)
    .min(1)
    .max(50)
    .describe('Components of the pages whose figures it holds, a sheet or section each, in this order.'),
})

const reportFlags = z.strictObject({
  excelBenchmark: z.boolean().default(true),
  interviews: z.boolean().default(true),
  alerts: z.boolean().default(true),
  actions: z.boolean().default(true),
  samples: z.boolean().default(true),
  indicators: z.boolean().default(true),
  pdfBenchmark: z.boolean().default(true),
  singleInterview: z.boolean().default(true),
  pages: z.boolean().default(true).describe('Each page as Excel or PDF, also by subscription.'),
  named: z.array(namedReport).max(50).default([]).describe("The survey's own reports, offered by their titles."),
})

const respondentFields = z.strictObject({
  name: variableName.optional(),
  email: variableName.optional(),
  phone: variableName.optional(),
  language: variableName.optional(),
  street: variableName.optional().describe('Street and number of the postal address, which letters need.'),
  postcode: variableName.optional(),
  city: variableName.optional(),
  country: variableName.optional().describe('Only where letters go to other countries.'),
  timeZone: variableName.optional(),
  device: variableName
    .optional()
    .describe(
      'What the app on their phone is known by, where messages to apps are set up: text messages go there first.',
    ),
})

/** An announcement in the dialog that opens over a page; `{survey}` and `{user}` in the address are filled in. */
const announcement = z.strictObject({
  extName,
  bodyText: localText,
  actionText: localText,
  url: addressTemplate,
})

/** How an anonymous survey keeps its respondents anonymous; docs/anonymity.md says what each rule is for. */
const anonymityConfig = z.strictObject({
  period: z
    .enum(['month', 'quarter'])
    .default('quarter')
    .describe('The shortest period there are figures of, and the only one that takes filters.'),
  filters: z
    .array(variableName)
    .max(6)
    .default([])
    .describe('Background questions to filter by, two at a time; one at a time where there are more than four.'),
  closing: z
    .int()
    .min(0)
    .max(92)
    .default(14)
    .describe('Days after the end of a period in which answers may still come; then its figures are closed for good.'),
  minimum: z
    .tuple([z.int().min(10).max(1000), z.int().min(25).max(1000), z.int().min(50).max(1000)])
    .default([10, 25, 50])
    .describe('Least number of answers behind a figure: without a filter, with one, with two.'),
  comments: z
    .int()
    .min(10)
    .max(1000)
    .default(10)
    .describe('Least number of people behind the comments that are shown.'),
})

/** The rules of an anonymous survey. */
export type AnonymityConfig = z.output<typeof anonymityConfig>

/** A survey's CONFIGURATION script: what the dashboard does with the survey's questions. Everything has a default. */
export const surveyConfig = z.strictObject({
  version: z.literal(1).default(1),
  extName: extName.optional(),
  title: localText.optional(),
  timeZone: timeZone.optional(),
  eventDate: variableName.optional(),
  dated: z
    .boolean()
    .default(true)
    .describe('`false` for answers without dates of their own: no period is told or chosen, and no date is shown.'),
  respondent: respondentFields.prefault({}),
  anonymity: z
    .union([z.literal('off'), anonymityConfig])
    .default('off')
    .describe('`off` for a named survey; else the rules that keep respondents anonymous.'),
  comparable: z
    .array(variableName)
    .optional()
    .describe(
      "Single-choice questions by which places outside the reader's own may be compared. Without the list: those of the filter sets with at most 50 choices.",
    ),
  bands: z
    .record(variableName, z.array(z.array(z.string().min(1)).min(2)))
    .default({})
    .describe('Groups of choices of a question that may be asked for together where single choices may be.'),
  sharing: z.boolean().default(false),
  defaultPage: extName.optional(),
  enableRankingListReport: z.boolean().default(true),
  reports: reportFlags.prefault({}),
  userVariables: z.array(z.strictObject({ question: variableName, required: z.boolean().default(false) })).default([]),
  announcements: z.array(announcement).default([]),
  lowBase: z
    .int()
    .min(0)
    .max(10_000)
    .default(30)
    .describe('A figure of fewer answers is quiet: its colours are tints, and no change of it is told.'),
  weights: weightsConfig
    .optional()
    .describe('Known shares that answers are weighted to. Without them all answers count alike.'),
  rankFrom: z.int().min(0).max(10_000).default(10).describe('A place of fewer answers has no rank.'),
  views: named(viewConfig).prefault({}),
  indicators: named(indicatorConfig).prefault({}),
  goals: z.array(goalConfig).default([]),
  pool: poolConfig
    .optional()
    .describe('Comparison with other organisations; docs/benchmarks.md says how it is guarded.'),
  groups: z.array(groupConfig).default([]),
  effects: effectsConfig.default('computed'),
  filters: filtersConfig.prefault({}),
  interview: interviewConfig.prefault({}),
  alerts: z.array(alertConfig).default([]),
  calendar: calendarConfig.prefault({}),
  actions: actionsConfig.prefault({}),
  sample: sampleConfig.prefault({}),
  campaigns: campaignsConfig.prefault({}),
  questionnaire: questionnaireConfig.prefault({}),
  taxonomy: taxonomyConfig.prefault({}),
  details: named(detailsConfig).prefault({}),
  bigScreen: bigScreenConfig.optional(),
  support: supportConfig.prefault({}),
  pages: z.array(pageConfig).default([]),
})

/** A survey's configuration with every default filled in. */
export type SurveyConfig = z.output<typeof surveyConfig>

/** A survey's configuration as written. */
export type SurveyConfigInput = z.input<typeof surveyConfig>

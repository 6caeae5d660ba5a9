import { z } from 'zod'
import { localText } from '../local-text.ts'
import { addressTemplate } from '../web-address.ts'
import { actionsConfig } from './actions.ts'
import { alertConfig } from './alerts.ts'
import { bigScreenConfig } from './big-screen.ts'
import { campaignsConfig } from './campaigns.ts'
import { detailsConfig } from './details.ts'
import { filtersConfig } from './filters.ts'
import { effectsConfig, groupConfig } from './groups.ts'
import { goalConfig, indicatorConfig } from './indicators.ts'
import { interviewConfig } from './interview.ts'
import { extName, named, timeZone, variableName } from './names.ts'
import { pageConfig } from './pages.ts'
import { sampleConfig } from './sample.ts'
import { supportConfig } from './support.ts'
import { taxonomyConfig } from './taxonomy.ts'
import { viewConfig } from './views.ts'

const reportFlags = z.strictObject({
  excelBenchmark: z.boolean().default(true),
  interviews: z.boolean().default(true),
  alerts: z.boolean().default(true),
  actions: z.boolean().default(true),
  samples: z.boolean().default(true),
  indicators: z.boolean().default(true),
  pdfBenchmark: z.boolean().default(true),
  singleInterview: z.boolean().default(true),
})

const respondentFields = z.strictObject({
  name: variableName.optional(),
  email: variableName.optional(),
  phone: variableName.optional(),
  language: variableName.optional(),
})

/** An announcement in the dialog that opens over a page; `{survey}` and `{user}` in the address are filled in. */
const announcement = z.strictObject({
  extName,
  bodyText: localText,
  actionText: localText,
  url: addressTemplate,
})

/** A survey's CONFIGURATION script: what the dashboard does with the survey's questions. Everything has a default. */
export const surveyConfig = z.strictObject({
  version: z.literal(1).default(1),
  extName: extName.optional(),
  title: localText.optional(),
  timeZone: timeZone.optional(),
  eventDate: variableName.optional(),
  respondent: respondentFields.prefault({}),
  anonymity: z
    .union([
      z.literal('off'),
      z.strictObject({ numbers: z.int().min(2).max(1000), comments: z.int().min(2).max(1000) }),
    ])
    .default('off')
    .describe('`off` for a named survey; else the least number of answers behind a figure and behind comments.'),
  sharing: z.boolean().default(false),
  defaultPage: extName.optional(),
  enableRankingListReport: z.boolean().default(true),
  reports: reportFlags.prefault({}),
  userVariables: z.array(z.strictObject({ question: variableName, required: z.boolean().default(false) })).default([]),
  announcements: z.array(announcement).default([]),
  views: named(viewConfig).prefault({}),
  indicators: named(indicatorConfig).prefault({}),
  goals: z.array(goalConfig).default([]),
  groups: z.array(groupConfig).default([]),
  effects: effectsConfig.default('computed'),
  filters: filtersConfig.prefault({}),
  interview: interviewConfig.prefault({}),
  alerts: z.array(alertConfig).default([]),
  actions: actionsConfig.prefault({}),
  sample: sampleConfig.prefault({}),
  campaigns: campaignsConfig.prefault({}),
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

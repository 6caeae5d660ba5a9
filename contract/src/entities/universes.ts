import { z } from 'zod'
import { localeCode, localText } from '../local-text.ts'
import { defineEntity } from './entity.ts'

/** A universe as its editor shows it. */
export const universe = z.object({
  name: z.string().min(1),
  title: localText,
  locales: z.array(localeCode).min(1),
  defaultLocale: localeCode,
  sheetKey: z.string(),
})

/** The questionnaire a survey is based on, and the organisation that owns it. */
export const metaInterview = z.object({
  organisationName: z.string(),
  tag: z.string(),
  disabled: z.boolean(),
  extName: z.string(),
  nameText: localText,
})

/** A row of the survey list. */
export const surveyRow = z.object({
  id: z.number().int(),
  name: localText,
  universeName: z.string(),
  tag: z.string(),
  textTag: z.string(),
  /** Null where too few answers are behind it to be shown. */
  nInterviews: z.number().int().nullable(),
  nUsers: z.number().int(),
  disabled: z.boolean(),
  samplesOpen: z.boolean(),
})

/** Entities of universes and their surveys, with their examples. */
export const universeEntities = {
  Universe: defineEntity(universe, {
    name: 'retail',
    title: { en: 'Nordic Retail' },
    locales: ['sv', 'en'],
    defaultLocale: 'sv',
    sheetKey: '',
  }),
  MetaInterview: defineEntity(metaInterview, {
    organisationName: 'Nordic Retail',
    tag: 'retail',
    disabled: false,
    extName: 'visits',
    nameText: { en: 'Store visits' },
  }),
  SurveyRow: defineEntity(surveyRow, {
    id: 1,
    name: { en: 'Store visits' },
    universeName: 'retail',
    tag: 'retail',
    textTag: '',
    nInterviews: 1204,
    nUsers: 14,
    disabled: false,
    samplesOpen: true,
  }),
}

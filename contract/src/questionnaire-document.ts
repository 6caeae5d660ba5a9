import { z } from 'zod'
import { mostQuestions } from './configuration/questionnaire.ts'
import { questionTypes } from './entities/metadata.ts'
import { isLocale, localeCode, locales } from './local-text.ts'

/** Most choices of a question. */
export const mostChoices = 1000

/** Longest text of a question or a choice, in characters. */
const longestText = 4000

/** Longest text around the questions: introduction, privacy notice, consent, thanks. */
const longestPageText = 20_000

/** What the numbers of a scale say: `none` where neither end is better. */
export const scaleDirections = ['high', 'low', 'none'] as const

/** A text by language; a language that is missing or empty is not written yet. */
function texts(longest: number) {
  return z.partialRecord(localeCode, z.string().max(longest))
}

const variable = z.string().trim().min(1).max(120)
const address = z.string().trim().max(2000)
const choiceName = z.string().trim().min(1).max(1000)
const scaleEnd = z.int().min(-1_000_000).max(1_000_000)

/** A choice of a question. Its name stays for ever once it is published; null until the server has given it one. */
const documentChoice = z.object({
  extName: choiceName.nullable(),
  title: texts(longestText),
  /** Asks whoever chooses it to say more, in a text question of its own; at most one choice of a question does. */
  other: z.object({ variable: variable.nullable(), wording: texts(longestText) }).nullable(),
})

const documentScale = z.object({
  min: scaleEnd,
  max: scaleEnd,
  minLabel: texts(longestText),
  maxLabel: texts(longestText),
  /** Which end is good. The answers are stored as they are given. */
  direction: z.enum(scaleDirections),
  /** Shows its steps from the highest to the lowest. */
  descending: z.boolean(),
})

const documentQuestion = z.object({
  /**
   * The name of its answers, which it keeps for ever. Null for a new one, and as long as its wording is typed: the save
   * that finds a wording in the main language names it, as `proposedName` does. Until it is published it can be another.
   */
  variable: variable.nullable(),
  type: z.enum(questionTypes),
  wording: texts(longestText),
  /** Its short name on dashboards; where it is empty the wording stands there. */
  title: texts(longestText),
  /** A line beneath the wording. */
  help: texts(longestText),
  /** Null unless the type is `scale`. */
  scale: documentScale.nullable(),
  /** Of `single` and `multiple`; empty for other types. */
  choices: z.array(documentChoice).max(mostChoices),
  required: z.boolean(),
  /** The rule by which it is shown, such as `satisfaction <= 3`, about questions before it; empty for always. */
  showIf: z.string().max(2000),
  /** A new page begins with it. */
  page: z.boolean(),
})

/** A questionnaire as it is edited. It can be saved with anything missing that does not exceed a limit. */
export const questionnaireDocument = z.object({
  /** The first is the main language: what it lacks keeps the questionnaire from being published. */
  languages: z.array(localeCode).min(1).max(locales.length),
  questions: z.array(documentQuestion).max(mostQuestions),
  intro: texts(longestPageText),
  /** Who is responsible for the answers, and what becomes of them. */
  privacy: texts(longestPageText),
  /** What a respondent has to agree to before the first question; empty for nothing. */
  consent: texts(longestPageText),
  thanks: texts(longestPageText),
  /** A web address that says more about privacy; empty for none. */
  privacyUrl: address,
  /** A site to write a review at, which everybody is offered after answering, whatever they answered. */
  review: z.object({ url: address, title: texts(longestText) }).nullable(),
  /** Whether anybody can answer at an open link or QR code, besides those who were invited. */
  openLinks: z.boolean(),
  /** Seconds without a touch until the page of a kiosk begins anew. */
  kioskReset: z.int().min(5).max(600),
  brand: z.object({
    /** Such as `#1f5fbf`; empty for the organisation's. */
    colour: z.string().trim().max(20),
    /** Address of an image that the organisation has uploaded; empty for its own. */
    logo: address,
  }),
})

/** A questionnaire as it is edited. */
export type QuestionnaireDocument = z.output<typeof questionnaireDocument>

/** One of its questions. */
export type DocumentQuestion = z.output<typeof documentQuestion>

/** A choice of a question. */
export type DocumentChoice = z.output<typeof documentChoice>

/** A scale of a question. */
export type DocumentScale = z.output<typeof documentScale>

/** A question without anything written, as a new one begins. */
export function newQuestion(type: DocumentQuestion['type']): DocumentQuestion {
  const scale: DocumentScale = { min: 1, max: 5, minLabel: {}, maxLabel: {}, direction: 'high', descending: false }
  return {
    variable: null,
    type,
    wording: {},
    title: {},
    help: {},
    scale: type === 'scale' ? scale : null,
    choices: [],
    required: false,
    showIf: '',
    page: false,
  }
}

/** A questionnaire without questions. */
export function newDocument(languages: QuestionnaireDocument['languages']): QuestionnaireDocument {
  return {
    languages,
    questions: [],
    intro: {},
    privacy: {},
    consent: {},
    thanks: {},
    privacyUrl: '',
    review: null,
    openLinks: true,
    kioskReset: 30,
    brand: { colour: '', logo: '' },
  }
}

/**
 * The name that a question or a choice gets from its text: words of letters and digits joined by `_`, at most 40
 * characters, with a number where it is taken. `fallback` stands where the text has none.
 */
export function proposedName(text: string, isTaken: (name: string) => boolean, fallback = 'question'): string {
  const words = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  let name = ''
  for (const word of words) {
    const longer = name === '' ? word : `${name}_${word}`
    if (longer.length > 40) break
    name = longer
  }
  if (name === '') name = words[0]?.slice(0, 40) ?? fallback
  if (/^\d/.test(name)) name = `${fallback}_${name}`
  for (let number = 2, free = name; ; number += 1) {
    if (!isTaken(free)) return free
    free = `${name}_${number}`
  }
}

/**
 * A part of a document as a text that is the same for the same content: in whichever order its fields are, and whether a
 * text that is not written is empty or left out.
 */
export function contentOf(part: unknown): string {
  return JSON.stringify(part, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const fields = Object.entries(value).filter(([name, one]) => one !== '' || !isLocale(name))
    return Object.fromEntries(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  })
}

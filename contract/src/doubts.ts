import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { nameParam } from './request-texts.ts'

/**
 * What an import can doubt: numbers below or above a scale (`below` includes zeros on a scale from 1), dates far from
 * all others, responses without a date, a column that may be personal data, number codes that may be choices.
 */
export const doubtKinds = ['below', 'above', 'dates', 'undated', 'personal', 'codes'] as const

/** One of the kinds. */
export type DoubtKind = (typeof doubtKinds)[number]

/** How a doubt is decided: by a person in the product, on the command line, or by an import. */
export const doubtDeciders = ['person', 'command', 'import'] as const

/** One of these ways. */
export type DoubtDecider = (typeof doubtDeciders)[number]

/** One way to decide a doubt. */
export const doubtChoice = z.object({
  /** `counted` or `blank` for numbers outside a scale; the other kinds have their own. */
  name: z.string(),
  /** What it does, as a button says it: "Leave them out". */
  label: z.string(),
  /** What it does to the figures: "mean 2.20 of 4,912 answers"; '' where it changes none or they may not be told. */
  effect: z.string(),
})

/** Something an import was not sure of, for an administrator to decide. */
export const doubt = z.object({
  /** `KIND:VARIABLE`, unique in its survey. */
  id: z.string(),
  kind: z.enum(doubtKinds),
  variable: z.string(),
  /** The question's title. */
  title: z.string(),
  /** What is doubted: "161 of 5,073 answers are 0, which looks like "not rated" on a scale 1-5". */
  words: z.string(),
  /** A few of the values doubted, as in the file. */
  examples: z.array(z.string()),
  choices: z.array(doubtChoice).min(2),
  /** Name of the choice in force; until decided, the one the import assumed. */
  chosen: z.string(),
  /** How it was decided, by whom (null unless by a person) and when; null while open. */
  decided: z.object({ through: z.enum(doubtDeciders), by: z.string().nullable(), at: z.iso.datetime() }).nullable(),
  /** Why it cannot be decided any more; null where it can. */
  locked: z.string().nullable(),
  /** Changes with every decision: a decision names the version it was made on. */
  version: z.int(),
})

/** A doubt as the screens show it. */
export type Doubt = z.infer<typeof doubt>

/** What imports into the survey doubted, open ones first. */
export const listDoubts = defineRoute({
  id: 'listDoubts',
  summary: 'What imports into the survey were not sure of',
  method: 'GET',
  path: '/rest/doubts/list/{survey}',
  permission: 'survey-admin',
  params: z.object({ survey: nameParam }),
  query: z.object({}),
  body: z.undefined(),
  response: z.object({ doubts: z.array(doubt) }),
})

/**
 * Decides a doubt, also again. The survey's answers and figures are those of an import with that decision from the
 * start. Errors: `validation` for an unknown choice, `conflict` for an old version or a doubt that is locked.
 */
export const decideDoubt = defineRoute({
  id: 'decideDoubt',
  summary: 'Decide what an import was not sure of',
  method: 'PUT',
  path: '/rest/doubts/decide/{survey}/{doubt}',
  permission: 'survey-admin',
  params: z.object({ survey: nameParam, doubt: z.string().min(1).max(100) }),
  query: z.object({}),
  body: z.object({ choice: z.string().min(1).max(40), version: z.int32() }),
  response: z.object({ doubt }),
})

/** So many doubts can be decided at once: as many as a file can raise. */
const mostAtOnce = 10_000

/**
 * Decides several doubts alike, all or none of them; they are named with the versions that the decision is made on. The
 * figures follow once, however many there are. Errors: those of `decideDoubt`.
 */
export const decideDoubts = defineRoute({
  id: 'decideDoubts',
  summary: 'Decide several things alike that an import was not sure of',
  method: 'PUT',
  path: '/rest/doubts/decideall/{survey}',
  permission: 'survey-admin',
  params: z.object({ survey: nameParam }),
  query: z.object({}),
  body: z.object({
    choice: z.string().min(1).max(40),
    doubts: z
      .array(z.object({ id: z.string().min(1).max(100), version: z.int32() }))
      .min(1)
      .max(mostAtOnce),
  }),
  response: z.object({ doubts: z.array(doubt) }),
})

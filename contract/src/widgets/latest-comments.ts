import { z } from 'zod'
import { variableName } from '../configuration/names.ts'
import { grade } from '../entities/interview.ts'
import { commentJudgement } from '../entities/text-analytics.ts'
import { localText } from '../local-text.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'
import { inStates } from './example-states/in-states.ts'
import { longNames, longTitle } from './example-states/words.ts'

/** What one customer wrote, with the score they gave. */
export const customerComment = z.object({
  interviewId: z.number().int(),
  /** Day of the interview's event (ISO); null where answers have no dates of their own. */
  eventDate: z.iso.date().nullable(),
  /** Name of the unit it is about; null in a survey without units. */
  unit: z.string().nullable(),
  /** The answer to the question of the score, and the top of its scale. */
  score: z.number().nullable(),
  scoreMax: z.number().nullable(),
  face: grade.nullable(),
  /** What was written, in the order of the configured questions. */
  texts: z
    .array(
      z.object({
        variable: z.string(),
        label: localText,
        value: z.string(),
        /** What the comment says; null where it is not analysed. */
        judgement: commentJudgement.nullable().default(null),
      }),
    )
    .min(1),
})

/** What one customer wrote, with the score they gave. */
export type CustomerComment = z.infer<typeof customerComment>

const commentExample: CustomerComment = {
  interviewId: 417,
  eventDate: '2026-03-01',
  unit: 'Storgatan',
  score: 3,
  scoreMax: 10,
  face: 'negative',
  texts: [
    {
      variable: 'comment',
      label: { en: 'Comment', sv: 'Kommentar' },
      value: 'The queue was long, and nobody came.',
      judgement: null,
    },
  ],
}

const shortExample: CustomerComment = {
  ...commentExample,
  interviewId: 416,
  eventDate: '2026-02-27',
  unit: 'Gothenburg',
  score: 9,
  face: 'positive',
  texts: [
    { variable: 'comment', label: { en: 'Comment', sv: 'Kommentar' }, value: 'Quick and friendly.', judgement: null },
  ],
}

const longComment: CustomerComment = {
  ...commentExample,
  unit: longNames[0],
  texts: [
    {
      variable: 'comment',
      label: longTitle,
      value: `${longNames.join('. ')}. ${longTitle}. `.repeat(6).trim(),
      judgement: null,
    },
    { variable: 'improve', label: longTitle, value: longTitle.replaceAll(' ', ''), judgement: null },
  ],
}

/** The latest answers to open questions. */
export const latestComments = defineWidget({
  type: 'latest-comments',
  title: 'Latest comments',
  description:
    'What customers wrote last, with their score, unit and date; each opens its interview. Shows only interviews that ' +
    'the reader may open, so it shows none in an anonymous survey.',
  sizes: [4, 6, 8, 12],
  config: z.strictObject({
    ...componentBase,
    variables: z.array(variableName).min(1).max(10).describe('Text questions whose answers are shown.'),
    count: z.number().int().min(1).max(20).default(5).describe('How many interviews are shown at most.'),
    score: variableName
      .optional()
      .describe(
        'Indicator or question whose answer is shown as score and face; the rating of the interview page where missing.',
      ),
  }),
  calls: {
    data: {
      params: noParams,
      response: z.object({
        comments: z.array(customerComment).max(20),
        /** What the score measures; null without one. */
        scoreTitle: localText.nullable(),
        /** Why no comments are shown; null where they may be. */
        withheld: localText.nullable(),
      }),
    },
  },
  example: {
    config: { id: 'voices', size: 6, variables: ['comment'], score: 'overall' },
    responses: {
      data: { comments: [commentExample, shortExample], scoreTitle: { en: 'Overall' }, withheld: null },
    },
    states: inStates((state) => ({
      data: {
        comments: { empty: [], withheld: [], few: [shortExample], long: [longComment, commentExample] }[state],
        scoreTitle: state === 'long' ? longTitle : { en: 'Overall' },
        withheld: state === 'withheld' ? { en: 'This survey is anonymous: comments are not shown.' } : null,
      },
    })),
  },
})

import { z } from 'zod'
import { localText, localeCode } from '../local-text.ts'
import { storedImage, webAddress } from '../web-address.ts'
import { variableName } from './names.ts'

/** Most questions of a questionnaire. */
export const mostQuestions = 300

const askedQuestion = z.strictObject({
  question: variableName.describe('The variable of a question.'),
  required: z.boolean().default(false).describe('Needs an answer, where it is shown.'),
  showIf: z
    .string()
    .min(1, 'a rule is needed')
    .max(2000)
    .optional()
    .describe(
      'Asked only where this is met: `csi <= 3 and channel in (store)`. It names questions asked before, or backgrounds that are known.',
    ),
  other: z
    .strictObject({
      choice: z.string().min(1).max(200).describe('extName of the choice.'),
      question: variableName.describe('The text question that opens beneath it.'),
    })
    .optional()
    .describe('A choice that asks for words of its own, such as "other, please specify".'),
  page: z.boolean().default(false).describe('Begins a new page.'),
  help: localText.optional().describe('A line beneath the question.'),
  low: localText
    .optional()
    .describe("What the lowest step of a scale means; the title of that step's choice without it."),
  high: localText
    .optional()
    .describe("What the highest step of a scale means; the title of that step's choice without it."),
  descending: z.boolean().default(false).describe('Shows the steps of a scale from the highest to the lowest.'),
  without: z
    .array(z.string().min(1).max(200))
    .max(1000)
    .default([])
    .describe('extNames of choices that are no longer offered; answers that have them stay.'),
})

/** A question as it is asked. */
export type AskedQuestionConfig = z.output<typeof askedQuestion>

/** What respondents are asked, in which order, and what the page around it says. Everything has a default. */
export const questionnaireConfig = z.strictObject({
  questions: z
    .array(
      z.union([
        variableName.transform((question): AskedQuestionConfig => askedQuestion.parse({ question })),
        askedQuestion,
      ]),
    )
    .max(mostQuestions)
    .default([])
    .describe('Questions in the order they are asked; where empty, every question a respondent can be asked.'),
  languages: z
    .array(localeCode)
    .max(5)
    .default([])
    .describe('Languages offered to respondents; where empty, those that every question is worded in.'),
  intro: localText.optional().describe('Above the first question.'),
  privacy: localText.optional().describe('The privacy notice, on the first page.'),
  privacyUrl: webAddress.optional().describe('Where more is said about privacy.'),
  consent: localText.optional().describe('The text of a box that must be ticked to send the answers.'),
  thanks: localText.optional().describe('What the last page says.'),
  review: z
    .strictObject({ url: webAddress, title: localText.optional().describe('The text of the link.') })
    .optional()
    .describe('A site to write a review at. Everybody is offered it on the last page, whatever they answered.'),
  openLinks: z
    .boolean()
    .default(false)
    .describe('Whether anybody can answer at the links and QR codes of units, besides those who were invited.'),
  kiosk: z
    .strictObject({
      resetAfter: z
        .int()
        .min(5)
        .max(600)
        .default(30)
        .describe('Seconds without a touch, or after the thanks, until it begins anew.'),
    })
    .prefault({})
    .describe('An open link on a screen that many people answer at.'),
  brand: z
    .strictObject({
      colour: z
        .string()
        .max(7)
        .regex(/^#[\da-fA-F]{6}$/, 'write a colour as #1f5fbf')
        .optional()
        .describe("Colour of buttons; the organisation's without it."),
      logo: storedImage.optional().describe('An image of the organisation, as uploaded for its mails.'),
    })
    .prefault({})
    .describe('How the page looks.'),
})

/** What respondents are asked, and how. */
export type QuestionnaireConfig = z.output<typeof questionnaireConfig>

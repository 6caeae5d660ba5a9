import { languageTags, pickText } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { translate } from '#server/platform/translate.ts'
import { unsubscribeTag } from './mail-checks.ts'
import type { TagValues } from './message-text.ts'

/** A text that can be filled into messages of a survey. */
export interface ListedTag {
  name: string
  title: string
  group: string
  isLink: boolean
  /** What stands for it where no recipient is known. */
  example: string
  /** What conditions compare, where that is not what is shown. */
  compared?: string
}

/** The tag of the recipient's own address of the survey. */
const surveyTag = 'survey.link'

/** Names that a tag can be written with. */
const writable = /^[\p{L}\p{N}_.-]+$/u

/** Texts that can be filled into messages of a survey, with words in the reader's language. `origin` is our own address. */
export function tagsOf(model: SurveyModel, { origin, locale }: { origin: string; locale: Locale }): ListedTag[] {
  const said = (words: Words): string => translate(words, locale)
  const tag = (group: Words, name: string, title: Words | string, example: string, isLink = false): ListedTag => ({
    ...{ name, example, isLink, group: said(group) },
    title: typeof title === 'string' ? title : said(title),
  })
  const [recipient, survey, unit, answers] = [say`Recipient`, say`Survey`, say`Unit`, say`Answers`]
  const [view] = model.views
  const levels = (view?.levels ?? []).flatMap((name) => model.questions.get(name) ?? [])
  const places = new Set(model.views.flatMap(({ levels: of }) => of))
  // In an anonymous survey nothing that somebody answered is written to them.
  const asked =
    model.anonymity === null ? [...model.questions.values()].filter(({ variable }) => !places.has(variable)) : []
  const titleOf = (question: Question): string => pickText({ ...question.title }, locale) || question.variable
  const writableOnly = (questions: readonly Question[]) => questions.filter(({ variable }) => writable.test(variable))
  return [
    tag(recipient, 'contact.name', say`Name`, 'Kim Lind'),
    tag(recipient, 'contact.email', say`E-mail address`, 'kim.lind@example.org'),
    tag(recipient, 'contact.phone', say`Phone number`, '+46 70 123 45 67'),
    tag(recipient, 'contact.address', say`Postal address, in lines`, 'Storgatan 1\n123 45 Kalmar'),
    tag(recipient, 'contact.street', say`Street`, 'Storgatan 1'),
    tag(recipient, 'contact.postcode', say`Postcode`, '123 45'),
    tag(recipient, 'contact.city', say`City`, 'Kalmar'),
    tag(recipient, 'contact.country', say`Country`, 'Sverige'),
    tag(recipient, 'language', say`Language, as en or sv`, locale),
    tag(recipient, unsubscribeTag, say`Address that unsubscribes`, `${origin}/unsubscribe/example`, true),
    tag(survey, surveyTag, say`Address of the survey`, `${origin}/answer/example`, true),
    tag(survey, 'survey.title', say`Title of the survey`, pickText({ ...model.title }, locale) || model.extName),
    tag(survey, 'survey.organisation', say`Name of the organisation`, model.organisationName || model.universeName),
    tag(unit, 'unit.title', say`Name of the unit`, levels.map(titleOf).at(-1) ?? ''),
    tag(unit, 'unit.path', say`Unit with those above it`, levels.map(titleOf).join(', ')),
    ...writableOnly(levels).map((level) =>
      tag(unit, `unit.${level.variable}`, titleOf(level), exampleOf(level, locale)),
    ),
    ...writableOnly(asked).map((question) => ({
      ...tag(answers, `question.${question.variable}`, titleOf(question), exampleOf(question, locale)),
      ...(question.choices[0] && { compared: question.choices[0].extName }),
    })),
  ]
}

/** The tag that stands in letters for the QR code of the survey's address. */
export const codeTag = 'survey.qrcode'

/** Texts that can be filled into letters of a survey: those of all messages, and the code to point a phone at. */
export function letterTagsOf(model: SurveyModel, { origin, locale }: { origin: string; locale: Locale }): ListedTag[] {
  return tagsOf(model, { origin, locale }).flatMap((tag) => {
    if (tag.name !== surveyTag) return [tag]
    return [tag, { ...tag, name: codeTag, title: translate(say`QR code of the survey`, locale) }]
  })
}

function exampleOf({ type, choices, scaleMax, title, variable }: Question, locale: Locale): string {
  const [first] = choices
  if (first) return pickText({ ...first.title }, locale) || first.extName
  if (type === 'scale' || type === 'numeric') return String(scaleMax ?? 7)
  if (type === 'date') return new Intl.DateTimeFormat(languageTags[locale]).format(new Date('2026-03-31T12:00:00Z'))
  return pickText({ ...title }, locale) || variable
}

/** Values that stand for a recipient in previews and tests; `locale` is the language of the message. */
export function exampleValues(tags: readonly ListedTag[], locale: string): TagValues {
  const byName = new Map(tags.map((tag) => [tag.name, tag]))
  return (name, use) => {
    if (name === 'language') return locale
    const tag = byName.get(name)
    return (use === 'compared' ? tag?.compared : undefined) ?? tag?.example ?? null
  }
}

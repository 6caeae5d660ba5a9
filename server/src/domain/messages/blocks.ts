import { pickText } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { questionnaireOf } from '#server/domain/questionnaire/questionnaire.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { translate } from '#server/platform/translate.ts'
import { escapeHtml } from './escape.ts'

/** A part of a mail to insert into a column, or a section of its own. */
export interface MailBlock {
  name: string
  title: string
  mjml: string
}

/** Most answers that the block of a question shows side by side. */
const mostAnswers = 11

/** The organisation as mails name it. */
export const organisationTag = '{{survey.organisation}}'

/** Parts that mails of a survey are made of, in the language of the mail; their titles in that of the reader. */
export function mailBlocks(model: SurveyModel, language: Locale, reader: Locale): MailBlock[] {
  const said = (words: Words): string => escapeHtml(translate(words, language))
  const block = (name: string, title: Words, mjml: string): MailBlock => ({
    name,
    title: translate(title, reader),
    mjml,
  })
  const question = firstQuestion(model)
  return [
    ...(question ? [block('question', say`First question`, questionBlock(question, language))] : []),
    block('button', say`Button`, buttonBlock(language)),
    block('text', say`Paragraph`, `<mj-text css-class="gv-text">${said(say`Write your text here.`)}</mj-text>`),
    block('image', say`Image`, '<mj-image src="" alt=""/>'),
    block('columns', say`Two columns`, columnsBlock(said(say`Write your text here.`))),
    block('unit', say`Unit`, '<mj-text css-class="gv-text">{{unit.title|}}<br/>{{unit.path|}}</mj-text>'),
    block('unsubscribe', say`Unsubscribe`, unsubscribeBlock(language)),
    block('divider', say`Divider`, '<mj-divider border-width="1px" border-color="#8a93a1"/>'),
  ]
}

/** A section of its own, unlike the other blocks. */
function columnsBlock(text: string): string {
  const column = `  <mj-column>\n    <mj-text css-class="gv-text">${text}</mj-text>\n  </mj-column>`
  return `<mj-section background-color="#ffffff" css-class="gv-card">\n${column}\n${column}\n</mj-section>`
}

/** A button that leads to the survey. */
export function buttonBlock(language: Locale): string {
  return `<mj-button href="{{survey.link}}">${escapeHtml(translate(say`Answer the survey`, language))}</mj-button>`
}

/** Why a mail is sent, and the link that ends such mails. */
export function unsubscribeBlock(language: Locale): string {
  const why = translate(say`You get this because you have been in contact with ${organisationTag}.`, language)
  const stop = escapeHtml(translate(say`Do not send me such mails`, language))
  const style = 'css-class="gv-quiet" font-size="13px" color="#4a5361"'
  return `<mj-text ${style}>${why} <a href="{{unsubscribe.link}}" style="color:inherit">${stop}</a></mj-text>`
}

/** The first question of a survey that is answered by choosing, with a link for each answer; its links begin with the survey's. */
function questionBlock(question: Question, language: Locale): string {
  const { wording, title, variable } = question
  const text = pickText({ ...wording }, language) || pickText({ ...title }, language) || variable
  const links = answersOf(question, language).map(({ value, label }) => {
    const address = `{{survey.link}}#${encodeURIComponent(variable)}=${encodeURIComponent(value)}`
    return `<a href="${address}" style="display:inline-block;padding:8px 12px;margin:4px;border:1px solid #1f5fbf;border-radius:4px;color:#1f5fbf;text-decoration:none">${escapeHtml(label)}</a>`
  })
  return `<mj-text css-class="gv-text gv-question"><strong>${escapeHtml(text)}</strong><br/>\n  ${links.join('\n  ')}\n</mj-text>`
}

function answersOf({ choices, scaleMin, scaleMax }: Question, language: Locale): { value: string; label: string }[] {
  if (choices.length > 0)
    return choices
      .slice(0, mostAnswers)
      .map(({ extName, title }) => ({ value: extName, label: pickText({ ...title }, language) || extName }))
  const [from, to] = [scaleMin ?? 1, scaleMax ?? 5]
  return Array.from({ length: Math.min(to - from + 1, mostAnswers) }, (_, at) => String(from + at)).map((value) => ({
    value,
    label: value,
  }))
}

/** The question that a mail can begin with: of the first page, always asked, and answered by choosing; a scale before others. */
function firstQuestion(model: SurveyModel): Question | null {
  const [first = []] = questionnaireOf(model).pages
  const asked = first.filter(({ rule }) => rule === null).map(({ question }) => question)
  return (
    asked.find(({ type }) => type === 'scale') ??
    asked.find(({ type, choices }) => type === 'single' && choices.length > 1 && choices.length <= mostAnswers) ??
    null
  )
}

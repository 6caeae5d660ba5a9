import { isLocale, pickText } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { choicesOf } from '#server/domain/samples/fields.ts'
import type { FieldSource } from '#server/domain/samples/fields.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { Markup, html } from '#server/platform/html.ts'
import { openPage } from '#server/platform/open-page.ts'
import { translate } from '#server/platform/translate.ts'
import { longestAnswer } from './service.ts'
import type { AnswerPlace, Entered } from './service.ts'

/** More choices than this are a list to choose from. */
const mostShown = 15
/** Names of a question's fields begin so, and those of nothing else. */
const fieldPrefix = 'q.'

/** The survey as a form, with what was entered and what is wrong with it. */
export function answerPage(
  { model, questions, source }: Extract<AnswerPlace, { kind: 'open' }>,
  locale: Locale,
  { entered = new Map(), messages = new Map() }: { entered?: Entered; messages?: ReadonlyMap<string, Words> } = {},
): string {
  const said = (words: Words): string => translate(words, locale)
  const title = titleOf(model, locale)
  const fields = questions.map((question, at) =>
    fieldMarkup(
      { question, id: `q${at}`, source, locale },
      entered.get(question.variable) ?? [],
      messages.get(question.variable),
    ),
  )
  return openPage(locale, {
    title: messages.size > 0 ? said(say`Error: ${title}`) : title,
    heading: title,
    style,
    body: html`${organisation(model, locale)}${messages.size > 0 ? summary(questions, messages, locale) : null}
      <form method="post" novalidate>${fields}<button>${said(say`Send my answers`)}</button></form>`,
  })
}

/** Thanks for an answer, today's or an earlier one. */
export function thanksPage(model: SurveyModel, locale: Locale): string {
  return notice(
    locale,
    say`Thank you`,
    say`Your answers to ${titleOf(model, locale)} have arrived. You can close this page.`,
  )
}

/** Says that a survey takes no answers from this link any more. */
export function closedPage(model: SurveyModel, locale: Locale): string {
  return notice(locale, say`This survey is closed`, say`${titleOf(model, locale)} takes no more answers here.`)
}

/** Says that a link leads nowhere. */
export function unknownAnswerPage(locale: Locale): string {
  return notice(
    locale,
    say`There is nothing here`,
    say`This link is not complete, or it has expired. Copy the whole address from the message, or click it there.`,
  )
}

/** What a form was filled in with, by question. */
export function enteredIn(pairs: readonly (readonly [string, string])[]): Entered {
  const own = pairs.flatMap(([name, value]) =>
    name.startsWith(fieldPrefix) ? [[name.slice(fieldPrefix.length), value] as const] : [],
  )
  return new Map([...Map.groupBy(own, ([name]) => name)].map(([name, values]) => [name, values.map(([, one]) => one)]))
}

function notice(locale: Locale, title: Words, text: Words): string {
  return openPage(locale, { title: translate(title, locale), body: html`<p>${translate(text, locale)}</p>` })
}

function titleOf(model: SurveyModel, locale: Locale): string {
  return pickText({ ...model.title }, locale) || model.organisationName || model.extName
}

function organisation({ organisationName }: SurveyModel, locale: Locale): Markup | null {
  return organisationName === ''
    ? null
    : html`<p class="quiet">${translate(say`A survey of ${organisationName}`, locale)}</p>`
}

/** What is wrong, with a way to each field. */
function summary(questions: readonly Question[], messages: ReadonlyMap<string, Words>, locale: Locale): Markup {
  const general = messages.get('')
  const wrong = questions.flatMap((question, at) => {
    const words = messages.get(question.variable)
    return words
      ? [html`<li><a href="#q${at}">${wordingOf(question, locale)}: ${translate(words, locale)}</a></li>`]
      : []
  })
  return html`<div class="summary" role="alert" tabindex="-1" autofocus>
    <p>${translate(general ?? say`Some answers are not right yet.`, locale)}</p>
    ${
      wrong.length > 0 &&
      html`<ul>
        ${wrong}
      </ul>`
    }
  </div>`
}

interface Shown {
  question: Question
  id: string
  source: FieldSource
  locale: Locale
}

/** A field that is labelled by its question; the first thing in it has its id, so that links lead there. */
function fieldMarkup(shown: Shown, entered: readonly string[], message: Words | undefined): Markup {
  const { question, id, source, locale } = shown
  const { type } = question
  const wording = html`${wordingOf(question, locale)}`
  const error = message ? element('p', { class: 'wrong', id: `${id}e` }, html`${translate(message, locale)}`) : nothing
  const choices = choicesOf(source, question)
  const name = fieldPrefix + question.variable
  const [first = ''] = entered
  const described = { 'aria-invalid': message && 'true', 'aria-describedby': message && `${id}e` }
  const labelled = (control: Markup): Markup =>
    element('div', { class: 'field' }, element('label', { for: id }, wording), error, control)
  if (choices.length > mostShown && type === 'single') {
    const options = choices.map(({ extName, title }) =>
      element('option', { value: extName, selected: extName === first }, html`${pickText(title, locale) || extName}`),
    )
    return labelled(element('select', { id, name, ...described }, element('option', { value: '' }), ...options))
  }
  if (choices.length > 0) {
    const boxes = choices.map(({ extName, title }, at) => {
      const box = {
        type: type === 'multiple' ? 'checkbox' : 'radio',
        ...{ name, value: extName, id: at === 0 && id, checked: entered.includes(extName), ...described },
      }
      return element('label', {}, element('input', box), html`${pickText(title, locale) || extName}`)
    })
    const kind = type === 'scale' ? 'field steps' : 'field'
    return element('fieldset', { class: kind }, element('legend', {}, wording), error, element('div', {}, ...boxes))
  }
  if (type === 'text')
    return labelled(
      element('textarea', { id, name, rows: '4', maxlength: String(longestAnswer), ...described }, html`${first}`),
    )
  const kind = type === 'date' ? { type: 'date' } : { inputmode: 'decimal', autocomplete: 'off' }
  return labelled(element('input', { id, name, value: first, ...kind, ...described }))
}

const nothing = new Markup('')

/** An element without white space around it, which a page of many answers would be full of. */
function element(
  name: string,
  attributes: Readonly<Record<string, string | boolean | undefined>>,
  ...content: readonly Markup[]
): Markup {
  const given = Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined || value === false) return []
    return [value === true ? ` ${key}` : ` ${key}="${html`${value}`.text}"`]
  })
  const start = `<${name}${given.join('')}>`
  if (name === 'input') return new Markup(start)
  // The first line break in a text field is not part of its text.
  const inner = content.map(({ text }) => text).join('')
  return new Markup(`${start}${name === 'textarea' ? '\n' : ''}${inner}</${name}>`)
}

function wordingOf({ wording, title, variable }: Question, locale: Locale): string {
  return pickText({ ...wording }, locale) || pickText({ ...title }, locale) || variable
}

/** The language of a page: the respondent's, else one their browser asks for. */
export function pageLocale(place: AnswerPlace, accepted: Locale): Locale {
  const known = place.kind === 'unknown' ? null : place.locale
  return known !== null && isLocale(known) ? known : accepted
}

const style = `
body { place-items: start center; padding: 24px 0 } .quiet { color: var(--quiet) }
.field { border: 0; margin: 0 0 28px; padding: 0; min-width: 0 } legend, .field > label { display: block; font-weight: 600; padding: 0; margin: 0 0 8px }
fieldset label { display: flex; gap: 10px; align-items: center; min-height: 40px } .steps div { display: flex; flex-wrap: wrap; gap: 8px }
.steps label { border: 1px solid var(--edge); border-radius: 6px; padding: 0 12px; min-height: 44px }
input[type=radio], input[type=checkbox] { width: 20px; height: 20px; margin: 0; flex: none; accent-color: var(--act) }
textarea, select, .field > input { box-sizing: border-box; width: 100%; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--edge); border-radius: 6px; padding: 10px; min-height: 44px }
.wrong { color: var(--wrong); margin: 0 0 8px } .summary { border: 2px solid var(--wrong); border-radius: 6px; padding: 12px 16px; margin: 0 0 24px } .summary p { margin: 0 } .summary ul { margin: 8px 0 0; padding-left: 20px } .summary a { color: inherit }
`

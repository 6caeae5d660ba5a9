import { pickText } from '@gensvar/contract/local-text'
import type { Locale, LocalText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { AskedQuestion } from '#server/domain/questionnaire/questionnaire.ts'
import { choicesOf } from '#server/domain/samples/fields.ts'
import type { FieldSource } from '#server/domain/samples/fields.ts'
import type { Question } from '#server/domain/survey/survey-model.ts'
import { element, html } from '#server/platform/html.ts'
import type { Markup } from '#server/platform/html.ts'
import { translate } from '#server/platform/translate.ts'
import type { Entry } from '../entry.ts'
import { fieldPrefix, longestAnswer } from '../form.ts'
import type { Messages } from '../steps.ts'

/** More choices than this are a list to choose from. */
const mostShown = 15
/** Steps of a scale beside each other on a phone. */
const mostBeside = 6

/** What questions are drawn with. */
export interface Drawing {
  source: FieldSource
  locale: Locale
  entered: Entry['entered']
  messages: Messages
  shown: ReadonlySet<string>
}

/** A question with its field; hidden where it is not asked yet. The first control has the id, so that links lead there. */
export function questionMarkup(asked: AskedQuestion, id: string, drawing: Drawing): Markup {
  const { question } = asked
  const { locale, shown, messages } = drawing
  const message = messages.get(fieldPrefix + question.variable)
  const error = errorMarkup(id, message, locale)
  const help = asked.help === undefined ? '' : pickText(asked.help, locale)
  const described = [help && `${id}h`, message && `${id}e`].filter(Boolean).join(' ') || undefined
  const parts: Parts = {
    asked,
    id,
    drawing,
    wording: html`${wordingOf(question, locale)}${asked.required ? requiredMark(locale) : null}`,
    notes: html`${help ? element('p', { class: 'help', id: `${id}h` }, help) : null}${error}`,
    attributes: { 'aria-invalid': message && 'true', 'aria-describedby': described, required: asked.required },
  }
  return element(
    'div',
    { 'data-question': question.variable, hidden: !shown.has(question.variable) },
    fieldMarkup(parts),
  )
}

interface Parts {
  asked: AskedQuestion
  id: string
  drawing: Drawing
  wording: Markup
  notes: Markup
  attributes: Record<string, string | boolean | undefined>
}

function fieldMarkup(parts: Parts): Markup {
  const { asked, id, drawing, wording, notes, attributes } = parts
  const { question } = asked
  const { entered, source, locale } = drawing
  const name = fieldPrefix + question.variable
  const [first = ''] = entered.get(question.variable) ?? []
  const labelled = (control: Markup): Markup =>
    element('div', { class: 'field' }, element('label', { for: id }, wording), notes, control)
  const choices = choicesOf(source, question).map(({ extName, title }) => ({
    extName,
    title: pickText(title, locale) || extName,
  }))
  if (question.type === 'scale' && choices.length > 0) return scaleMarkup(parts, choices)
  if (choices.length > mostShown && question.type === 'single') {
    const options = choices.map(({ extName, title }) =>
      element('option', { value: extName, selected: extName === first }, title),
    )
    const list = element('select', { id, name, ...attributes }, element('option', { value: '' }), ...options)
    return html`${labelled(list)}${otherMarkup(parts)}`
  }
  if (choices.length > 0) return choicesMarkup(parts, choices)
  if (question.type === 'text')
    return labelled(
      element('textarea', { id, name, rows: '4', maxlength: String(longestAnswer), ...attributes }, first),
    )
  const kind = question.type === 'date' ? { type: 'date' } : { inputmode: 'decimal', autocomplete: 'off' }
  return labelled(element('input', { id, name, value: first, ...kind, ...attributes }))
}

interface Choice {
  extName: string
  title: string
}

function choicesMarkup(parts: Parts, choices: readonly Choice[]): Markup {
  const { asked, id, drawing, wording, notes, attributes } = parts
  const { question, other } = asked
  const isMultiple = question.type === 'multiple'
  const entered = drawing.entered.get(question.variable) ?? []
  const name = fieldPrefix + question.variable
  // A box of several need not be ticked, so that it is required cannot be said of each.
  const { required, ...rest } = attributes
  const boxes = choices.flatMap(({ extName, title }, at) => {
    const box = {
      ...{ type: isMultiple ? 'checkbox' : 'radio', name, value: extName, id: at === 0 && id },
      ...{ checked: entered.includes(extName), ...rest, required: isMultiple ? undefined : required },
    }
    const label = element('label', { class: 'choice' }, element('input', box), element('span', {}, title))
    return other?.choice === extName ? [label, otherMarkup(parts)] : [label]
  })
  return element('fieldset', { class: 'field' }, element('legend', {}, wording), notes, element('div', {}, boxes))
}

/** The steps of a scale beside each other; beneath each other where each of them has words. */
function scaleMarkup(parts: Parts, steps: readonly Choice[]): Markup {
  const { asked, id, drawing, wording, notes, attributes } = parts
  const { question, descending } = asked
  const { locale } = drawing
  const ordered = descending ? steps.toReversed() : steps
  const words = (step: Choice | undefined, own: LocalText | undefined): string =>
    own === undefined ? (step && step.title !== step.extName ? step.title : '') : pickText(own, locale)
  const ends = new Map([
    [steps[0]?.extName, words(steps[0], asked.low)],
    [steps.at(-1)?.extName, words(steps.at(-1), asked.high)],
  ])
  if (steps.slice(1, -1).some(({ extName, title }) => title !== extName)) {
    const titled = ordered.map((step) => ({ ...step, title: ends.get(step.extName) || step.title }))
    return choicesMarkup(parts, titled)
  }
  const entered = drawing.entered.get(question.variable)?.[0] ?? ''
  const boxes = ordered.map(({ extName }, at) => {
    const box = { type: 'radio', name: fieldPrefix + question.variable, value: extName, id: at === 0 && id }
    const meaning = ends.get(extName)
    return element(
      'label',
      {},
      element('input', { ...box, checked: entered === extName, ...attributes }),
      element('span', {}, extName),
      meaning ? element('span', { class: 'hidden-text' }, ` ${meaning}`) : null,
    )
  })
  const shownEnds = [ordered[0], ordered.at(-1)].map((step) => {
    const meaning = ends.get(step?.extName)
    return element('span', {}, meaning ? `${step?.extName} = ${meaning}` : '')
  })
  const hasEnds = [...ends.values()].some((meaning) => meaning !== '')
  const beside = Math.min(steps.length, mostBeside)
  const rows = Math.ceil(steps.length / beside)
  const narrow = Math.ceil(steps.length / rows)
  return element(
    'fieldset',
    { class: 'field' },
    element('legend', {}, wording),
    notes,
    element('div', { class: 'steps', style: `--wide:${steps.length};--narrow:${narrow}` }, boxes),
    hasEnds ? element('p', { class: 'ends', 'aria-hidden': 'true' }, shownEnds) : null,
  )
}

/** The text of a choice that asks for words of its own. It is there without scripts as well, so its label says when it is meant. */
function otherMarkup({ asked: { question, other }, id: outer, drawing }: Parts): Markup | null {
  if (!other) return null
  const { locale, entered, messages } = drawing
  const { variable } = other.question
  const id = `${outer}o`
  const message = messages.get(fieldPrefix + variable)
  const box = {
    ...{ id, name: fieldPrefix + variable, value: entered.get(variable)?.[0] ?? '', autocomplete: 'off' },
    ...{ maxlength: String(longestAnswer), 'aria-invalid': message && 'true' },
    'aria-describedby': message && `${id}e`,
  }
  return element(
    'div',
    { class: 'other', 'data-other': variable, 'data-of': question.variable },
    element('label', { for: id }, wordingOf(other.question, locale)),
    errorMarkup(id, message, locale),
    element('input', box),
  )
}

function errorMarkup(id: string, message: Words | undefined, locale: Locale): Markup | null {
  return message ? element('p', { class: 'wrong', id: `${id}e` }, translate(message, locale)) : null
}

function requiredMark(locale: Locale): Markup {
  return html` ${element('span', { class: 'mark' }, translate(say`(required)`, locale))}`
}

/** How a question is worded for respondents. */
export function wordingOf({ wording, title, variable }: Question, locale: Locale): string {
  return pickText({ ...wording }, locale) || pickText({ ...title }, locale) || variable
}

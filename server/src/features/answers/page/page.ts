import { languageTags, pickText } from '@gensvar/contract/local-text'
import type { Locale, LocalText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { flowOf, questionsIn } from '#server/domain/questionnaire/questionnaire.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { Markup, element, html } from '#server/platform/html.ts'
import { openPage } from '#server/platform/open-page.ts'
import { translate } from '#server/platform/translate.ts'
import { keepsEntries } from '../asking.ts'
import type { Asking } from '../asking.ts'
import type { Entry } from '../entry.ts'
import { fieldPrefix } from '../form.ts'
import { proofBits } from '../open-form.ts'
import { consentField, pagesShown, shownIn } from '../steps.ts'
import type { Messages, StepNote } from '../steps.ts'
import type { Brand } from './brand.ts'
import { questionMarkup, wordingOf } from './fields.ts'
import { answerStyle } from './style.ts'

/** What every page of a survey is drawn with. */
export interface Look {
  locale: Locale
  brand: Brand
  /** Address of the script; null where it is not built. */
  script: string | null
  isKiosk: boolean
}

/** What a page of questions shows. */
export interface ShownPage {
  entry: Entry
  messages: Messages
  note: StepNote
  /** What a form of an open link is handed out with; null where it is of somebody who was invited. */
  form: string | null
}

/** A page of a survey as a form, with what was entered and what is wrong with it. */
export function answerPage(asking: Asking, look: Look, { entry, messages, note, form }: ShownPage): string {
  const { model, questionnaire } = asking
  const { locale } = look
  const said = (words: Words): string => translate(words, locale)
  const shown = shownIn(asking, entry)
  const on = pagesShown(asking, shown)
  const { page } = entry
  const here = questionnaire.pages[page] ?? []
  const isFirst = page === (on[0] ?? 0)
  const isLast = !on.some((one) => one > page)
  const title = titleOf(model, locale)
  const all = questionnaire.pages.flat()
  const idOf = (variable: string): string => `q${all.findIndex(({ question }) => question.variable === variable)}`
  const drawing = { source: asking.source, locale, entered: entry.entered, messages, shown }
  const step = said(say`Page ${on.indexOf(page) + 1} of ${on.length}`)
  return openPage(locale, {
    title: messages.size > 0 ? said(say`Error: ${title}`) : on.length > 1 ? `${step} · ${title}` : title,
    heading: title,
    kind: look.isKiosk ? 'kiosk' : '',
    top: topMarkup(model, look),
    head: headMarkup(look),
    style: look.brand.style + answerStyle,
    body: html`${asking.respondent.kind === 'trial' ? trialMarkup(locale) : null}${
      on.length > 1 ? progressMarkup(step, (on.indexOf(page) + 1) / on.length) : null
    }${messages.size > 0 ? summary(asking, messages, { locale, idOf }) : noteMarkup(note, locale)}${
      isFirst ? introMarkup(model, look) : null
    }${element(
      'form',
      { method: 'post', novalidate: true, id: 'answers', autocomplete: form === null ? undefined : 'off' },
      hiddenMarkup(asking, { entry, form, locale, shown, withConsent: !isFirst }),
      here.map((asked) => questionMarkup(asked, idOf(asked.question.variable), drawing)),
      isFirst ? consentMarkup(model, entry, { messages, locale }) : null,
      element('p', { class: 'status', id: 'status', role: 'status' }),
      element(
        'div',
        { class: 'actions' },
        element(
          'button',
          { name: 'go', value: isLast ? 'send' : 'next', id: 'on' },
          isLast ? sendLabel(locale) : said(say`Next`),
        ),
        isFirst ? null : element('button', { name: 'go', value: 'back', class: 'quiet' }, said(say`Back`)),
      ),
      languagesMarkup(asking, locale),
    )}${scriptData(asking, look, { page, form })}`,
  })
}

function sendLabel(locale: Locale): string {
  return translate(say`Send my answers`, locale)
}

/** Logo and organisation. */
export function topMarkup({ organisationName }: SurveyModel, { brand, locale }: Look): Markup | null {
  const logo = brand.logo === null ? null : element('img', { src: brand.logo, alt: organisationName })
  const words =
    organisationName === ''
      ? null
      : element('span', { class: 'quiet' }, translate(say`A survey of ${organisationName}`, locale))
  return logo || words ? element('div', { class: 'brand' }, logo, words) : null
}

/** The script of the page, which only adds to it. */
export function headMarkup({ script }: Look): Markup | null {
  return script === null ? null : element('script', { src: script, type: 'module' })
}

/** The title of a survey. */
export function titleOf({ title, organisationName, extName }: SurveyModel, locale: Locale): string {
  return pickText({ ...title }, locale) || organisationName || extName
}

/** A text of the configuration, with its line breaks; nothing where there is none in any language. */
export function textMarkup(text: LocalText | undefined, locale: Locale): Markup | null {
  const words = pickText(text, locale)
  return words === '' ? null : element('p', { class: 'text' }, words)
}

function trialMarkup(locale: Locale): Markup {
  const words = say`You are trying this survey. Everything is checked, and nothing is stored or counted.`
  return element('p', { class: 'banner' }, translate(words, locale))
}

function progressMarkup(words: string, share: number): Markup {
  const bar = element('span', { style: `width:${Math.round(share * 100)}%` })
  return html`${element('p', { class: 'progress' }, words)}${element('div', { class: 'bar', 'aria-hidden': 'true' }, bar)}`
}

function introMarkup({ config: { questionnaire } }: SurveyModel, { locale, isKiosk }: Look): Markup {
  const { intro, privacy, privacyUrl } = questionnaire
  const more = translate(say`More about privacy`, locale)
  const link =
    privacyUrl === undefined || isKiosk
      ? null
      : element('p', {}, element('a', { href: privacyUrl, target: '_blank', rel: 'noopener' }, more))
  return html`${textMarkup(intro, locale)}${textMarkup(privacy, locale)}${link}`
}

function consentMarkup(
  { config: { questionnaire } }: SurveyModel,
  { consent }: Entry,
  { messages, locale }: { messages: Messages; locale: Locale },
): Markup | null {
  const words = pickText(questionnaire.consent, locale)
  if (words === '') return null
  const message = messages.get(consentField)
  const box = {
    ...{ type: 'checkbox', name: consentField, value: '1', id: consentField, checked: consent, required: true },
    'aria-invalid': message && 'true',
    'aria-describedby': message && 'consente',
  }
  return element(
    'div',
    { class: 'field' },
    message ? element('p', { class: 'wrong', id: 'consente' }, translate(message, locale)) : null,
    element('label', { class: 'choice' }, element('input', box), element('span', {}, words)),
  )
}

/** What the form brings along: where somebody is, what they entered on other pages, and what they see on this one. */
function hiddenMarkup(
  { questionnaire }: Asking,
  {
    entry: { entered, page, consent },
    form,
    locale,
    shown,
    withConsent,
  }: { entry: Entry; form: string | null; locale: Locale; shown: ReadonlySet<string>; withConsent: boolean },
): Markup {
  const hidden = (name: string, value: string): Markup => element('input', { type: 'hidden', name, value })
  const here = questionnaire.pages[page] ?? []
  const own = new Set(questionsIn(here).map(({ variable }) => variable))
  const others = questionsIn(questionnaire.pages.flat()).filter(({ variable }) => !own.has(variable))
  return html`${hidden('page', String(page))}${hidden('lang', locale)}${form === null ? null : hidden('form', form)}${
    withConsent && consent ? hidden(consentField, '1') : null
  }${here.flatMap(({ question: { variable } }) => (shown.has(variable) ? [hidden('s', variable)] : []))}${others.flatMap(
    ({ variable }) => (entered.get(variable) ?? []).map((value) => hidden(fieldPrefix + variable, value)),
  )}`
}

/** A question that ends as a sentence does needs no colon before what is wrong with it. */
const endsSentence = /[.?!:…]$/

/** What is wrong, with a way to each field. */
function summary(
  { questionnaire, model }: Asking,
  messages: Messages,
  { locale, idOf }: { locale: Locale; idOf: (variable: string) => string },
): Markup {
  const line = (id: string, name: string, words: Words): Markup =>
    element(
      'li',
      {},
      element('a', { href: `#${id}` }, `${endsSentence.test(name) ? name : `${name}:`} ${translate(words, locale)}`),
    )
  const wrong = questionnaire.pages.flat().flatMap(({ question, other }) => {
    const id = idOf(question.variable)
    const own = messages.get(fieldPrefix + question.variable)
    const words = other && messages.get(fieldPrefix + other.question.variable)
    return [
      ...(own ? [line(id, wordingOf(question, locale), own)] : []),
      ...(other && words ? [line(`${id}o`, wordingOf(other.question, locale), words)] : []),
    ]
  })
  const consent = messages.get(consentField)
  if (consent) wrong.push(line(consentField, pickText(model.config.questionnaire.consent, locale), consent))
  const general = messages.get('') ?? say`Some answers are not right yet.`
  return element(
    'div',
    { class: 'summary', role: 'alert', tabindex: '-1', autofocus: true },
    element('p', {}, translate(general, locale)),
    wrong.length > 0 ? element('ul', {}, wrong) : null,
  )
}

function noteMarkup(note: StepNote, locale: Locale): Markup | null {
  if (note === null) return null
  const words =
    note === 'more'
      ? say`There is one more thing to ask on this page, because of your answers.`
      : say`That was the last question. Send your answers when you are ready.`
  return element(
    'div',
    { class: 'summary news', role: 'status', tabindex: '-1', autofocus: true },
    element('p', {}, translate(words, locale)),
  )
}

const languageNames: Readonly<Record<Locale, string>> = {
  en: 'English',
  sv: 'Svenska',
  no: 'Norsk',
  da: 'Dansk',
  fi: 'Suomi',
}

/** Another language, with everything that was entered. */
function languagesMarkup({ questionnaire: { languages } }: Asking, locale: Locale): Markup | null {
  if (languages.length < 2) return null
  const buttons = languages.map((one) =>
    one === locale
      ? element('span', { 'aria-current': 'true' }, languageNames[one])
      : element(
          'button',
          { name: 'go', value: `language.${one}`, class: 'quiet', lang: languageTags[one] },
          languageNames[one],
        ),
  )
  return element('div', { class: 'languages', role: 'group', 'aria-label': translate(say`Language`, locale) }, buttons)
}

/** What the script of the page needs. */
function scriptData(asking: Asking, look: Look, { page, form }: { page: number; form: string | null }): Markup | null {
  if (look.script === null) return null
  const said = (words: Words): string => translate(words, look.locale)
  const data = {
    pages: asking.questionnaire.pages.map((questions) => flowOf(questions)),
    page,
    keeps: keepsEntries(asking),
    proof: form !== null && asking.respondent.kind === 'anybody' ? proofBits : 0,
    kiosk: look.isKiosk ? asking.model.config.questionnaire.kiosk.resetAfter : 0,
    texts: {
      next: said(say`Next`),
      send: sendLabel(look.locale),
      sending: said(say`One moment …`),
      lost: said(
        say`The server cannot be reached. What you have entered is still here; it is sent again when you press the button.`,
      ),
    },
  }
  // A closing tag inside a text would end the script's element.
  return element(
    'script',
    { type: 'application/json', id: 'asked' },
    new Markup(JSON.stringify(data).replaceAll('<', '\\u003c')),
  )
}

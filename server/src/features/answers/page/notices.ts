import { pickText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { element, html } from '#server/platform/html.ts'
import type { Markup } from '#server/platform/html.ts'
import { openPage } from '#server/platform/open-page.ts'
import { translate } from '#server/platform/translate.ts'
import { headMarkup, textMarkup, titleOf, topMarkup } from './page.ts'
import type { Look } from './page.ts'
import { answerStyle } from './style.ts'

/** How somebody came to the thanks: just now, by using their link again, or by trying the survey. */
export type Thanked = 'now' | 'again' | 'trial'

/** Thanks for an answer. Everybody is offered the same, whatever they answered. */
export function thanksPage(model: SurveyModel, look: Look, thanked: Thanked, again: string | null = null): string {
  const { locale, isKiosk } = look
  const { thanks, review, kiosk } = model.config.questionnaire
  const said = (words: Words): string => translate(words, locale)
  const own = textMarkup(thanks, locale)
  const arrived = say`Your answers to ${titleOf(model, locale)} have arrived. You can close this page.`
  const before = say`You have already answered ${titleOf(model, locale)}. This link can be used once, and your answers have arrived.`
  const tried = say`This was a trial: nothing was stored or counted.`
  const words = thanked === 'again' ? before : thanked === 'trial' ? tried : arrived
  const link =
    review && !isKiosk
      ? element(
          'p',
          {},
          element(
            'a',
            { class: 'review', href: review.url, rel: 'noopener' },
            pickText(review.title, locale) || said(say`Write a review`),
          ),
        )
      : null
  const restart = again === null ? null : element('p', {}, element('a', { href: again }, said(say`Answer once more`)))
  return notice(model, look, {
    title: say`Thank you`,
    body: html`${own && thanked !== 'trial' && isKiosk ? null : element('p', {}, said(words))}${own}${link}${restart}`,
    // Without scripts the screen begins anew by itself as well.
    refresh: isKiosk && again !== null ? { seconds: kiosk.resetAfter, to: again } : null,
  })
}

/** Says that a survey takes no answers from this link any more. */
export function closedPage(model: SurveyModel, look: Look): string {
  const words = say`${titleOf(model, look.locale)} takes no more answers here.`
  return notice(model, look, {
    title: say`This survey is closed`,
    body: element('p', {}, translate(words, look.locale)),
    refresh: null,
  })
}

/** Says that a link leads nowhere. */
export function unknownAnswerPage({ locale }: Pick<Look, 'locale'>): string {
  return plainNotice(
    { locale },
    say`There is nothing here`,
    say`This link is not complete, or it has expired. Copy the whole address from the message, or click it there.`,
  )
}

/** Says something about a request of which no survey is known. */
export function plainNotice({ locale }: Pick<Look, 'locale'>, title: Words, text: Words): string {
  return openPage(locale, { title: translate(title, locale), body: element('p', {}, translate(text, locale)) })
}

function notice(
  model: SurveyModel,
  look: Look,
  { title, body, refresh }: { title: Words; body: Markup; refresh: { seconds: number; to: string } | null },
): string {
  const again =
    refresh && element('meta', { 'http-equiv': 'refresh', content: `${refresh.seconds}; url=${refresh.to}` })
  return openPage(look.locale, {
    title: translate(title, look.locale),
    kind: look.isKiosk ? 'kiosk' : '',
    top: topMarkup(model, look),
    head: html`${again}${headMarkup(look)}`,
    style: look.brand.style + answerStyle,
    body,
  })
}

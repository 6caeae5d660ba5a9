import { aggregatesOf, parseExpression } from '@gensvar/contract/expression'
import type { Aggregate } from '@gensvar/contract/expression'
import { locales } from '@gensvar/contract/local-text'
import type { LocalText, Locale } from '@gensvar/contract/local-text'
import { caseStateText } from '#server/domain/cases/state-text.ts'
import { formatNumber } from './figure-text.ts'

/** What the number behind a figure is a number of. */
type Counted = 'answers' | 'asked' | 'samples' | 'alerts' | 'messages'

/** What is behind a figure; `state` where it is samples of one state. */
interface Behind {
  counted: Counted
  state: string | null
}

/** So many of what is behind a figure, in words: answers, people asked, samples in a state, alerts or messages. */
export function countText(expression: string | null, n: number, locale: Locale, isRounded: boolean): string {
  return `${isRounded ? '≈ ' : ''}${formatNumber(n, 0, locale)} ${countedWord(behindOf(expression), n, locale)}`
}

/** As `countText`, without the number: one word, also for samples of one state. */
export function countedName(expression: string | null, n: number, locale: Locale): string {
  const { counted } = behindOf(expression)
  return words[counted][locale][n === 1 ? 0 : 1]
}

/** That a figure has little behind it, at fewer than `lowBase`: in a word or two, and in a sentence. */
export function fewText(expression: string | null, lowBase: number): { short: LocalText; long: LocalText } {
  const behind = behindOf(expression)
  const inAll = (text: (locale: Locale) => string): LocalText =>
    Object.fromEntries(locales.map((locale) => [locale, text(locale)]))
  return {
    short: inAll((locale) => fewWords[behind.counted][locale]),
    long: inAll((locale) => {
      const least = `${formatNumber(lowBase, 0, locale)} ${words[behind.counted][locale][1]}`
      return fewSentence[locale].replace('{least}', least)
    }),
  }
}

/** What `n` of a figure counts (`aggregateAtoms`); where functions differ, the first of `precedence` gives the word. */
function behindOf(expression: string | null): Behind {
  const body = expression === null ? null : parseExpression(expression).body
  const all = body === null ? [] : aggregatesOf(body)
  const [only] = all
  const state =
    body?.kind === 'aggregate' && only?.name === 'samples' && only.state !== null ? String(only.state) : null
  const counted = precedence.find((one) => all.some((aggregate) => countedBy(aggregate) === one)) ?? 'answers'
  return { counted, state }
}

const precedence: readonly Counted[] = ['messages', 'samples', 'asked', 'alerts', 'answers']

function countedBy(aggregate: Aggregate): Counted {
  switch (aggregate.name) {
    case 'messages':
    case 'messageshare':
      return 'messages'
    case 'samples':
      return 'samples'
    case 'responserate':
      return 'asked'
    case 'alerttime':
    case 'alertshare':
    case 'alertreason':
      return 'alerts'
    case 'alerts':
      // How many alerts there are is of all answers, each with an alert or without.
      return aggregate.state === 'reopened' ? 'alerts' : 'answers'
    default:
      return 'answers'
  }
}

function countedWord({ counted, state }: Behind, n: number, locale: Locale): string {
  if (state !== null) return stateWords[locale].replace('{state}', caseStateText(state, locale))
  return words[counted][locale][n === 1 ? 0 : 1]
}

/** Of one, and of any other number. */
const words: Record<Counted, Record<Locale, [string, string]>> = {
  answers: {
    en: ['answer', 'answers'],
    sv: ['svar', 'svar'],
    no: ['svar', 'svar'],
    da: ['svar', 'svar'],
    fi: ['vastaus', 'vastausta'],
  },
  asked: {
    en: ['asked', 'asked'],
    sv: ['tillfrågad', 'tillfrågade'],
    no: ['spurt', 'spurte'],
    da: ['adspurgt', 'adspurgte'],
    fi: ['kysytty', 'kysyttyä'],
  },
  samples: {
    en: ['sample', 'samples'],
    sv: ['urval', 'urval'],
    no: ['utvalg', 'utvalg'],
    da: ['stikprøve', 'stikprøver'],
    fi: ['otos', 'otosta'],
  },
  alerts: {
    en: ['alert', 'alerts'],
    sv: ['larm', 'larm'],
    no: ['varsel', 'varsler'],
    da: ['alarm', 'alarmer'],
    fi: ['hälytys', 'hälytystä'],
  },
  messages: {
    en: ['message', 'messages'],
    sv: ['meddelande', 'meddelanden'],
    no: ['melding', 'meldinger'],
    da: ['besked', 'beskeder'],
    fi: ['viesti', 'viestiä'],
  },
}

const stateWords: Record<Locale, string> = {
  en: 'in state “{state}”',
  sv: 'med status ”{state}”',
  no: 'med status «{state}»',
  da: 'med status »{state}«',
  fi: 'tilassa ”{state}”',
}

const fewWords: Record<Counted, Record<Locale, string>> = {
  answers: { en: 'Few answers', sv: 'Få svar', no: 'Få svar', da: 'Få svar', fi: 'Vähän vastauksia' },
  asked: { en: 'Few asked', sv: 'Få tillfrågade', no: 'Få spurte', da: 'Få adspurgte', fi: 'Vähän kysyttyjä' },
  samples: { en: 'Few samples', sv: 'Få urval', no: 'Få utvalg', da: 'Få stikprøver', fi: 'Vähän otoksia' },
  alerts: { en: 'Few alerts', sv: 'Få larm', no: 'Få varsler', da: 'Få alarmer', fi: 'Vähän hälytyksiä' },
  messages: { en: 'Few messages', sv: 'Få meddelanden', no: 'Få meldinger', da: 'Få beskeder', fi: 'Vähän viestejä' },
}

const fewSentence: Record<Locale, string> = {
  en: 'Fewer than {least}: read the value with care. No change of it is told.',
  sv: 'Färre än {least}: läs värdet med försiktighet. Ingen förändring anges.',
  no: 'Færre enn {least}: les verdien med forsiktighet. Ingen endring oppgis.',
  da: 'Færre end {least}: læs værdien med forsigtighed. Ingen ændring angives.',
  fi: 'Alle {least}: tulkitse arvoa varoen. Muutosta ei kerrota.',
}

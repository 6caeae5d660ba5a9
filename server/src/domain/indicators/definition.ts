import { aggregatesOf, parseExpression } from '@gensvar/contract/expression'
import type { Aggregate } from '@gensvar/contract/expression'
import { locales, pickText } from '@gensvar/contract/local-text'
import type { LocalText, Locale } from '@gensvar/contract/local-text'
import { caseStateText } from '#server/domain/cases/state-text.ts'
import { askedQuestion } from '#server/domain/survey/asked-question.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { alertSentence, isOfAlerts } from './alert-definition.ts'
import type { AlertFunction } from './alert-definition.ts'
import { weightedFunctions } from '#server/domain/figures/expressions/weighted-figures.ts'
import { isOfMessages, messageSentence } from './message-definition.ts'
import type { MessageFunction } from './message-definition.ts'
import type { Indicator } from './indicator.ts'
import { titleOf } from './indicator.ts'

/** What an indicator counts, in words of every language; a compound expression is returned as written. */
export function definitionOf(model: SurveyModel, indicator: Indicator): LocalText | null {
  if (indicator.expression === null) return indicator.rank === null ? null : { ...rankWords }
  const { body } = parseExpression(indicator.expression)
  const where = indicator.where ? ` (${indicator.where})` : ''
  const isWeighted = Boolean(model.weights) && aggregatesOf(body).some(({ name }) => weightedFunctions.has(name))
  if (body.kind !== 'aggregate' && !isWeighted) return indicator.expression + where
  return Object.fromEntries(
    locales.map((locale) => {
      const of = body.kind === 'aggregate' ? sentence(model, body, locale) : (indicator.expression ?? '')
      return [locale, of + where + (isWeighted ? weightedWords[locale] : '')]
    }),
  )
}

const weightedWords: Record<Locale, string> = {
  en: ', weighted to known shares',
  sv: ', viktat till kända andelar',
  no: ', vektet til kjente andeler',
  da: ', vægtet til kendte andele',
  fi: ', painotettu tunnettuihin osuuksiin',
}

const rankWords = {
  en: 'Rank among the units beside it',
  sv: 'Placering bland enheterna intill',
  no: 'Plassering blant enhetene ved siden av',
  da: 'Placering blandt enhederne ved siden af',
  fi: 'Sijoitus rinnakkaisten yksiköiden joukossa',
}

const words: Record<Exclude<Aggregate['name'], AlertFunction | MessageFunction>, Record<Locale, string>> = {
  mean: {
    en: 'Mean of {q}',
    sv: 'Medelvärde av {q}',
    no: 'Gjennomsnitt av {q}',
    da: 'Gennemsnit af {q}',
    fi: 'Keskiarvo: {q}',
  },
  index: {
    en: 'Index 0–100 of {q}',
    sv: 'Index 0–100 av {q}',
    no: 'Indeks 0–100 av {q}',
    da: 'Indeks 0–100 af {q}',
    fi: 'Indeksi 0–100: {q}',
  },
  csi: {
    en: 'Satisfaction index 0–100: mean of {q}',
    sv: 'Nöjdhetsindex 0–100: medel av {q}',
    no: 'Tilfredshetsindeks 0–100: snitt av {q}',
    da: 'Tilfredshedsindeks 0–100: gennemsnit af {q}',
    fi: 'Tyytyväisyysindeksi 0–100: keskiarvo kysymyksistä {q}',
  },
  nps: {
    en: 'Promoters less detractors, in percent, of {q}',
    sv: 'Ambassadörer minus kritiker i procent av {q}',
    no: 'Ambassadører minus kritikere i prosent av {q}',
    da: 'Ambassadører minus kritikere i procent af {q}',
    fi: 'Suosittelijat miinus arvostelijat, prosenttia: {q}',
  },
  topbox: {
    en: 'Share of the top {k} of {q}, in percent',
    sv: 'Andel topp {k} av {q}, procent',
    no: 'Andel topp {k} av {q}, prosent',
    da: 'Andel top {k} af {q}, procent',
    fi: 'Ylimpien {k} osuus, prosenttia: {q}',
  },
  bottombox: {
    en: 'Share of the bottom {k} of {q}, in percent',
    sv: 'Andel botten {k} av {q}, procent',
    no: 'Andel bunn {k} av {q}, prosent',
    da: 'Andel bund {k} af {q}, procent',
    fi: 'Alimpien {k} osuus, prosenttia: {q}',
  },
  share: {
    en: 'Share of {v} among answers to {q}, in percent',
    sv: 'Andel {v} bland svaren på {q}, procent',
    no: 'Andel {v} blant svarene på {q}, prosent',
    da: 'Andel {v} blandt svarene på {q}, procent',
    fi: 'Osuus {v} vastauksista kysymykseen {q}, prosenttia',
  },
  sentiment: {
    en: 'Positive less negative comments, in percent, to {q}',
    sv: 'Positiva minus negativa kommentarer i procent till {q}',
    no: 'Positive minus negative kommentarer i prosent til {q}',
    da: 'Positive minus negative kommentarer i procent til {q}',
    fi: 'Myönteiset miinus kielteiset kommentit, prosenttia: {q}',
  },
  median: { en: 'Median of {q}', sv: 'Median av {q}', no: 'Median av {q}', da: 'Median af {q}', fi: 'Mediaani: {q}' },
  sum: { en: 'Sum of {q}', sv: 'Summa av {q}', no: 'Sum av {q}', da: 'Sum af {q}', fi: 'Summa: {q}' },
  count: {
    en: 'Number of completed interviews',
    sv: 'Antal besvarade intervjuer',
    no: 'Antall fullførte intervjuer',
    da: 'Antal gennemførte interview',
    fi: 'Valmiiden haastattelujen määrä',
  },
  samples: {
    en: 'Number of samples',
    sv: 'Antal urval',
    no: 'Antall utvalg',
    da: 'Antal stikprøver',
    fi: 'Otosten määrä',
  },
  responserate: {
    en: 'Completed of those asked, in percent; asked are all who completed, approved samples unless the sending failed or waits, and new samples that were sent the questions',
    sv: 'Besvarade av tillfrågade, procent; tillfrågade är alla som svarat, godkända urval utom där utskicket misslyckats eller väntar, och nya urval som fått frågorna',
    no: 'Fullført av spurte, prosent; spurte er alle som har svart, godkjente utvalg unntatt der utsendingen feilet eller venter, og nye utvalg som har fått spørsmålene',
    da: 'Gennemført af adspurgte, procent; adspurgte er alle, der har svaret, godkendte stikprøver undtagen hvor udsendelsen fejlede eller venter, og nye stikprøver, der har fået spørgsmålene',
    fi: 'Vastanneet kysytyistä, prosenttia; kysyttyjä ovat kaikki vastanneet, hyväksytyt otokset, paitsi jos lähetys epäonnistui tai odottaa, ja uudet otokset, joille kysymykset lähetettiin',
  },
}

/** Samples in a state; of those that wait for an answer also why they are not all that were asked and did not answer. */
function samplesSentence(state: number, locale: Locale): string {
  const sentence = inState[locale].replace('{state}', caseStateText(String(state), locale))
  return state === 2 ? `${sentence}${notAllUnanswered[locale]}` : sentence
}

const inState: Record<Locale, string> = {
  en: 'Number of samples in state “{state}”',
  sv: 'Antal urval med status ”{state}”',
  no: 'Antall utvalg med status «{state}»',
  da: 'Antal stikprøver med status »{state}«',
  fi: 'Otosten määrä tilassa ”{state}”',
}

const notAllUnanswered: Record<Locale, string> = {
  en: ', also where the sending failed or waits; new samples are not among them, even if they were sent the questions',
  sv: ', även där utskicket misslyckats eller väntar; nya urval ingår inte, även om de fått frågorna',
  no: ', også der utsendingen feilet eller venter; nye utvalg er ikke med, selv om de har fått spørsmålene',
  da: ', også hvor udsendelsen fejlede eller venter; nye stikprøver er ikke med, selv om de har fået spørgsmålene',
  fi: ', myös jos lähetys epäonnistui tai odottaa; uudet otokset eivät ole mukana, vaikka kysymykset olisi lähetetty',
}

function sentence(model: SurveyModel, aggregate: Aggregate, locale: Locale): string {
  if (isOfAlerts(aggregate)) return alertSentence(model, aggregate, locale)
  if (isOfMessages(aggregate)) return messageSentence(aggregate, locale)
  if (aggregate.name === 'samples' && aggregate.state !== null) return samplesSentence(aggregate.state, locale)
  const uses = 'variables' in aggregate ? aggregate.variables : 'variable' in aggregate ? [aggregate.variable] : []
  const titles = uses.map(({ name }) => `“${questionTitle(model, name, locale)}”`).join(', ')
  const steps = 'steps' in aggregate ? String(aggregate.steps) : ''
  const values = 'values' in aggregate ? aggregate.values.map((value) => value.text).join(', ') : ''
  return words[aggregate.name][locale].replace('{q}', titles).replace('{k}', steps).replace('{v}', values)
}

function questionTitle(model: SurveyModel, variable: string, locale: Locale): string {
  const question = askedQuestion(model, variable)
  return question ? pickText(titleOf(question), locale) : variable
}

import type { Aggregate } from '@gensvar/contract/expression'
import { pickText } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'

/** The functions of alerts. */
export type AlertFunction = 'alerts' | 'alerttime' | 'alertshare' | 'alertreason'

type OfAlerts = Extract<Aggregate, { name: AlertFunction }>

/** Whether an aggregate is about alerts. */
export function isOfAlerts(aggregate: Aggregate): aggregate is OfAlerts {
  return aggregate.name.startsWith('alert')
}

/** What a function of alerts counts, in words. */
export function alertSentence({ config }: Pick<SurveyModel, 'config'>, aggregate: OfAlerts, locale: Locale): string {
  switch (aggregate.name) {
    case 'alerts':
      return aggregate.state === 'reopened' ? words.reopened[locale] : words.alerts[locale]
    case 'alerttime':
      return words[aggregate.until][locale]
    case 'alertshare':
      return aggregate.of === 'due' ? words.due[locale] : words.reopenedShare[locale]
    case 'alertreason': {
      const { name } = aggregate.question
      const question = config.alerts
        .flatMap(({ questions }) => questions)
        .find(({ questionId, reasons }) => questionId === name && reasons.some(isChosen))
      const reason = question?.reasons.find(isChosen)
      return words.reason[locale]
        .replace('{q}', () => (question ? pickText(question.title, locale) : name))
        .replace('{v}', () => (reason ? pickText(reason.title, locale) : String(aggregate.choice)))
    }
  }

  function isChosen({ choiceId }: { choiceId: number }): boolean {
    return aggregate.name === 'alertreason' && choiceId === aggregate.choice
  }
}

const words = {
  alerts: {
    en: 'Number of alerts',
    sv: 'Antal larm',
    no: 'Antall varsler',
    da: 'Antal alarmer',
    fi: 'Hälytysten määrä',
  },
  reopened: {
    en: 'Number of alerts that were reopened at least once',
    sv: 'Antal larm som öppnats igen minst en gång',
    no: 'Antall varsler som er gjenåpnet minst én gang',
    da: 'Antal alarmer, der er genåbnet mindst én gang',
    fi: 'Vähintään kerran uudelleen avattujen hälytysten määrä',
  },
  first: {
    en: 'Median time from alert to first action, in hours (nights and weekends included)',
    sv: 'Mediantid från larm till första åtgärd, i timmar (även nätter och helger)',
    no: 'Mediantid fra varsel til første tiltak, i timer (også netter og helger)',
    da: 'Mediantid fra alarm til første handling, i timer (også nætter og weekender)',
    fi: 'Mediaaniaika hälytyksestä ensimmäiseen toimenpiteeseen, tunteina (yöt ja viikonloput mukana)',
  },
  close: {
    en: 'Median time from alert to closing, in hours (nights and weekends included), of closed alerts',
    sv: 'Mediantid från larm till stängning, i timmar (även nätter och helger), för stängda larm',
    no: 'Mediantid fra varsel til lukking, i timer (også netter og helger), for lukkede varsler',
    da: 'Mediantid fra alarm til lukning, i timer (også nætter og weekender), for lukkede alarmer',
    fi: 'Suljettujen hälytysten mediaaniaika hälytyksestä sulkemiseen, tunteina (yöt ja viikonloput mukana)',
  },
  due: {
    en: 'Alerts closed in time, in percent of those with a due time that are closed or were due before today',
    sv: 'Larm som stängts i tid, i procent av dem med sluttid som är stängda eller skulle ha stängts före i dag',
    no: 'Varsler lukket i tide, i prosent av dem med frist som er lukket eller hadde frist før i dag',
    da: 'Alarmer lukket til tiden, i procent af dem med frist, der er lukket eller havde frist før i dag',
    fi: 'Ajoissa suljetut hälytykset, prosenttia niistä, joilla on määräaika ja jotka on suljettu tai joiden määräaika oli ennen tätä päivää',
  },
  reopenedShare: {
    en: 'Alerts that were reopened at least once, in percent of those ever closed',
    sv: 'Larm som öppnats igen minst en gång, i procent av dem som någon gång stängts',
    no: 'Varsler som er gjenåpnet minst én gang, i prosent av dem som noen gang er lukket',
    da: 'Alarmer, der er genåbnet mindst én gang, i procent af dem, der nogensinde er lukket',
    fi: 'Vähintään kerran uudelleen avatut hälytykset, prosenttia joskus suljetuista',
  },
  reason: {
    en: 'Share of “{v}” among alerts with an answer to “{q}”, in percent',
    sv: 'Andel ”{v}” bland larm med svar på ”{q}”, procent',
    no: 'Andel «{v}» blant varsler med svar på «{q}», prosent',
    da: 'Andel ”{v}” blandt alarmer med svar på ”{q}”, procent',
    fi: 'Osuus ”{v}” hälytyksistä, joissa on vastattu kysymykseen ”{q}”, prosenttia',
  },
} satisfies Record<string, Record<Locale, string>>

import type { Locale } from '@gensvar/contract/local-text'
import { newQuestion } from '@gensvar/contract/questionnaire-document'
import type { DocumentChoice, DocumentQuestion, DocumentScale } from '@gensvar/contract/questionnaire-document'

/** A text in every language of the product. */
export type AllTexts = Record<Locale, string>

/** What a question of a template is besides its type, name and wording. */
type More = Partial<Pick<DocumentQuestion, 'title' | 'help' | 'required' | 'showIf' | 'page'>>

/** A scale with the meaning of its ends, of which the highest is the good one. */
export function scaleQuestion(
  variable: string,
  wording: AllTexts,
  { min, max, low, high }: { min: number; max: number; low: AllTexts; high: AllTexts },
  more: More = {},
): DocumentQuestion {
  const scale: DocumentScale = { min, max, minLabel: low, maxLabel: high, direction: 'high', descending: false }
  return { ...newQuestion('scale'), variable, wording, scale, ...more }
}

/** A question with choices to choose one or several of. */
export function choiceQuestion(
  type: 'single' | 'multiple',
  variable: string,
  wording: AllTexts,
  choices: readonly DocumentChoice[],
  more: More = {},
): DocumentQuestion {
  return { ...newQuestion(type), variable, wording, choices: [...choices], ...more }
}

/** A question for an open answer. */
export function textQuestion(variable: string, wording: AllTexts, more: More = {}): DocumentQuestion {
  return { ...newQuestion('text'), variable, wording, ...more }
}

/** A choice by its name. */
export function choice(extName: string, title: AllTexts): DocumentChoice {
  return { extName, title, other: null }
}

/** The choice of something else, which asks what. */
export function otherChoice(variable: string): DocumentChoice {
  return {
    extName: 'other',
    title: { en: 'Something else', sv: 'Något annat', no: 'Noe annet', da: 'Noget andet', fi: 'Jotain muuta' },
    other: {
      variable,
      wording: {
        en: 'Please say what',
        sv: 'Skriv gärna vad',
        no: 'Skriv gjerne hva',
        da: 'Skriv gerne hvad',
        fi: 'Kerro, mitä',
      },
    },
  }
}

/** Five steps of satisfaction. */
export const satisfactionSteps = {
  min: 1,
  max: 5,
  low: {
    en: 'Very dissatisfied',
    sv: 'Mycket missnöjd',
    no: 'Svært misfornøyd',
    da: 'Meget utilfreds',
    fi: 'Erittäin tyytymätön',
  },
  high: {
    en: 'Very satisfied',
    sv: 'Mycket nöjd',
    no: 'Svært fornøyd',
    da: 'Meget tilfreds',
    fi: 'Erittäin tyytyväinen',
  },
}

/** Steps of agreement. */
export function agreementSteps(max: number) {
  return {
    min: 1,
    max,
    low: {
      en: 'Strongly disagree',
      sv: 'Instämmer inte alls',
      no: 'Helt uenig',
      da: 'Helt uenig',
      fi: 'Täysin eri mieltä',
    },
    high: {
      en: 'Strongly agree',
      sv: 'Instämmer helt',
      no: 'Helt enig',
      da: 'Helt enig',
      fi: 'Täysin samaa mieltä',
    },
  }
}

/** The eleven steps of a recommendation. */
export const recommendationSteps = {
  min: 0,
  max: 10,
  low: {
    en: 'Not at all likely',
    sv: 'Inte alls troligt',
    no: 'Ikke sannsynlig i det hele tatt',
    da: 'Slet ikke sandsynligt',
    fi: 'En lainkaan todennäköisesti',
  },
  high: {
    en: 'Extremely likely',
    sv: 'Mycket troligt',
    no: 'Svært sannsynlig',
    da: 'Meget sandsynligt',
    fi: 'Erittäin todennäköisesti',
  },
}

/** Yes, partly, no. */
export const partlyChoices: readonly DocumentChoice[] = [
  choice('yes', { en: 'Yes', sv: 'Ja', no: 'Ja', da: 'Ja', fi: 'Kyllä' }),
  choice('partly', { en: 'Partly', sv: 'Delvis', no: 'Delvis', da: 'Delvist', fi: 'Osittain' }),
  choice('no', { en: 'No', sv: 'Nej', no: 'Nei', da: 'Nej', fi: 'Ei' }),
]

/** Thanks after the last question. */
export const usualThanks: AllTexts = {
  en: 'Thank you! Your answers help us to do better.',
  sv: 'Tack! Dina svar hjälper oss att bli bättre.',
  no: 'Takk! Svarene dine hjelper oss med å bli bedre.',
  da: 'Tak! Dine svar hjælper os med at blive bedre.',
  fi: 'Kiitos! Vastauksesi auttavat meitä kehittymään.',
}

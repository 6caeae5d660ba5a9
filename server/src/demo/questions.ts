import type { NewChoice, NewQuestion } from '#server/domain/build/questions.ts'
import { choicesOf, inFiveLanguages } from './texts/five-languages.ts'

/** Properties of a question besides its variable and its title. */
type Extra = Omit<NewQuestion, 'variable' | 'type' | 'title' | 'choices' | 'wording'> & {
  /** Wording in five languages. */
  asked?: string
}

function question(variable: string, type: NewQuestion['type'], title: string, extra: Extra = {}): NewQuestion {
  const { asked, ...rest } = extra
  return { variable, type, title: inFiveLanguages(title), ...(asked && { wording: inFiveLanguages(asked) }), ...rest }
}

/** A rating from `min` to 10. Titles and wordings are `English | Swedish | Norwegian | Danish | Finnish`. */
export function rating(variable: string, title: string, group: string, asked?: string, min = 1): NewQuestion {
  return question(variable, 'scale', title, { scale: [min, 10], group, asked })
}

/** A question with one answer out of several, given as `{extName: titles}`. */
export function oneOf(
  variable: string,
  title: string,
  choices: Readonly<Record<string, string>>,
  group: string,
): NewQuestion {
  return { ...question(variable, 'single', title, { group }), choices: choicesOf(choices) }
}

/** The same with given choices. */
export function oneOfList(variable: string, title: string, choices: readonly NewChoice[], group: string): NewQuestion {
  return { ...question(variable, 'single', title, { group }), choices }
}

/** A question with any number of answers out of several. */
export function manyOf(
  variable: string,
  title: string,
  choices: Readonly<Record<string, string>>,
  group: string,
): NewQuestion {
  return { ...question(variable, 'multiple', title, { group }), choices: choicesOf(choices) }
}

/** A number. */
export function numberOf(variable: string, title: string, group: string): NewQuestion {
  return question(variable, 'numeric', title, { group })
}

/** A date. */
export function dateOf(variable: string, title: string, group: string): NewQuestion {
  return question(variable, 'date', title, { group })
}

/** An open answer in the respondent's language. */
export function openAnswer(variable: string, title: string, asked: string): NewQuestion {
  return question(variable, 'text', title, { group: 'open', asked, filterable: false })
}

/** A text that identifies a person. */
export function personal(variable: string, title: string): NewQuestion {
  return question(variable, 'text', title, { group: 'customer', filterable: false, anonymizable: true })
}

/** Overall satisfaction, which all surveys of the demo ask. */
export function overall(group: string, asked?: string): NewQuestion {
  const title = 'Overall satisfaction | Helhetsbetyg | Totalt sett | Samlet tilfredshed | Kokonaistyytyväisyys'
  return rating('overall', title, group, asked)
}

/** The question of the Net Promoter Score, from 0 to 10. */
export function recommend(group: string, asked?: string): NewQuestion {
  const title = 'Would recommend | Skulle rekommendera | Ville anbefale | Ville anbefale | Suosittelisi'
  return rating('recommend', title, group, asked, 0)
}

/** The language a respondent answered in. */
export function language(): NewQuestion {
  return oneOf('language', 'Language | Språk | Språk | Sprog | Kieli', languages, 'customer')
}

/** A respondent's gender. */
export function gender(): NewQuestion {
  return oneOf('gender', 'Gender | Kön | Kjønn | Køn | Sukupuoli', genders, 'customer')
}

const genders: Readonly<Record<string, string>> = {
  female: 'Woman | Kvinna | Kvinne | Kvinde | Nainen',
  male: 'Man | Man | Mann | Mand | Mies',
  other: 'Other | Annat | Annet | Andet | Muu',
}

const languages: Readonly<Record<string, string>> = {
  sv: 'Swedish | Svenska | Svensk | Svensk | Ruotsi',
  no: 'Norwegian | Norska | Norsk | Norsk | Norja',
  da: 'Danish | Danska | Dansk | Dansk | Tanska',
  fi: 'Finnish | Finska | Finsk | Finsk | Suomi',
  en: 'English | Engelska | Engelsk | Engelsk | Englanti',
}

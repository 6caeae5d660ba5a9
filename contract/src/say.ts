import { pickText } from './local-text.ts'
import type { LocalText, Locale } from './local-text.ts'

/** A number of things, which is formatted for the reader's language: `2,259` or `2 259`. */
export class Count {
  readonly number: number

  constructor(number: number) {
    this.number = number
  }

  /** The number as a language writes it. */
  in(locale: string): string {
    return this.number.toLocaleString(locale)
  }

  /** The number as English writes it. */
  toString(): string {
    return this.in('en')
  }
}

/** A title that exists in several languages, such as a question's. */
export class Name {
  readonly text: LocalText

  constructor(text: LocalText) {
    this.text = text
  }

  /** The title in a language. */
  in(locale: Locale): string {
    return pickText(this.text, locale)
  }

  /** The title in English. */
  toString(): string {
    return this.in('en')
  }
}

/** A title as a value of a text, which is said in the reader's language. */
export function titled(title: LocalText): Name {
  return new Name(title)
}

/** What fills a placeholder of a text: a name or number as it is, a count, a title, or words in the reader's language. */
type Value = string | number | Count | Name | Words

/** A text for the person reading, in English, that can still be said in another language. */
export class Words {
  /** English text with `{0}`, `{1}`... for the values: the key of its translations. */
  readonly template: string
  readonly values: readonly Value[]

  constructor(template: string, values: readonly Value[]) {
    this.template = template
    this.values = values
  }

  /** The text in English. */
  toString(): string {
    return filled(this.template, this.values.map(String))
  }
}

/**
 * Marks a text as one a person reads: ``say`There is no "${name}" in this survey.` ``. Every template needs its line in
 * the server's catalogues, unless it contains only values and punctuation. A value may itself be words.
 */
export function say(parts: TemplateStringsArray, ...values: Value[]): Words {
  return new Words(
    parts.reduce((template, part, index) => `${template}{${index - 1}}${part}`),
    values,
  )
}

/** Joins several texts with a separator. */
export function listed(words: readonly Words[], between = ' '): Words {
  return new Words(words.map((_, index) => `{${index}}`).join(between), words)
}

/** A list of names, each in quotation marks. */
export function quoted(names: readonly string[]): Words {
  return listed(
    names.map((name) => say`"${name}"`),
    ', ',
  )
}

/** A template with its values filled in. */
export function filled(template: string, values: readonly string[]): string {
  return template.replaceAll(/\{(\d+)\}/g, (gap, index) => values[Number(index)] ?? gap)
}

/** What stands in the gaps of a text: a name or number as it is, or words to be said in the reader's language too. */
type Value = string | number | Words

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

/** Words, or a text without values: said in the reader's language where a catalogue has it, else as it is. */
export type Said = string | Words

/**
 * Marks a text as one a person reads: ``say`There is no "${name}" in this survey.` ``. Every template needs its line in
 * the server's catalogues, unless it holds nothing but values and plain signs. Words may stand in the gaps of others.
 */
export function say(parts: TemplateStringsArray, ...values: Value[]): Words {
  return new Words(
    parts.reduce((template, part, index) => `${template}{${index - 1}}${part}`),
    values,
  )
}

/** Says several things one after the other, with a sign or space between them. */
export function listed(words: readonly Words[], between = ' '): Words {
  return new Words(words.map((_, index) => `{${index}}`).join(between), words)
}

/** A template with its values filled in. */
export function filled(template: string, values: readonly string[]): string {
  return template.replaceAll(/\{(\d+)\}/g, (gap, index) => values[Number(index)] ?? gap)
}

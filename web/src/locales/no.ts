/** Texts of the language that most screens need, in one piece. */
export const texts = import.meta.glob<Record<string, string>>('./no/*.json', { import: 'default', eager: true })

/** Texts of the language that few screens need. */
export const texts = import.meta.glob<Record<string, string>>('./en/later/*.json', { import: 'default', eager: true })

/** Texts of the language that few screens need. */
export const texts = import.meta.glob<Record<string, string>>('./sv/later/*.json', { import: 'default', eager: true })

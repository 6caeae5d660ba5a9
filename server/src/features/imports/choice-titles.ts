/** Texts for the units and choices an import makes by itself. */
export const ownTexts = {
  notStated: { en: 'Not stated', sv: 'Ej angivet', no: 'Ikke oppgitt', da: 'Ikke oplyst', fi: 'Ei ilmoitettu' },
  yes: { en: 'Yes', sv: 'Ja', no: 'Ja', da: 'Ja', fi: 'Kyllä' },
  no: { en: 'No', sv: 'Nej', no: 'Nei', da: 'Nej', fi: 'Ei' },
  all: { en: 'All', sv: 'Alla', no: 'Alle', da: 'Alle', fi: 'Kaikki' },
}

/** A raw answer as people would write it: `adria-airways` becomes "Adria airways"; anything with spaces stays. */
export function answerTitle(raw: string): string {
  if (/\s/.test(raw) || !/\p{L}/u.test(raw) || !/[-_]/.test(raw)) return raw
  if (raw !== raw.toLowerCase() || /[^\p{L}\p{N}_-]/u.test(raw)) return raw
  const words = raw.replace(/[-_]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

import { allTitle, notStatedTitle } from '#server/domain/survey/unit-text.ts'

/** Texts for units and choices that an import creates. */
export const ownTexts = {
  notStated: notStatedTitle,
  yes: { en: 'Yes', sv: 'Ja', no: 'Ja', da: 'Ja', fi: 'Kyllä' },
  no: { en: 'No', sv: 'Nej', no: 'Nei', da: 'Nej', fi: 'Ei' },
  all: allTitle,
}

/**
 * A raw answer as people would write it: `very-good` becomes "Very good", a unit's `adria-airways` "Adria Airways".
 * Short texts (`klm`, `se`) and texts with spaces or capitals stay as they are.
 */
export function answerTitle(raw: string, of: 'answer' | 'unit' = 'answer'): string {
  if (!/^[\p{Ll}\p{N}_-]+$/u.test(raw) || (raw.match(/\p{L}/gu) ?? []).length < 4) return raw
  const words = raw.split(/[-_]+/).filter((word) => word !== '')
  return words.map((word, index) => (index === 0 || of === 'unit' ? capitalised(word) : word)).join(' ')
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

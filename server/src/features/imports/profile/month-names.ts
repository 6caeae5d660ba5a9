const names: readonly (readonly string[])[] = [
  ['january', 'januari', 'januar', 'tammikuu', 'tammikuuta', 'jan'],
  ['february', 'februari', 'februar', 'helmikuu', 'helmikuuta', 'feb', 'febr'],
  ['march', 'mars', 'marts', 'maaliskuu', 'maaliskuuta', 'mar'],
  ['april', 'huhtikuu', 'huhtikuuta', 'apr'],
  ['may', 'maj', 'mai', 'toukokuu', 'toukokuuta'],
  ['june', 'juni', 'kesäkuu', 'kesäkuuta', 'jun'],
  ['july', 'juli', 'heinäkuu', 'heinäkuuta', 'jul'],
  ['august', 'augusti', 'elokuu', 'elokuuta', 'aug'],
  ['september', 'syyskuu', 'syyskuuta', 'sep', 'sept'],
  ['october', 'oktober', 'lokakuu', 'lokakuuta', 'oct', 'okt'],
  ['november', 'marraskuu', 'marraskuuta', 'nov'],
  ['december', 'desember', 'joulukuu', 'joulukuuta', 'dec', 'des'],
]

const numbers = new Map(names.flatMap((forms, index) => forms.map((form) => [form, index + 1] as const)))

/** Number (1-12) of a month written in English, Swedish, Norwegian, Danish or Finnish, whole or shortened. */
export function monthNumber(name: string): number | null {
  return numbers.get(name.toLowerCase().replace(/\.$/, '')) ?? null
}

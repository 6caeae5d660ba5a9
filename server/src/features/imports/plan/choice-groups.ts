import { say } from '@gensvar/contract/say'
import { ImportRefusal } from '../import-words.ts'
import type { ChoiceGroup, ProductExport } from '../products/product.ts'
import { isMark } from '../profile/chosen.ts'
import type { ColumnProfile } from '../profile/column-profile.ts'
import type { ExistingSurvey } from './existing-survey.ts'
import type { NamedColumn } from './name-columns.ts'

/**
 * Decides which columns of choices are one question: those whose cells say nothing but "chosen", and those the survey
 * already has as one question. Returns the columns of the plan, in the order of the file. Throws `validation` naming
 * row and column where a cell says something else in a question the survey already has.
 */
export function settleGroups(
  columns: readonly NamedColumn[],
  product: ProductExport | null,
  profileOf: (column: NamedColumn) => ColumnProfile,
  existing: ExistingSurvey | null,
): NamedColumn[] {
  const files = columns.filter(({ parts }) => parts === null)
  const dropped = new Set<NamedColumn>()
  for (const [place, group] of (product?.groups ?? []).entries()) {
    const whole = columns[files.length + place]
    if (!whole) continue
    const members = group.parts.map(({ index }) => files[index]).filter((member) => member !== undefined)
    const profiles = members.map(profileOf)
    const misfit = findMisfit(group, profiles)
    const before = existing?.questions.some(({ variable, type }) => variable === whole.variable && type === 'multiple')
    const asColumns = members.some(({ variable }) => existing?.questions.some((known) => known.variable === variable))
    if (before && misfit) throw unfit(members[misfit.part], misfit.text, misfit.row, whole.header)
    if (!before && (misfit || asColumns)) {
      dropped.add(whole)
      continue
    }
    for (const [part, member] of members.entries()) if (!isOpen(group, profiles[part], part)) dropped.add(member)
    const joined = group.joined === null ? undefined : files[group.joined]
    if (joined) dropped.add(joined)
  }
  const firstOf = ({ index, parts }: NamedColumn): number => parts?.[0]?.index ?? index
  return columns.filter((column) => !dropped.has(column)).toSorted((a, b) => firstOf(a) - firstOf(b))
}

interface Misfit {
  part: number
  text: string
  row: number
}

/** A cell that is not the mark of a choice; null if all are. */
function findMisfit(group: ChoiceGroup, profiles: readonly ColumnProfile[]): Misfit | null {
  const misfits = profiles.map((profile, part): Misfit | null => {
    if (group.certain && profile.distinct <= 1) return null
    const found = [...profile.values].find(([text]) => !isMark(text, group.parts[part]?.label ?? ''))
    return found ? { part, text: found[0], row: found[1].row } : null
  })
  const first = misfits.find((misfit) => misfit !== null && !group.parts[misfit.part]?.open)
  if (first) return first
  // Words of respondents beside choices that nobody made: a matrix of texts.
  const marked = profiles.some(({ filled }, part) => filled > 0 && misfits[part] === null)
  return marked ? null : (misfits.find((misfit) => misfit !== null) ?? null)
}

/** Whether the column of an open choice holds words, which are then a question of their own. */
function isOpen({ parts }: ChoiceGroup, profile: ColumnProfile | undefined, part: number): boolean {
  const { open, label } = parts[part] ?? { open: false, label: '' }
  return open && [...(profile?.values.keys() ?? [])].some((text) => !isMark(text, label))
}

function unfit(column: NamedColumn | undefined, text: string, row: number, question: string): ImportRefusal {
  const header = column?.header ?? ''
  const words = say`Row ${row}, column "${header}": "${text.slice(0, 40)}" says neither that the choice was made nor that it was not, as the survey's question "${question}" needs. Correct it, or choose another survey.`
  return new ImportRefusal('validation', words, ['file', 'survey'], { row, column: header })
}

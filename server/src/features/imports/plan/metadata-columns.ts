import { Count, say } from '@gensvar/contract/say'
import { noteOn } from '../import-words.ts'
import type { ImportNote } from '../import-words.ts'
import type { MetadataKind, ProductExport } from '../products/product.ts'
import type { AnswerPlan, Inference } from '../profile/answer-plan.ts'
import type { ColumnProfile } from '../profile/column-profile.ts'
import { inferDate } from '../profile/infer-date.ts'
import { ownMark } from '../profile/infer-number.ts'
import { shortName } from './blank-columns.ts'
import type { FileStyle, RawColumn } from './infer-columns.ts'
import type { PlannedColumn } from './planned.ts'

/** How a column is read that a survey product wrote beside the answers. */
export function readMetadata(kind: MetadataKind, { header, profile }: RawColumn, style: FileStyle): Inference {
  const as = (plan: AnswerPlan): Inference => ({ plan, warnings: [] })
  const identifier = as({ type: 'text', kind: 'identifier' })
  switch (kind) {
    case 'completed':
    case 'date':
    case 'started':
      // A requested date format settles what can be read two ways, and is not forced on these.
      return inferDate(header, profile, style.order) ?? inferDate(header, profile, style.order, true) ?? identifier
    case 'number': {
      const mark = ownMark(profile) ?? style.mark
      return profile.numbers[mark].count === profile.filled ? as({ type: 'numeric', mark }) : identifier
    }
    case 'state':
    case 'language':
      return as({ type: 'single', kind: 'category' })
    case 'email':
    case 'name':
    case 'phone':
      return as({ type: 'text', kind })
    case 'id':
    case 'technical':
      return identifier
  }
}

const dateKinds: readonly MetadataKind[] = ['completed', 'date', 'started']
/** LimeSurvey's date of submission where the survey keeps no dates. */
const noDate = '1980-01-01'

/** The dates a survey product wrote, the soundest first: of completion, of another event, of the start. */
export function datesOfProduct(columns: readonly PlannedColumn[]): PlannedColumn[] {
  return dateKinds.flatMap((kind) =>
    columns.filter(({ metadata, plan, profile }) => {
      if (metadata !== kind || plan.type !== 'date' || profile.filled === 0) return false
      return !(profile.distinct === 1 && [...profile.values.keys()][0]?.startsWith(noDate))
    }),
  )
}

/** Names the columns of a survey product that are no questions. */
export function metadataNote(product: ProductExport | null, columns: readonly PlannedColumn[]): ImportNote[] {
  const names = columns.filter(({ metadata }) => metadata !== null).map(({ title }) => shortName(title))
  if (!product || names.length === 0) return []
  return [
    noteOn(say`Columns of ${product.product}, not questions: ${names.join(', ')}. They are on no page and no filter.`),
  ]
}

/** Tells how many rows are not finished, and what becomes of them. `profiles` are those of the file's columns. */
export function unfinishedNote(
  product: ProductExport | null,
  profiles: readonly ColumnProfile[],
  included: boolean,
): ImportNote[] {
  const mark = product?.unfinished
  const profile = mark ? profiles[mark.index] : undefined
  if (!mark || !profile) return []
  const marked = [...profile.values].filter(([text]) => mark.marks(text)).reduce((sum, [, { count }]) => sum + count, 0)
  const rows = new Count(marked + (mark.marks('') ? profile.blank + profile.missing : 0))
  if (rows.number === 0) return []
  const column = product.columns[mark.index]?.header ?? ''
  if (included)
    return [
      noteOn(say`Rows that are not finished, by column "${column}": ${rows}. They count as completed.`, { column }),
    ]
  const words = say`Rows that are not finished, by column "${column}": ${rows}. They are stored as not completed, and no figure of answers counts them.`
  return [noteOn(words, { column }, 'include')]
}

import { say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { AppError } from '#server/platform/errors.ts'

/** Characters of a name that is made of a title. */
const longest = 60

/** A title as a name: letters, digits and `_`. */
export function nameOfTitle(title: string): string {
  const name = title
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
  return [...name].slice(0, longest).join('') || 'campaign'
}

/** A name that no campaign of the survey has yet: that of the title, with a number after it where it is in use. */
export async function freeName({ db }: Pick<Ctx, 'db'>, surveyId: number, title: string): Promise<string> {
  const base = nameOfTitle(title)
  const rows = await db.selectFrom('campaign').select('ext_name').where('survey_id', '=', surveyId).execute()
  const taken = new Set(rows.map((row) => row.ext_name))
  if (!taken.has(base)) return base
  for (let at = 2; ; at += 1) if (!taken.has(`${base}_${at}`)) return `${base}_${at}`
}

/** The error of a name that another campaign of the survey has, at the field it was given in. */
export function takenName(field: string): AppError {
  return new AppError('conflict', say`Another campaign has this extname.`, { [field]: say`in use` })
}

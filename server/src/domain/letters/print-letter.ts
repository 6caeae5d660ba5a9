import type { Deps } from '#server/domain/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Work } from '#server/platform/work.ts'
import { letterPress } from './office/letter-press.ts'
import { LetterFault } from './office/office-process.ts'

/** Prints a letter for somebody who waits for it; `pdf` is in base64. Throws as `LetterPress.print`, in place of `LetterFault` `unavailable`. */
export async function printForReader(
  { config, work }: Pick<Deps, 'config'> & { work?: Work },
  document: string,
): Promise<{ pdf: string; pages: number }> {
  try {
    const { pdf, pages } = await letterPress(config).print(document, work)
    return { pdf: pdf.toString('base64'), pages }
  } catch (error) {
    if (!(error instanceof LetterFault)) throw error
    throw new AppError('unavailable', error.words)
  }
}

import { Count, say, titled } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Drivers } from '#server/domain/statistics/drivers.ts'
import type { DriverItem } from './driver-items.ts'

/** Why nothing is told to drive a score, where effects need so many answers. */
export function reasonFor({ n, kind, r2 }: Drivers, { indicator }: DriverItem, needed: number): Words {
  const title = titled(indicator.title)
  switch (kind) {
    case 'few':
      return say`There are too few answers here to tell what drives ${title}: ${new Count(n)} of at least ${new Count(needed)}.`
    case 'constant':
      return say`Everybody gave the same answers to ${title} here, so nothing can be said to drive it.`
    case 'weak':
      return r2 !== null && r2 > 1
        ? say`Too many respondents left out different questions to tell what drives ${title}.`
        : say`These questions explain less than a tenth of how ${title} differs, so none is told to drive it.`
    default:
      return say`None of these questions goes with ${title} here.`
  }
}

/** Why an item could not be measured. */
export const notSingle: Words = say`It is no figure of single respondents.`
/** The same in an anonymous survey. */
export const notPublished: Words = say`It is no mean, satisfaction index or net promoter score, or too new.`

/** Why a question is left out, where pairs of questions need so many answers. */
export function leftOutWords(why: Drivers['left'][number]['why'], score: DriverItem, least: number): Words {
  switch (why) {
    case 'constant':
      return say`Everybody gave it the same answer.`
    case 'missing':
      return say`More than four in ten left it out.`
    case 'few':
      return say`Fewer than ${new Count(least)} answered it together with the other questions.`
    case 'coding':
      return say`Better answers to it go with a worse ${titled(score.indicator.title)}: check how they are coded.`
    case 'unrelated':
      return say`It does not go with ${titled(score.indicator.title)}, or only by chance.`
  }
}

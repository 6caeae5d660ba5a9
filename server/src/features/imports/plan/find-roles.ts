import { isAbout } from '../profile/header-words.ts'
import type { Correlations } from './correlations.ts'
import { findHeadline } from './find-headline.ts'
import type { AskedHeadline, Headline } from './find-headline.ts'
import type { PlannedColumn, Roles } from './planned.ts'
import { ofType } from './planned.ts'

/**
 * Finds the event date: the date column whose name mentions answering or visiting, which has the fewest blank cells
 * and is not a date of birth. Null if the file has no dates.
 */
export function findEventDate(columns: readonly PlannedColumn[]): string | null {
  const dates = ofType(columns, 'date').filter(({ profile }) => profile.filled >= 0.5 * profile.rows)
  return dates.toSorted((a, b) => eventDateScore(b) - eventDateScore(a))[0]?.variable ?? null
}

/** How well a column of dates suits as event date: by its name and by how few of its cells are blank. */
export function eventDateScore({ about, profile }: PlannedColumn): number {
  return (
    profile.filled / Math.max(1, profile.rows) +
    (isAbout(about, 'answered') ? 1 : 0) -
    (isAbout(about, 'created') ? 2 : 0) -
    (isAbout(about, 'person') ? 1 : 0)
  )
}

/**
 * Finds a column that could serve as key: filled in every row, different in each, and an id of a survey product or named
 * like a key.
 */
export function findKey(columns: readonly PlannedColumn[]): string | null {
  const unique = columns.filter(({ profile, plan }) => {
    const all = profile.filled === profile.rows && profile.rows > 1
    return (
      plan.type === 'text' && plan.kind === 'identifier' && all && (profile.capped || profile.distinct === profile.rows)
    )
  })
  const best =
    unique.find(({ metadata }) => metadata === 'id') ?? unique.find(({ about }) => isAbout(about, 'key')) ?? unique[0]
  return best?.variable ?? null
}

/**
 * Finds the roles of the other columns, and why the headline is what it is; `eventDate`, `key` and the levels are known.
 * Errors: `validation` for a requested headline that is no rating.
 */
export function findRoles(
  columns: readonly PlannedColumn[],
  known: { eventDate: string | null; key: string | null; levels: readonly string[] },
  headlineBy: AskedHeadline & { correlations: Correlations },
): { roles: Roles; headline: Headline } {
  const all = columns.filter(({ variable }) => variable !== known.key && !known.levels.includes(variable))
  const free = all.filter(({ metadata }) => metadata === null)
  const recommend = findRecommend(free)
  const headline = findHeadline(free, recommend, headlineBy.correlations, headlineBy)
  const texts = ofType(free, 'text')
  const comments = texts
    .filter(({ plan, profile }) => plan.kind === 'comment' && profile.filled > 0)
    .toSorted((a, b) => meanLength(b) - meanLength(a))
  const heading = comments.find((column) => isAbout(column.about, 'attribute') && meanLength(column) <= 80)
  const roles = {
    eventDate: known.eventDate,
    key: known.key,
    main: headline.main,
    drivers: headline.drivers,
    tiles: headline.tiles,
    recommend,
    comments: comments.filter((column) => column !== heading).map(({ variable }) => variable),
    heading: heading?.variable ?? null,
    contact: findContact(all, ofType(all, 'text')),
  }
  return { roles, headline }
}

type ScaleColumn = ReturnType<typeof ofType<'scale'>>[number]

function findRecommend(columns: readonly PlannedColumn[]): Roles['recommend'] {
  const asked = columns.filter(({ about }) => isAbout(about, 'recommend'))
  const isPromoter = ({ plan }: ScaleColumn): boolean => plan.words?.family === 'promoter'
  const rank = (column: ScaleColumn): number => (column.plan.binary ? 2 : isPromoter(column) ? 1 : 0)
  // How important or frequent recommendations are is no recommendation.
  const rated = ofType(asked, 'scale').filter(
    ({ plan }) => !['importance', 'frequency'].includes(plan.words?.family ?? ''),
  )
  const scales = [...new Set([...rated, ...ofType(columns, 'scale').filter(isPromoter)])]
  const scale = scales.toSorted((a, b) => rank(a) - rank(b))[0]
  if (scale) {
    const numbers = scale.plan.binary ? 'yes-no' : scale.plan.max === 10 ? 'nps' : 'rating'
    return { variable: scale.variable, kind: isPromoter(scale) ? 'promoter' : numbers }
  }
  const words = ofType(asked, 'single').find(({ plan }) => plan.kind === 'yes-no')
  return words ? { variable: words.variable, kind: 'yes-no' } : null
}

function findContact(free: readonly PlannedColumn[], texts: ReturnType<typeof ofType<'text'>>): Roles['contact'] {
  const kind = (wanted: string): string | null => texts.find(({ plan }) => plan.kind === wanted)?.variable ?? null
  const language = ofType(free, 'single').find(({ about, profile }) => {
    const codes = [...profile.values.keys()]
    return isAbout(about, 'language') && codes.every((code) => /^[a-z]{2}(?:[-_][a-z]{2})?$/i.test(code))
  })
  return { name: kind('name'), email: kind('email'), phone: kind('phone'), language: language?.variable ?? null }
}

function meanLength({ profile }: PlannedColumn): number {
  return profile.characters / Math.max(1, profile.filled)
}

import { NOT_ANSWERED } from '@gensvar/contract/conditions'
import type { Condition } from '@gensvar/contract/conditions'
import type { bigScreenSlide } from '@gensvar/contract/entities/big-screen'
import { languageTags } from '@gensvar/contract/local-text'
import type { z } from 'zod'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import { listCases } from '#server/domain/cases/list-cases.ts'
import { maskedIn } from '#server/domain/rights/scope.ts'
import { formatValue } from '#server/domain/indicators/figure-text.ts'
import { indicatorOf } from '#server/domain/indicators/indicator.ts'
import { publicFigures, shownValue } from './public-answer.ts'
import type { PublicFigure, PublicRequest } from './public-answer.ts'
import { readHidden } from './store.ts'

type Slide = z.output<typeof bigScreenSlide>

/** Most slides of a screen, whatever the configuration says. */
const mostSlides = 20
/** Rows that are read at a time, and at most in all, to find comments that are not hidden. */
const readAtOnce = 60
const mostRead = 600
/** Longest comment on a slide, in characters; a longer one is cut. */
const longestComment = 500

/**
 * The slides of a screen, newest comment first, each with the figures of the place. In an anonymous survey, and where there
 * is no comment to show, there is one slide with the figures alone.
 */
export async function slidesOf(request: PublicRequest): Promise<Slide[]> {
  const { config } = request
  const indicators = config.expressions.map((name) => indicatorOf(request.access.model, name))
  const figures = (await publicFigures(request, indicators)).filter((figure) => figure !== null)
  const expressionResults = figures.flatMap((figure) => resultOf(request, figure))
  const rows = await commentsOf(request, Math.min(config.slides, mostSlides))
  const slides = rows.map((row) => ({ ...slideOf(request, row), expressionResults }))
  if (slides.length > 0 || expressionResults.length === 0) return slides
  return [{ starRating: null, comment: null, evaluation: null, expressionResults }]
}

function resultOf({ locale }: PublicRequest, figure: PublicFigure): Slide['expressionResults'] {
  const { indicator } = figure
  const value = formatValue(indicator, shownValue(figure), locale)
  return value === null ? [] : [{ label: indicator.title, value }]
}

/** The newest interviews whose comments may be shown: none of an anonymous survey, and none that was hidden. */
async function commentsOf(request: PublicRequest, most: number): Promise<CaseRow[]> {
  const { ctx, access, config, requested } = request
  if (access.commentScope === null || config.comment === undefined) return []
  const { comment, atLeast, rating } = config
  const conditions: Condition[] = [
    ...requested.conditions,
    { kind: 'sampleState', states: [0] },
    { kind: 'choice', variable: comment, include: [], exclude: [NOT_ANSWERED], contains: [], excludeContains: [] },
    ...(atLeast === undefined ? [] : [{ kind: 'range' as const, variable: rating, from: atLeast, to: null }]),
  ]
  const shown: CaseRow[] = []
  for (let from = 0; from < mostRead && shown.length < most; from += readAtOnce) {
    const { rows } = await listCases(ctx, access.model, maskedIn(access.commentScope, request.locale), {
      ...{ conditions, from, to: from + readAtOnce, isCounted: false },
    })
    const hidden = await readHidden(
      ctx.db,
      rows.map(({ id }) => id),
    )
    shown.push(...rows.filter(({ id, answers }) => !hidden.has(id) && textIn(answers[comment]) !== ''))
    if (rows.length < readAtOnce) break
  }
  return shown.slice(0, most)
}

function slideOf({ config, locale }: PublicRequest, { answers, eventDate }: CaseRow): Omit<Slide, 'expressionResults'> {
  const rating = answers[config.rating]
  const text = config.comment === undefined ? '' : textIn(answers[config.comment])
  const day = new Intl.DateTimeFormat(languageTags[locale], { dateStyle: 'long', timeZone: 'UTC' })
  return {
    starRating: typeof rating === 'number' ? rating : null,
    comment: text.length > longestComment ? `${text.slice(0, longestComment).trimEnd()} …` : text,
    evaluation: day.format(new Date(`${eventDate}T00:00:00Z`)),
  }
}

function textIn(answer: CaseRow['answers'][string] | undefined): string {
  return typeof answer === 'string' ? answer.trim() : ''
}

import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { maxPatternLength, maxPatterns } from './configuration/taxonomy.ts'
import { commentJudgement, sentiment, textSearchRow } from './entities/text-analytics.ts'
import { localText } from './local-text.ts'
import { nameParam, pathParam, searchText } from './request-texts.ts'
import { commentFilters, commentOrders } from './widgets/text-search-params.ts'

/** Most categories of one comment. */
export const maxCommentCategories = 20

const commentParams = z.object({
  survey: nameParam,
  interviewId: z.coerce.number().int().min(1),
  variable: nameParam,
})

/**
 * Judges a comment by hand; it stays so when comments are analysed again. `judgement` null takes the correction back.
 * Errors: `conflict` at `version` where somebody else has corrected it in between, `validation` at `judgement.categories`
 * for an unknown category, `not_found` for an interview or question that has no comment the caller may see.
 */
export const correctComment = defineRoute({
  id: 'correctComment',
  summary: 'Correct the judgement of a comment',
  method: 'PUT',
  path: '/rest/comments/judgement/{survey}/{interviewId}/{variable}',
  permission: 'view-interviews',
  params: commentParams,
  query: z.object({}),
  body: z.object({
    judgement: z
      .object({
        /** `mixed` is neutral, and both positive and negative. */
        sentiment: z.enum([...sentiment.options, 'mixed']),
        categories: z.array(z.object({ extName: nameParam, sentiment })).max(maxCommentCategories),
      })
      .nullable(),
    /** The version of the judgement that was corrected. */
    version: z.number().int().min(0),
  }),
  response: commentJudgement,
})

/** Most comments that are said to be like another. */
export const maxSimilarComments = 5

/**
 * Comments of the survey that are like one, in words and in whether they say good or bad things, among those the caller may see, of
 * any period: those first that are most like it. Errors: `not_found` for an interview or question that has no comment the caller may see, `forbidden` where comments are
 * not shown.
 */
export const listSimilarComments = defineRoute({
  id: 'listSimilarComments',
  summary: 'Comments like another one',
  method: 'GET',
  path: '/rest/comments/similar/{survey}/{interviewId}/{variable}',
  permission: 'view-interviews',
  params: commentParams,
  query: z.object({}),
  body: z.undefined(),
  response: z.object({ comments: z.array(textSearchRow).max(maxSimilarComments) }),
})

/** The comments of a question search as an Excel file, made while the browser waits. Withheld comments are `forbidden`. */
export const downloadComments = defineRoute({
  id: 'downloadComments',
  summary: 'Download the comments of a question search',
  method: 'GET',
  path: '/rest/comments/file/{survey}/{component}/{drillPath}',
  permission: 'view-interviews',
  ticket: 'token',
  params: z.object({ survey: nameParam, component: nameParam, drillPath: pathParam }),
  query: z.object({
    ...commentFilters,
    sortVar: z.enum(commentOrders).optional(),
    sortDesc: z.stringbool().optional(),
    token: nameParam.optional(),
  }),
  body: z.undefined(),
  response: z.undefined(),
})

const triedPatterns = z.array(z.string().max(maxPatternLength)).max(maxPatterns).default([])

/** Most comments shown of those that tried patterns catch. */
export const maxTriedComments = 20

/** Patterns of a category in one language, as they are being written. */
const draftPatterns = {
  language: z.enum(['en', 'sv', 'no', 'da', 'fi']),
  patterns: triedPatterns,
  exclude: triedPatterns,
}

/**
 * What patterns of a category would catch among the survey's comments, before they are saved, and the comments that hold a term.
 * Errors: `validation` at `patterns.N` or `exclude.N` for one that cannot be read.
 */
export const tryPatterns = defineRoute({
  id: 'tryPatterns',
  summary: 'Try patterns of a category',
  method: 'POST',
  path: '/rest/comments/try/{survey}',
  permission: 'dashboard',
  params: z.object({ survey: nameParam }),
  query: z.object({}),
  body: z.object({
    ...draftPatterns,
    /** Part of the comments to show, caught or not; empty for those that are caught. */
    term: searchText.default(''),
  }),
  response: z.object({
    /** Comments in the language, and those of them that are caught; null where it is withheld. */
    nComments: z.number().int().nullable(),
    nCaught: z.number().int().nullable(),
    /** Those that hold the term; null without one, or where it is withheld. */
    nFound: z.number().int().nullable(),
    /** The newest of those found, or else caught, with the words that were caught; none where comments are withheld. */
    examples: z
      .array(
        z.object({
          interviewId: z.number().int(),
          variable: z.string(),
          comment: z.string(),
          spans: z.array(z.object({ start: z.number().int(), end: z.number().int(), pattern: z.string() })),
        }),
      )
      .max(maxTriedComments),
    withheld: localText.nullable(),
  }),
})

/**
 * Has what customers' ratings teach about their comments learnt now, by a task; it is also done by night. Errors: `conflict` for
 * an anonymous survey, and one whose main indicator is of no scale.
 */
export const learnFromRatings = defineRoute({
  id: 'learnFromRatings',
  summary: "Learn from a survey's ratings",
  method: 'POST',
  path: '/rest/comments/learn/{survey}',
  permission: 'dashboard',
  params: z.object({ survey: nameParam }),
  query: z.object({}),
  body: z.object({}),
  response: z.object({ taskId: z.number().int() }),
})

/**
 * A comment in the reader's language, translated by the language model that the organisation has chosen. Errors: `not_found` for a
 * comment that the caller may not see and where no model is on, `unavailable` where it does not answer.
 */
export const translateComment = defineRoute({
  id: 'translateComment',
  summary: 'Translate a comment',
  method: 'GET',
  path: '/rest/comments/translate/{survey}/{interviewId}/{variable}',
  permission: 'view-interviews',
  params: commentParams,
  query: z.object({}),
  body: z.undefined(),
  response: z.object({ text: z.string() }),
})

/** Comments that words are suggested from: those a category has, or those with a sentiment that are in no category yet. */
export const suggestionSources = ['category', 'negative', 'positive'] as const

/** Most words that are suggested. */
export const maxSuggestedWords = 24

/**
 * Words and pairs of words that stand out in some comments against all others, as patterns for a category that is being written,
 * with what each would catch. Errors: `validation` at `patterns.N` or `exclude.N` for one that cannot be read.
 */
export const suggestPatterns = defineRoute({
  id: 'suggestPatterns',
  summary: 'Suggest patterns for a category',
  method: 'POST',
  path: '/rest/comments/suggest/{survey}',
  permission: 'dashboard',
  params: z.object({ survey: nameParam }),
  query: z.object({}),
  body: z.object({ ...draftPatterns, from: z.enum(suggestionSources) }),
  response: z.object({
    /** Comments in the language that were read, and those of them that words are suggested from; null where it is withheld. */
    nComments: z.number().int().nullable(),
    nFrom: z.number().int().nullable(),
    /** Those first that stand out most; none where comments are withheld. */
    suggestions: z
      .array(
        z.object({
          pattern: z.string(),
          /** The word as most comments have it. */
          shown: z.string(),
          /** Comments it would catch, and those of them that are not caught yet. */
          nComments: z.number().int(),
          nNew: z.number().int(),
        }),
      )
      .max(maxSuggestedWords),
    withheld: localText.nullable(),
  }),
})

import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { interviewComment, interviewData } from './entities/interview.ts'
import { say } from './say.ts'
import { nameParam } from './request-texts.ts'
import { webAddress } from './web-address.ts'

const ofInterview = z.object({ survey: nameParam, interviewId: z.coerce.number().int() })

/** A single interview as the survey's configuration lays it out. */
export const getInterview = defineRoute({
  id: 'getInterview',
  summary: 'A single interview',
  method: 'GET',
  path: '/rest/interviews/data/{survey}/{interviewId}',
  permission: 'view-interviews',
  params: ofInterview,
  query: z.object({}),
  body: z.undefined(),
  response: interviewData,
})

/** Adds a comment; a blank one is rejected. */
export const createInterviewComment = defineRoute({
  id: 'createInterviewComment',
  summary: 'Comment on an interview',
  method: 'POST',
  path: '/rest/interviews/comment/{survey}/{interviewId}',
  permission: 'view-interviews',
  params: ofInterview,
  query: z.object({}),
  body: z.object({
    message: z
      .string()
      .trim()
      .min(1, String(say`Write a comment first`))
      .max(10_000),
  }),
  response: interviewComment,
})

/** Keeps the comment of an interview from public screens, or shows it there again. For administrators of the survey. */
export const hideComment = defineRoute({
  id: 'hideComment',
  summary: 'Hide the comment of an interview from public screens',
  method: 'POST',
  path: '/rest/interviews/hidecomment/{survey}/{interviewId}',
  permission: 'survey-admin',
  params: ofInterview,
  query: z.object({}),
  body: z.object({ hidden: z.boolean() }),
  response: z.object({ screenComment: z.enum(['shown', 'hidden']) }),
})

/** Makes a public page of the interview's title, rating and one quote the user chose. */
export const shareInterview = defineRoute({
  id: 'shareInterview',
  summary: 'Share an interview on a social network',
  method: 'POST',
  path: '/rest/interviews/share/{survey}/{interviewId}',
  permission: 'view-interviews',
  params: ofInterview,
  query: z.object({}),
  body: z.object({
    network: z.enum(['FACEBOOK', 'LINKEDIN']),
    /** Variable of the open question whose answer is quoted; none quotes nothing. */
    quote: nameParam.nullable(),
  }),
  response: z.object({
    shareId: z.number().int(),
    /** Address of the network's own share dialog. */
    sharingURL: webAddress,
    /** Address of the public page. */
    publishUrl: webAddress,
  }),
})

/** Pages of an interview that are public now. */
export const listShares = defineRoute({
  id: 'listShares',
  summary: 'Public pages of an interview',
  method: 'GET',
  path: '/rest/interviews/shares/{survey}/{interviewId}',
  permission: 'view-interviews',
  params: ofInterview,
  query: z.object({}),
  body: z.undefined(),
  response: z.object({
    shares: z.array(
      z.object({
        shareId: z.number().int(),
        network: z.string(),
        quote: z.string(),
        createdAt: z.iso.datetime(),
        /** Address of the public page; null for one made before addresses were kept. */
        publishUrl: webAddress.nullable(),
      }),
    ),
  }),
})

/** Takes a public page back; its address answers 404 from then on. */
export const revokeShare = defineRoute({
  id: 'revokeShare',
  summary: 'Revoke a public page of an interview',
  method: 'DELETE',
  path: '/rest/interviews/share/{survey}/{interviewId}/{shareId}',
  permission: 'view-interviews',
  params: ofInterview.extend({ shareId: z.coerce.number().int() }),
  query: z.object({}),
  body: z.undefined(),
  response: z.object({ ok: z.literal(true) }),
})

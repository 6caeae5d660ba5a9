import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { userIdentity } from './entities/identity.ts'
import { clientConfig } from './entities/shell.ts'
import { say } from './say.ts'

/** Shortest password a user of the embedded identity provider may choose. */
export const minPasswordLength = 10

/** What the user wants besides signing in: to choose another universe (`change`), or to act as somebody (`actas`). */
export const signInFlag = z.enum(['', 'change', 'actas'])

/** Answer of every call that signs in: the identity, the end of its session, and the fields named first. */
export const signInResult = userIdentity.extend({
  /** End of the session unless it is used or renewed before; null where no session was made. */
  expiresAt: z.iso.datetime().nullable(),
  /** May make and change roles. */
  mayManageRoles: z.boolean(),
  /** May add users by their role, and change those who may do no more than they: no administrator of the universe. */
  mayAddUsers: z.boolean(),
  /** Users of a restricted role may edit no profile but their own. */
  restricted: z.boolean(),
  /** The role that a user looks at the screens as, being their own impersonator; null otherwise. */
  viewedRole: z.string().nullable(),
  /** The notice shown instead of the screens when the universe's dashboards have moved. */
  movedTo: z.enum(['vgs', 'finland']).nullable(),
})

/** Answer of every call that signs in. */
export type SignInResult = z.infer<typeof signInResult>

const tokens = z.object({
  /** Access token of the identity provider. */
  token: z.string().min(1).max(20_000),
  idToken: z.string().max(20_000).optional(),
})

const universe = z.string().min(1).max(200)

/** Identity provider, logo and language of the server: the first call of every browser. */
export const getClientConfig = defineRoute({
  id: 'getClientConfig',
  summary: 'Identity provider and looks of the server, before anybody has signed in',
  method: 'GET',
  path: '/config/client',
  permission: 'none',
  params: z.object({}),
  query: z.object({
    /** Host name the browser uses, which chooses the realm; by default the one of the request. */
    domain: z.string().max(253).optional(),
  }),
  body: z.undefined(),
  response: clientConfig,
})

/** Signs in with the identity provider's tokens; the login status says what comes next. */
export const login = defineRoute({
  id: 'login',
  summary: 'Sign in with tokens of the identity provider',
  method: 'POST',
  path: '/rest/authentication/login',
  permission: 'sign-in',
  params: z.object({}),
  query: z.object({}),
  body: tokens.extend({ universe: universe.optional(), flag: signInFlag.default('') }),
  response: signInResult,
})

/** Checks a token of the identity provider; with a session in the header, of the same user, prolongs that session. */
export const validateKeycloak = defineRoute({
  id: 'validateKeycloak',
  summary: 'Check a token of the identity provider and prolong the session that comes with it',
  method: 'POST',
  path: '/rest/authentication/validatekeycloak',
  permission: 'sign-in',
  params: z.object({}),
  query: z.object({}),
  body: tokens,
  response: z.object({
    valid: z.literal(true),
    username: z.string(),
    /** End of the session in the header; null without one. */
    expiresAt: z.iso.datetime().nullable(),
  }),
})

/** Who the session cookie belongs to; with the code of a `profileURL`, starts acting as that user. */
export const validateCookie = defineRoute({
  id: 'validateCookie',
  summary: 'Resume the session of the cookie, or start acting as the user of a profile link',
  method: 'POST',
  path: '/rest/authentication/validatecookie',
  permission: 'sign-in',
  params: z.object({}),
  query: z.object({}),
  body: z.object({ profile: z.string().max(200).optional() }).optional(),
  response: signInResult,
})

/** Makes a link that lets the caller act as another user; a failure answers with words to show. */
export const impersonate = defineRoute({
  id: 'impersonate',
  summary: 'Get a one-use link for acting as another user',
  method: 'POST',
  path: '/rest/authentication/impersonate',
  permission: 'signed-in',
  params: z.object({}),
  query: z.object({}),
  body: tokens.extend({
    universe,
    /** User name of the one to act as. */
    user: z.string().min(1).max(320),
  }),
  response: z.object({
    /** Good for one use within 60 s, in the browser that asked for it. */
    profileURL: z.string(),
  }),
})

/** Enters another universe of the user's; the old session ends. */
export const changeUniverse = defineRoute({
  id: 'changeUniverse',
  summary: 'Enter another universe',
  method: 'POST',
  path: '/rest/authentication/changeuniverse',
  permission: 'signed-in',
  params: z.object({}),
  query: z.object({}),
  body: z.object({ universe }),
  response: signInResult,
})

/** Sends a link for setting a new password. The answer is the same whether or not the user exists. */
export const forgotPassword = defineRoute({
  id: 'forgotPassword',
  summary: 'Ask for a link to set a new password (embedded identity provider)',
  method: 'POST',
  path: '/rest/authentication/forgot',
  permission: 'sign-in',
  params: z.object({}),
  query: z.object({}),
  body: z.object({
    username: z
      .string()
      .trim()
      .min(1, String(say`Enter your user name or e-mail address`))
      .max(320),
  }),
  response: z.object({ ok: z.literal(true) }),
})

/** Sets a new password with the code of a link; every session of the user ends. */
export const resetPassword = defineRoute({
  id: 'resetPassword',
  summary: 'Set a new password with a code (embedded identity provider)',
  method: 'POST',
  path: '/rest/authentication/reset',
  permission: 'sign-in',
  params: z.object({}),
  query: z.object({}),
  body: z.object({
    code: z.string().min(1).max(200),
    password: z.string().min(minPasswordLength, `Use at least ${minPasswordLength} characters`).max(200),
  }),
  response: z.object({ ok: z.literal(true) }),
})

/** Ends the session and clears its cookie; signing out twice is no error. */
export const logout = defineRoute({
  id: 'logout',
  summary: 'End the session and clear its cookie',
  method: 'POST',
  path: '/rest/authentication/logout',
  permission: 'sign-in',
  params: z.object({}),
  query: z.object({}),
  body: z.object({}).optional(),
  response: z.object({ ok: z.literal(true) }),
})

/** What a download, stream or letter link may be made for: the path and query it will be opened at. */
export const createTicket = defineRoute({
  id: 'createTicket',
  summary: 'Get a one-use ticket for a URL the browser opens by itself',
  method: 'POST',
  path: '/rest/authentication/ticket',
  permission: 'signed-in',
  params: z.object({}),
  query: z.object({}),
  body: z.object({ path: z.string().startsWith('/').max(4000) }),
  response: z.object({
    /** Put into the parameter in which the route at that path takes a ticket (`token` or `auth`) within 60 s. */
    ticket: z.string(),
  }),
})

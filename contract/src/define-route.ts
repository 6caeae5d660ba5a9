import type { z } from 'zod'

/**
 * Who may call a route. `none` needs no token; `signed-in` any session; `survey` a session whose role
 * has access to the survey named by the path; the others add a right on top of `survey` or of the session. `create-surveys`
 * is root, and whoever administers an organisation where root has allowed it; so is `dashboard`, for editing dashboards;
 * `role-admin` is root, and roles that may create roles. `view-campaigns` is `view-samples`, and in an anonymous survey
 * whoever administers it.
 * `api-key` is a key of the API in the Authorization header, for its own survey and place; no session has it.
 */
export const permissions = [
  'none',
  'sign-in',
  'signed-in',
  'universe-admin',
  'create-surveys',
  'survey',
  'view-samples',
  'view-interviews',
  'view-campaigns',
  'survey-admin',
  'dashboard',
  'user-admin',
  'role-admin',
  'root',
  'api-key',
] as const

/** One of the permissions a route names. */
export type Permission = (typeof permissions)[number]

/** A call of the API as a value: the server implements it, the browser calls it, the reference prints it. */
export interface Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  id: string
  summary: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path with `{name}` placeholders, for example `/rest/filters/data/{survey}/{type}`. */
  path: string
  permission: Permission
  /**
   * Query parameter in which the route takes a ticket instead of the Authorization header, because the browser opens its
   * URL by itself. Only a GET may; every other route takes none.
   */
  ticket?: 'token' | 'auth'
  /** The body is a file (`application/octet-stream`), which is read as it arrives; the schema is `z.undefined()`. */
  takesFile?: true
  /** The handler checks the rows of the body one by one: what is wrong with one refuses that one alone. */
  takesRows?: true
  params: Params
  query: Query
  body: Body
  response: Response
}

/** Declares a route; the generics keep the schemas' types for both sides. */
export function defineRoute<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
>(route: Route<Params, Query, Body, Response>): Route<Params, Query, Body, Response> {
  return route
}

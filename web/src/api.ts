import type { z } from 'zod'
import type { Route } from '@gensvar/contract/define-route'
import { draftHeader } from '@gensvar/contract/draft-header'
import { surveyHeader } from '@gensvar/contract/survey-header'
import type { ErrorBody, ErrorCode } from '@gensvar/contract/errors'
import { languageTags } from '@gensvar/contract/local-text'
import { ApiError } from './lib/api-error.ts'
import { currentLocale } from './lib/i18n.ts'
import { previewDraft } from './lib/preview-draft.ts'
import { sessionStore } from './lib/session-store.ts'

/** How long a call may take before it fails with `timeout`, in milliseconds. */
const callTimeout = 60_000

/** One part of a call's input: optional when every field of it is optional. */
type Part<Name extends string, Value> = undefined extends Value
  ? { [key in Name]?: Value }
  : Record<never, never> extends Value
    ? { [key in Name]?: Value }
    : { [key in Name]: Value }

/** What a route takes: path parameters, query and body, each with the contract's types. */
export type CallInput<R extends Route> = Part<'params', z.input<R['params']>> &
  Part<'query', z.input<R['query']>> &
  Part<'body', z.input<R['body']>>

/** What a route answers. */
export type Answer<R extends Route> = z.output<R['response']>

type Values = Record<string, unknown>

/** The URL of a call: placeholders filled in, query appended without undefined values. */
export function urlOf(path: string, params: Values = {}, query: Values = {}): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === null || value === '') throw new Error(`${path} needs ${name}`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one))
  }
  const text = search.toString()
  return text === '' ? filled : `${filled}?${text}`
}

/**
 * Headers of every call: the session, the survey, the language the answer's texts should be in, and in a preview the
 * draft. The survey is the one the call is about, also while the screens still show another; else the one looked at.
 */
function callHeaders({ survey: about }: Values = {}): Record<string, string> {
  const { token, survey: shown } = sessionStore.get()
  const survey = typeof about === 'string' && about !== '-' ? about : shown
  const headers: Record<string, string> = { 'accept-language': languageTags[currentLocale()] }
  if (token !== null) headers['authorization'] = `Bearer ${token}`
  if (survey !== null) headers[surveyHeader] = encodeURIComponent(survey)
  if (previewDraft !== null) headers[draftHeader] = previewDraft
  return headers
}

const codesByStatus: Partial<Record<number, ErrorCode>> = {
  400: 'validation',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'too_large',
  429: 'too_many',
  503: 'unavailable',
}

function toError(status: number, text: string): ApiError {
  let body: Partial<ErrorBody> = {}
  try {
    body = JSON.parse(text) as Partial<ErrorBody>
  } catch {
    // A proxy in between may answer with its own page; then only the status is used.
  }
  const code = body.code ?? codesByStatus[status] ?? 'internal'
  return new ApiError(code, body.message ?? '', {
    fields: body.fields,
    requestId: body.requestId,
    body: text,
  })
}

let onSignedOut: (() => void) | null = null

/** Sets what to do when the server no longer knows the session (401). */
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener
}

/** Path parameters, query and body of a call. */
interface Asked {
  params?: Values
  query?: Values
  body?: unknown
}

/** Answers a call in place of the server; undefined leaves it to the server. */
export type StandIn = (route: Route, asked: Asked, signal?: AbortSignal) => Promise<unknown> | undefined

let standIn: StandIn | null = null

/** Has calls answered by a stand-in, for examples that are drawn without a server; null for the server again. */
export function answerCallsBy(next: StandIn | null): void {
  standIn = next
}

/** Sends a request and reads the whole answer, because the connection can also end in the middle of it. */
async function send(
  url: string,
  init: RequestInit,
  signal: AbortSignal | undefined,
): Promise<{ response: Response; text: string }> {
  const timeout = AbortSignal.timeout(callTimeout)
  try {
    const response = await fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
    return { response, text: await response.text() }
  } catch (error) {
    if (signal?.aborted) throw error
    if (timeout.aborted) throw new ApiError('timeout', '')
    throw new ApiError('offline', '')
  }
}

/**
 * Calls a route of the contract and answers with its typed response.
 * Throws ApiError with the server's code, or with `timeout` or `offline` when there was no answer.
 */
export async function call<R extends Route>(
  route: R,
  input: CallInput<R>,
  options: { signal?: AbortSignal } = {},
): Promise<Answer<R>> {
  const { params, query, body } = input as Asked
  const answer = standIn?.(route, { params, query, body }, options.signal)
  if (answer !== undefined) return (await answer) as Answer<R>
  const headers = route.permission === 'none' ? {} : callHeaders(params)
  const init: RequestInit = { method: route.method, headers, credentials: 'same-origin' }
  if (body instanceof FormData) init.body = body
  else if (body !== undefined) {
    init.body = JSON.stringify(body)
    headers['content-type'] = 'application/json'
  }
  const { response, text } = await send(urlOf(route.path, params, query), init, options.signal)
  if (!response.ok) {
    const error = toError(response.status, text)
    if (error.code === 'unauthenticated' && headers['authorization'] !== undefined) onSignedOut?.()
    throw error
  }
  return (text === '' ? undefined : JSON.parse(text)) as Answer<R>
}

/**
 * Calls a route whose answer is read as it arrives. Throws as `call` does, before any of it is read; nothing limits how
 * long the rest takes.
 */
export async function openStream<R extends Route>(
  route: R,
  input: Omit<CallInput<R>, 'body'>,
  signal: AbortSignal,
): Promise<Response> {
  const { params, query } = input as Asked
  const answer = standIn?.(route, { params, query }, signal)
  if (answer !== undefined) return new Response(String(await answer))
  const headers = callHeaders(params)
  let response: Response
  try {
    response = await fetch(urlOf(route.path, params, query), { headers, credentials: 'same-origin', signal })
  } catch (error) {
    if (signal.aborted) throw error
    throw new ApiError('offline', '')
  }
  if (response.ok) return response
  const error = toError(response.status, await response.text())
  if (error.code === 'unauthenticated') onSignedOut?.()
  throw error
}

/** How an upload goes: it can be aborted, and tells how many bytes have been sent. */
export interface UploadOptions {
  signal?: AbortSignal
  onProgress?: (sent: number, total: number) => void
}

/**
 * Calls a route whose body is a file, and answers with its typed response. Throws as `call` does: `timeout` when nothing
 * was sent or answered for a minute.
 */
export async function upload<R extends Route>(
  route: R,
  { params, query, file }: Part<'params', z.input<R['params']>> & Part<'query', z.input<R['query']>> & { file: Blob },
  options: UploadOptions = {},
): Promise<Answer<R>> {
  const asked = { params, query } as Asked
  const answer = standIn?.(route, asked, options.signal)
  if (answer !== undefined) return (await answer) as Answer<R>
  const headers = { ...callHeaders(asked.params), 'content-type': 'application/octet-stream' }
  const { status, text } = await sendFile(
    route.method,
    urlOf(route.path, asked.params, asked.query),
    headers,
    file,
    options,
  )
  if (status < 200 || status > 299) {
    const error = toError(status, text)
    if (error.code === 'unauthenticated') onSignedOut?.()
    throw error
  }
  return JSON.parse(text) as Answer<R>
}

/** Sends a file. `fetch` cannot tell how much of it has been sent. */
function sendFile(
  method: string,
  url: string,
  headers: Record<string, string>,
  file: Blob,
  { signal, onProgress }: UploadOptions,
): Promise<{ status: number; text: string }> {
  signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = (error: unknown) => {
      reject(error)
      request.abort()
    }
    const cancel = () => stop(signal?.reason)
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => stop(new ApiError('timeout', '')), callTimeout)
    }
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      wait()
      onProgress?.(loaded, total)
    })
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }))
    request.addEventListener('error', () => reject(new ApiError('offline', '')))
    request.addEventListener('loadend', () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
    })
    signal?.addEventListener('abort', cancel)
    wait()
    request.send(file)
  })
}

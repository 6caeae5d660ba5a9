import { say } from '@gensvar/contract/say'
import { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { callOut } from '#server/platform/egress.ts'
import { AppError } from '#server/platform/errors.ts'
import { readServerSettings } from '#server/platform/server-settings.ts'
import type { ProviderRow } from './provider-store.ts'

/** Longest time of an answer by default, in ms, and the largest one, in bytes. */
const usualTime = 20_000
const mostBytes = 500_000

/** A language model to ask. */
export interface Provider extends ProviderRow {
  /** Longest time of an answer, in ms; 20 s by default. */
  answerTime?: number
}

/** What a language model is asked. */
interface ModelQuestion {
  /** What it is to do. Nothing that customers wrote stands here. */
  task: string
  /** What it does it with: data, also what customers wrote. */
  input: unknown
  /** Name and JSON schema of the answer. */
  name: string
  schema: unknown
}

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
})

/**
 * Asks a language model by an API like OpenAI's and returns the JSON of its answer, which is checked by the caller. Throws
 * `unavailable` where there is none in time or it is no JSON, `forbidden` where its host is not allowed any more.
 */
export async function askModel(
  { db, config }: Pick<Ctx, 'db' | 'config'>,
  { url, model, secret, answerTime = usualTime }: Provider,
  { task, input, name, schema }: ModelQuestion,
): Promise<unknown> {
  const { allow } = (await readServerSettings(db)).egress
  const { status, body } = await callOut(
    { allow, allowPrivate: config.privateTextProviders, timeout: answerTime, maxBytes: mostBytes },
    {
      url: `${url.replace(/\/+$/, '')}/chat/completions`,
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...(secret && { authorization: `Bearer ${secret.toString('utf8')}` }),
      },
      body: JSON.stringify({
        model,
        temperature: 0,
        messages: [
          { role: 'system', content: task },
          { role: 'user', content: JSON.stringify(input) },
        ],
        response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } },
      }),
    },
  )
  if (status === 401 || status === 403) throw new AppError('unavailable', say`The language model refuses the key.`)
  if (status < 200 || status >= 300)
    throw new AppError('unavailable', say`The language model answered with the status ${status}.`)
  const answer = completion.safeParse(jsonOf(body))
  const content = jsonOf(answer.data?.choices[0]?.message.content ?? '')
  if (content === undefined) throw new AppError('unavailable', say`What the language model answered cannot be read.`)
  return content
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

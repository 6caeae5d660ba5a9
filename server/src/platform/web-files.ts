import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { say } from '@gensvar/contract/say'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'
import { isApiPath, sendNotFound } from './http-errors.ts'

/** Path the web's files live under; the screens have paths outside it. */
const base = '/new/'

/**
 * Serves the built web: its files under `/new/`, and its page for every other path a browser opens. `/new/<screen>`
 * redirects to the screen. Unknown paths of the API stay JSON.
 */
export async function serveWeb(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    prefix: base,
    wildcard: true,
    index: false,
    redirect: false,
    // File names of the build contain a hash, so they may be cached for ever; the page that names them may not.
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.setNotFoundHandler((request, reply) => answerUnknown(request, reply, folder))
}

async function answerUnknown(request: FastifyRequest, reply: FastifyReply, folder: string): Promise<FastifyReply> {
  const { url, method } = request
  const reads = method === 'GET' || method === 'HEAD'
  if (isApiPath(url) || !reads || !takesPage(request)) return sendNotFound(request, reply)
  if (url.startsWith(base) && url.length > base.length)
    return reply.redirect(`/${url.slice(base.length).replace(/^\/+/, '')}`)
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => null)
  if (page === null)
    throw new AppError('unavailable', say`The screens are not built. Start with npm start, or use npm run dev.`)
  return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
}

/** A browser that opens a page asks for HTML; a probe, or a script tag whose file is gone, accepts anything. */
function takesPage({ url, headers }: FastifyRequest): boolean {
  const { accept = '*/*' } = headers
  const namesFile = /\.\w+$/.test(url.split('?', 1)[0] ?? '')
  return accept.includes('text/html') || (accept.includes('*/*') && !namesFile)
}
